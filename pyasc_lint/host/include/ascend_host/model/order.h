// What must happen before what: the queues of the pipes, flags, barriers, and clocks that know what is complete.
//
// The scalar unit hands instructions to the queues of the pipes in program order. A queue executes its items in order; a
// wait holds its queue back until its flag is up, and a wait of the scalar pipe, or a full barrier, holds back the
// hand-over itself. A clock says for every pipe up to which of its items all is known to be complete.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "../site.h"

namespace ascend_host {

enum Pipe : uint8_t { S, V, M, MTE1, MTE2, MTE3, FIX, PIPES, ALL, NONE };

inline const char* PipeName(Pipe pipe)
{
    static const char* const names[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", "", "ALL", ""};
    return names[pipe];
}

using Clock = std::array<uint32_t, PIPES>;

inline void Join(Clock& clock, const Clock& other)
{
    for (int pipe = 0; pipe < PIPES; ++pipe) {
        clock[pipe] = std::max(clock[pipe], other[pipe]);
    }
}

// An instruction by its pipe and its position in that pipe's queue, from 1.
struct Stamp {
    Pipe pipe = NONE;
    uint32_t position = 0;
};

// What is kept of an executed instruction.
struct Record {
    Clock known{};
    Site at;
    const char* name = "";
};

enum class Kind : uint8_t { WORK, SET, WAIT, BARRIER };

// `number` counts all items of a core in program order.
struct Item {
    Kind kind;
    Stamp stamp;
    Clock floor;  // what the scalar unit knew when it handed the item over
    Site at;
    const char* name;
    int event;  // HardEvent and id of a set or wait
    int id;
    std::function<void(Item&)> work;
    uint64_t number = 0;
};

struct Flag {
    Clock clock;
    Site set;
};

// A set or wait that was handed to its queue.
struct Handed {
    Site at;
    uint64_t number;
};

using FlagKey = std::pair<int, int>;

// The sets and waits of one event and id so far.
struct FlagHistory {
    std::vector<Handed> sets, waits;
    std::vector<Stamp> returned;  // waits that have returned
    std::deque<Flag> up;
    Site lastSet;
    size_t raised = 0;
};

}  // namespace ascend_host
