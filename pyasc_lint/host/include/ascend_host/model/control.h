// Flags, barriers, registers.
#pragma once

#include "lanes.h"

namespace ascend_host {

ASCEND_HOST_FUNCTION void HandFlag(bool sets, int event, int64_t id, Site at)
{
    Core& core = ascend_host::core();
    if (id < 0 || id >= core.settings.events) {
        core.Find("ASC503", at, Text("event id %lld; there are %d", static_cast<long long>(id), core.settings.events));
    }
    const EventFacts& facts = EventOf(event);
    const Pipe pipe = sets ? facts.source : facts.destination;
    core.Hand(Item{sets ? Kind::SET : Kind::WAIT, {pipe, 0}, {}, at, sets ? "SetFlag" : "WaitFlag", event,
                   static_cast<int>(id), nullptr});
}

ASCEND_HOST_FUNCTION void Barrier(pipe_t pipe, Site at)
{
    if (PipeOf(pipe) == NONE) {
        core().Find("ASC508", at, "a barrier of a pipe that there is not");
        return;
    }
    core().Barrier(PipeOf(pipe), at);
}

// Cores of one kind run on their own; those of a mixed kernel would wait for one another.
ASCEND_HOST_FUNCTION void SetKernelType(AscendC::KernelType type, Site at)
{
    using namespace AscendC;
    core().cube = type == KERNEL_TYPE_AIC_ONLY || type == KERNEL_TYPE_MIX_AIC_1_0;
    if (!core().cube && type != KERNEL_TYPE_AIV_ONLY && type != KERNEL_TYPE_MIX_AIV_1_0) {
        NotModelled("a kernel for cube and vector cores together", at);
    }
}

ASCEND_HOST_FUNCTION void ResetRegisters() { core().registers = Registers(); }
ASCEND_HOST_FUNCTION void SetCounterMode(bool counter) { core().registers.counter = counter; }
ASCEND_HOST_FUNCTION void SetMaskCount(int64_t count, bool counter)
{
    core().registers.low = counter ? static_cast<uint64_t>(count) : Ones(count);
    core().registers.high = counter ? 0 : Ones(count - 64);
}
ASCEND_HOST_FUNCTION void SetMaskBits(uint64_t high, uint64_t low)
{
    core().registers.low = low;
    core().registers.high = high;
}
ASCEND_HOST_FUNCTION void SetAtomic(int operation) { core().registers.atomic = static_cast<Atomic>(operation); }
ASCEND_HOST_FUNCTION void SetScale(float scale) { core().registers.scale = scale; }
ASCEND_HOST_FUNCTION void SetLoadRepeat(int64_t repeats) { core().registers.loadRepeat = repeats; }
ASCEND_HOST_FUNCTION int64_t CoreIndex() { return core().index; }
ASCEND_HOST_FUNCTION int64_t CoreCount() { return core().settings.cores; }
ASCEND_HOST_FUNCTION bool IsCube() { return core().cube; }

}  // namespace ascend_host
