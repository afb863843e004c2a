"""Ends the processes that tests start, even if the test run is killed and cannot clean up."""

import shutil

WITH_PARENT = ("setpriv", "--pdeathsig", "INT", "--") if shutil.which("setpriv") else ()
"""Prefix of a command: Linux sends its process SIGINT when the thread that started it ends."""
