// How a kernel is started from outside.
#pragma once

#include "types.h"

extern "C" {

// One argument of a kernel: an array of `bytes` bytes at `data` (a struct with `bytes` -1), or a number.
struct HostArgument {
    void* data;
    int64_t bytes, integer;
    double real;
};

struct HostMemory {
    int64_t size, alignment;  // bytes
};

// `core` and `line` are where the run tells how far it is, `written` which of its arrays it has written; `log` is the file
// for findings.
struct HostJob {
    const char* log;
    int32_t cores, autoSync, goOn, trace, arguments, events, mmadAlignment;
    const HostArgument* argument;
    HostMemory memories[8];  // by Hardware
    volatile int32_t *core, *line, *written;
};
}

namespace ascend_host {

// A number, or a struct from its bytes.
template <typename T> T ValueOf(const HostArgument& argument)
{
    if constexpr (std::is_integral<T>::value) {
        return static_cast<T>(argument.integer);
    } else if constexpr (std::is_floating_point<T>::value) {
        return static_cast<T>(argument.real);
    } else {
        T value;
        std::memcpy(&value, argument.data, sizeof(T));
        return value;
    }
}

inline uint8_t* ArrayOf(const HostArgument& argument) { return static_cast<uint8_t*>(argument.data); }

// Returns 0 where every core came to its end, 1 where a finding, or something that is not modelled, stopped one.
int Launch(const HostJob& job, void (*kernel)(const HostArgument*));

}  // namespace ascend_host
