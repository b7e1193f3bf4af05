"""Finding profiles: the folder that ships with the package, the user's own files, and what a name stands for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from pyasc_lint.deferred import dataclass
from pyasc_lint.toml_files import Problem

from .building import build_profile
from .documents import Document, read_document
from .errors import ProfileError, UnknownProfileError
from .model import Profile


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact was read. `location` is a path or place in the repository, at `revision`."""

    repository: str
    location: str
    revision: str


def load_profile(name: str, extra_dirs: Iterable[Path] = ()) -> Profile:
    """The profile of a chip.

    Args:
        name: a chip's name or alias; case, `-` against `_`, and a leading "Ascend" do not matter.
        extra_dirs: TOML files, and folders of such, with profiles of the user's own. They win over shipped ones.

    Raises:
        UnknownProfileError: no chip has this name, or several have.
        ProfileError: a file on the way cannot be used.
    """
    extra = tuple(extra_dirs)
    return _Library(extra).load(name) if extra else _load_shipped(name)


def load_profiles(extra_dirs: Iterable[Path] = ()) -> tuple[Profile, ...]:
    """All chips, sorted by name. Raises as `load_profile`."""
    library = _Library(tuple(extra_dirs))
    return tuple(library.load(name) for name in library.names())


def profile_names(extra_dirs: Iterable[Path] = ()) -> tuple[str, ...]:
    """The names of all chips, without aliases, sorted.

    Raises:
        ProfileError: a file of the user's own cannot be used.
    """
    return _Library(tuple(extra_dirs)).names()


def check_profiles(extra_dirs: Iterable[Path]) -> None:
    """Raises ProfileError where a file of the user's own cannot be used, whether its chip is wanted or not."""
    library = _Library(tuple(extra_dirs))
    for document in library.own.values():
        library.load(document.data["name"])


@cache
def load_sources() -> Mapping[str, Source]:
    """What the source keys in the shipped profiles stand for."""
    return {key: Source(**table) for key, table in read_document(_folder() / "_sources.toml").data.items()}


@cache
def _load_shipped(name: str) -> Profile:
    return _Library(()).load(name)


class _Library:
    """The shipped profiles and those of the user's own, by the keys of their names."""

    def __init__(self, extra: Sequence[Path]) -> None:
        self.shipped = _shipped_files()
        self.own: dict[str, Document] = {}
        for path in _toml_files(extra):
            document = read_document(path)
            for name in _names(document):
                other = self.own.setdefault(_key(name), document)
                if other is not document:
                    message = f"{name} is also the name of a chip in {other.path}"
                    raise ProfileError(document.problem(("name",), message, "rename one of them"))

    def names(self) -> tuple[str, ...]:
        names = {key: path.stem for key, path in self.shipped.items()}
        names |= {_key(document.data["name"]): document.data["name"] for document in self.own.values()}
        return tuple(sorted(names.values()))

    def load(self, name: str) -> Profile:
        chain = [self._find(name)]
        while base := self._base(chain):
            chain.append(base)
        return build_profile(chain, shipped=all(document.path.parent == _folder() for document in chain))

    def _find(self, name: str, chain: Sequence[Document] = ()) -> Document:
        """The file that describes a chip. A user's file that overrides a shipped one may build on it."""
        key = _key(name)
        own = self.own.get(key)
        if own is not None and own not in chain:
            return own
        if key in self.shipped:
            return _read_shipped(self.shipped[key])
        if own is not None:
            problem = chain[-1].problem(("inherits",), f"{name} builds on itself", "inherit from another chip")
            raise ProfileError(problem)
        for document in map(_read_shipped, self.shipped.values()):
            if key in map(_key, _names(document)):
                return document
        raise self._unknown(name)

    def _base(self, chain: Sequence[Document]) -> Document | None:
        """What the last file of a chain builds on: the chip it inherits, or else its architecture."""
        document = chain[-1]
        inherits, arch = document.data.get("inherits"), document.data.get("arch")
        if document.path.parent == _folder() and document.path.stem.startswith("_"):
            return _read_shipped(_folder() / f"{inherits}.toml") if inherits else None
        if inherits is None:
            return _architecture(document, arch)
        if arch is not None:
            message = "says both inherits and arch"
            raise ProfileError(document.problem(("arch",), message, "remove arch: the inherited chip says it"))
        if not isinstance(inherits, str):
            raise ProfileError(document.problem(("inherits",), "inherits must be the name of a chip in quotes"))
        try:
            return self._find(inherits, chain)
        except UnknownProfileError as error:
            problem = error.problems[0]
            raise ProfileError(document.problem(("inherits",), problem.message, problem.remedy)) from None

    def _unknown(self, name: str) -> UnknownProfileError:
        """Why a name stands for no chip: it stands for several, or it is misspelt."""
        group = [profile.name for profile in load_profiles() if _key(name) in map(_key, _group_words(profile))]
        if group:
            shown = ", ".join(group[:6]) + (", ..." if len(group) > 6 else "")
            return UnknownProfileError(name, f'"{name}" stands for {len(group)} chips', group, f"name one: {shown}")
        documents = (*map(_read_shipped, self.shipped.values()), *self.own.values())
        # A chip whose name is a trap itself is no help.
        names = [item for document in documents if "confused_with" not in document.data for item in _names(document)]
        suggestions = _nearest(name, names)
        remedy = f"did you mean {' or '.join(suggestions)}?" if suggestions else "--list-targets lists the chips"
        return UnknownProfileError(name, f'unknown chip "{name}"', suggestions, remedy)


