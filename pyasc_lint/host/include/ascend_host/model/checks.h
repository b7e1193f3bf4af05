// What is checked when an instruction has done its work, and what is noted of it.
#pragma once

#include <algorithm>

#include "instruction.h"
#include "operands.h"

namespace ascend_host {

ASCEND_HOST_FUNCTION void Normalise(std::vector<Range>& ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](Range a, Range b) { return a.start < b.start; });
    size_t kept = 0;
    for (const Range& range : ranges) {
        if (kept > 0 && range.start <= ranges[kept - 1].end) {
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        } else {
            ranges[kept++] = range;
        }
    }
    ranges.resize(kept);
}

ASCEND_HOST_FUNCTION void Instruction::Finish()
{
    for (Operand& operand : operands_) {
        Normalise(operand.reads_);
        Normalise(operand.writes_);
    }
    if (core.settings.trace) {
        Trace();
    }
    for (Operand& operand : operands_) {
        Contents(operand);
    }
    Order();
    for (Operand& operand : operands_) {
        for (const Range& range : operand.writes_) {
            operand.place_.memory->Write(operand.place_.tensor, range, static_cast<int>(core.writers.size()));
        }
    }
    core.writers.push_back({{}, item.at, item.name});
}

ASCEND_HOST_FUNCTION void Instruction::Contents(Operand& operand)
{
    Memory& memory = *operand.place_.memory;
    const Pipe pipe = item.stamp.pipe;
    const bool harmful = reduces || pipe == S || pipe == MTE3 || pipe == FIX;
    if (operand.undefined_ > 0 && pipe == S) {
        core.StopIfStuck();  // what the compiler makes the scalar unit wait for never comes
    }
    if (operand.undefined_ > 0 && (harmful || operand.undefined_ == operand.read_)) {
        core.Find("ASC112", item.at,
                  Text("%s: '%s' reads %lld bytes that nothing has written, of %lld", item.name, operand.name_,
                       static_cast<long long>(operand.undefined_), static_cast<long long>(operand.read_)));
    }
    for (const Range& range : operand.reads_) {
        const int destroyer = memory.Destroyer(operand.place_.tensor, range);
        if (destroyer >= 0) {
            const Record& writer = core.writers[destroyer];
            memory.Forgive(operand.place_.tensor);
            core.Find("ASC105", writer.at,
                      Text("%s overwrites bytes of another tensor, which %s reads in line %d", writer.name, item.name,
                           item.at.line), item.at);
            break;
        }
    }
}

ASCEND_HOST_FUNCTION void Instruction::Order()
{
    Clock conflicts{};
    const char* kinds[PIPES] = {};
    std::string where;
    for (const Operand& operand : operands_) {
        if (!ordered && operand.place_.memory->hardware == GM) {
            continue;
        }
        for (const bool writes : {false, true}) {
            for (const Range& range : writes ? operand.writes_ : operand.reads_) {
                operand.place_.memory->segments.Each(range, [&](const Latest& latest) {
                    const auto meet = [&](Pipe pipe, uint32_t position, const char* kind) {
                        if (position > conflicts[pipe]) {
                            conflicts[pipe] = position;
                            kinds[pipe] = kind;
                            where = PlaceText(operand.place_, range.start - operand.place_.address);
                        }
                    };
                    if (latest.write.position != 0) {
                        meet(latest.write.pipe, latest.write.position, writes ? "WAW" : "RAW");
                    }
                    for (int pipe = 0; writes && pipe < PIPES; ++pipe) {
                        meet(static_cast<Pipe>(pipe), latest.reads[pipe], "WAR");
                    }
                });
            }
        }
    }
    core.Check(item, conflicts, kinds, where, eager);
    for (const bool writes : {false, true}) {  // reads first: its own writes hide them
        for (const Operand& operand : operands_) {
            if (!ordered && operand.place_.memory->hardware == GM) {
                continue;
            }
            for (const Range& range : writes ? operand.writes_ : operand.reads_) {
                operand.place_.memory->segments.Each(range, [&](Latest& latest) {
                    if (writes) {
                        latest = Latest{item.stamp, {}};
                    } else {
                        latest.reads[item.stamp.pipe] = item.stamp.position;
                    }
                });
            }
        }
    }
}

ASCEND_HOST_FUNCTION void Instruction::Trace()
{
    std::string line = Text("{\"instruction\": \"%s\", \"core\": %d, \"line\": %d, \"pipe\": \"%s\", \"touched\": [",
                            item.name, core.index, item.at.line, PipeName(item.stamp.pipe));
    const char* separator = "";
    for (const Operand& operand : operands_) {
        for (const bool writes : {false, true}) {
            for (const Range& range : writes ? operand.writes_ : operand.reads_) {
                const Memory& memory = *operand.place_.memory;
                const std::string space = memory.hardware == GM ? Text("GM %d", memory.number) : HardwareName(memory.hardware);
                line += Text("%s[\"%s\", \"%s\", \"%s\", %lld, %lld]", separator, operand.name_, writes ? "write" : "read",
                             space.c_str(), static_cast<long long>(range.start), static_cast<long long>(range.end));
                separator = ", ";
            }
        }
    }
    core.log.Line(line + "]}");
}

}  // namespace ascend_host
