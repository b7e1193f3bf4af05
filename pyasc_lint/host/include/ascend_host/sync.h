// Events, barriers, the mask register, atomics and what the core knows of itself.
#pragma once

#include "lanes.h"

namespace ascend_host {

inline void HandFlag(Kind kind, int event, int64_t id, Site at)
{
    Core& core = ascend_host::core();
    if (id < 0 || id >= core.settings.events) {
        core.Find("ASC503", at, Text("event id %lld; there are %d", static_cast<long long>(id), core.settings.events));
    }
    const EventFacts& facts = EventOf(event);
    const Pipe pipe = kind == Kind::SET ? facts.source : facts.destination;
    core.Hand(Item{kind, {pipe, 0}, {}, at, kind == Kind::SET ? "SetFlag" : "WaitFlag", event, static_cast<int>(id), nullptr});
}

// Cores of one kind run on their own; those of a mixed kernel would wait for one another.
inline void SetKernelType(AscendC::KernelType type, Site at = Site::Here())
{
    using namespace AscendC;
    core().cube = type == KERNEL_TYPE_AIC_ONLY || type == KERNEL_TYPE_MIX_AIC_1_0;
    if (!core().cube && type != KERNEL_TYPE_AIV_ONLY && type != KERNEL_TYPE_MIX_AIV_1_0) {
        core().Cannot(at, "kernels for cube and vector cores together are not modelled");
    }
}

}  // namespace ascend_host

namespace AscendC {

template <HardEvent event> void SetFlag(int64_t id, Site at = Site::Here())
{
    ascend_host::HandFlag(ascend_host::Kind::SET, static_cast<int>(event), id, at);
}
template <HardEvent event> void WaitFlag(int64_t id, Site at = Site::Here())
{
    ascend_host::HandFlag(ascend_host::Kind::WAIT, static_cast<int>(event), id, at);
}
template <pipe_t pipe> void PipeBarrier(Site at = Site::Here())
{
    if (ascend_host::PipeOf(pipe) == ascend_host::NONE) {
        ascend_host::core().Find("ASC508", at, "there is no such pipe");
    }
    ascend_host::core().Barrier(ascend_host::PipeOf(pipe), at);
}
template <MemDsbT> void DataSyncBarrier() {}

inline void InitSocState() { ascend_host::core().registers = ascend_host::Registers(); }
inline int64_t GetBlockIdx() { return ascend_host::core().index; }
inline int64_t GetBlockNum() { return ascend_host::core().settings.cores; }
inline int64_t GetSubBlockIdx() { return 0; }
inline int64_t GetSubBlockNum() { return 1; }
inline int64_t GetTaskRatio() { return 1; }
inline int64_t GetSystemCycle() { return 0; }
inline int64_t GetProgramCounter() { return 0; }
inline int64_t GetDataBlockSizeInBytes() { return ascend_host::kBlock; }

inline void SetMaskCount() { ascend_host::core().registers.counter = true; }
inline void SetMaskNorm() { ascend_host::core().registers.counter = false; }
inline void ResetMask() { ascend_host::core().registers.low = ascend_host::core().registers.high = ~0ull; }
template <typename T, MaskMode mode> void SetVectorMask(int64_t length)
{
    ascend_host::Registers& registers = ascend_host::core().registers;
    registers.low = mode == MaskMode::COUNTER ? static_cast<uint64_t>(length) : ascend_host::Ones(length);
    registers.high = mode == MaskMode::COUNTER ? 0 : ascend_host::Ones(length - 64);
}
template <typename T, MaskMode mode> void SetVectorMask(uint64_t high, uint64_t low)
{
    ascend_host::core().registers.low = low;
    ascend_host::core().registers.high = high;
}

template <typename T> void SetAtomicAdd() { ascend_host::core().registers.atomic = 1; }
template <typename T> void SetAtomicMax() { ascend_host::core().registers.atomic = 2; }
template <typename T> void SetAtomicMin() { ascend_host::core().registers.atomic = 3; }
inline void SetAtomicNone() { ascend_host::core().registers.atomic = 0; }

template <typename... Arguments> void printf(const char* format, Arguments... arguments)
{
    std::printf(format, arguments...);
}

}  // namespace AscendC
