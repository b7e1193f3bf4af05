"""From source text to kernel IR; the only place that imports astroid."""
