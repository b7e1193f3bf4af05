// Elements as numbers: real types are computed as double, whole ones as int64_t.
#pragma once

#include <cmath>
#include <limits>

#include "../calls.h"

namespace ascend_host {

inline double LoadReal(Type type, const void* from)
{
    switch (type) {
        case Type::HALF: { half value; std::memcpy(&value, from, 2); return static_cast<float>(value); }
        case Type::FLOAT: { float value; std::memcpy(&value, from, 4); return value; }
        default: { double value; std::memcpy(&value, from, 8); return value; }
    }
}

inline int64_t LoadWhole(Type type, const void* from)
{
    switch (type) {
        case Type::INT8: return *static_cast<const int8_t*>(from);
        case Type::UINT8: return *static_cast<const uint8_t*>(from);
        case Type::INT16: { int16_t value; std::memcpy(&value, from, 2); return value; }
        case Type::UINT16: { uint16_t value; std::memcpy(&value, from, 2); return value; }
        case Type::INT32: { int32_t value; std::memcpy(&value, from, 4); return value; }
        case Type::UINT32: { uint32_t value; std::memcpy(&value, from, 4); return value; }
        default: { int64_t value; std::memcpy(&value, from, 8); return value; }
    }
}

inline Number Load(Type type, const void* from)
{
    Number loaded;
    if (IsReal(type)) {
        loaded.real = LoadReal(type, from);
    } else {
        loaded.integer = LoadWhole(type, from);
    }
    return loaded;
}

// Rounds to the nearest number of the type, ties to even.
inline void StoreReal(Type type, void* to, double value)
{
    switch (type) {
        case Type::HALF: { const half rounded(static_cast<float>(value)); std::memcpy(to, &rounded, 2); return; }
        case Type::FLOAT: { const float rounded = static_cast<float>(value); std::memcpy(to, &rounded, 4); return; }
        default: std::memcpy(to, &value, 8);
    }
}

// Keeps the bits that fit.
inline void StoreWhole(Type type, void* to, int64_t value) { std::memcpy(to, &value, SizeOf(type)); }

inline int64_t Lowest(Type type)
{
    switch (type) {
        case Type::INT8: return INT8_MIN;
        case Type::INT16: return INT16_MIN;
        case Type::INT32: return INT32_MIN;
        case Type::INT64: return INT64_MIN;
        default: return 0;
    }
}

inline int64_t Highest(Type type)
{
    switch (type) {
        case Type::INT8: return INT8_MAX;
        case Type::UINT8: return UINT8_MAX;
        case Type::INT16: return INT16_MAX;
        case Type::UINT16: return UINT16_MAX;
        case Type::INT32: return INT32_MAX;
        case Type::UINT32: return UINT32_MAX;
        default: return INT64_MAX;
    }
}

// --------------------------------------------------------------------------------------------------------- conversion

// A whole number near `value`. CAST_NONE rounds as CAST_RINT; CAST_ODD takes the odd neighbour of what is not whole.
inline double Rounded(double value, AscendC::RoundMode mode)
{
    using AscendC::RoundMode;
    switch (mode) {
        case RoundMode::CAST_FLOOR: return std::floor(value);
        case RoundMode::CAST_CEIL: return std::ceil(value);
        case RoundMode::CAST_ROUND: return std::round(value);
        case RoundMode::CAST_TRUNC: return std::trunc(value);
        case RoundMode::CAST_ODD: {
            const double below = std::floor(value);
            return below == value || std::fmod(below, 2) != 0 ? below : below + 1;
        }
        default: return std::nearbyint(value);
    }
}

// Whole numbers that do not fit become the nearest that does; what is no number becomes 0.
inline int64_t Saturated(double value, Type type)
{
    if (std::isnan(value)) {
        return 0;
    }
    if (value >= static_cast<double>(Highest(type))) {
        return Highest(type);
    }
    return value <= static_cast<double>(Lowest(type)) ? Lowest(type) : static_cast<int64_t>(value);
}

inline int64_t Saturated(int64_t value, Type type) { return std::min(std::max(value, Lowest(type)), Highest(type)); }

// A number as one of a real type, rounded in that type's precision.
inline double RoundedTo(double value, Type type, AscendC::RoundMode mode)
{
    if (!std::isfinite(value) || value == 0 || type == Type::DOUBLE) {
        return value;
    }
    const int bits = type == Type::HALF ? 10 : 23, lowest = type == Type::HALF ? -14 : -126;
    const double most = type == Type::HALF ? 65504.0 : static_cast<double>(std::numeric_limits<float>::max());
    const double unit = std::ldexp(1.0, std::max(std::ilogb(value), lowest) - bits);
    const double rounded = Rounded(value / unit, mode) * unit;
    if (std::fabs(rounded) <= most) {
        return rounded;
    }
    using AscendC::RoundMode;
    const bool down = mode == RoundMode::CAST_TRUNC || mode == RoundMode::CAST_ODD ||
                      (value > 0 ? mode == RoundMode::CAST_FLOOR : mode == RoundMode::CAST_CEIL);
    return std::copysign(down ? most : std::numeric_limits<double>::infinity(), value);
}

}  // namespace ascend_host
