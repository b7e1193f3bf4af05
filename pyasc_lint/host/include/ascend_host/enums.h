// Enumerations of Ascend C with the values of its headers.
#pragma once

#include "order.h"

enum pipe_t : int {
    PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX
};
enum class QuantMode_t : int {
    NoQuant, F322F16, F322BF16, DEQF16, VDEQF16, QF322B8_PRE, VQF322B8_PRE, REQ8, VREQ8
};
enum class pad_t : int {
    PAD_NONE, PAD_MODE1, PAD_MODE2, PAD_MODE3, PAD_MODE4, PAD_MODE5, PAD_MODE6, PAD_MODE7, PAD_MODE8
};

namespace AscendC {

using pad_t = ::pad_t;

enum KernelType {
    KERNEL_TYPE_AIV_ONLY, KERNEL_TYPE_AIC_ONLY, KERNEL_TYPE_MIX_AIV_1_0, KERNEL_TYPE_MIX_AIC_1_0,
    KERNEL_TYPE_MIX_AIC_1_1, KERNEL_TYPE_MIX_AIC_1_2, KERNEL_TYPE_MIX_AIV_HARD_SYNC, KERNEL_TYPE_MIX_AIC_HARD_SYNC
};
enum CoreType { AIC, AIV };
enum class TPosition : int { GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, MAX };
enum class Hardware : int { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };
enum class HardEvent : int {
    MTE2_MTE1, MTE1_MTE2, MTE1_M, M_MTE1, MTE2_V, V_MTE2, MTE3_V, V_MTE3, M_V, V_M, V_V, MTE3_MTE1, MTE1_MTE3, MTE1_V,
    MTE2_M, M_MTE2, V_MTE1, M_FIX, FIX_M, MTE3_MTE2, MTE2_MTE3, S_V, V_S, S_MTE2, MTE2_S, S_MTE3, MTE3_S, MTE2_FIX,
    FIX_MTE2, FIX_S, M_S, FIX_MTE3, MTE1_FIX, FIX_MTE1, FIX_FIX
};
enum class RoundMode : int { CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };
enum class CMPMODE : int { LT, GT, EQ, LE, GE, NE };
enum class SELMODE : int { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };
enum class ReduceOrder : int { ORDER_VALUE_INDEX, ORDER_INDEX_VALUE, ORDER_ONLY_VALUE, ORDER_ONLY_INDEX };
enum class MaskMode : int { NORMAL, COUNTER };
enum class BlockMode : int {
    BLOCK_MODE_NORMAL, BLOCK_MODE_MATRIX, BLOCK_MODE_VECTOR, BLOCK_MODE_SMALL_CHANNEL, BLOCK_MODE_DEPTHWISE
};
enum class DeqScale : int { DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };
enum class CO2Layout : int { NZ, ROW_MAJOR, COLUMN_MAJOR };
enum class TransposeType : int {
    TRANSPOSE_TYPE_NONE, TRANSPOSE_NZ2ND_0213, TRANSPOSE_NZ2NZ_0213, TRANSPOSE_NZ2NZ_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITH_N, TRANSPOSE_NZ2ND_012_WITHOUT_N, TRANSPOSE_NZ2NZ_012_WITHOUT_N, TRANSPOSE_ND2ND_ONLY,
    TRANSPOSE_ND_UB_GM, TRANSPOSE_GRAD_ND_UB_GM, TRANSPOSE_ND2ND_B16, TRANSPOSE_NCHW2NHWC, TRANSPOSE_NHWC2NCHW
};
enum class CacheMode : int {
    CACHE_MODE_NORMAL, CACHE_MODE_DISABLE, CACHE_MODE_LAST, CACHE_MODE_PERSISTENT = 4
};
enum class CacheRwMode : int { READ = 1, WRITE, RW };
enum class CacheLine : int { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum class DcciDst : int { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum class MemDsbT : int { ALL, DDR, UB, SEQ };
enum class AtomicDtype : int {
    ATOMIC_NONE, ATOMIC_F32, ATOMIC_F16, ATOMIC_S16, ATOMIC_S32, ATOMIC_S8, ATOMIC_BF16
};
enum class AtomicOp : int { ATOMIC_SUM };

}  // namespace AscendC

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

}  // namespace ascend_host
