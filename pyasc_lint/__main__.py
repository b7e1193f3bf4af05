"""`python -m pyasc_lint`."""

import sys

from pyasc_lint.cli import main

sys.exit(main())
