// The memories of a core and what is in them: bytes, whether they were ever written, and by which tensor.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "../types.h"
#include "segments.h"

namespace ascend_host {

enum Hardware : int { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, HARDWARES };

inline const char* HardwareName(int hardware)
{
    static const char* const names[] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF"};
    return hardware >= 0 && hardware < HARDWARES ? names[hardware] : "?";
}

// A tensor as it was made. Made again by the same statement at the same place, it is the same tensor.
struct Tensor {
    int hardware;
    int64_t start, end;  // bytes
    Site made;
};

// On-chip memory, or one array in global memory: that has contents from outside and knows no tensors.
class Memory {
public:
    Memory(int hardware, int number, int64_t size, int64_t alignment, uint8_t* outside = nullptr)
        : hardware(hardware), number(number), size(size), alignment(alignment), bytes(outside)
    {
        if (outside == nullptr) {
            contents_.assign(size, 0xA5);
            bytes = contents_.data();
            defined_.assign(size, 0);
            owner_.assign(size, -1);
        }
    }

    bool Defined(int64_t place, int64_t length) const
    {
        for (int64_t byte = place; !defined_.empty() && byte < place + length; ++byte) {
            if (!defined_[byte]) {
                return false;
            }
        }
        return true;
    }

    void Define(int64_t place, int64_t length, bool value)
    {
        if (!defined_.empty()) {
            std::fill(defined_.begin() + place, defined_.begin() + place + length, value);
        }
    }

    // A tensor was written: other tensors lose what they had there.
    void Write(int tensor, Range range, int record)
    {
        if (owner_.empty()) {
            *written = 1;
            return;
        }
        for (int64_t byte = range.start; byte < range.end; ++byte) {
            const int before = owner_[byte];
            if (before != tensor && before >= 0) {
                std::vector<int>& lost = lost_[before];
                lost.resize(size, -1);
                lost[byte] = record;
            }
            owner_[byte] = tensor;
        }
        const auto own = lost_.find(tensor);
        if (own != lost_.end()) {
            std::fill(own->second.begin() + range.start, own->second.begin() + range.end, -1);
        }
    }

    // The instruction that destroyed what a tensor had in a range; -1: none.
    int Destroyer(int tensor, Range range) const
    {
        const auto own = lost_.find(tensor);
        if (own != lost_.end()) {
            for (int64_t byte = range.start; byte < range.end; ++byte) {
                if (own->second[byte] >= 0) {
                    return own->second[byte];
                }
            }
        }
        return -1;
    }

    void Forgive(int tensor) { lost_.erase(tensor); }

    int hardware;
    int number;  // of the array in global memory
    int64_t size, alignment;
    uint8_t* bytes;
    Segments segments;
    volatile int32_t* written = nullptr;  // of an array in global memory: where to tell that it was written

private:
    std::vector<uint8_t> contents_;
    std::vector<uint8_t> defined_;
    std::vector<int> owner_;
    std::map<int, std::vector<int>> lost_;
};

}  // namespace ascend_host
