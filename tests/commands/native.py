"""Full native games, played by the rooms with moves drawn from a fixed seed."""

import random

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Phase

from ..rooms.rig import Rig

KINDS = ("tictactoe", "niujiaoqi", "othello", "ewn")
CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)


def play(kind: str, game: str = "game0", seed: int = 0, **settings: str | int | bool) -> Rig:
    """Plays a game to its end by the rules. `seed`: of the random moves and times."""
    rng = random.Random(seed)
    rules = rules_for(kind, settings)
    rig = Rig(rules, CONTROL, game=game)
    rig.new.game_setup.settings.update(rules.settings)
    rig.start()
    while rig.room.phase is Phase.RUNNING:
        if rng.random() < 0.05:
            rig.pause(rng.randrange(900)).resume(after=rng.randrange(900))
        rig.move(rng.choice(rules.legal(rig.room.state)), after=rng.randrange(1_500))
    return rig
