// What a run has to tell: findings and, on request, every instruction with its bytes. One JSON object a line.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

#include "../site.h"

namespace ascend_host {

// Thrown where a core cannot or shall not go on.
struct Stop {};

inline std::string Text(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char buffer[1024];
    std::vsnprintf(buffer, sizeof(buffer), format, arguments);
    va_end(arguments);
    return buffer;
}

inline std::string Quoted(const std::string& text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted += '\\';
        }
        if (static_cast<unsigned char>(c) < 0x20) {
            quoted += Text("\\u%04x", c);
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

class Log {
public:
    void Open(FILE* file, bool goOn)
    {
        file_ = file;
        goOn_ = goOn;
    }

    void Line(const std::string& text)
    {
        if (file_ != nullptr) {
            std::fputs((text + "\n").c_str(), file_);
            std::fflush(file_);
        }
    }

    // `rule` is the code of the linter's rule for the same defect, "" where it has none. `other` is a second place.
    void Finding(int core, const char* rule, Site at, const std::string& message, Site other = Site())
    {
        std::string line = Text("{\"finding\": \"%s\", \"core\": %d, ", rule, core);
        line += "\"file\": " + Quoted(at.file) + Text(", \"line\": %d, \"message\": ", at.line) + Quoted(message);
        if (other.line != 0) {
            line += ", \"other_file\": " + Quoted(other.file) + Text(", \"other_line\": %d", other.line);
        }
        Line(line + "}");
        if (!goOn_) {
            throw Stop();
        }
    }

private:
    FILE* file_ = nullptr;
    bool goOn_ = false;
};

}  // namespace ascend_host
