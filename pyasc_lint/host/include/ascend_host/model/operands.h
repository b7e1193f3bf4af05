// Reading and writing of operands, with what is known of every byte.
#pragma once

#include "instruction.h"

namespace ascend_host {

ASCEND_HOST_FUNCTION std::string PlaceText(const Place& place, int64_t offset)
{
    const long long byte = place.address + offset;
    if (place.memory->hardware == GM) {
        return Text("byte %lld of array %d", byte, place.memory->number);
    }
    return Text("byte %lld of %s", byte, HardwareName(place.memory->hardware));
}

ASCEND_HOST_FUNCTION Operand::Operand(Instruction& instruction, const Tile& tile, int64_t alignment)
    : instruction_(instruction), place_(tile.place), name_(tile.name)
{
    Core& core = instruction.core;
    const Item& item = instruction.item;
    if (place_.memory == nullptr) {
        core.Cannot(item.at, Text("%s: '%s' is a tensor without a place", item.name, name_));
    }
    const int64_t needed = alignment != 0 ? alignment : place_.memory->alignment;
    if (place_.memory->hardware == GM || place_.address % needed == 0) {
        return;
    }
    const Tensor& tensor = core.tensors[place_.tensor];
    const bool made = tensor.start % needed != 0;
    core.Find("ASC106", made ? tensor.made : item.at,
              Text("%s: '%s' starts at ", item.name, name_) + PlaceText(place_, 0) +
                  Text(", which is no multiple of %lld", static_cast<long long>(needed)),
              made ? item.at : Site());
}

ASCEND_HOST_FUNCTION void Operand::Add(std::vector<Range>& ranges, int64_t start, int64_t end)
{
    if (!ranges.empty() && ranges.back().end == start) {
        ranges.back().end = end;
    } else if (ranges.empty() || ranges.back().start != start || ranges.back().end != end) {
        ranges.push_back({start, end});
    }
}

ASCEND_HOST_FUNCTION bool Operand::Inside(int64_t offset, int64_t length, bool writes)
{
    const int64_t first = place_.address + offset;
    if (first >= place_.start && first + length <= place_.end) {
        return true;
    }
    if (!overrun_) {
        overrun_ = true;
        const Item& item = instruction_.item;
        const bool global = place_.memory->hardware == GM, past = first < 0 || first + length > place_.memory->size;
        const int64_t start = global && past ? 0 : place_.start, end = global && past ? place_.memory->size : place_.end;
        instruction_.core.Find(
            global ? "ASC114" : "ASC107", item.at,
            Text("%s: '%s' %s bytes %lld to %lld of %s of %lld bytes", item.name, name_, writes ? "writes" : "reads",
                 static_cast<long long>(first - start), static_cast<long long>(first + length - start),
                 !global ? "a tensor" : past ? "an array" : "a global buffer", static_cast<long long>(end - start)));
    }
    return false;
}

ASCEND_HOST_FUNCTION bool Operand::Read(int64_t offset, int64_t length)
{
    if (!Inside(offset, length, false)) {
        return false;
    }
    const int64_t first = place_.address + offset;
    Add(reads_, first, first + length);
    read_ += length;
    if (!place_.memory->Defined(first, length)) {
        undefined_ += length;
        instruction_.tainted = true;
    }
    return true;
}

ASCEND_HOST_FUNCTION bool Operand::Write(int64_t offset, int64_t length)
{
    if (!Inside(offset, length, true)) {
        return false;
    }
    const int64_t first = place_.address + offset;
    Add(writes_, first, first + length);
    place_.memory->Define(first, length, !instruction_.tainted);
    return true;
}

ASCEND_HOST_FUNCTION void Operand::Copy(int64_t offset, Operand& source, int64_t from, int64_t length)
{
    if (!source.Inside(from, length, false) || !Inside(offset, length, true)) {
        return;
    }
    const int64_t first = source.place_.address + from, target = place_.address + offset;
    Add(source.reads_, first, first + length);
    Add(writes_, target, target + length);
    source.read_ += length;
    std::memmove(place_.memory->bytes + target, source.place_.memory->bytes + first, length);
    if (source.place_.memory->Defined(first, length)) {
        place_.memory->Define(target, length, true);
        return;
    }
    for (int64_t byte = 0; byte < length; ++byte) {
        const bool defined = source.place_.memory->Defined(first + byte, 1);
        source.undefined_ += defined ? 0 : 1;
        place_.memory->Define(target + byte, 1, defined);
    }
}

}  // namespace ascend_host
