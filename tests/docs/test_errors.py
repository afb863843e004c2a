"""The page of error codes, the type of codes and the server's source agree."""

import ast
import re
from pathlib import Path
from typing import get_args

import zeitnot_protocol as p

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server/zeitnot_server"
PARTS = (
    "clubs",
    "rooms",
    "limits",
    "hosting",
    "bots",
    "ladders",
    "lobby",
    "nodes",
    "seeks",
    "moderation",
    "game_server",
    "web",
)
PAGE = ROOT / "docs/reference/errors.md"
CODES = get_args(p.ErrorCode)


def string_literals() -> set[str]:
    """Every string literal in the parts of the server that answer clients."""
    files = [path for part in PARTS for path in (SERVER / part).rglob("*.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_the_documented_and_the_defined_codes_are_the_same() -> None:
    """mypy ensures that no other code is sent: every refusal takes an `ErrorCode`."""
    documented = re.findall(
        r"^\| \[`(\w+)`\]\(\S+\) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(documented) == list(CODES)


def test_every_code_is_used_by_the_server() -> None:
    assert set(CODES) <= string_literals()


def test_retry_codes_are_error_codes() -> None:
    assert set(CODES) >= p.SEND_AGAIN
