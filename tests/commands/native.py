"""Whole native games, played by the rooms with moves drawn from a fixed seed."""

import random

import zeitnot_protocol as p
from zeitnot_server.play.native import rules_for
from zeitnot_server.rooms.room import Phase

from ..rooms.table import Table

KINDS = ("tictactoe", "niujiaoqi", "othello", "ewn")
CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)


def play(kind: str, game: str = "game0", choices: int = 0, **settings: str | int | bool) -> Table:
    """A game to its end by the rules; `choices` is the seed of the moves."""
    rng = random.Random(choices)
    rules = rules_for(kind, settings)
    table = Table(rules, CONTROL, game=game)
    table.new.game_setup.settings.update(rules.settings)
    table.start()
    while table.room.phase is Phase.RUNNING:
        if rng.random() < 0.05:
            table.pause(rng.randrange(900)).resume(after=rng.randrange(900))
        table.move(rng.choice(rules.legal(table.room.state)), after=rng.randrange(1_500))
    return table
