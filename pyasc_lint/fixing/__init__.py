"""Applies the fixes of findings: to texts, and to files."""
