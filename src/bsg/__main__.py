"""`python -m bsg` is the command `bsg`."""

import sys

from bsg.cli import main

if __name__ == "__main__":
    sys.exit(main())
