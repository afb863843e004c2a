"""What tests start ends when they end, also when they are killed and clean nothing up."""

import shutil

WITH_PARENT = ("setpriv", "--pdeathsig", "INT", "--") if shutil.which("setpriv") else ()
"""Before a command: Linux interrupts its process when the thread that started it has ended."""
