// Tensors and the allocator.
#pragma once

#include "../calls.h"

namespace ascend_host {

constexpr int HardwareOf(AscendC::TPosition position)
{
    using AscendC::TPosition;
    switch (position) {
        case TPosition::VECIN: case TPosition::VECOUT: case TPosition::VECCALC: return 1;
        case TPosition::A1: case TPosition::B1: case TPosition::C1: return 2;
        case TPosition::A2: return 3;
        case TPosition::B2: return 4;
        case TPosition::CO1: return 5;
        case TPosition::C2: return 6;
        default: return 0;
    }
}

}  // namespace ascend_host

namespace AscendC {

using ascend_host::Site;

template <typename T> class LocalTensor {
public:
    using PrimType = T;
    static constexpr int64_t kBytes = sizeof(T);

    LocalTensor() = default;
    LocalTensor(TPosition where, int64_t address, int64_t count, Site at = Site::Here())
        : place(ascend_host::MakeTensor(ascend_host::HardwareOf(where), address, count * kBytes, false, at)),
          position(where), size(count)
    {
    }
    LocalTensor(const ascend_host::Place& there, TPosition where, int64_t count) : place(there), position(where), size(count)
    {
    }

    LocalTensor operator[](int64_t offset) const
    {
        LocalTensor view = *this;
        view.place.address += offset * kBytes;
        view.size -= offset;
        return view;
    }
    template <typename U> LocalTensor<U> ReinterpretCast() const
    {
        return LocalTensor<U>(place, position, size * kBytes / LocalTensor<U>::kBytes);
    }

    T GetValue(int64_t index, Site at = Site::Here()) const
    {
        T value{};
        ascend_host::ReadElement(ascend_host::Of(*this, "self"), index, &value, at);
        return value;
    }
    void SetValue(int64_t index, T value, Site at = Site::Here()) const
    {
        ascend_host::WriteElement(ascend_host::Of(*this, "self"), index, &value, at);
    }

    uint32_t GetSize() const { return static_cast<uint32_t>(size); }
    uint32_t GetLength() const { return static_cast<uint32_t>(size * kBytes); }
    int GetPosition() const { return static_cast<int>(position); }
    int GetUserTag() const { return tag; }
    void SetUserTag(int value) { tag = value; }
    void SetSize(int64_t count) { size = count; }
    void SetBufferLen(int64_t bytes) { size = bytes / kBytes; }
    void SetShapeInfo(const ShapeInfo&) {}
    template <typename... Rest> void Print(Rest&&...) {}
    template <typename... Rest> void ToFile(Rest&&...) {}
    void SetAddrWithOffset(const LocalTensor& source, int64_t offset) { place = source[offset].place; }

    ascend_host::Place place;
    TPosition position = TPosition::VECIN;
    int64_t size = 0;  // elements
    int tag = 0;
};

template <typename T> class GlobalTensor {
public:
    using PrimType = T;
    static constexpr int64_t kBytes = sizeof(T);

    void SetGlobalBuffer(T* buffer) { place = ascend_host::MakeGlobal(buffer, -1); }
    void SetGlobalBuffer(T* buffer, uint64_t size)
    {
        count = size;
        place = ascend_host::MakeGlobal(buffer, size == 0 ? -1 : static_cast<int64_t>(size) * kBytes);
    }

    GlobalTensor operator[](int64_t offset) const
    {
        GlobalTensor view = *this;
        view.place.address += offset * kBytes;
        return view;
    }

    T GetValue(int64_t offset, Site at = Site::Here()) const
    {
        T value{};
        ascend_host::ReadElement(ascend_host::Of(*this, "self"), offset, &value, at);
        return value;
    }
    void SetValue(int64_t offset, T value, Site at = Site::Here()) const
    {
        ascend_host::WriteElement(ascend_host::Of(*this, "self"), offset, &value, at);
    }

    T* GetPhyAddr(int64_t offset = 0) const { return static_cast<T*>(ascend_host::AddressOf(place)) + offset; }
    uint64_t GetSize() const { return count; }
    void SetShapeInfo(const ShapeInfo&) {}
    template <CacheRwMode rwMode> void SetL2CacheHint(CacheMode) {}

    ascend_host::Place place;
    uint64_t count = 0;  // elements
};

template <Hardware hardware = Hardware::UB> class LocalMemAllocator {
public:
    LocalMemAllocator(Site at = Site::Here()) { ascend_host::NewAllocator(static_cast<int>(hardware), at); }

    template <TPosition position, typename T, uint32_t size> LocalTensor<T> Alloc(Site at = Site::Here())
    {
        return Take<T>(position, size, at);
    }
    template <TPosition position, typename T> LocalTensor<T> Alloc(int64_t size, Site at = Site::Here())
    {
        return Take<T>(position, size, at);
    }

    uint32_t GetCurAddr() const { return static_cast<uint32_t>(cursor_); }

private:
    template <typename T> LocalTensor<T> Take(TPosition position, int64_t size, Site at)
    {
        const int64_t bytes = size * LocalTensor<T>::kBytes;
        const LocalTensor<T> made(ascend_host::MakeTensor(static_cast<int>(hardware), cursor_, bytes, true, at), position,
                                  size);
        cursor_ += bytes;
        return made;
    }

    int64_t cursor_ = 0;  // bytes
};

}  // namespace AscendC
