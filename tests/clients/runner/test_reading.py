"""The file of a bot: what is read, and what is refused."""

import re
from pathlib import Path

import pytest

from zeitnot_client.drivers.protocols import PROTOCOLS
from zeitnot_client.runner.config import Config
from zeitnot_client.runner.examples import example
from zeitnot_client.runner.reading import MAX_FILE_BYTES, load, parse
from zeitnot_client.runner.tables import ConfigError

ENGINE = '[engine]\ncommand = "fish -x 1"\nprotocol = "uci"\n'
GAME = "[games.chess]\n"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_example_is_valid_as_printed(protocol: str) -> None:
    """Its commented keys are also valid, and most of them show the default."""
    text = example(protocol)
    config = parse(text)
    assert config.engine.protocol == protocol
    assert config.takes.games
    with_all_keys = parse(re.sub(r"(?m)^# (?=[a-z_]+ =)", "", text))
    for defaults in ("limits", "draw", "takeback"):
        assert getattr(with_all_keys, defaults) == getattr(config, defaults), defaults
    assert with_all_keys.takes.clocks == config.takes.clocks
    assert with_all_keys.takes.opponents == config.takes.opponents
    assert with_all_keys.engine.think_ms == config.engine.think_ms
    assert with_all_keys.engine.overhead_ms == config.engine.overhead_ms


def test_every_value_is_read() -> None:
    config = parse(
        'server = "https://zeitnot.example"\ntoken_file = "token.txt"\nversion = "2.1"\n'
        'log = "bot.log"\nmax_games = 3\n'
        + ENGINE
        + 'folder = "fish"\nponder = true\nmove_overhead_ms = 50\nmove_timeout_s = 2.5\n'
        + "think_s = 1\nstart_s = 30\n"
        + '[engine.options]\n"Skill Level" = 10\nPonder = true\nStyle = "wild"\n'
        + "[limits]\nmemory_mb = 512\n[games.chess]\nstart = [518, 0]\n"
        + "[clocks]\nbase_s = [60, 600]\nuntimed = false\n"
        + '[opponents]\nbots = false\nnever = ["Ann"]\n[book]\nlines = "book.txt"\nplies = 8\n'
        + "[draw]\noffer = true\n[resign]\nscore = -900\n[takeback]\npeople = 1\n"
        + '[rematch]\nbots = 0\n[chat]\ngreeting = "Hello {opponent}"\n',
        Path("/bots"),
    )
    engine = config.engine
    assert engine.command == ("fish", "-x", "1")
    assert engine.options == (("Skill Level", "10"), ("Ponder", "true"), ("Style", "wild"))
    assert (engine.folder, engine.ponder, engine.overhead_ms) == (Path("/bots/fish"), True, 50)
    assert (engine.move_timeout_ms, engine.think_ms, engine.start_s) == (2500, 1000, 30)
    assert (config.server, config.version) == ("https://zeitnot.example", "2.1")
    assert (config.token_file, config.log) == (Path("/bots/token.txt"), Path("/bots/bot.log"))
    assert (config.max_games, config.limits.memory_mb) == (3, 512)
    assert config.takes.games == {"chess": {"start": (518, 0)}}
    assert config.takes.clocks.base_s == (60, 600)
    assert not config.takes.clocks.untimed
    assert not config.takes.opponents.bots
    assert config.takes.opponents.never == {"Ann"}
    assert (config.book.lines, config.book.plies) == (Path("/bots/book.txt"), 8)
    assert (config.draw.offer, config.resign.score) == (True, -900)
    assert (config.takeback.people, config.rematch.bots, config.rematch.people) == (1, 0, None)
    assert config.chat.greeting == "Hello {opponent}"


def test_command_may_be_a_list() -> None:
    text = ENGINE.replace('"fish -x 1"', '["my fish", "-x"]') + GAME
    assert parse(text).engine.command == ("my fish", "-x")


