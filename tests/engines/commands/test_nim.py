"""`zeitnot nim`, which computes values of impartial games, as a user calls it."""

import json

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands.nim import nim

from ...games.facts import VALUES

PUBLISHED = VALUES["grundy"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(nim, arguments)


def test_heap_values_and_winning_moves_are_printed() -> None:
    result = run("grundy", "20,7,5 0")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "20: 0",
        "7: 0",
        "5: 2",
        "Exclusive or: 2, so the side to move wins.",
        "Winning moves: 7>5+2, 5>4+1",
    ]
    lost = json.loads(run("grundy", "20,7,2 1", "--json").stdout)
    assert (lost["value"], lost["winning"]) == (0, [])


def test_zeros_of_grundys_game_to_10000_match_published_data() -> None:
    result = json.loads(run("grundy", "--heaps", "10000", "--json").stdout)
    known = PUBLISHED["nim_values_to_10000"]
    assert len(result["zeros"]) == known["zeros_including_heap_0"]
    assert result["zeros"][-1] == known["largest_heap_with_zero"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tictactoe"], "tictactoe is not a sum of impartial games"),
        (["tictactoe", "--heaps", "9"], "tictactoe is not played with heaps"),
        (["grundy", "20 0", "--heaps", "9"], "or --heaps"),
        (["grundy", "20"], "largest first"),
        (["grundy", "--heaps", "0"], "0 is not in the range"),
    ],
)
def test_meaningless_arguments_are_refused(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
