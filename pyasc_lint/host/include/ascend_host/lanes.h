// Which elements a vector instruction works on, and where they are in each operand.
//
// A repeat takes 8 blocks of 32 bytes of the operand with the widest elements; a mask picks elements of every repeat. In
// counter mode the mask is the number of elements of the whole instruction.
#pragma once

#include <vector>

#include "tensor.h"

namespace ascend_host {

constexpr int64_t kBlock = 32;    // bytes
constexpr int64_t kRepeat = 256;  // bytes of the widest operand

// A mask argument: a number of elements, or one bit for each of them.
struct Mask {
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>>
    Mask(T count) : count(static_cast<int64_t>(count))
    {
    }
    Mask(const uint64_t (&bits)[2]) : low(bits[0]), high(bits[1]) {}
    int64_t count = -1;
    uint64_t low = 0, high = 0;
};

struct Lane {
    int64_t repeat, element;
};

// Distances in blocks of 32 bytes between the blocks of a repeat and between repeats.
struct Strides {
    int64_t block, repeat;
};

struct Lanes {
    std::vector<Lane> lanes;
    bool contiguous = false;  // by count: no repeats, no strides
    int64_t repeats = 1;

    static int64_t At(const Lane& lane, const Strides& strides, int64_t size)
    {
        const int64_t byte = lane.element * size;
        return (lane.repeat * strides.repeat + byte / kBlock * strides.block) * kBlock + byte % kBlock;
    }

    // Bytes from the operand's first byte to an element.
    int64_t Offset(const Lane& lane, const Strides& strides, int64_t size) const
    {
        return contiguous ? lane.element * size : At(lane, strides, size);
    }
};

inline Lanes Contiguous(int64_t count)
{
    Lanes made;
    made.contiguous = true;
    made.lanes.reserve(std::max<int64_t>(count, 0));
    for (int64_t element = 0; element < count; ++element) {
        made.lanes.push_back({0, element});
    }
    return made;
}

// What the mask register picks of so many repeats; `widest` is bytes of the widest element.
inline Lanes Registered(int64_t repeats, int64_t widest)
{
    const Registers& registers = core().registers;
    const int64_t limit = kRepeat / widest;
    Lanes made;
    made.repeats = repeats;
    if (registers.counter) {
        const int64_t count = static_cast<int64_t>(registers.low);
        made.repeats = (count + limit - 1) / limit;
        for (int64_t number = 0; number < count; ++number) {
            made.lanes.push_back({number / limit, number % limit});
        }
        return made;
    }
    for (int64_t repeat = 0; repeat < repeats; ++repeat) {
        for (int64_t element = 0; element < std::min<int64_t>(limit, 128); ++element) {
            const uint64_t word = element < 64 ? registers.low : registers.high;
            if (word >> (element % 64) & 1) {
                made.lanes.push_back({repeat, element});
            }
        }
    }
    return made;
}

inline uint64_t Ones(int64_t count)
{
    return count >= 64 ? ~0ull : count <= 0 ? 0 : (1ull << count) - 1;
}

// Puts a mask argument into the register.
inline void SetMask(const Mask& mask)
{
    Registers& registers = core().registers;
    if (registers.counter) {
        registers.low = mask.count >= 0 ? static_cast<uint64_t>(mask.count) : mask.low;
        registers.high = 0;
    } else if (mask.count >= 0) {
        registers.low = Ones(mask.count);
        registers.high = Ones(mask.count - 64);
    } else {
        registers.low = mask.low;
        registers.high = mask.high;
    }
}

// The lanes of a call with a mask; `sets`: it goes through the register, else the register has one already.
inline Lanes Masked(const Mask& mask, int64_t repeats, int64_t widest, bool sets)
{
    if (sets) {
        SetMask(mask);
    }
    return Registered(repeats, widest);
}

// The lanes of a call with a count, which leaves normal mode and a full mask behind.
inline Lanes Counted(int64_t count, int64_t widest, bool sets)
{
    if (!sets) {
        return Registered(1, widest);
    }
    Registers& registers = core().registers;
    registers.counter = false;
    registers.low = registers.high = ~0ull;
    return Contiguous(count);
}

}  // namespace ascend_host
