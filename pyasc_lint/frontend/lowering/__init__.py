"""Lowering: what the tracer of pyasc does, without importing or running user code."""
