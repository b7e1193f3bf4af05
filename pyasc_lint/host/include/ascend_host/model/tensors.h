// Tensors, arrays and single elements.
#pragma once

#include "instruction.h"

namespace ascend_host {

ASCEND_HOST_FUNCTION void NotModelled(const char* what, Site at)
{
    core().Cannot(at, std::string(what) + " is not modelled");
}

ASCEND_HOST_FUNCTION Place MakeTensor(int hardware, int64_t address, int64_t bytes, bool allocated, Site at)
{
    Core& core = ascend_host::core();
    core.At(at);
    if (hardware == GM) {
        core.Cannot(at, "a LocalTensor in global memory is no tensor");
    }
    Memory& memory = *core.memories[hardware];
    if (bytes <= 0) {
        core.Find("ASC111", at, Text("a tensor of %lld bytes", static_cast<long long>(bytes)));
    }
    if (address < 0 || address + bytes > memory.size) {
        core.Find(allocated ? "ASC101" : "ASC104", at,
                  Text("a tensor from byte %lld to %lld of %s, which ends at %lld", static_cast<long long>(address),
                       static_cast<long long>(address + bytes), HardwareName(hardware),
                       static_cast<long long>(memory.size)));
    }
    Place place{&memory, address, std::max<int64_t>(address, 0), std::min(address + bytes, memory.size), 0};
    for (const Tensor& known : core.tensors) {
        if (known.hardware == hardware && known.start == address && known.end == address + bytes &&
            known.made.line == at.line && known.made.file == at.file) {
            return place;
        }
        ++place.tensor;
    }
    core.tensors.push_back({hardware, address, address + bytes, at});
    return place;
}

// The array that an address belongs to: arrays lie far apart, so it is the one that begins last before the address.
ASCEND_HOST_FUNCTION Place MakeGlobal(const void* address, int64_t bytes)
{
    const uint8_t* first = static_cast<const uint8_t*>(address);
    Memory* array = nullptr;
    for (const auto& each : core().arrays) {
        if (array == nullptr || (each->bytes <= first && each->bytes > array->bytes)) {
            array = each.get();
        }
    }
    const int64_t start = first - array->bytes;
    const int64_t end = bytes < 0 ? array->size : std::min(start + bytes, array->size);
    return {array, start, std::max<int64_t>(start, 0), end, -1};
}

ASCEND_HOST_FUNCTION void* AddressOf(const Place& place) { return place.memory->bytes + place.address; }

ASCEND_HOST_FUNCTION void NewAllocator(int hardware, Site at)
{
    if (!core().allocators.insert(hardware).second) {
        core().Find("ASC110", at, Text("a second allocator for %s starts at its beginning again", HardwareName(hardware)));
    }
}

ASCEND_HOST_FUNCTION void ReadElement(const Tile& tile, int64_t index, void* value, Site at)
{
    const int64_t size = SizeOf(tile.type);
    Issue(S, at, "GetValue", [=](Instruction& op) {
        Operand& from = op.Use(tile, 1);
        if (from.Read(index * size, size)) {
            std::memcpy(value, from.At(index * size), size);
        }
    });
}

ASCEND_HOST_FUNCTION void WriteElement(const Tile& tile, int64_t index, const void* value, Site at)
{
    const int64_t size = SizeOf(tile.type);
    Issue(S, at, "SetValue", [=](Instruction& op) {
        Operand& to = op.Use(tile, 1);
        if (to.Write(index * size, size)) {
            std::memcpy(to.At(index * size), value, size);
        }
    });
}

}  // namespace ascend_host
