"""Drivers on systems without the POSIX modules, such as Windows."""

import subprocess
import sys
from pathlib import Path

BAD = str(Path(__file__).with_name("bad_engine.py"))
PROGRAM = """
import logging, os, select, socket, sys
for name in ("fcntl", "resource", "termios"):
    sys.modules[name] = None
for module, name in ((os, "killpg"), (select, "poll"), (socket, "AF_UNIX")):
    delattr(module, name)
logging.basicConfig(format="%(message)s", stream=sys.stdout)
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Failed
from zeitnot_client.drivers.situation import Situation, Start
start = Start("tree")
driver = Driver(Launch("uci", (sys.executable, sys.argv[1], "twice", "/")), start)
print(driver.move(Situation(start, legal=("a2a3", "b2b3"))).move)
driver.close()
try:
    Driver(Launch("gnubg", ("true",)), Start("backgammon")).begin()
except Failed as failed:
    print(failed)
"""


def test_an_engine_plays_and_the_missing_limits_are_told_once() -> None:
    command = [sys.executable, "-c", PROGRAM, BAD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "this system cannot limit what an engine uses: memory, time, files, processes",
        "a2a3",
        "this system has no Unix sockets",
    ]
