"""The language server, installed as `pyasc_lint.lsp`. It uses the public API of `pyasc_lint` and nothing else of it."""
