// Functions of the scalar unit.
#pragma once

#include <cmath>

#include "../enums.h"
#include "../half.h"

namespace AscendC {

template <typename T, typename U, RoundMode mode> U ScalarCast(T value)
{
    const double real = static_cast<double>(value);
    switch (mode) {
        case RoundMode::CAST_FLOOR: return static_cast<U>(std::floor(real));
        case RoundMode::CAST_CEIL: return static_cast<U>(std::ceil(real));
        case RoundMode::CAST_ROUND: return static_cast<U>(std::round(real));
        case RoundMode::CAST_TRUNC: return static_cast<U>(std::trunc(real));
        case RoundMode::CAST_RINT: return static_cast<U>(std::nearbyint(real));
        default: return static_cast<U>(real);
    }
}
inline int64_t ScalarCountLeadingZero(uint64_t value) { return value == 0 ? 64 : __builtin_clzll(value); }
// Bits after the sign bit that are as it is.
inline int64_t CountBitsCntSameAsSignBit(int64_t value) { return value == 0 || value == -1 ? 63 : __builtin_clrsbll(value); }
template <int countValue> int64_t ScalarGetCountOfValue(uint64_t value)
{
    return __builtin_popcountll(countValue == 1 ? value : ~value);
}
// The place of the first such bit from the right, -1 where there is none.
template <int countValue> int64_t ScalarGetSFFValue(uint64_t value)
{
    const uint64_t bits = countValue == 1 ? value : ~value;
    return bits == 0 ? -1 : __builtin_ctzll(bits);
}

}  // namespace AscendC
