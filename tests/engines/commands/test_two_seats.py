"""Commands for two players refuse games with more seats, in one line."""

from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from zeitnot_engines.commands import options
from zeitnot_engines.commands.match import match
from zeitnot_engines.commands.tune import tune
from zeitnot_engines.commands.uci import uci


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (match, ["tictactoe", "random", "random"]),
        (tune, ["tictactoe", "folder"]),
        (uci, ["tictactoe"]),
    ],
)
def test_games_with_more_than_two_seats_are_refused(
    command: click.Command, arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    four_seats = SimpleNamespace(name="relay", seats=4, start_throw=None)
    monkeypatch.setattr(options, "load", lambda name, settings: four_seats)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())
    assert (
        result.output.splitlines()[-1]
        == "Error: relay has 4 seats with these settings, but this command needs two."
    )


def test_games_with_two_seats_are_accepted() -> None:
    game = options.make_game("tictactoe", ())
    assert options.require_two_seats(game) is game
