"""Run the command line as `python -m casefile`."""

import sys

from casefile.cli import main

if __name__ == "__main__":
    sys.exit(main())
