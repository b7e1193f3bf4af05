// An instruction at work: reads and writes elements of its operands, and checks every byte.
#pragma once

#include <algorithm>

#include "core.h"

namespace ascend_host {

class Instruction;

// One operand of an instruction at work. Offsets are bytes from the operand's first byte.
class Operand {
public:
    Operand(Instruction& instruction, const Tile& tile, int64_t alignment);

    // Its bytes in memory.
    uint8_t* At(int64_t offset) { return place_.memory->bytes + place_.address + offset; }

    // Copies bytes with what is known of them.
    void Copy(int64_t offset, Operand& source, int64_t from, int64_t length);

    // Notes that bytes are read or written; false where they are outside of the tensor, and must not be.
    bool Read(int64_t offset, int64_t length);
    bool Write(int64_t offset, int64_t length);

private:
    friend class Instruction;

    bool Inside(int64_t offset, int64_t length, bool writes);
    static void Add(std::vector<Range>& ranges, int64_t start, int64_t end);

    Instruction& instruction_;
    Place place_;
    const char* name_;
    bool overrun_ = false;
    int64_t read_ = 0, undefined_ = 0;
    std::vector<Range> reads_, writes_;
};

class Instruction {
public:
    explicit Instruction(const Item& item) : item(item), core(ascend_host::core()) {}

    // An operand that starts at a multiple of what its memory asks for, or of `alignment`.
    Operand& Use(const Tile& tile, int64_t alignment = 0)
    {
        operands_.emplace_back(*this, tile, alignment);
        return operands_.back();
    }

    // After all is read and written: what is wrong with it.
    void Finish();

    const Item& item;
    Core& core;
    bool tainted = false;  // something read since it was last cleared was never written
    bool reduces = false;  // one element that was never written spoils the result
    bool ordered = true;   // atomic stores do not conflict
    bool eager = false;    // it may begin before earlier ones of its pipe are done

private:
    void Contents(Operand& operand);
    void Order();
    void Trace();

    std::deque<Operand> operands_;
};

// ---------------------------------------------------------------------------------------------------------- operands

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

// ------------------------------------------------------------------------------------------------------------ checks

ASCEND_HOST_FUNCTION void Normalise(std::vector<Range>& ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](Range a, Range b) { return a.start < b.start; });
    size_t kept = 0;
    for (const Range& range : ranges) {
        if (kept > 0 && range.start <= ranges[kept - 1].end) {
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        } else {
            ranges[kept++] = range;
        }
    }
    ranges.resize(kept);
}

ASCEND_HOST_FUNCTION void Instruction::Finish()
{
    for (Operand& operand : operands_) {
        Normalise(operand.reads_);
        Normalise(operand.writes_);
    }
    if (core.settings.trace) {
        Trace();
    }
    for (Operand& operand : operands_) {
        Contents(operand);
    }
    Order();
    for (Operand& operand : operands_) {
        for (const Range& range : operand.writes_) {
            operand.place_.memory->Write(operand.place_.tensor, range, static_cast<int>(core.writers.size()));
        }
    }
    core.writers.push_back({{}, item.at, item.name});
}

ASCEND_HOST_FUNCTION void Instruction::Contents(Operand& operand)
{
    Memory& memory = *operand.place_.memory;
    const Pipe pipe = item.stamp.pipe;
    const bool harmful = reduces || pipe == S || pipe == MTE3 || pipe == FIX;
    if (operand.undefined_ > 0 && pipe == S) {
        core.StopIfStuck();  // what the compiler makes the scalar unit wait for never comes
    }
    if (operand.undefined_ > 0 && (harmful || operand.undefined_ == operand.read_)) {
        core.Find("ASC112", item.at,
                  Text("%s: '%s' reads %lld bytes that nothing has written, of %lld", item.name, operand.name_,
                       static_cast<long long>(operand.undefined_), static_cast<long long>(operand.read_)));
    }
    for (const Range& range : operand.reads_) {
        const int destroyer = memory.Destroyer(operand.place_.tensor, range);
        if (destroyer >= 0) {
            const Record& writer = core.writers[destroyer];
            memory.Forgive(operand.place_.tensor);
            core.Find("ASC105", writer.at,
                      Text("%s overwrites bytes of another tensor, which %s reads in line %d", writer.name, item.name,
                           item.at.line), item.at);
            break;
        }
    }
}

ASCEND_HOST_FUNCTION void Instruction::Order()
{
    Clock conflicts{};
    const char* kinds[PIPES] = {};
    std::string where;
    for (const Operand& operand : operands_) {
        if (!ordered && operand.place_.memory->hardware == GM) {
            continue;
        }
        for (const bool writes : {false, true}) {
            for (const Range& range : writes ? operand.writes_ : operand.reads_) {
                operand.place_.memory->segments.Each(range, [&](const Latest& latest) {
                    const auto meet = [&](Pipe pipe, uint32_t position, const char* kind) {
                        if (position > conflicts[pipe]) {
                            conflicts[pipe] = position;
                            kinds[pipe] = kind;
                            where = PlaceText(operand.place_, range.start - operand.place_.address);
                        }
                    };
                    if (latest.write.position != 0) {
                        meet(latest.write.pipe, latest.write.position, writes ? "WAW" : "RAW");
                    }
                    for (int pipe = 0; writes && pipe < PIPES; ++pipe) {
                        meet(static_cast<Pipe>(pipe), latest.reads[pipe], "WAR");
                    }
                });
            }
        }
    }
    core.Check(item, conflicts, kinds, where, eager);
    for (const bool writes : {false, true}) {  // reads first: its own writes hide them
        for (const Operand& operand : operands_) {
            if (!ordered && operand.place_.memory->hardware == GM) {
                continue;
            }
            for (const Range& range : writes ? operand.writes_ : operand.reads_) {
                operand.place_.memory->segments.Each(range, [&](Latest& latest) {
                    if (writes) {
                        latest = Latest{item.stamp, {}};
                    } else {
                        latest.reads[item.stamp.pipe] = item.stamp.position;
                    }
                });
            }
        }
    }
}

ASCEND_HOST_FUNCTION void Instruction::Trace()
{
    std::string line = Text("{\"instruction\": \"%s\", \"core\": %d, \"line\": %d, \"pipe\": \"%s\", \"touched\": [",
                            item.name, core.index, item.at.line, PipeName(item.stamp.pipe));
    const char* separator = "";
    for (const Operand& operand : operands_) {
        for (const bool writes : {false, true}) {
            for (const Range& range : writes ? operand.writes_ : operand.reads_) {
                const Memory& memory = *operand.place_.memory;
                const std::string space = memory.hardware == GM ? Text("GM %d", memory.number) : HardwareName(memory.hardware);
                line += Text("%s[\"%s\", \"%s\", \"%s\", %lld, %lld]", separator, operand.name_, writes ? "write" : "read",
                             space.c_str(), static_cast<long long>(range.start), static_cast<long long>(range.end));
                separator = ", ";
            }
        }
    }
    core.log.Line(line + "]}");
}

// Hands an instruction to a pipe. `work` does it, with the operands it asks for.
template <typename Work> void Issue(Pipe pipe, Site at, const char* name, Work work)
{
    core().Issue(pipe, at, name, [work](Item& item) {
        Instruction instruction(item);
        work(instruction);
        instruction.Finish();
    });
}

}  // namespace ascend_host
