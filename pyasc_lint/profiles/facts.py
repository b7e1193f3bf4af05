"""The facts of a chip profile, part by part. See `model.Profile` for the chip as a whole.

Sizes and addresses are bytes. An *end* is the first byte past the last usable one. A fact that no source gives is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from pyasc_lint.deferred import dataclass

Hardware = Literal["UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF"]
Place = Literal["GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF"]
Core = Literal["AIV", "AIC", "AICORE"]
"""AIV: vector core; AIC: cube core; AICORE: a coupled core that is both."""
Pipe = Literal["S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"]
Barrier = Literal["V", "M", "MTE1", "MTE2", "MTE3", "FIX", "ALL"]
Use = Literal[
    "mmad_dst", "mmad_operand", "mmad_operand_fp8", "mmad_bias", "load_data_dst", "fixpipe_src", "data_copy_dst"
]

# `validation` reads these more narrowly.
Event = str
"""Two pipes, such as `MTE2_V`."""
Count = int
"""0 or more."""
Size = int
"""More than 0."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Memory:
    """One on-chip memory as seen by one core."""

    hardware: Hardware
    """Its `asc.Hardware` name: the key of its table."""
    core: Core
    start: Count | None = None
    """Where an allocator begins; None: not known before linking (see `start_symbol`) or no allocator on this chip."""
    start_symbol: str | None = None
    """The linker's name for an unknown start."""
    published_end: Size | None = None
    """The limit that documents give to user data in a default build."""
    published_end_reserve_off: Size | None = None
    """The same, built with `--cce-disable-asc-reserved-ubuf`; None: the option changes nothing."""
    published_end_stack_off: Size | None = None
    """The same, built with `--cce-disable-vf-stack-reserved-ubuf`; None: the option changes nothing."""
    published_end_both_off: Size | None = None
    scratch_start: Size | None = None
    """From here on the library calls of `Profile.reserved_ub` write, in a default build."""
    physical_end: Size | None = None
    align: Size
    """What a start address must be a multiple of."""
    align_for: Mapping[Use, Size] = field(default_factory=dict)
    """The same for one use of the tensor, where an API page names it."""

    def limit(self, reserved_ub: bool = True, vf_stack: bool = True) -> int | None:
        """First byte past what documents give to user data; the physical end where they give no limit.

        Args:
            reserved_ub: the library's scratch is kept free (a default build).
            vf_stack: the stack of vector functions is kept free (a default build; arch 3510 only).
        """
        reserve_off = None if reserved_ub else self.published_end_reserve_off
        stack_off = None if vf_stack else self.published_end_stack_off
        both_off = None if reserved_ub or vf_stack else self.published_end_both_off
        return both_off or reserve_off or stack_off or self.published_end or self.physical_end

    def alignment(self, use: Use | None = None) -> int:
        """What a start address must be a multiple of, in general or for one use."""
        return self.align_for.get(use, self.align) if use else self.align


@dataclass(frozen=True, kw_only=True, slots=True)
class ReservedUse:
    """How a basic API uses the reserved UB, where more is known than that it does."""

    modes: tuple[Count, ...] | None = None
    """The values of its mode argument that do; None: it has no mode."""
    params: str | None = None
    """The parameter struct of the only form that does; None: every form does."""
    elements: Size | None = None
    """Elements written from the region's start."""
    bytes_per_element: Size | None = None
    """Bytes written for each element of the call's count."""
    max_bytes: Size | None = None

    def extent(self, count: int, element_bytes: int) -> int | None:
        """At most so many bytes of the region, from its start, are written; None: not known."""
        if self.elements is not None:
            return self.elements * element_bytes
        if self.bytes_per_element is not None:
            written = self.bytes_per_element * count
            return written if self.max_bytes is None else min(written, self.max_bytes)
        return self.max_bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class ReservedUb:
    """The part of the UB that library calls write behind the user's back. API names are Ascend C's."""

    start: Count
    end: Size
    basic_apis: tuple[str, ...]
    high_level_apis: tuple[str, ...] | None = None
    """None: nobody has looked."""
    disable_option: str | None = None
    """Compiler option that frees the region and makes those calls compile errors."""
    detail: Mapping[str, ReservedUse] = field(default_factory=dict)

    def uses(self, api: str, *, mode: int | None = None, params: str | None = None) -> bool | None:
        """Does a call of a basic API write the region? None: it depends on what is not known.

        Args:
            api: Ascend C name, such as `Select`.
            mode: the call's mode argument, such as SelMode's value; None: not known.
            params: name of the call's parameter struct, "" for none; None: not known.
        """
        if api not in self.basic_apis:
            return False
        detail = self.detail.get(api)
        if detail is None:
            return None
        if detail.modes is not None:
            return None if mode is None else mode in detail.modes
        if detail.params is not None:
            return None if params is None else params == detail.params
        return True


