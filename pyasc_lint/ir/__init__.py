"""The kernel IR: typed, structured, printable. It imports nothing else of the package."""
