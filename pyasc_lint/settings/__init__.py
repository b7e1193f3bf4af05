"""The settings: every key of a configuration file, its values and its default.

This is cheap to import. pydantic comes in where somebody says something, and checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pyasc_lint.rules._rule import Language

if TYPE_CHECKING:
    from pydantic import BaseModel, Field

    from .schema import Level, Names, OnOff, Outputs, Targets

DEFAULT_TARGET = "Ascend910B1"

SELECTORS = ("select", "extend_select", "ignore")


def listed(text: str) -> tuple[str, ...]:
    """The parts between commas, each once: a text is a list as well, in files as on the command line."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


class Settings:
    """What may be configured. Keys have hyphens in files; the command line has an option for most of them.

    The attributes of the class are the defaults, those of an object what was said. The annotations are for pydantic,
    which reads them in `schema`. Titles say what a key is; descriptions finish the sentence "… must be".
    """

    extend: Annotated[
        str | None, Field(title="a file to build on: what this one says comes on top", description="the name of a file")
    ] = None
    target: Annotated[
        Targets, Field(title="the chips to check for", description="a chip name or a list of chip names")
    ] = (DEFAULT_TARGET,)
    select: Annotated[
        Names | None, Field(title="only these rules", description="a list of codes, code prefixes or rule names")
    ] = None
    extend_select: Annotated[
        Names, Field(title="these rules as well", description="a list of codes, code prefixes or rule names")
    ] = ()
    ignore: Annotated[
        Names, Field(title="not these rules", description="a list of codes, code prefixes or rule names")
    ] = ()
    per_file_ignores: Annotated[
        dict[str, Names],
        Field(title="not these rules in these files", description="a table from file patterns to lists of codes"),
    ] = {}
    severity: Annotated[
        dict[str, Level],
        Field(title="how grave a rule is", description="a table from codes to error, warning, info or off"),
    ] = {}
    fail_on: Annotated[
        Literal["error", "warning", "info"],
        Field(title="the lowest severity that fails", description="error, warning or info"),
    ] = "warning"
    language: Annotated[Language, Field(title="the language of the texts", description="en or zh")] = "en"
    pyasc_version: Annotated[
        Literal["1.0.0", "1.1.0", "1.1.1", "none"],
        Field(title="the release that kernels are built with", description="a pyasc release or none"),
    ] = "1.1.1"
    reserved_ub: Annotated[OnOff, Field(title="whether CANN keeps the tail of the UB", description="on or off")] = "on"
    cann_version: Annotated[
        str | None,
        Field(
            title="the CANN that --build must find, or its beginning", description='a version of CANN, such as "8.5"'
        ),
    ] = None
    profiles: Annotated[
        Names, Field(title="chip profiles of your own", description="a list of profile files or folders")
    ] = ()
    baseline: Annotated[
        str | None, Field(title="the file with the findings that are known", description="the name of a file")
    ] = None
    exclude: Annotated[Names, Field(title="files and folders to leave out", description="a list of file patterns")] = ()
    force_exclude: Annotated[
        bool, Field(title="whether exclude holds for files named outright too", description="true or false")
    ] = False
    respect_gitignore: Annotated[
        bool, Field(title="whether to leave out what git ignores", description="true or false")
    ] = True
    cache_dir: Annotated[
        str | None, Field(title="the folder for results of runs", description="the name of a folder")
    ] = None
    time_limit: Annotated[
        int, Field(ge=0, title="seconds that one file may take, 0: any", description="a number of seconds")
    ] = 60
    memory_limit: Annotated[
        int, Field(ge=0, title="MiB that a process may take, 0: any", description="a number of MiB")
    ] = 4096
    output_format: Annotated[
        Outputs, Field(title="the reports to write", description="a list of output formats, each with :FILE or not")
    ] = ("full",)

    def __init__(self, /, **said: Any) -> None:
        """Keys may have hyphens, as in files. Raises pydantic's ValidationError for one that is unknown or wrong."""
        if said:
            checked = self.model().model_validate(said)
            vars(self).update({name: getattr(checked, name) for name in checked.model_fields_set})

    @property
    def said(self) -> Mapping[str, Any]:
        """What was said, without defaults."""
        return vars(self)

    def updated(self, said: Mapping[str, Any]) -> Settings:
        """The same with other settings on top, whose values are in order: pydantic does not see them."""
        settings = Settings()
        vars(settings).update({**self.said, **said})
        return settings

    def table(self) -> dict[str, Any]:
        """All settings as a file would say them, with hyphens in their keys."""
        return {name.replace("_", "-"): getattr(self, name) for name in self.names()}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Every setting."""
        return tuple(cls.__annotations__)

    @staticmethod
    def model() -> type[BaseModel]:
        """What checks the settings; it knows the title and the description of each."""
        from .schema import Model

        return Model
