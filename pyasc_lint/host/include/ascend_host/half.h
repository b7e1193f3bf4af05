// IEEE binary16: stored as bits, computed as float, rounded to nearest even.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

namespace ascend_host {

inline uint32_t FloatBits(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

inline float BitsToFloat(uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// Rounds to nearest even; what is too large becomes infinite.
inline uint16_t FloatToHalfBits(float value)
{
    const uint32_t bits = FloatBits(value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) {
        return static_cast<uint16_t>(sign | 0x7e00);
    }
    if (magnitude >= 0x47800000) {
        return static_cast<uint16_t>(sign | 0x7c00);
    }
    const int exponent = static_cast<int>(magnitude >> 23) - 127;
    const bool normal = exponent >= -14;
    if (exponent < -25) {
        return sign;
    }
    const uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
    const int shift = normal ? 13 : -exponent - 1;  // bits of the significand that do not fit
    const uint32_t kept = mantissa >> shift;
    const uint32_t rest = mantissa & ((1u << shift) - 1);
    const uint32_t middle = 1u << (shift - 1);
    const uint32_t rounded = kept + (rest > middle || (rest == middle && (kept & 1)) ? 1 : 0);
    // A significand that rounds up to the next power of two carries into the exponent.
    const uint32_t base = normal ? static_cast<uint32_t>(exponent + 14) << 10 : 0;
    return static_cast<uint16_t>(sign | (base + rounded));
}

inline float HalfBitsToFloat(uint16_t bits)
{
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1f;
    const uint32_t mantissa = bits & 0x3ff;
    if (exponent == 0x1f) {
        return BitsToFloat(sign | 0x7f800000 | (mantissa << 13));
    }
    if (exponent != 0) {
        return BitsToFloat(sign | ((exponent + 112) << 23) | (mantissa << 13));
    }
    const float magnitude = static_cast<float>(mantissa) * 5.9604644775390625e-08f;  // 2 to the power of -24
    return sign ? -magnitude : magnitude;
}

}  // namespace ascend_host

struct half {
    half() = default;
    template <typename T> explicit half(T value) : bits(ascend_host::FloatToHalfBits(static_cast<float>(value))) {}
    template <typename T> explicit operator T() const { return static_cast<T>(ascend_host::HalfBitsToFloat(bits)); }
    uint16_t bits = 0;
};

inline bool operator==(half a, half b) { return static_cast<float>(a) == static_cast<float>(b); }
inline bool operator!=(half a, half b) { return static_cast<float>(a) != static_cast<float>(b); }
