"""`python -m incrowd` is the command `incrowd`."""

import sys

from ._script import main

if __name__ == "__main__":
    sys.exit(main())
