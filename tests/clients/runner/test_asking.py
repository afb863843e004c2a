"""What a bot's file says about the pool and challenges."""

import pytest

import zeitnot_protocol as p
from zeitnot_client.challenges import Challenge
from zeitnot_client.runner.reading import parse
from zeitnot_client.runner.tables import ConfigError

ENGINE = '[engine]\ncommand = "fish"\nprotocol = "uci"\n[games.chess]\n[games.xiangqi]\n'


def test_pool_has_one_or_several_clocks_for_a_game() -> None:
    config = parse(ENGINE + '[pool]\nchess = "blitz"\nxiangqi = ["bullet", "rapid", "rapid"]\n')
    assert config.pool == (
        p.PoolEntry(game_type="chess", clock="blitz"),
        p.PoolEntry(game_type="xiangqi", clock="bullet"),
        p.PoolEntry(game_type="xiangqi", clock="rapid"),
    )


def test_challenges_are_in_order() -> None:
    config = parse(
        ENGINE + '[[challenges]]\nopponent = "deep"\ngame = "chess"\ngames = 10\nlevel = 3\n'
        '[[challenges]]\naccount = "eve"\ngame = "xiangqi"\nbase_s = 60\n'
        "increment_s = 0.5\nseat = 1\n"
    )
    blitz = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
    fast = p.Control(kind="fischer", base_ms=60_000, increment_ms=500)
    assert config.challenges == (
        Challenge(opponent="deep", game_type="chess", control=blitz, games=10, level=3),
        Challenge(account="eve", game_type="xiangqi", control=fast, seat=1),
    )


def test_file_without_them_asks_nobody() -> None:
    config = parse(ENGINE)
    assert (config.pool, config.challenges, config.log_dialogue) == ((), (), False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[pool]\nchess = "slow"', "[pool] chess"),
        ("[pool]\nchess = []", "one or several of bullet, blitz, rapid"),
        ('[pool]\nothello = "blitz"', "a game that is in [games]"),
        ("challenges = 3", "tables, each below a line [[challenges]]"),
        ('[[challenges]]\nopponent = "deep"', "[[challenges]] has no game"),
        ('[[challenges]]\ngame = "chess"', "give the name of a bot"),
        ('[[challenges]]\ngame = "go"\nopponent = "d"', "a game that is in [games]"),
        ('[[challenges]]\ngame = "chess"\nopponent = "d"\ngames = 101', "from 1 to 100"),
        ('[[challenges]]\ngame = "chess"\noponent = "d"', "did you mean opponent"),
    ],
)
def test_bad_values_are_named(text: str, problem: str) -> None:
    before, after = ("", text) if text.startswith("[") else (text + "\n", "")
    with pytest.raises(ConfigError) as bad:
        parse(before + ENGINE + after)
    assert problem in str(bad.value)
