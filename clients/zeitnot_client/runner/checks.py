"""Checks, before a bot goes online, that the server has its games and that the engine starts."""

import logging
from collections.abc import Callable, Mapping, Sequence

import zeitnot_protocol as p

from ..drivers.driver import Driver, Launch
from ..drivers.failures import BadAnswer, Failed, Unsupported
from ..drivers.situation import Setting, Start
from ..spelling import no_such_game, suggestion
from .tables import ConfigError
from .takes import Takes

EXIT_S = 0.5  # within which a program that cannot run has usually ended

logger = logging.getLogger("zeitnot.bot")


class NotStarted(Exception):
    """The engine has ended at its start, or has not answered in time. It may start another time."""


def check_games(takes: Takes, games: Sequence[p.CatalogueGame]) -> dict[str, p.CatalogueGame]:
    """The bot's games, by id. Raises ConfigError for a game, a setting or a value that the server
    does not have."""
    known = {game.id: game for game in games}
    for game, settings in takes.games.items():
        if game not in known:
            raise ConfigError(f"[games.{game}]: {no_such_game(game, list(known))}")
        views = {view.name: view for view in known[game].settings}
        for name, values in settings.items():
            if name not in views:
                hint = suggestion(name, list(views)) if views else "it has none"
                raise ConfigError(f"[games.{game}] {name}: no such setting; {hint}")
            for value in values:
                _check_value(game, views[name], value)
    return {game: known[game] for game in takes.games}


def check_engine(
    launch: Launch,
    takes: Takes,
    games: Mapping[str, p.CatalogueGame],
    on_line: Callable[[str, str], object] = lambda direction, line: None,
) -> str:
    """Starts the engine once for the first game that it plays, and ends it; returns the name that
    it gives itself. `games`: as `check_games` returns them; `on_line` gets the dialogue, as
    `BotLog.note_engine` does. Raises NotStarted if the engine does not start, and ConfigError if it
    refuses an option or plays none of the games."""

    def note(is_engine: bool, line: str) -> None:
        on_line("from" if is_engine else "to", line)

    unsupported = ""
    for game, settings in takes.games.items():
        try:
            driver = Driver(launch, _example_start(games[game], settings), on_line=note)
        except Unsupported as why:
            unsupported = f"[games.{game}]: {why}"
            logger.warning("%s", unsupported)
            continue
        try:
            driver.begin()
            driver.check_running(EXIT_S)
        except (BadAnswer, Unsupported) as failed:
            raise ConfigError(f"the engine {launch}: {failed}") from None
        except Failed as failed:
            raise NotStarted(f"the engine {launch}: {failed}") from None
        finally:
            driver.close()
            for line in driver.errors:
                on_line("stderr", line)
        return driver.name
    raise ConfigError(unsupported)


def is_supported(launch: Launch, start: Start) -> bool:
    """Whether the engine's protocol can play a game that begins here."""
    try:
        Driver(launch, start)
    except Unsupported as why:
        logger.info("%s", why)
        return False
    return True


def _example_start(game: p.CatalogueGame, taken: Mapping[str, tuple[Setting, ...]]) -> Start:
    """A start of the game that the bot takes, the usual one if possible."""
    defaults = {view.name: view.default for view in game.settings}
    chosen = {
        name: defaults[name] if defaults[name] in values else values[0]
        for name, values in taken.items()
    }
    is_usual = all(defaults[name] == value for name, value in chosen.items())
    position = game.start if is_usual else ""
    return Start(game.id, {**defaults, **chosen}, position, is_usual, game.seats)


def _check_value(game: str, view: p.SettingView, value: Setting) -> None:
    if view.choices is not None:
        fits = any(type(each) is type(value) and each == value for each in view.choices)
        expected = ", ".join(_shown(each) for each in view.choices)
    else:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        least, most = view.least or 0, view.most or 0
        fits = is_whole and least <= int(value) <= most
        expected = f"a whole number from {least} to {most}"
    if not fits:
        raise ConfigError(f"[games.{game}] {view.name} = {_shown(value)}: expected {expected}")


def _shown(value: Setting) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
