"""Starts the process that holds the code under test: `python -I tests/kata_worker`.

This file is compiled at every start, the others once: so it is short.
"""

import os
import sys

# A folder that is run stands first on the path, also with -I. The package is found beside it ...
sys.path[0] = os.path.dirname(sys.path[0])
from kata_worker.serve import main  # noqa: E402

# ... and leaves the path before the code under test looks for modules of its own.
del sys.path[0]
sys.dont_write_bytecode = True

main()
