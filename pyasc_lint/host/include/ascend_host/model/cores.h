// Runs a kernel on its cores, one after the other.
#pragma once

#include "../launch.h"
#include "instruction.h"

namespace ascend_host {

ASCEND_HOST_FUNCTION int Launch(const HostJob& job, void (*kernel)(const HostArgument*))
{
    Settings settings;
    settings.cores = job.cores;
    settings.autoSync = job.autoSync != 0;
    settings.trace = job.trace != 0;
    settings.events = job.events;
    settings.mmadAlignment = job.mmadAlignment;
    for (int hardware = 0; hardware < HARDWARES; ++hardware) {
        settings.memories[hardware] = {job.memories[hardware].size, job.memories[hardware].alignment};
    }
    Log log;
    FILE* file = std::fopen(job.log, "a");
    log.Open(file, job.goOn != 0);
    int status = 0;
    for (int index = 0; index < job.cores && status == 0; ++index) {
        std::vector<std::unique_ptr<Memory>> arrays;
        for (int number = 0; number < job.arguments; ++number) {
            const HostArgument& argument = job.argument[number];
            if (argument.data != nullptr && argument.bytes >= 0) {
                arrays.push_back(std::make_unique<Memory>(GM, number, argument.bytes, 1, ArrayOf(argument)));
                arrays.back()->written = job.written + number;
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
            status = job.goOn != 0 ? 0 : 1;
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
