// Which instruction wrote and which read each byte of a memory last, kept by runs of bytes.
#pragma once

#include <map>

#include "order.h"

namespace ascend_host {

struct Range {
    int64_t start, end;
};

struct Latest {
    Stamp write;
    Clock reads{};  // by pipe, the position of the latest read
};

class Segments {
public:
    // Calls `visit` with what is known of every run of bytes in a range; it may change that.
    template <typename Visit> void Each(Range range, Visit visit)
    {
        Split(range.start);
        Split(range.end);
        for (auto found = cells_.lower_bound(range.start); found != cells_.end() && found->first < range.end; ++found) {
            visit(found->second);
        }
    }

    void Clear() { cells_.clear(); }

private:
    // A run begins at `place` from now on. The map holds the start of every run; the first one begins before all bytes.
    void Split(int64_t place)
    {
        if (cells_.empty()) {
            cells_[INT64_MIN] = Latest();
        }
        auto next = cells_.lower_bound(place);
        if (next == cells_.end() || next->first != place) {
            cells_[place] = std::prev(next)->second;
        }
    }

    std::map<int64_t, Latest> cells_;
};

}  // namespace ascend_host
