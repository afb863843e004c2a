"""`zeitnot play` and `zeitnot bot` on the command line: bad input gives one line and exit status 2,
and commands work against a real server."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..forked import Commands
from ..server.running_server import Server

ENVIRON = {k: v for k, v in os.environ.items() if not k.startswith("ZEITNOT_")}


class Zeitnot:
    """Runs commands to their end."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    def __call__(
        self, *arguments: str, stdin: str = "", **environ: str
    ) -> subprocess.CompletedProcess[str]:
        return self._commands.run(*arguments, stdin=stdin, env={**ENVIRON, **environ})


@pytest.fixture(scope="module")
def zeitnot() -> Iterator[Zeitnot]:
    with Commands() as commands:
        yield Zeitnot(commands)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play"], "Missing argument"),
        (["play", "othello", "--control", "5x"], "--control 5x: not a time control"),
        (["play", "othello", "--seat", "6"], "--seat': seats are numbered from 0 to 5"),
        (["play", "othello", "--control", "3x2"], "not a time control"),
        (["play", "othello", "--watch"], "--watch needs a game's link"),
        (["play", "othello", "--bot", "X", "--open"], "cannot be used together"),
        (["play", "othello", "--open", "--level", "2"], "--level is for bots"),
        (["play", "othello", "--level", "0"], "--level"),
        (["play", "othello", "--set", "size"], "--set takes NAME=VALUE"),
        (["play", "othello", "--server", "ftp://x"], "not a server's address"),
        (["play", "othello", "--name", ""], "--name': a name has 1 to 32 characters"),
        (["play", "othello", "--name", "x" * 33], "--name': a name has 1 to 32 characters"),
        (["play", "http://h/nothing"], "not a game's link"),
        (["play", "http://h/game/abcd", "--level", "2"], "an existing game has its players"),
        (["bot"], "a bot needs a token"),
        (["bot", "--token", "t", "--games", "halma"], "halma"),
        (["bot", "--token", "t", "--games", "othelo"], "did you mean othello?"),
        (["bot", "--token", " "], "the token is empty"),
        (["bot", "--token", "t", "--games", ","], "--games: name a game"),
        (["bot", "--token", "t", "--hash", "0"], "--hash"),
        (["bot", "--token", "t", "--server", "http://a:b"], "not a server's address"),
        (["bot", "register"], "Missing argument"),
        (["bot", "register", "a/b"], "a bot's name has 2 to 24 letters, digits, _ and -"),
        (["bot", "register", ""], "a bot's name has 2 to 24 letters"),
    ],
)
def test_bad_command_line_is_refused_in_one_line(
    zeitnot: Zeitnot, arguments: list[str], message: str
) -> None:
    result = zeitnot(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("zeitnot: ")
    assert message in line


@pytest.mark.parametrize("arguments", [["play", "othello"], ["bot", "register", "Oxo"]])
def test_unreachable_server_is_reported(
    zeitnot: Zeitnot, arguments: list[str], tmp_path: Path
) -> None:
    result = zeitnot(*arguments, "--server", "127.0.0.1:1", XDG_STATE_HOME=str(tmp_path))
    assert result.returncode == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("zeitnot: no answer from http://127.0.0.1:1")
    assert line.endswith("Is the server running, and is this its address?")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its house bots."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


def test_bot_name_can_be_registered_only_once(zeitnot: Zeitnot, server: Server) -> None:
    first = zeitnot("bot", "register", "Dicey", ZEITNOT_SERVER=server.host)
    assert first.returncode == 0
    assert first.stdout.startswith("zn_")
    second = zeitnot("bot", "register", "Dicey", "--server", server.host)
    assert (second.returncode, second.stderr) == (
        2,
        "zeitnot: There is already a bot named Dicey.\n",
    )
    other = zeitnot("bot", "register", "Oxo", "--server", server.host, "--json")
    created = json.loads(other.stdout)
    assert created["name"] == "Oxo"
    assert created["token"].startswith("zn_")


def test_wrong_token_is_reported(zeitnot: Zeitnot, server: Server) -> None:
    result = zeitnot("bot", "--server", server.host, ZEITNOT_TOKEN="zn_wrong")
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1] == (
        "zeitnot: The token is not valid. If it was rotated, use the new one. "
        "Give it with --token or ZEITNOT_TOKEN."
    )


@pytest.mark.parametrize("version", ["x" * 41, "two words"])
def test_an_invalid_version_is_refused(zeitnot: Zeitnot, version: str) -> None:
    result = zeitnot("bot", "--version", version, ZEITNOT_TOKEN="zn_token")
    assert result.returncode == 2
    assert "a version has at most 40 letters, digits, and . _ + -" in result.stderr


