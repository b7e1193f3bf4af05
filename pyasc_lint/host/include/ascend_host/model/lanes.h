// Which elements a vector instruction works on, and where they are in each operand.
//
// A repeat takes 8 blocks of 32 bytes of the operand with the widest elements; a mask picks elements of every repeat. In
// counter mode the mask is the number of elements of the whole instruction.
#pragma once

#include "instruction.h"

namespace ascend_host {

constexpr int64_t kBlock = 32;    // bytes
constexpr int64_t kRepeat = 256;  // bytes of the widest operand

struct Lane {
    int64_t repeat, element;
};

struct Lanes {
    std::vector<Lane> lanes;
    bool contiguous = false;  // by count: no repeats, no strides

    // Bytes from the operand's first byte to an element of `size` bytes.
    int64_t Offset(const Lane& lane, const Strides& strides, int64_t size) const
    {
        const int64_t byte = lane.element * size;
        return contiguous ? byte : (lane.repeat * strides.repeat + byte / kBlock * strides.block) * kBlock + byte % kBlock;
    }
};

inline uint64_t Ones(int64_t count) { return count >= 64 ? ~0ull : count <= 0 ? 0 : (1ull << count) - 1; }

// What the mask register picks of so many repeats; `widest` is bytes of the widest element.
inline Lanes Registered(int64_t repeats, int64_t widest)
{
    const Registers& registers = core().registers;
    const int64_t limit = kRepeat / widest;
    Lanes made;
    for (int64_t number = 0; registers.counter && number < static_cast<int64_t>(registers.low); ++number) {
        made.lanes.push_back({number / limit, number % limit});
    }
    for (int64_t repeat = 0; !registers.counter && repeat < repeats; ++repeat) {
        for (int64_t element = 0; element < std::min<int64_t>(limit, 128); ++element) {
            if ((element < 64 ? registers.low : registers.high) >> (element % 64) & 1) {
                made.lanes.push_back({repeat, element});
            }
        }
    }
    return made;
}

// Puts a mask argument into the register.
inline void SetMask(const Mask& mask)
{
    Registers& registers = core().registers;
    if (registers.counter) {
        registers.low = mask.count >= 0 ? static_cast<uint64_t>(mask.count) : mask.low;
        registers.high = 0;
    } else {
        registers.low = mask.count >= 0 ? Ones(mask.count) : mask.low;
        registers.high = mask.count >= 0 ? Ones(mask.count - 64) : mask.high;
    }
}

// The lanes of an instruction, and what it leaves in the registers: by count, normal mode and a full mask.
inline Lanes LanesOf(const Extent& extent, int64_t widest)
{
    if (!extent.sets) {
        return Registered(extent.repeats, widest);
    }
    if (!extent.counted) {
        SetMask(extent.mask);
        return Registered(extent.repeats, widest);
    }
    Registers& registers = core().registers;
    registers.counter = false;
    registers.low = registers.high = ~0ull;
    Lanes made;
    made.contiguous = true;
    for (int64_t element = 0; element < extent.count; ++element) {
        made.lanes.push_back({0, element});
    }
    return made;
}

// Copy counts differently: in counter mode its mask is a number of elements of every repeat.
inline Lanes LanesOfCopy(const Extent& extent, int64_t widest)
{
    if (!core().registers.counter) {
        return LanesOf(extent, widest);
    }
    SetMask(extent.mask);
    Lanes made;
    for (int64_t repeat = 0; repeat < extent.repeats; ++repeat) {
        for (int64_t element = 0; element < static_cast<int64_t>(core().registers.low); ++element) {
            made.lanes.push_back({repeat, element});
        }
    }
    return made;
}

}  // namespace ascend_host
