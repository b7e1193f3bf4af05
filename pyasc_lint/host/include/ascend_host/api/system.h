// Events, barriers, registers, and what a core knows of itself.
#pragma once

#include <cstdio>

#include "tensor.h"

namespace AscendC {

template <HardEvent event> void SetFlag(int64_t id, Site at = Site::Here())
{
    ascend_host::HandFlag(true, static_cast<int>(event), id, at);
}
template <HardEvent event> void WaitFlag(int64_t id, Site at = Site::Here())
{
    ascend_host::HandFlag(false, static_cast<int>(event), id, at);
}
template <pipe_t pipe> void PipeBarrier(Site at = Site::Here()) { ascend_host::Barrier(pipe, at); }
template <MemDsbT> void DataSyncBarrier() {}

template <uint8_t mode, pipe_t pipe> void CrossCoreSetFlag(int64_t, Site at = Site::Here())
{
    ascend_host::NotModelled("CrossCoreSetFlag: cores run one after the other, and it", at);
}
template <uint8_t mode, pipe_t pipe> void CrossCoreWaitFlag(int64_t, Site at = Site::Here())
{
    ascend_host::NotModelled("CrossCoreWaitFlag: cores run one after the other, and it", at);
}
template <bool isAivOnly> void SyncAll(Site at = Site::Here())
{
    ascend_host::NotModelled("SyncAll: cores run one after the other, and it", at);
}
template <bool isAivOnly, typename T, typename U>
void SyncAll(const GlobalTensor<T>&, const LocalTensor<U>&, int64_t, Site at = Site::Here())
{
    ascend_host::NotModelled("SyncAll: cores run one after the other, and it", at);
}

inline void InitSocState() { ascend_host::ResetRegisters(); }
inline int64_t GetBlockIdx() { return ascend_host::CoreIndex(); }
inline int64_t GetBlockNum() { return ascend_host::CoreCount(); }
inline int64_t GetSubBlockIdx() { return 0; }
inline int64_t GetSubBlockNum() { return 1; }
inline int64_t GetTaskRatio() { return 1; }
inline int64_t GetSystemCycle() { return 0; }
inline int64_t GetProgramCounter() { return 0; }
inline int64_t GetDataBlockSizeInBytes() { return 32; }
inline int64_t GetICachePreloadStatus() { return 0; }
inline void ICachePreLoad(int64_t) {}
template <typename T, CacheLine entire, DcciDst dst = DcciDst::CACHELINE_ALL>
void DataCacheCleanAndInvalid(const GlobalTensor<T>&)
{
}
template <typename T> void DataCachePreload(const GlobalTensor<T>&, int64_t) {}

inline void SetMaskCount() { ascend_host::SetCounterMode(true); }
inline void SetMaskNorm() { ascend_host::SetCounterMode(false); }
inline void ResetMask() { ascend_host::SetMaskBits(~0ull, ~0ull); }
template <typename T, MaskMode mode> void SetVectorMask(int64_t length)
{
    ascend_host::SetMaskCount(length, mode == MaskMode::COUNTER);
}
template <typename T, MaskMode mode> void SetVectorMask(uint64_t high, uint64_t low) { ascend_host::SetMaskBits(high, low); }

template <typename T> void SetAtomicAdd() { ascend_host::SetAtomic(1); }
template <typename T> void SetAtomicMax() { ascend_host::SetAtomic(2); }
template <typename T> void SetAtomicMin() { ascend_host::SetAtomic(3); }
inline void SetAtomicNone() { ascend_host::SetAtomic(0); }
template <typename T> void SetAtomicType() {}
template <AtomicDtype type, AtomicOp> void SetStoreAtomicConfig()
{
    ascend_host::SetAtomic(type == AtomicDtype::ATOMIC_NONE ? 0 : 1);
}

inline void SetDeqScale(half scale) { ascend_host::SetScale(static_cast<float>(scale)); }
template <typename T, TPosition position> void SetPadValue(T) {}

template <typename... Arguments> void printf(const char* format, Arguments... arguments)
{
    std::printf(format, arguments...);
}

}  // namespace AscendC

// Which kind of core this is: compared with AscendC::AIC and AscendC::AIV.
#define g_coreType (ascend_host::IsCube() ? AscendC::AIC : AscendC::AIV)
