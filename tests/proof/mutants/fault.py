"""A fault to plant: an exact replacement in one source file, and the tests that must catch it, in
the order in which they run."""

from dataclasses import dataclass

SIMULATION = "tests/proof/simulation/test_simulation.py::test_invariants_hold_despite_faults"
SIM = (f"{SIMULATION}[0]", f"{SIMULATION}[1]")  # the first two parts of the seeds

SERVER = "server/zeitnot_server"
ROOMS = f"{SERVER}/rooms"
SQL = "server/zeitnot_server/store/sql"
STORE = "server/zeitnot_server/store/sqlite"
WEB = "server/zeitnot_server/web"
CLIENT = "clients/zeitnot_client"

KILLED_NODES = (
    "tests/proof/test_nemesis.py::test_turns_on_killed_nodes_are_charged_their_duration",
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
