"""Basic element types only, named as asc names them."""

import asc


@asc.jit
def basic():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.int8, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float16, 64)
    c = ub.alloc(asc.TPosition.VECIN, asc.int64, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def python_type():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, float, 64)  # expect: ASC302
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def trait():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.TensorTrait(asc.half), 64)  # expect: ASC301
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def printed_address():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.printf("next: %d\n", ub.get_cur_addr())  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