def test_name_with_a_token_is_refused(zeitnot: Zeitnot, server: Server) -> None:
    arguments = ("play", "othello", "--server", server.host, "--name", "Terry")
    result = zeitnot(*arguments, ZEITNOT_TOKEN="zn_token")
    assert result.returncode == 2
    assert "leave --name out" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope"], 'there is no game "nope"; this server has chess'),
        (["othelo"], 'there is no game "othelo"; did you mean othello?'),
        (["othello", "--set", "foo=1"], "foo"),
        (["othello", "--bot", "Nobody"], "No bot named Nobody is online"),
        (["othello", "--seat", "3"], "the seats are black, white"),
        (["othello", "--seat", "green"], "the seats are black, white"),
        (["othello", "--bot", "A", "--bot", "B"], "at most 1 bot can play"),
        (["othello", "--level", "9"], "levels 1 to 5"),
    ],
)
def test_unknown_game_or_setting_is_reported(
    zeitnot: Zeitnot, server: Server, arguments: list[str], message: str, tmp_path: Path
) -> None:
    wait_for_bot(server)
    result = zeitnot("play", *arguments, "--server", server.host, XDG_STATE_HOME=str(tmp_path))
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert message in line


def test_unknown_link_is_reported(zeitnot: Zeitnot, server: Server, tmp_path: Path) -> None:
    link = f"http://{server.host}/game/nowhere1"
    result = zeitnot("play", link, XDG_STATE_HOME=str(tmp_path))
    assert result.returncode == 2
    assert result.stderr == "zeitnot: There is no such game on this server.\n"


def test_terminal_game_can_be_left_and_resumed(
    zeitnot: Zeitnot, server: Server, tmp_path: Path
) -> None:
    """The first run plays a move and ends; the second returns to the same seat by the link."""
    wait_for_bot(server)
    arguments = ["play", "tictactoe", "--level", "1", "--control", "10+5", "--server", server.host]
    first = zeitnot(*arguments, stdin="b2\n", XDG_STATE_HOME=str(tmp_path))
    assert first.returncode == 0, first.stderr
    game, control, link = first.stdout.splitlines()[0].split(" · ")
    assert (game, control) == ("tictactoe", "10+5 (10 minutes + 5 seconds a move)")
    assert "Ponderer BOT level 1" in first.stdout
    second = zeitnot("play", link, stdin="resign\n", XDG_STATE_HOME=str(tmp_path))
    assert second.returncode == 0, second.stderr
    assert "You lose: by resignation." in second.stdout
    watched = zeitnot("play", link, "--watch", XDG_STATE_HOME=str(tmp_path / "other"))
    assert "Ponderer wins: by resignation." in watched.stdout
    assert not (tmp_path / "other").exists()
    assert (tmp_path / "zeitnot" / "guests.json").stat().st_mode & 0o077 == 0


def test_new_game_has_the_default_clock_of_its_game(
    zeitnot: Zeitnot, server: Server, tmp_path: Path
) -> None:
    arguments = ["play", "go", "--open", "--server", server.host]
    played = zeitnot(*arguments, stdin="quit\n", XDG_STATE_HOME=str(tmp_path))
    assert played.stdout.startswith("go · 5+5×20s (")


@pytest.mark.parametrize("name", [(), ("--name", "Eve")])
def test_watching_does_not_return_to_the_seat(
    zeitnot: Zeitnot, server: Server, tmp_path: Path, name: tuple[str, ...]
) -> None:
    wait_for_bot(server)
    home = str(tmp_path)
    arguments = ["play", "tictactoe", "--control", "10+5", "--seat", "x", "--server", server.host]
    played = zeitnot(*arguments, stdin="b2\n", XDG_STATE_HOME=home)
    assert "(you)" in played.stdout
    link = played.stdout.splitlines()[0].split(" · ")[2]
    cookies = (tmp_path / "zeitnot" / "guests.json").read_bytes()
    watched = zeitnot("play", link, "--watch", *name, stdin="resign\nquit\n", XDG_STATE_HOME=home)
    assert watched.returncode == 0, watched.stderr
    assert "(you)" not in watched.stdout
    assert "by resignation" not in watched.stdout
    assert (tmp_path / "zeitnot" / "guests.json").read_bytes() == cookies


def test_unknown_seat_in_a_linked_game_is_refused(
    zeitnot: Zeitnot, server: Server, tmp_path: Path
) -> None:
    wait_for_bot(server)
    arguments = ["play", "tictactoe", "--open", "--server", server.host]
    opened = zeitnot(*arguments, stdin="quit\n", XDG_STATE_HOME=str(tmp_path / "ann"))
    link = opened.stdout.splitlines()[0].split(" · ")[2]
    wrong = zeitnot("play", link, "--seat", "green", XDG_STATE_HOME=str(tmp_path / "bob"))
    assert wrong.returncode == 2
    assert wrong.stderr == "zeitnot: there is no such seat; the seats are x, o\n"


def wait_for_bot(server: Server) -> None:
    """Waits until the house bot is in the lobby; until then `play` is refused."""
    for _ in range(1200):
        _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
        if catalogue["bots"]:
            return
        time.sleep(0.05)
    raise AssertionError("the house bot did not appear in the lobby")
