// Tensors and the allocator.
#pragma once

#include "enums.h"
#include "instruction.h"

namespace ascend_host {

inline int HardwareOf(AscendC::TPosition position)
{
    switch (position) {
        case AscendC::TPosition::VECIN:
        case AscendC::TPosition::VECOUT:
        case AscendC::TPosition::VECCALC: return UB;
        case AscendC::TPosition::A1:
        case AscendC::TPosition::B1:
        case AscendC::TPosition::C1: return L1;
        case AscendC::TPosition::A2: return L0A;
        case AscendC::TPosition::B2: return L0B;
        case AscendC::TPosition::C2: return BIAS;
        case AscendC::TPosition::CO1: return L0C;
        default: return GM;
    }
}

// The place of a tensor that is made here; `rule` tells what it is called if it passes the end of its memory.
inline Place MakeTensor(int hardware, int64_t address, int64_t bytes, const char* rule, Site at)
{
    Core& core = ascend_host::core();
    core.At(at);
    if (hardware == GM) {
        core.Cannot(at, "a LocalTensor in global memory");
    }
    Memory& memory = *core.memories[hardware];
    if (bytes <= 0) {
        core.Find("ASC111", at, Text("a tensor of %lld bytes", static_cast<long long>(bytes)));
    }
    if (address < 0 || address + bytes > memory.size) {
        core.Find(rule, at, Text("bytes %lld to %lld of %s, which ends at %lld", static_cast<long long>(address),
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

}  // namespace ascend_host

namespace AscendC {

using ascend_host::Site;

template <typename T> class LocalTensor {
public:
    using PrimType = T;

    LocalTensor() = default;
    LocalTensor(TPosition position, int64_t address, int64_t size, Site at = Site::Here())
        : place(ascend_host::MakeTensor(ascend_host::HardwareOf(position), address, size * sizeof(T), "ASC104", at)),
          position(position), size(size)
    {
    }
    LocalTensor(const ascend_host::Place& place, TPosition position, int64_t size)
        : place(place), position(position), size(size)
    {
    }

    LocalTensor operator[](int64_t offset) const
    {
        LocalTensor view = *this;
        view.place.address += offset * static_cast<int64_t>(sizeof(T));
        view.size -= offset;
        return view;
    }

    template <typename U> LocalTensor<U> ReinterpretCast() const
    {
        return LocalTensor<U>(place, position, size * static_cast<int64_t>(sizeof(T)) / static_cast<int64_t>(sizeof(U)));
    }

    T GetValue(int64_t index, Site at = Site::Here()) const
    {
        T value{};
        ascend_host::Issue(ascend_host::S, at, "GetValue", [this, index, &value](ascend_host::Instruction& op) {
            value = op.Use(place, "self", true).template Get<T>(index * static_cast<int64_t>(sizeof(T)));
        });
        return value;
    }

    void SetValue(int64_t index, T value, Site at = Site::Here()) const
    {
        ascend_host::Issue(ascend_host::S, at, "SetValue", [this, index, value](ascend_host::Instruction& op) {
            op.Use(place, "self", true).Put(index * static_cast<int64_t>(sizeof(T)), value);
        });
    }

    uint32_t GetSize() const { return static_cast<uint32_t>(size); }
    uint32_t GetLength() const { return static_cast<uint32_t>(size * static_cast<int64_t>(sizeof(T))); }
    int GetPosition() const { return static_cast<int>(position); }
    int GetUserTag() const { return tag; }
    void SetUserTag(int value) { tag = value; }
    void SetSize(int64_t value) { size = value; }
    void SetBufferLen(int64_t bytes) { size = bytes / static_cast<int64_t>(sizeof(T)); }

    ascend_host::Place place;
    TPosition position = TPosition::VECIN;
    int64_t size = 0;  // elements
    int tag = 0;
};

template <typename T> class GlobalTensor {
public:
    using PrimType = T;

    void SetGlobalBuffer(T* buffer) { Set(buffer, -1); }
    void SetGlobalBuffer(T* buffer, uint64_t count) { Set(buffer, count == 0 ? -1 : static_cast<int64_t>(count)); }

    GlobalTensor operator[](int64_t offset) const
    {
        GlobalTensor view = *this;
        view.place.address += offset * static_cast<int64_t>(sizeof(T));
        return view;
    }

    T GetValue(int64_t offset, Site at = Site::Here()) const
    {
        T value{};
        ascend_host::Issue(ascend_host::S, at, "GetValue", [this, offset, &value](ascend_host::Instruction& op) {
            value = op.Use(place, "self").template Get<T>(offset * static_cast<int64_t>(sizeof(T)));
        });
        return value;
    }

    void SetValue(int64_t offset, T value, Site at = Site::Here()) const
    {
        ascend_host::Issue(ascend_host::S, at, "SetValue", [this, offset, value](ascend_host::Instruction& op) {
            op.Use(place, "self").Put(offset * static_cast<int64_t>(sizeof(T)), value);
        });
    }

    T* GetPhyAddr(int64_t offset = 0) const
    {
        return reinterpret_cast<T*>(place.memory->bytes + place.address) + offset;
    }
    uint64_t GetSize() const { return count; }
    template <CacheRwMode rwMode> void SetL2CacheHint(CacheMode) {}

    ascend_host::Place place;
    int64_t count = 0;  // elements

private:
    // The array that an address belongs to; arrays lie far apart.
    void Set(T* buffer, int64_t elements)
    {
        const uint8_t* address = reinterpret_cast<const uint8_t*>(buffer);
        ascend_host::Memory* array = nullptr;
        for (const auto& each : ascend_host::core().arrays) {
            if (array == nullptr || (each->bytes <= address && each->bytes > array->bytes)) {
                array = each.get();
            }
        }
        const int64_t start = address - array->bytes;
        const int64_t end = elements < 0 ? array->size : start + elements * static_cast<int64_t>(sizeof(T));
        place = {array, start, std::max<int64_t>(start, 0), std::min(end, array->size), -1};
        count = elements < 0 ? 0 : elements;
    }
};

template <Hardware hardware = Hardware::UB> class LocalMemAllocator {
public:
    LocalMemAllocator(Site at = Site::Here())
    {
        ascend_host::Core& core = ascend_host::core();
        if (!core.allocators.insert(static_cast<int>(hardware)).second) {
            core.Find("ASC110", at, "a second allocator for the same memory starts at its beginning again");
        }
    }

    template <TPosition position, typename T, uint32_t size> LocalTensor<T> Alloc(Site at = Site::Here())
    {
        return Take<position, T>(size, at);
    }
    template <TPosition position, typename T> LocalTensor<T> Alloc(int64_t size, Site at = Site::Here())
    {
        return Take<position, T>(size, at);
    }

    uint32_t GetCurAddr() const { return static_cast<uint32_t>(cursor_); }

private:
    template <TPosition position, typename T> LocalTensor<T> Take(int64_t size, Site at)
    {
        const int64_t bytes = size * static_cast<int64_t>(sizeof(T));
        const LocalTensor<T> made(ascend_host::MakeTensor(static_cast<int>(hardware), cursor_, bytes, "ASC101", at),
                                  position, size);
        cursor_ += bytes;
        return made;
    }

    int64_t cursor_ = 0;  // bytes
};

}  // namespace AscendC
