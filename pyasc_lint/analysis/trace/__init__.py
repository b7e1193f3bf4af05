"""Concrete runs of a kernel: which instructions execute on which bytes, and whether anything orders them.

`scenarios` picks inputs, `executor` runs the IR on them, `order` and `contents` judge what happened. Every defect found
this way has a run that shows it.
"""
