// Pipes, events between them, and the data paths of architecture 2201.
#pragma once

#include "../enums.h"
#include "memory.h"
#include "order.h"

namespace ascend_host {

struct EventFacts {
    const char* name;
    Pipe source, destination;
};

// By the value of HardEvent.
inline const EventFacts& EventOf(int event)
{
    static const EventFacts events[] = {
        {"MTE2_MTE1", MTE2, MTE1}, {"MTE1_MTE2", MTE1, MTE2}, {"MTE1_M", MTE1, M}, {"M_MTE1", M, MTE1},
        {"MTE2_V", MTE2, V}, {"V_MTE2", V, MTE2}, {"MTE3_V", MTE3, V}, {"V_MTE3", V, MTE3}, {"M_V", M, V},
        {"V_M", V, M}, {"V_V", V, V}, {"MTE3_MTE1", MTE3, MTE1}, {"MTE1_MTE3", MTE1, MTE3}, {"MTE1_V", MTE1, V},
        {"MTE2_M", MTE2, M}, {"M_MTE2", M, MTE2}, {"V_MTE1", V, MTE1}, {"M_FIX", M, FIX}, {"FIX_M", FIX, M},
        {"MTE3_MTE2", MTE3, MTE2}, {"MTE2_MTE3", MTE2, MTE3}, {"S_V", S, V}, {"V_S", V, S}, {"S_MTE2", S, MTE2},
        {"MTE2_S", MTE2, S}, {"S_MTE3", S, MTE3}, {"MTE3_S", MTE3, S}, {"MTE2_FIX", MTE2, FIX},
        {"FIX_MTE2", FIX, MTE2}, {"FIX_S", FIX, S}, {"M_S", M, S}, {"FIX_MTE3", FIX, MTE3}, {"MTE1_FIX", MTE1, FIX},
        {"FIX_MTE1", FIX, MTE1}, {"FIX_FIX", FIX, FIX},
    };
    return events[event];
}

inline Pipe PipeOf(pipe_t pipe)
{
    switch (pipe) {
        case PIPE_S: return S;
        case PIPE_V: return V;
        case PIPE_M: return M;
        case PIPE_MTE1: return MTE1;
        case PIPE_MTE2: return MTE2;
        case PIPE_MTE3: return MTE3;
        case PIPE_FIX: return FIX;
        case PIPE_ALL: return ALL;
        default: return NONE;
    }
}

// The pipe of a data path; NONE where there is none.
inline Pipe PathPipe(int source, int destination)
{
    switch (source) {
        case GM: return destination == UB || destination == L1 || destination == L0A || destination == L0B ? MTE2 : NONE;
        case UB: return destination == GM ? MTE3 : destination == UB ? V : NONE;
        case L1:
            return destination == GM                                                        ? MTE3
                   : destination == L0A || destination == L0B || destination == BIAS ? MTE1
                   : destination == FIXBUF                                           ? FIX
                                                                                     : NONE;
        case L0C: return destination == GM || destination == L1 ? FIX : NONE;
        default: return NONE;
    }
}

}  // namespace ascend_host