@dataclass(frozen=True, kw_only=True, slots=True)
class UbBanks:
    """How UB addresses spread over banks. Without `row_bytes` and `bank_stride` only counts are known."""

    groups: Size
    banks: Size
    bank_bytes: Size
    banks_per_group: Size | None = None
    row_bytes: Size | None = None
    bank_stride: Size | None = None
    """Bytes after which the next bank of the same group comes."""

    def group_of(self, address: int) -> int | None:
        """The bank group of a byte address."""
        return None if self.row_bytes is None else address // self.row_bytes % self.groups

    def bank_of(self, address: int) -> int | None:
        """The bank of a byte address, counted group by group."""
        group = self.group_of(address)
        if group is None or self.bank_stride is None or self.banks_per_group is None:
            return None
        return group + self.groups * (address // self.bank_stride % self.banks_per_group)


@dataclass(frozen=True, kw_only=True, slots=True)
class EventIds:
    """Event ids; every HardEvent has its own set."""

    count: Size
    """Ids are 0 .. count - 1."""
    usable: tuple[Count, ...] | None = None
    """Free for static-Tensor kernels; None: the chip has no such kernels."""
    reserved: tuple[Count, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CoreFacts:
    """Pipes and synchronisation of one kind of core."""

    pipes: tuple[Pipe, ...]
    barriers: tuple[Barrier, ...]
    """What a pipe barrier may name."""
    events: tuple[Event, ...] | None = None
    """HardEvents in the published table; None: no table is published."""
    undocumented_events: tuple[Event, ...] | None = None
    """HardEvents that the headers accept beyond that table."""
    auto_sync_events: tuple[Event, ...] | None = None
    """Set and wait pairs that the compiler's auto-sync inserts; None: not published, so it may insert any."""
    auto_sync_barriers: tuple[Barrier, ...] | None = None
    """The same for pipe barriers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoreCount:
    """Cores of the chip. On coupled chips `aic` is None and `aiv` counts vector cores beside the AI Cores."""

    ai_core: Size
    aic: Count | None = None
    aiv: Count | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Compiler:
    """Names of the architecture for compilers."""

    aic: str
    aiv: str | None = None
    npu_arch: str | None = None
    """Value of `--npu-arch` and of CMAKE_ASC_ARCHITECTURES; None: that tool chain does not build for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pyasc:
    """What pyasc's release knows of the chip."""

    supported: bool
    platform: str | None = None
    """Member of `asc.runtime.config.Platform`."""
    in_development: bool = False
    """A development build or a fork of pyasc names the chip."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StaticTensor:
    """Static-Tensor programming on the chip."""

    supported: bool
    reason: str | None = None
    """Why not."""
    excluded_paths: tuple[str, ...] = ()
    """Data paths that such kernels may not use."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """Units of vector instructions."""

    block_bytes: Size
    repeat_bytes: Size
    max_repeat: Size
    tensor_align: Size
    """What every LocalTensor must start at a multiple of, whatever its memory."""

    @property
    def blocks_per_repeat(self) -> int:
        return self.repeat_bytes // self.block_bytes
