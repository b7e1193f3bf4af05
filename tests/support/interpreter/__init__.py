"""A reference interpreter of kernels: executes all of it on concrete inputs, byte by byte, and says what is wrong.

It shares with the product only the frontend (source text to IR), the chip facts, and the model of which bytes an
instruction touches (`analysis.operands`, which has tests of its own), always asked with plain numbers. Everything else
is written for being obviously right, not for speed: no symbols, no sampling of loops, no merging of accesses.

* `values`: Python values of a run, and a recursive evaluator of expressions.
* `machine`: executes the statements of a kernel; the result is the list of its instructions (`events`).
* `memory`: replays the instructions on bytes: bounds, alignment, undefined and destroyed data.
* `order`: the graph of everything that must happen before something else; conflicts that it leaves open.
* `interleavings`: all orders in which tiny kernels can execute, step by step; what `order` says is checked by it.
"""
