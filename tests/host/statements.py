"""Random calls of every instruction that the model has, on tensors that are large enough for them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Statements = list[str]
SIZES = {"float16": 2, "float32": 4, "int16": 2, "int32": 4, "uint16": 2, "uint32": 4, "int8": 1, "uint8": 1}
ROOM = 16384
"""Bytes of every tensor in the UB; there are ten."""

NUMBERS = ("float16", "float32", "int16", "int32")
FLOATS = ("float16", "float32")


def tensor(dtype: str, slot: int) -> str:
    """A tensor of the UB: `slot` says where it lies."""
    return f"asc.LocalTensor(asc.{dtype}, asc.TPosition.VECCALC, {slot * ROOM}, {ROOM // SIZES[dtype]})"


def mask(random: Random, limit: int) -> str:
    """A number of elements, or their bits."""
    if random.random() < 0.5:
        return str(random.randint(1, limit))
    low, high = random.getrandbits(min(limit, 64)), random.getrandbits(64) if limit > 64 else 0
    return f"[{low | 1}, {high}]"


def repeats(random: Random) -> int:
    return random.randint(1, 4)


def blocks(random: Random) -> int:
    return random.choice([1, 1, 2, 3])


def steps(random: Random) -> int:
    return random.choice([8, 8, 4, 9, 1, 12])


def lanes(random: Random, widest: int, params: str, sources: int) -> str:
    """`count`, or `mask, repeat_times, repeat_params`."""
    limit = 256 // widest
    if random.random() < 0.3:
        return str(random.randint(1, 3 * limit))
    strides = [blocks(random) for _ in range(sources + 1)] + [steps(random) for _ in range(sources + 1)]
    return f"{mask(random, limit)}, {repeats(random)}, asc.{params}({', '.join(map(str, strides))})"


# ------------------------------------------------------------------------------------------------------------- vectors


def binary(random: Random) -> Statements:
    name = random.choice(
        ["add", "sub", "mul", "max", "min", "add_relu", "sub_relu", "bitwise_and", "div", "mul_add_dst"]
    )
    dtypes = {"bitwise_and": ("int16", "uint16"), "div": FLOATS, "mul_add_dst": FLOATS}
    relu = ("float16", "float32", "int16")
    dtype = random.choice(dtypes.get(name, relu if name.endswith("relu") else NUMBERS))
    operands = ", ".join(tensor(dtype, slot) for slot in (0, 1, 2))
    return [f"asc.{name}({operands}, {lanes(random, SIZES[dtype], 'BinaryRepeatParams', 2)})"]


def unary(random: Random) -> Statements:
    name = random.choice(["abs", "exp", "ln", "relu", "sqrt", "rsqrt", "reciprocal", "bitwise_not"])
    dtype = random.choice(("int16", "uint16") if name == "bitwise_not" else FLOATS)
    return [
        f"asc.{name}({tensor(dtype, 0)}, {tensor(dtype, 1)}, {lanes(random, SIZES[dtype], 'UnaryRepeatParams', 1)})"
    ]


def with_scalar(random: Random) -> Statements:
    name = random.choice(["adds", "muls", "maxs", "mins", "leaky_relu", "axpy"])
    dtype = random.choice(FLOATS if name in ("leaky_relu", "axpy") else NUMBERS)
    number = 2 if dtype.startswith("int") else 1.5
    extent = lanes(random, SIZES[dtype], "UnaryRepeatParams", 1)
    return [f"asc.{name}({tensor(dtype, 0)}, {tensor(dtype, 1)}, {number}, {extent})"]


def fused(random: Random) -> Statements:
    """Instructions of several steps, and those whose destination has other elements than the sources."""
    name, dst, src = random.choice([
        ("fused_mul_add", "float16", "float16"), ("fused_mul_add_relu", "float32", "float32"),
        ("mul_add_dst", "float32", "float16"), ("add_relu_cast", "float16", "float32"),
        ("add_relu_cast", "int8", "float16"), ("sub_relu_cast", "int8", "int16"), ("mul_cast", "uint8", "float16"),
    ])  # fmt: skip
    extent = lanes(random, max(SIZES[dst], SIZES[src]), "BinaryRepeatParams", 2)
    return [f"asc.{name}({tensor(dst, 0)}, {tensor(src, 1)}, {tensor(src, 2)}, {extent})"]


def cast(random: Random) -> Statements:
    pairs = [
        ("float32", "float16", "NONE"), ("float16", "float32", "RINT"), ("int32", "float32", "RINT"),
        ("float32", "int32", "NONE"), ("int8", "float16", "NONE"), ("float16", "uint8", "NONE"),
        ("int16", "float32", "TRUNC"), ("int16", "int32", "NONE"), ("float32", "int16", "NONE"),
    ]  # fmt: skip
    dst, src, mode = random.choice(pairs)
    extent = lanes(random, max(SIZES[dst], SIZES[src]), "UnaryRepeatParams", 1)
    return [f"asc.cast({tensor(dst, 0)}, {tensor(src, 1)}, asc.RoundMode.CAST_{mode}, {extent})"]


def fill(random: Random) -> Statements:
    dtype = random.choice(["float16", "float32", "int16", "int32", "uint16", "uint32"])
    if random.random() < 0.3:
        return [f"asc.duplicate({tensor(dtype, 0)}, 1, {random.randint(1, 300)})"]
    extent = f"{mask(random, 256 // SIZES[dtype])}, {repeats(random)}, {blocks(random)}, {steps(random)}"
    return [f"asc.duplicate({tensor(dtype, 0)}, 1, {extent})"]


def copy(random: Random) -> Statements:
    dtype = random.choice(["float16", "float32", "int16", "int32", "uint16", "uint32"])
    params = f"asc.CopyRepeatParams({blocks(random)}, {blocks(random)}, {steps(random)}, {steps(random)})"
    call = f"asc.copy({tensor(dtype, 0)}, {tensor(dtype, 1)}"
    if random.random() < 0.3:
        counted = f"{call}, [{random.randint(1, 256 // SIZES[dtype])}, 0], {repeats(random)}, {params})"
        return ["asc.set_mask_count()", counted, "asc.set_mask_norm()", "asc.reset_mask()"]
    return [f"{call}, {mask(random, 256 // SIZES[dtype])}, {repeats(random)}, {params})"]


def by_register(random: Random) -> Statements:
    """The mask of the register, in normal mode or in counter mode."""
    dtype = random.choice(FLOATS)
    limit = 256 // SIZES[dtype]
    counts = random.random() < 0.5
    length = random.randint(1, 3 * limit if counts else limit)
    mode = "COUNTER" if counts else "NORMAL"
    call = f"asc.add({', '.join(tensor(dtype, slot) for slot in (0, 1, 2))}, {length}, {repeats(random)}, "
    strides = [blocks(random) for _ in range(3)] + [steps(random) for _ in range(3)]
    return [
        "asc.set_mask_count()" if counts else "asc.set_mask_norm()",
        f"asc.set_vector_mask({length}, dtype=asc.{dtype}, mode=asc.MaskMode.{mode})",
        f"{call}asc.BinaryRepeatParams({', '.join(map(str, strides))}), is_set_mask=False)",
        "asc.set_mask_norm()",
        "asc.reset_mask()",
    ]


def compare(random: Random) -> Statements:
    dtype = random.choice(FLOATS)
    limit = 256 // SIZES[dtype]
    mode = f"asc.CMPMODE.{random.choice(['LT', 'GT', 'EQ', 'LE', 'GE', 'NE'])}"
    bits, a, b = tensor("uint8", 0), tensor(dtype, 1), tensor(dtype, 2)
    kind = random.randrange(4)
    strides = [1, blocks(random), blocks(random), 8, steps(random), steps(random)]
    params = f"asc.BinaryRepeatParams({', '.join(map(str, strides))})"
    if kind == 0:
        return [f"asc.compare({bits}, {a}, {b}, {mode}, {limit * repeats(random)})"]
    if kind == 1:
        return [f"asc.compare({bits}, {a}, {b}, {mode}, {limit}, {repeats(random)}, {params})"]
    if kind == 2:
        return [f"asc.compare_scalar({bits}, {a}, 0.5, {mode}, {limit * repeats(random)})"]
    into_register = f"asc.compare({a}, {b}, {mode}, {mask(random, limit)}, {params})"
    return [into_register, f"asc.get_cmp_mask({tensor('uint8', 3)})"]


def select(random: Random) -> Statements:
    dtype = random.choice(FLOATS)
    mode, other = random.choice([
        ("VSEL_TENSOR_TENSOR_MODE", tensor(dtype, 2)),
        ("VSEL_TENSOR_SCALAR_MODE", "1.0"),
        ("VSEL_CMPMASK_SPR", tensor(dtype, 2)),
    ])  # fmt: skip
    bits = tensor("uint8", 3)
    limit = 256 // SIZES[dtype]
    head = f"asc.select({tensor(dtype, 0)}, {bits}, {tensor(dtype, 1)}, {other}, asc.SelMode.{mode}"
    if random.random() < 0.5 and mode != "VSEL_CMPMASK_SPR":
        return [f"{head}, {8 * random.randint(1, 40)})"]
    strides = [blocks(random) for _ in range(3)] + [steps(random) for _ in range(3)]
    times = repeats(random)
    return [f"{head}, {limit}, {times}, asc.BinaryRepeatParams({', '.join(map(str, strides))}))"]


def reduce(random: Random) -> Statements:
    dtype = random.choice(FLOATS)
    limit = 256 // SIZES[dtype]
    dst, src, times = tensor(dtype, 0), tensor(dtype, 1), repeats(random)
    strides = f"{random.choice([1, 2])}, {blocks(random)}, {steps(random)}"
    kind = random.randrange(4)
    if kind == 0:
        return [f"asc.whole_reduce_sum({dst}, {src}, {mask(random, limit)}, {times}, {strides})"]
    if kind == 1:
        order = random.choice(["VALUE_INDEX", "INDEX_VALUE", "ONLY_VALUE", "ONLY_INDEX"])
        name = random.choice(["max", "min"])
        arguments = f"{dst}, {src}, {mask(random, limit)}, {times}, {strides}"
        return [f"asc.whole_reduce_{name}({arguments}, asc.ReduceOrder.ORDER_{order})"]
    if kind == 2:
        name = random.choice(["block_reduce_max", "block_reduce_min", "block_reduce_sum", "pair_reduce_sum"])
        return [f"asc.{name}({dst}, {src}, {times}, {mask(random, limit)}, {strides})"]
    return [f"asc.repeat_reduce_sum({dst}, {src}, {times}, {random.randint(1, limit)}, 0, {blocks(random)}, 1, 8)"]


def gather(random: Random) -> Statements:
    dtype = random.choice(["float16", "float32"])
    offsets = tensor("uint32", 4)
    zero = [f"asc.duplicate({offsets}, 0, 512)"]
    kind = random.randrange(3)
    if kind == 0:
        return [*zero, f"asc.gather({tensor(dtype, 0)}, {tensor(dtype, 1)}, {offsets}, 64, {random.randint(1, 200)})"]
    if kind == 1:
        extent = f"{random.randint(1, 256 // SIZES[dtype])}, {repeats(random)}, {steps(random)}"
        return [*zero, f"asc.gather({tensor(dtype, 0)}, {tensor(dtype, 1)}, {offsets}, 0, {extent})"]
    params = f"asc.GatherRepeatParams({blocks(random)}, {steps(random)})"
    return [*zero, f"asc.gatherb({tensor('uint16', 0)}, {tensor('uint16', 1)}, {offsets}, {repeats(random)}, {params})"]


def gather_mask(random: Random) -> Statements:
    dtype = random.choice(["float16", "float32"])
    limit = 256 // SIZES[dtype]
    counted = random.random() < 0.5
    used = random.randint(1, limit)
    params = f"asc.GatherMaskParams({blocks(random)}, {repeats(random)}, {steps(random)}, {random.choice([0, 1, 8])})"
    pattern = str(random.randint(1, 7))
    if random.random() < 0.4:
        pattern = tensor({"float16": "uint16", "float32": "uint32"}[dtype], 3)
    return [f"asc.gather_mask({tensor(dtype, 0)}, {tensor(dtype, 1)}, {pattern}, {counted}, {used}, {params})"]


def spread(random: Random) -> Statements:
    dtype = random.choice(["float16", "float32"])
    params = f"asc.BrcbRepeatParams({blocks(random)}, {steps(random)})"
    return [f"asc.brcb({tensor(dtype, 0)}, {tensor(dtype, 1)}, {repeats(random)}, {params})"]


def transpose(random: Random) -> Statements:
    if random.random() < 0.4:
        return [f"asc.transpose({tensor('float16', 0)}, {tensor('float16', 1)})"]
    dtype = random.choice(["float16", "float32", "int8"])
    step = 4096 // SIZES[dtype] // 4
    lists = [f"[{', '.join(f'{name}[{number * step}:]' for number in range(16))}]" for name in ("to_5hd", "from_5hd")]
    halves = f"{random.random() < 0.5}, {random.random() < 0.5}" if dtype == "int8" else "False, False"
    strides = f"{random.choice([0, 1, 2])}, {random.choice([0, 1, 2])}"
    params = f"asc.TransDataTo5HDParams({halves}, {repeats(random)}, {strides})"
    return [
        f"to_5hd = asc.LocalTensor(asc.{dtype}, asc.TPosition.VECCALC, 0, {ROOM // SIZES[dtype]})",
        f"from_5hd = asc.LocalTensor(asc.{dtype}, asc.TPosition.VECCALC, {ROOM}, {ROOM // SIZES[dtype]})",
        f"asc.trans_data_to_5hd({lists[0]}, {lists[1]}, {params})",
    ]


def sort(random: Random) -> Statements:
    dtype = random.choice(FLOATS)
    if random.random() < 0.5:
        return [f"asc.sort32({tensor(dtype, 0)}, {tensor(dtype, 1)}, {tensor('uint32', 2)}, {repeats(random)})"]
    lengths = [random.randint(1, 40) for _ in range(4)]
    queues = ", ".join(tensor(dtype, slot) for slot in (1, 2, 3, 4))
    valid = random.choice([3, 7, 15])
    info = f"asc.MrgSort4Info({lengths}, False, {valid}, 1)"
    return [f"asc.mrg_sort({tensor(dtype, 0)}, asc.MrgSortSrcList(asc.{dtype}, {queues}), {info})"]


def scalar(random: Random) -> Statements:
    dtype = random.choice(["float32", "int32"])
    index = random.randint(0, 100)
    value = 1 if dtype == "int32" else 1.0
    return [
        f"s = asc.LocalTensor(asc.{dtype}, asc.TPosition.VECCALC, 0, 128)",
        f"s.set_value({index}, {value})",
        f"e = s.get_value({index})",
        f"s.set_value({index}, e)",
    ]


# --------------------------------------------------------------------------------------------------------------- copies


def copied(random: Random) -> Statements:
    local = tensor("float32", 0)
    kind = random.randrange(6)
    if kind == 0:
        return [f"asc.data_copy({local}, x_gm[{8 * random.randint(0, 4)}:], {8 * random.randint(1, 20)})"]
    if kind == 1:
        gaps = f"{random.randint(0, 4)}, {random.randint(0, 4)}"
        params = f"asc.DataCopyParams({repeats(random)}, {random.randint(1, 5)}, {gaps})"
        operands = random.choice([f"{local}, x_gm", f"y_gm, {local}", f"{local}, {tensor('float32', 1)}"])
        return [f"asc.data_copy({operands}, {params})"]
    if kind == 2:
        gaps = f"{4 * random.randint(0, 9)}, {random.randint(0, 4)}"
        params = f"asc.DataCopyExtParams({repeats(random)}, {4 * random.randint(1, 40)}, {gaps}, 0)"
        left, right = random.choice([(0, 0), (1, 2), (3, 0), (0, 7)])
        pad = f"asc.DataCopyPadExtParams(asc.float32, True, {left}, {right}, 0)"
        return [f"asc.data_copy_pad({local}, x_gm, {params}, {pad})"]
    if kind == 3:
        gaps = f"{random.randint(0, 4)}, {4 * random.randint(0, 9)}"
        params = f"asc.DataCopyExtParams({repeats(random)}, {random.randint(1, 150)}, {gaps}, 0)"
        return [f"asc.data_copy_pad(y_gm, {local}, {params})"]
    if kind == 4:
        return ["asc.set_atomic_add(asc.float32)", f"asc.data_copy(y_gm, {local}, 64)", "asc.set_atomic_none()"]
    return [f"asc.data_copy(y_gm, {local}, {8 * random.randint(1, 20)})"]


def sliced(random: Random) -> Statements:
    """Slices of two dimensions: some rows of a matrix of 64 columns."""
    first, last = random.randint(0, 3), random.randint(4, 9)
    gap = random.choice([0, 0, 1])
    column = 8 * random.randint(0, 3)
    rows = f"asc.SliceInfo({first}, {last}, {gap}, 1, 16)"
    source = f"[asc.SliceInfo({column}, {column + 23}, 8, 1, 64), {rows}]"
    target = f"[asc.SliceInfo(0, 15, 0, 1, 16), asc.SliceInfo(0, {last - first}, {gap}, 1, 16)]"
    return [f"asc.data_copy({tensor('float32', 0)}, x_gm, {target}, {source}, 2)"]


def to_rows(random: Random) -> Statements:
    """NZ back to ND, on the way out."""
    params = [random.choice([1, 1, 2]), random.randint(1, 20), 16 * random.randint(1, 3), 4, 32, 64, 2048]
    return [f"asc.data_copy(y_gm, {tensor('float32', 0)}, asc.Nz2NdParamsFull({', '.join(map(str, params))}))"]


VECTOR: list[Callable[[Random], Statements]] = [
    sliced, to_rows, fused, binary, unary, with_scalar, cast, fill, copy, by_register, compare, select, reduce, gather,
    gather_mask, spread, transpose, sort, scalar, copied,
]  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- cube


def place(dtype: str, position: str) -> str:
    """A tensor of a memory of the cube core, from its start on."""
    room = {"A1": 262144, "A2": 65536, "B2": 65536, "CO1": 131072, "C2": 1024}[position]
    return f"asc.LocalTensor(asc.{dtype}, asc.TPosition.{position}, 0, {room // SIZES[dtype]})"


def to_nz(random: Random) -> Statements:
    rows, columns, matrices = random.randint(1, 40), random.randint(1, 50), random.choice([1, 1, 2])
    params = [matrices, rows, columns, rows * columns + random.randint(0, 16), columns + random.randint(0, 8), 48, 1,
              4096]  # fmt: skip
    return [f"asc.data_copy({place('float16', 'A1')}, h_gm, asc.Nd2NzParams({', '.join(map(str, params))}))"]


def load(random: Random) -> Statements:
    target = random.choice(["A2", "B2"])
    kind = random.randrange(4)
    if kind == 0:
        params = [random.randint(0, 5), repeats(random), random.randint(0, 4), 0, random.randint(0, 3),
                  random.random() < 0.5, 0]  # fmt: skip
        fields = ", ".join(map(str, params))
        return [f"asc.load_data({place('float16', target)}, {place('float16', 'A1')}, asc.LoadData2DParams({fields}))"]
    if kind == 1:
        dtype = random.choice(["float16", "float32", "int8"])
        numbers = [random.randint(0, 3) for _ in range(4)]
        fields = ", ".join(map(str, [numbers[0], repeats(random), *numbers[1:]]))
        operands = f"{place(dtype, 'B2')}, {place(dtype, 'A1')}"
        return [f"asc.load_data_with_transpose({operands}, asc.LoadData2dTransposeParams({fields}))"]
    if kind == 2:
        where = random.choice(["A1", "A2", "B2"])
        fields = f"{repeats(random)}, {random.randint(1, 4)}, {random.randint(0, 3)}, 0"
        return [f"asc.init_const_value({place('int32', where)}, asc.InitConstValueParams({fields}))"]
    if random.random() < 0.6:
        return [f"asc.load_data({place('float16', target)}, {place('float16', 'A1')}, {windows(random)})"]
    whole = f"asc.LoadData2DParams(0, {repeats(random)}, 1, 0, 0, False, 0)"
    return [f"asc.load_data({place('float16', target)}, h_gm, {whole})"]


def windows(random: Random) -> str:
    """Windows of an image of 16 or 32 channels."""
    height, width, channels = random.randint(4, 8), random.randint(4, 8), random.choice([16, 32])
    rows, columns = random.randint(1, 30), 16 * random.randint(1, 4)
    padding = random.choice([[0, 0, 0, 0], [1, 1, 1, 1]])
    numbers = [height, width, channels, columns, rows, 0, 0, random.choice([1, 2]), 1, 2, random.choice([1, 2]), 1, 1]
    return f"asc.LoadData3DParamsV2({padding}, {', '.join(map(str, numbers))})"


def product(random: Random) -> Statements:
    m, n, k = (random.choice([1, 7, 16, 20, 32, 48]) for _ in range(3))
    first = random.random() < 0.5
    fields = f"m={m}, n={n}, k={k}, unit_flag=0, cmatrix_source=False, cmatrix_init_val={first}"
    operands = f"{place('float32', 'CO1')}, {place('float16', 'A2')}, {place('float16', 'B2')}"
    return [f"asc.mmad({operands}, asc.MmadParams({fields}))"]


def result(random: Random) -> Statements:
    columns, rows = random.choice([16, 32, 20, 48]), random.randint(1, 40)
    stride = (rows + 15) // 16 * 16
    source = place("float32", "CO1")
    if random.random() < 0.5:
        matrices = random.choice([1, 1, 2])
        fields = f"{columns}, {rows}, {stride}, {columns + random.randint(0, 8)}, nd_num={matrices}"
        return [f"asc.fixpipe(f_gm, {source}, asc.FixpipeParamsV220({fields}, src_nd_stride=12, dst_nd_stride=4096))"]
    fields = f"{columns}, {rows}, {stride}, {4 * rows + random.randint(0, 8)}"
    config = "config=asc.FixpipeConfig(asc.CO2Layout.NZ)"
    return [f"asc.fixpipe(f_gm, {source}, asc.FixpipeParamsV220({fields}), {config})"]


CUBE: list[Callable[[Random], Statements]] = [to_nz, load, load, product, result]

_VECTOR_HEAD = """import asc

@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 4096)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 4096)
"""
_CUBE_HEAD = """import asc
from asc.runtime.config import KernelType

@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(h: asc.GlobalAddress, f: asc.GlobalAddress):
    asc.init_soc_state()
    h_gm = asc.GlobalTensor()
    h_gm.set_global_buffer(h, 65536)
    f_gm = asc.GlobalTensor()
    f_gm.set_global_buffer(f, 65536)
"""


def kernel(seed: int, count: int, cube: bool) -> str:
    """A kernel of `count` random instructions, each with a full barrier behind it."""
    random = Random(f"statements {seed} {cube}")
    lines: Statements = []
    for _ in range(count):
        lines += [*random.choice(CUBE if cube else VECTOR)(random), "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"]
    return (_CUBE_HEAD if cube else _VECTOR_HEAD) + "".join(f"    {line}\n" for line in lines)
