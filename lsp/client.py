"""What the client can do, as far as it changes what the server says."""

from __future__ import annotations

from lsprotocol import types as t
from pygls.capabilities import get_capability

from pyasc_lint.deferred import dataclass


@dataclass(frozen=True)
class Client:
    """The abilities that matter here, read once from `initialize`. `chinese`: its locale is Chinese.

    `hears_checks`: it wants to be told of every check that is done, which is no part of the protocol.
    """

    chinese: bool = False
    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    refreshes_hints: bool = False
    refreshes_lenses: bool = False
    answers_configuration: bool = False
    registers_settings: bool = False
    watches_files: bool = False
    shows_documents: bool = False
    versioned_edits: bool = False
    nested_symbols: bool = False
    related_information: bool = False
    code_descriptions: bool = False
    tags: bool = False
    resolves_actions: bool = False
    markdown: bool = False
    hears_checks: bool = False

    @classmethod
    def of(cls, params: t.InitializeParams) -> Client:
        def can(name: str) -> bool:
            return bool(get_capability(params.capabilities, name, False))

        def lists(name: str, value: str) -> bool:
            return value in (get_capability(params.capabilities, name, None) or ())

        published = "text_document.publish_diagnostics"
        experimental = params.capabilities.experimental
        return cls(
            chinese=(params.locale or "").lower().startswith("zh"),
            pulls_diagnostics=get_capability(params.capabilities, "text_document.diagnostic", None) is not None,
            refreshes_diagnostics=can("workspace.diagnostics.refresh_support"),
            refreshes_hints=can("workspace.inlay_hint.refresh_support"),
            refreshes_lenses=can("workspace.code_lens.refresh_support"),
            answers_configuration=can("workspace.configuration"),
            registers_settings=can("workspace.did_change_configuration.dynamic_registration"),
            watches_files=can("workspace.did_change_watched_files.dynamic_registration"),
            shows_documents=can("window.show_document.support"),
            versioned_edits=can("workspace.workspace_edit.document_changes"),
            nested_symbols=can("text_document.document_symbol.hierarchical_document_symbol_support"),
            related_information=can(f"{published}.related_information"),
            code_descriptions=can(f"{published}.code_description_support"),
            tags=get_capability(params.capabilities, f"{published}.tag_support", None) is not None,
            resolves_actions=lists("text_document.code_action.resolve_support.properties", "edit"),
            markdown=lists("text_document.hover.content_format", "markdown"),
            hears_checks=isinstance(experimental, dict) and experimental.get("checkedNotification") is True,
        )
