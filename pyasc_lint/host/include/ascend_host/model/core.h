// One core: its memories, the queues of its pipes, and everything that is checked while it runs.
#pragma once

#include <memory>
#include <set>

#include "log.h"
#include "memory.h"
#include "pipes.h"
#include "state.h"

namespace ascend_host {

class Core {
public:
    Core(int index, const Settings& settings, Log& log, std::vector<std::unique_ptr<Memory>>& arrays)
        : index(index), settings(settings), log(log), arrays(arrays)
    {
        for (int hardware = UB; hardware < HARDWARES; ++hardware) {
            const MemoryFacts& facts = settings.memories[hardware];
            memories[hardware] = std::make_unique<Memory>(hardware, 0, facts.size, facts.alignment);
        }
    }

    void Find(const char* rule, Site at, const std::string& message, Site other = Site())
    {
        log.Finding(index, rule, at, message, other);
    }

    // Tells outside where the core is.
    void At(Site at)
    {
        if (progress != nullptr) {
            *progress = at.line;
        }
    }

    // Something that this model does not do: no finding of the kernel, and no way to go on.
    [[noreturn]] void Cannot(Site at, const std::string& message)
    {
        log.Line(Text("{\"cannot\": true, \"core\": %d, \"file\": ", index) + Quoted(at.file) +
                 Text(", \"line\": %d, \"message\": ", at.line) + Quoted(message) + "}");
        throw Stop();
    }

    // ------------------------------------------------------------------------------------------------------ queues

    void Issue(Pipe pipe, Site at, const char* name, std::function<void(Item&)> work)
    {
        if (cube ? pipe == V : pipe == M || pipe == MTE1 || pipe == FIX) {
            Find("ASC206", at, Text("%s: a %s core has no pipe %s", name, cube ? "cube" : "vector", PipeName(pipe)));
            return;
        }
        Hand(Item{Kind::WORK, {pipe, 0}, {}, at, name, 0, 0, std::move(work)});
    }

    void Hand(Item item)
    {
        At(item.at);
        const Pipe pipe = item.stamp.pipe;
        item.stamp.position = ++counts_[pipe];
        item.floor = clocks_[S];
        item.number = ++handed_;
        records_[pipe].push_back({{}, item.at, item.name});
        if (item.kind == Kind::SET || item.kind == Kind::WAIT) {
            FlagHistory& history = flags_[{item.event, item.id}];
            (item.kind == Kind::SET ? history.sets : history.waits).push_back({item.at, item.number});
        }
        queues_[pipe].push_back(std::move(item));
        Drain();
        if (pipe == S && !queues_[S].empty()) {
            Blocked(queues_[S].front());
        }
    }

    void Barrier(Pipe pipe, Site at)
    {
        if (pipe != ALL) {
            Hand(Item{Kind::BARRIER, {pipe, 0}, {}, at, "PipeBarrier", 0, 0, nullptr});
            return;
        }
        At(at);
        StopIfStuck();
        for (Clock& clock : clocks_) {
            clock = counts_;
        }
    }

    // Where the core has to wait for all queues: stops if one of them never comes to its end.
    void StopIfStuck()
    {
        if (Stuck()) {
            throw Stop();
        }
    }

    // The kernel has ended: what is left over.
    void End()
    {
        const bool stuck = Stuck();
        for (auto& [key, history] : flags_) {
            const size_t pairs = std::min(history.sets.size(), history.waits.size());
            for (size_t number = pairs; number < history.sets.size(); ++number) {
                Find("ASC502", history.sets[number].at, EventName(key.first, key.second) + " is set and never waited for");
            }
            for (size_t number = pairs; number < history.waits.size() && !stuck; ++number) {
                Find("ASC502", history.waits[number].at, EventName(key.first, key.second) + " is waited for and never set");
            }
        }
    }

    // --------------------------------------------------------------------------------------------- what is in order

    // Two instructions touch the same bytes, one of them writing: the earlier one must be known to be complete. `eager`: it
    // may begin before those before it in its pipe are done, even where others of the pipe do not.
    void Check(const Item& item, const Clock& conflicts, const char* const kinds[PIPES], const std::string& where, bool eager)
    {
        Clock& clock = clocks_[item.stamp.pipe];
        for (int step = 0; step < PIPES; ++step) {
            const Pipe pipe = static_cast<Pipe>((item.stamp.pipe + 1 + step) % PIPES);  // its own pipe comes last
            if (conflicts[pipe] == 0 || clock[pipe] >= conflicts[pipe]) {
                continue;
            }
            const Record& earlier = records_[pipe][conflicts[pipe] - 1];
            if ((eager && pipe == item.stamp.pipe) || !Automatic(item.stamp.pipe, pipe)) {
                Hazard(item, earlier, pipe, kinds[pipe], where);
            }
            Join(clock, earlier.known);
            clock[pipe] = std::max(clock[pipe], conflicts[pipe]);
        }
    }

    std::string EventName(int event, int id) const { return Text("%s %d", EventOf(event).name, id); }