def test_protocol_with_one_game_needs_no_games() -> None:
    assert list(parse(ENGINE.replace("uci", "ecui")).takes.games) == ["ewn"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", '[engine] has no command, such as command = "stockfish"'),
        ("engine = 3", "engine = 3: expected a table, [engine]"),
        ("[engin]", "[engin]: no such key; did you mean engine?"),
        ('[engine]\ncomand = "x"', '[engine] comand = "x": no such key; did you mean command?'),
        ('[engine]\ncommand = "x"', "[engine] has no protocol; choose one of uci, xboard"),
        (ENGINE.replace('"uci"', '"ucii"'), "; did you mean uci or ucci?"),
        (ENGINE.replace('"uci"', '"zzz"'), "expected one of uci, xboard, ucci, gtp, gomocup"),
        (ENGINE.replace("fish -x 1", "fish 'x"), '[engine] command: "fish \'x": a quotation mark'),
        (ENGINE.replace("fish -x 1", ""), "[engine] command: the command is empty"),
        (ENGINE.replace('"fish -x 1"', "3"), "[engine] command: 3: expected a command"),
        (ENGINE, "[games]: name the games that the program plays"),
        (ENGINE.replace("uci", "ecui") + GAME, "speaks ecui plays only ewn"),
        (ENGINE.replace("uci", "gtp") + GAME, "name the games that the program plays, of go"),
        (ENGINE + "first_cell = 0\n" + GAME, '[engine] first_cell: only for protocol = "ecui"'),
        (ENGINE + "ponder = 1\n" + GAME, "[engine] ponder = 1: expected true or false"),
        (ENGINE + "think_s = -1\n" + GAME, "think_s = -1: expected a number from 0.01 to 86400"),
        (ENGINE + "think_s = nan\n" + GAME, "think_s = nan: expected a number"),
        (ENGINE + "start_s = true\n" + GAME, "start_s = true: expected a number from 0.1 to 600"),
        (ENGINE + '[engine.options]\nHash = "a\\nquit"\n' + GAME, "[engine.options] Hash"),
        (ENGINE + "[engine.options]\nHash = [1]\n" + GAME, "[engine.options] Hash = [1]"),
        (ENGINE + GAME + "start = []", "[games.chess] start = []: expected a value, or a list"),
        (ENGINE + GAME + "start = 1.5", "[games.chess] start = 1.5: expected a value"),
        (ENGINE + GAME + "[clocks]\nbase_s = [5, 1]", "expected the minimum before the maximum"),
        (ENGINE + GAME + "[clocks]\nbase_s = 5", "expected [minimum, maximum], each from 0"),
        (ENGINE + GAME + "[clocks]\nbase = [1, 5]", "did you mean base_s?"),
        (
            ENGINE + GAME + "[opponents]\npeople = false\nbots = false",
            "both false: set one of them to true",
        ),
        (ENGINE + GAME + "[opponents]\nrated = false\ncasual = false", "no game is left"),
        (
            ENGINE + GAME + '[opponents]\nnever = "Ann"',
            'never = "Ann": expected a list of at most 1,000 names, none',
        ),
        (ENGINE + GAME + f"[opponents]\nonly = {['a'] * 1_001}", "at most 1,000 names, none"),
        (ENGINE + GAME + "[takeback]\npeople = 1.5", "people = 1.5: expected a whole number from"),
        (ENGINE + GAME + "[rematch]\nbots = -1", "[rematch] bots = -1: expected a whole number"),
        (ENGINE + GAME + '[chat]\ngreeting = "a\\nb"', "expected a string on one line"),
        (ENGINE + GAME + f'[chat]\ngreeting = "{"x" * 301}"', "of at most 300 characters"),
        ("version = 2\n" + ENGINE + GAME, "version = 2: expected a string, in quotation marks"),
        ('version = "a b"\n' + ENGINE + GAME, "a version has at most 40 letters"),
        ('server = "ftp://x"\n' + ENGINE + GAME, 'server = "ftp://x": not a server'),
        ("max_games = 0\n" + ENGINE + GAME, "max_games = 0: expected a whole number"),
        ("x =", "not TOML"),
    ],
)
def test_bad_file_gets_one_clear_error(text: str, complaint: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse(text)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\xff", "not UTF-8"),
        (b"#" * (MAX_FILE_BYTES + 1), "larger than 1 MB"),
        (b"[engine]", "has no command"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "bot.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=re.escape(f"{path}: ")) as refused:
        load(path)
    assert complaint in str(refused.value)
    with pytest.raises(ConfigError, match="No such file"):
        load(tmp_path / "other.toml")


def test_relative_paths_start_from_the_folder_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    path.write_text('log = "bot.log"\n' + ENGINE + GAME)
    config: Config = load(path)
    assert config.log == tmp_path / "bot.log"
