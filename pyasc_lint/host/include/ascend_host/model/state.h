// What a core is set up with, and the registers that instructions depend on.
#pragma once

#include "memory.h"

namespace ascend_host {

enum class Atomic : uint8_t { NONE, ADD, MAX, MIN };

// The vector mask and what else vector instructions and copies take from registers.
struct Registers {
    uint64_t low = ~0ull, high = ~0ull;
    bool counter = false;
    Atomic atomic = Atomic::NONE;
    uint64_t compared[2] = {0, 0};  // the result of a comparison, or what SetCmpMask put there
    float scale = 1;                // of a dequantisation
    uint64_t gathered = 0;          // how many elements GatherMask found last
    int64_t loadRepeat = 1;
    uint16_t merged[4] = {0, 0, 0, 0};  // how many elements of each queue MrgSort took last
};

struct MemoryFacts {
    int64_t size, alignment;
};

struct Settings {
    int cores = 1;
    bool autoSync = true;
    bool trace = false;
    int events = 8;
    int64_t mmadAlignment = 1024;
    MemoryFacts memories[HARDWARES] = {};
};

}  // namespace ascend_host
