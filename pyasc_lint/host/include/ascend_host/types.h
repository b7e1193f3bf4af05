// Element types, and the operands that API functions hand to the model: the model itself is no template.
#pragma once

#include <cstdint>
#include <type_traits>

#include "half.h"
#include "site.h"

// The model's functions are inline, unless it is compiled on its own (ASCEND_HOST_APART).
#ifdef ASCEND_HOST_APART
#define ASCEND_HOST_FUNCTION
#else
#define ASCEND_HOST_FUNCTION inline
#endif

namespace ascend_host {

enum class Type : uint8_t { INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, HALF, FLOAT, DOUBLE };

template <typename T> constexpr Type TypeOf()
{
    if constexpr (std::is_same<T, half>::value) {
        return Type::HALF;
    } else if constexpr (std::is_floating_point<T>::value) {
        return sizeof(T) == 4 ? Type::FLOAT : Type::DOUBLE;
    } else {
        constexpr int width = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 2 : sizeof(T) == 4 ? 4 : 6;
        return static_cast<Type>(width + (std::is_signed<T>::value ? 0 : 1));
    }
}

constexpr bool IsReal(Type type) { return type >= Type::HALF; }

// Bytes of an element.
constexpr int64_t SizeOf(Type type)
{
    constexpr int64_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return sizes[static_cast<int>(type)];
}

class Memory;

// A view of a tensor, or of an array in global memory, from `address` on; it must stay between `start` and `end`.
struct Place {
    Memory* memory = nullptr;
    int64_t address = 0, start = 0, end = 0;  // bytes
    int tensor = -1;
};

// A tensor operand.
struct Tile {
    Place place;
    Type type = Type::FLOAT;
    const char* name = "";
};

template <typename Tensor> Tile Of(const Tensor& tensor, const char* name)
{
    return {tensor.place, TypeOf<typename Tensor::PrimType>(), name};
}

// A number of any element type.
struct Number {
    Number() = default;
    template <typename T> Number(T value) : real(static_cast<double>(value)), integer(static_cast<int64_t>(value)) {}
    Number(half value) : real(static_cast<float>(value)), integer(0) {}
    double real = 0;
    int64_t integer = 0;
};

// Distances in blocks of 32 bytes: between the blocks of a repeat and between repeats.
struct Strides {
    int64_t block = 1, repeat = 8;
};

// A mask argument: a number of elements, or one bit for each of them.
struct Mask {
    Mask() = default;
    template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>>
    Mask(T number) : count(static_cast<int64_t>(number))
    {
    }
    Mask(const uint64_t (&bits)[2]) : low(bits[0]), high(bits[1]) {}
    int64_t count = -1;
    uint64_t low = 0, high = 0;
};

// What a vector instruction works on: the first `count` elements, or what a mask picks of every repeat. `sets`: its mask
// goes through the mask register; else the register decides.
struct Extent {
    bool counted = false;
    int64_t count = 0;
    Mask mask;
    int64_t repeats = 1;
    bool sets = true;
};

inline Extent Count(int64_t count, bool sets = true) { return {true, count, Mask(), 1, sets}; }
inline Extent Repeats(const Mask& mask, int64_t repeats, bool sets = true) { return {false, 0, mask, repeats, sets}; }

// An operand of a vector instruction.
struct Part {
    Tile tile;
    Strides strides;
};

// A parameter struct of which nothing is used.
struct Unused {
    template <typename... T> Unused(T&&...) {}
};

}  // namespace ascend_host
