// An instruction at work: reads and writes elements of its operands, and checks every byte.
#pragma once

#include "core.h"

namespace ascend_host {

class Instruction;

// One operand of an instruction at work. Offsets are bytes from the operand's first byte.
class Operand {
public:
    Operand(Instruction& instruction, const Tile& tile, int64_t alignment);

    // Its bytes in memory.
    uint8_t* At(int64_t offset) { return place_.memory->bytes + place_.address + offset; }

    // Copies bytes with what is known of them.
    void Copy(int64_t offset, Operand& source, int64_t from, int64_t length);

    // Notes that bytes are read or written; false where they are outside of the tensor, and must not be.
    bool Read(int64_t offset, int64_t length);
    bool Write(int64_t offset, int64_t length);

private:
    friend class Instruction;

    bool Inside(int64_t offset, int64_t length, bool writes);
    static void Add(std::vector<Range>& ranges, int64_t start, int64_t end);

    Instruction& instruction_;
    Place place_;
    const char* name_;
    bool overrun_ = false;
    int64_t read_ = 0, undefined_ = 0;
    std::vector<Range> reads_, writes_;
};

class Instruction {
public:
    explicit Instruction(const Item& item) : item(item), core(ascend_host::core()) {}

    // An operand that starts at a multiple of what its memory asks for, or of `alignment`.
    Operand& Use(const Tile& tile, int64_t alignment = 0)
    {
        operands_.emplace_back(*this, tile, alignment);
        return operands_.back();
    }

    // After all is read and written: what is wrong with it.
    void Finish();

    const Item& item;
    Core& core;
    bool tainted = false;  // something read since it was last cleared was never written
    bool reduces = false;  // one element that was never written spoils the result
    bool ordered = true;   // atomic stores do not conflict
    bool eager = false;    // it may begin before earlier ones of its pipe are done

private:
    void Contents(Operand& operand);
    void Order();
    void Trace();

    std::deque<Operand> operands_;
};

// Hands an instruction to a pipe. `work` does it, with the operands it asks for.
template <typename Work> void Issue(Pipe pipe, Site at, const char* name, Work work)
{
    core().Issue(pipe, at, name, [work](Item& item) {
        Instruction instruction(item);
        work(instruction);
        instruction.Finish();
    });
}

}  // namespace ascend_host
