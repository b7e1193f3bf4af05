// Where in the Python source a call stands: the caller's file and line, which #line directives set.
#pragma once

namespace ascend_host {

struct Site {
    const char* file = "";
    int line = 0;

    static constexpr Site Here(const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        return Site{file, line};
    }
};

}  // namespace ascend_host
