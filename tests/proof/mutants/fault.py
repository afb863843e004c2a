"""A fault to plant: an exact change of one place in the sources, and who should see it.

`tests` are tried in this order. The simulation stands first where the fault is one of those that
it was written for.
"""

from dataclasses import dataclass

SIMULATION = "tests/proof/simulation/test_simulation.py::test_all_invariants_hold_in_a_faulty_world"
SIM = (f"{SIMULATION}[0]", f"{SIMULATION}[1]")

ROOMS = "server/zeitnot_server/rooms"
PLAY = "server/zeitnot_server/play"
STORE = "server/zeitnot_server/store/sqlite"
WEB = "server/zeitnot_server/web"
CLIENT = "clients/zeitnot_client"

ENGINE_LINES = ("tests/server/test_engine_lines.py",)


@dataclass(frozen=True, slots=True)
class Fault:
    """`old` must stand exactly once in `file`; `new` takes its place."""

    name: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
