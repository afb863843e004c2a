"""A fault to plant: an exact replacement in one source file, and the tests that catch it.

The tests run in this order. The simulation comes first for the kinds of faults for which it was
written.
"""

from dataclasses import dataclass

SIMULATION = "tests/proof/simulation/test_simulation.py::test_all_invariants_hold_in_a_faulty_world"
SIM = (f"{SIMULATION}[0]", f"{SIMULATION}[1]")

SERVER = "server/zeitnot_server"
ROOMS = f"{SERVER}/rooms"
SQL = "server/zeitnot_server/store/sql"
STORE = "server/zeitnot_server/store/sqlite"
WEB = "server/zeitnot_server/web"
CLIENT = "clients/zeitnot_client"

KILLED_NODES = (
    "tests/proof/test_nemesis.py::test_turns_on_killed_nodes_are_charged_as_long_as_they_lasted",
)
ENGINE_LINES = ("tests/server/test_engine_lines.py",)


@dataclass(frozen=True, slots=True)
class Fault:
    """Replaces `old`, which must occur exactly once in `file`, by `new`."""

    name: str
    description: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
