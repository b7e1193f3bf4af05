// The stand-in runtime: notes every launch as a line of text, in the file that STANDIN_LAUNCHES names.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

extern "C" void standin_note(const char* line);

namespace standin {

template <typename T> std::string shown(const T& value)
{
    char text[64];
    if constexpr (std::is_pointer_v<T>) {
        std::snprintf(text, sizeof text, "%p", static_cast<const void*>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        std::snprintf(text, sizeof text, "%g", static_cast<double>(value));
    } else if constexpr (std::is_signed_v<T>) {
        std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    } else if constexpr (std::is_integral_v<T>) {
        std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
    } else {  // a struct: its bytes
        unsigned char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        std::string all = "0x";
        for (unsigned char byte : bytes) {
            std::snprintf(text, sizeof text, "%02x", byte);
            all += text;
        }
        return all;
    }
    return text;
}

template <typename... Arguments>
void launch(const char* kernel, uint32_t cores, void* stream, const Arguments&... arguments)
{
    std::string line = std::string(kernel) + " " + shown(cores) + " " + shown(stream);
    ((line += " " + shown(arguments)), ...);
    standin_note(line.c_str());
}

}  // namespace standin