def _architecture(document: Document, arch: object) -> Document:
    """The file of the architecture that a chip names."""
    known = sorted(int(path.stem.rpartition("-")[2]) for path in _folder().glob("_arch-*.toml"))
    choices = f"known: {', '.join(map(str, known))}"
    if arch is None:
        message = "says neither which chip nor which architecture it builds on"
        remedy = f'add inherits = "Ascend910B1", or arch = 2201 ({choices})'
        raise ProfileError(Problem(document.path, message, remedy=remedy))
    if isinstance(arch, bool) or not isinstance(arch, int):
        raise ProfileError(document.problem(("arch",), "arch must be a whole number", choices))
    if arch not in known:
        raise ProfileError(document.problem(("arch",), f"no architecture {arch}", choices))
    return _read_shipped(_folder() / f"_arch-{arch}.toml")


def _names(document: Document) -> tuple[str, ...]:
    """The chip's name and its aliases."""
    name, aliases = document.data.get("name"), document.data.get("aliases", ())
    if not isinstance(name, str) or not name.strip():
        raise ProfileError(document.problem(("name",), "gives the chip no name", 'add name = "..."'))
    return (name, *(alias for alias in aliases if isinstance(alias, str))) if isinstance(aliases, tuple) else (name,)


def _key(name: str) -> str:
    """What two spellings of one name have in common."""
    return "".join(name.casefold().split()).replace("-", "_").removeprefix("ascend")


def _squeezed(name: str) -> str:
    """What tells one name from another: no separators, and no first word such as a misspelt "Ascend"."""
    return re.sub(r"^[a-z]+(?=\d)", "", _key(name).replace("_", ""))


def _nearest(word: str, names: Iterable[str]) -> list[str]:
    """At most four names that a misspelt one may stand for, best first."""
    squeezed = _squeezed(word)
    ratios = {name: difflib.SequenceMatcher(None, squeezed, _squeezed(name)).ratio() for name in names}
    return sorted((name for name in ratios if ratios[name] >= 0.75), key=lambda name: (-ratios[name], name))[:4]


def _group_words(profile: Profile) -> Iterator[str]:
    """Words that people use for a product instead of a chip."""
    yield from (profile.product, profile.family, str(profile.arch))
    yield from filter(None, (profile.short_soc, profile.compiler.npu_arch))


def _toml_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The profile files among the user's files and folders, each once."""
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if path.is_dir():
            files = sorted(path.glob("[!_]*.toml"))
            if not files:
                raise ProfileError(Problem(path, "this folder of profiles holds no .toml file"))
            found |= dict.fromkeys(file.resolve() for file in files)
        elif path.is_file():
            found[path.resolve()] = None
        else:
            raise ProfileError(Problem(path, "no such file or folder of profiles", remedy="correct the path"))
    yield from found


@cache
def _folder() -> Path:
    """The shipped profiles: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    candidates = (package / "hardware_profiles", package.parent / "hardware_profiles")
    folder = next((folder for folder in candidates if (folder / "_common.toml").is_file()), None)
    if folder is None:
        raise ProfileError(Problem(candidates[0], "the shipped profiles are missing", remedy="reinstall pyasc-lint"))
    return folder


@cache
def _shipped_files() -> Mapping[str, Path]:
    return {_key(path.stem): path for path in sorted(_folder().glob("[!_]*.toml"))}


@cache
def _read_shipped(path: Path) -> Document:
    return read_document(path)
