// Runs a kernel on its cores, one after the other.
#pragma once

#include "sync.h"

extern "C" {

// One argument of a kernel: an array of `bytes` bytes at `data`, or a number.
struct HostArgument {
    void* data;
    int64_t bytes;
    int64_t integer;
    double real;
};

struct HostMemory {
    int64_t size, alignment;
};

struct HostJob {
    const char* log;
    int32_t cores, autoSync, goOn, trace;
    int32_t arguments, events;
    const HostArgument* argument;
    HostMemory memories[8];  // by Hardware
    volatile int32_t* core;  // where the run is: the core and the line
    volatile int32_t* line;
};
}

namespace ascend_host {

template <typename T> T NumberOf(const HostArgument& argument)
{
    if constexpr (std::is_integral<T>::value) {
        return static_cast<T>(argument.integer);
    } else {
        return static_cast<T>(argument.real);
    }
}

inline uint8_t* ArrayOf(const HostArgument& argument) { return static_cast<uint8_t*>(argument.data); }

// Returns 0 where every core came to its end, 1 where a finding or something that is not modelled stopped one.
template <typename Kernel> int Launch(const HostJob& job, Kernel kernel)
{
    Settings settings;
    settings.cores = job.cores;
    settings.autoSync = job.autoSync != 0;
    settings.trace = job.trace != 0;
    settings.events = job.events;
    for (int hardware = 0; hardware < HARDWARES; ++hardware) {
        settings.memories[hardware] = {job.memories[hardware].size, std::max<int64_t>(job.memories[hardware].alignment, 1)};
    }
    Log log;
    FILE* file = std::fopen(job.log, "a");
    log.Open(file, job.goOn != 0);
    int status = 0;
    for (int index = 0; index < job.cores && status == 0; ++index) {
        std::vector<std::unique_ptr<Memory>> arrays;
        for (int number = 0; number < job.arguments; ++number) {
            const HostArgument& argument = job.argument[number];
            if (argument.data != nullptr) {
                arrays.push_back(std::make_unique<Memory>(GM, number, argument.bytes, 1, ArrayOf(argument)));
            }
        }
        Core core(index, settings, log, arrays);
        core.progress = job.line;
        *job.core = index;
        CurrentCore() = &core;
        try {
            kernel(job.argument);
            core.End();
        } catch (const Stop&) {
            status = 1;
        }
        CurrentCore() = nullptr;
    }
    std::fflush(stdout);
    if (file != nullptr) {
        std::fclose(file);
    }
    return status;
}

}  // namespace ascend_host
