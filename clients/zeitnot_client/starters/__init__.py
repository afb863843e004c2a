"""Starter bots, one program for each language. `zeitnot bot new` copies one and fills in the game.

Those in other languages than Python speak the protocol `json` (docs/how-to/engines.md), without
libraries.
"""

from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple

from ..by_name import games_with
from ..spelling import no_such_game

MAX_LINES = 60
PROTOCOL = "json"
DEFAULT_SERVER_TEXT = "http://127.0.0.1:8080"


@dataclass(frozen=True, slots=True)
class Language:
    """How a program in this language is written, built and run. The texts have `{game}` for the
    game's id and `{Game}` for the same with a capital letter.

    `build`: the command that compiles the program; empty if there is none. `run`: the command that
    runs it; `run_windows`: the same on Windows. `is_client`: whether the program is itself a client
    of a server, instead of an engine that `zeitnot bot` runs."""

    template: str
    file: str
    build: str
    run: str
    run_windows: str
    is_client: bool = False


LANGUAGES = {
    "python": Language(
        "starter.py", "{game}_bot.py", "", "python {game}_bot.py", "python {game}_bot.py", True
    ),
    "cpp": Language(
        "starter.cpp",
        "{game}_bot.cpp",
        "g++ -std=c++17 -O2 -o {game}_bot {game}_bot.cpp",
        "./{game}_bot",
        "{game}_bot.exe",
    ),
    "java": Language(
        "starter.java",
        "{Game}Bot.java",
        "javac {Game}Bot.java",
        "java -Xmx512m {Game}Bot",
        "java -Xmx512m {Game}Bot",
    ),
    "js": Language("starter.js", "{game}_bot.js", "", "node {game}_bot.js", "node {game}_bot.js"),
}


class Starter(NamedTuple):
    """A starter bot for one game: the name of its file, its text, and the commands that build it
    (empty: none), register it and run it."""

    file: str
    text: str
    build: str
    register: str
    run: str

    @property
    def commands(self) -> list[str]:
        """All commands, in order."""
        return [command for command in (self.build, self.register, self.run) if command]


def starter(game: str, language: str, command: str, *, windows: bool) -> Starter:
    """The starter bot for a game, in one of LANGUAGES. `command`: how the reader calls `zeitnot
    bot`; `windows`: whether the commands are for PowerShell. Raises ValueError for an unknown
    game."""
    known = games_with("terminal")
    if game not in known:
        raise ValueError(no_such_game(game, known, "the games are"))
    chosen = LANGUAGES[language]

    def filled(text: str) -> str:
        return text.format(game=game, Game=game.capitalize())

    run = filled(chosen.run_windows if windows else chosen.run)
    if chosen.is_client:
        run = f"{run} {DEFAULT_SERVER_TEXT}"
    else:
        engine = f'"{run}"' if " " in run else run
        run = (
            f"{command} --protocol {PROTOCOL} --engine {engine} --games {game} "
            f"--server {DEFAULT_SERVER_TEXT}"
        )
    register = f"{command} register MyName"
    register = (
        f"$env:ZEITNOT_TOKEN = {register}" if windows else f"export ZEITNOT_TOKEN=$({register})"
    )
    made = Starter(filled(chosen.file), "", filled(chosen.build), register, run)
    return made._replace(text=_text(chosen.template, game, made.commands))


def _text(template: str, game: str, commands: list[str]) -> str:
    """The template with the game, and with a line for each command instead of the line that has
    `COMMANDS`."""
    lines = []
    for line in files(__name__).joinpath(template).read_text("utf-8").splitlines():
        before, mark, _ = line.partition("COMMANDS")
        lines += [before + command for command in commands] if mark else [line]
    text = "\n".join(lines) + "\n"
    return text.replace("GameBot", f"{game.capitalize()}Bot").replace("GAME", game)