    int index;
    const Settings& settings;
    Log& log;
    std::vector<std::unique_ptr<Memory>>& arrays;
    std::unique_ptr<Memory> memories[HARDWARES];
    std::vector<Tensor> tensors;
    std::set<int> allocators;
    Registers registers;
    bool cube = false;  // a cube core: no vector unit, and no auto-sync
    std::vector<Record> writers;          // instructions that have written, in order
    volatile int* progress = nullptr;     // where to tell the line at work

private:
    void Drain()
    {
        for (bool progress = true; progress;) {
            progress = false;
            for (auto& queue : queues_) {
                while (!queue.empty() && Execute(queue.front())) {
                    queue.pop_front();
                    progress = true;
                }
            }
        }
    }

    // Executes the first item of a queue; false where it is a wait whose flag is down.
    bool Execute(Item& item)
    {
        Clock& clock = clocks_[item.stamp.pipe];
        FlagHistory* history = item.kind == Kind::SET || item.kind == Kind::WAIT ? &flags_[{item.event, item.id}] : nullptr;
        if (item.kind == Kind::WAIT && history->up.empty()) {
            return false;
        }
        Join(clock, item.floor);
        switch (item.kind) {
            case Kind::WAIT:
                Join(clock, history->up.front().clock);
                history->up.pop_front();
                history->returned.push_back(item.stamp);
                if (item.stamp.pipe == S) {
                    clock[S] = item.stamp.position;
                }
                break;
            case Kind::SET:
                Raise(item, *history, clock);
                break;
            case Kind::BARRIER:
                clock[item.stamp.pipe] = item.stamp.position;
                break;
            case Kind::WORK:
                item.work(item);
                break;
        }
        records_[item.stamp.pipe][item.stamp.position - 1].known = clock;
        return true;
    }

    void Raise(const Item& item, FlagHistory& history, const Clock& clock)
    {
        if (history.raised > 0) {
            const Stamp* wait = history.returned.size() >= history.raised ? &history.returned[history.raised - 1] : nullptr;
            if (wait == nullptr || (wait->pipe != item.stamp.pipe && clock[wait->pipe] < wait->position)) {
                Find("ASC504", item.at, EventName(item.event, item.id) + " is set while it may still be up",
                     history.lastSet);
            }
        }
        ++history.raised;
        history.lastSet = item.at;
        Clock handed = clock;
        handed[item.stamp.pipe] = std::max(handed[item.stamp.pipe], item.stamp.position);
        history.up.push_back({handed, item.at});
    }

    // A wait of the scalar unit whose flag is down: nothing comes after it.
    void Blocked(const Item& wait)
    {
        const FlagHistory& history = flags_[{wait.event, wait.id}];
        if (history.sets.size() <= history.returned.size()) {
            Find("ASC505", wait.at, "the scalar unit waits for " + EventName(wait.event, wait.id) +
                                        ", which nothing before it sets; it never hands on what comes after");
        }
        queues_[S].clear();
        StopIfStuck();
        throw Stop();
    }

    // Tells the waits that no queue gets past; false where all queues are empty. A wait that was handed on after its set
    // is itself behind another one.
    bool Stuck()
    {
        bool stuck = false;
        for (auto& queue : queues_) {
            if (queue.empty() || queue.front().kind != Kind::WAIT) {
                continue;
            }
            stuck = true;
            const Item& wait = queue.front();
            const FlagHistory& history = flags_[{wait.event, wait.id}];
            const size_t partner = history.returned.size();
            const bool none = history.sets.size() <= partner;
            if (none || history.sets[partner].number > wait.number) {
                Find("ASC502", wait.at,
                     EventName(wait.event, wait.id) +
                         (none ? " is waited for and never set; the core hangs"
                               : " is waited for, and what sets it waits for what comes after; the core hangs"),
                     none ? Site() : history.sets[partner].at);
            }
        }
        return stuck;
    }

    bool Automatic(Pipe later, Pipe earlier) const
    {
        const bool covered = settings.autoSync && !cube;
        if (later == earlier) {
            return later == S || later == M || later == MTE1 || later == FIX || (later == V && covered);
        }
        const Pipe other = later == S ? earlier : earlier == S ? later : NONE;
        return covered && (other == V || other == MTE2 || other == MTE3);
    }

    void Hazard(const Item& item, const Record& earlier, Pipe pipe, const char* kind, const std::string& where)
    {
        const bool same = pipe == item.stamp.pipe;
        std::string message = Text("%s (%s) does not wait for %s (%s) in line %d: %s on ", item.name,
                                   PipeName(item.stamp.pipe), earlier.name, PipeName(pipe), earlier.at.line, kind) + where;
        message += same ? Text("; PipeBarrier<PIPE_%s> orders them", PipeName(pipe))
                        : Text("; event %s_%s orders them", PipeName(pipe), PipeName(item.stamp.pipe));
        Find(same ? "ASC507" : "ASC501", item.at, message, earlier.at);
    }

    std::array<std::deque<Item>, PIPES> queues_;
    std::array<Clock, PIPES> clocks_{};
    Clock counts_{};
    uint64_t handed_ = 0;
    std::array<std::vector<Record>, PIPES> records_;
    std::map<FlagKey, FlagHistory> flags_;
};

ASCEND_HOST_FUNCTION Core*& CurrentCore()
{
    static Core* core = nullptr;
    return core;
}

inline Core& core()
{
    return *CurrentCore();
}

}  // namespace ascend_host
