"""What bots take, as they have said in `watch`: checked, merged for lists, and compared with new
games; pure."""

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES, settings_of
from zeitnot_protocol.takes import WantedGame, fault_of, why_not_taken

from ..rooms.room import GameSetup, Refusal
from .assignment import Process, Requirements


def check_takes(watch: p.Watch) -> p.Error | None:
    """The error for a bot whose `takes` cannot be meant; None: there is none. Games that this
    server does not have are allowed, as in `plays`."""
    fault = fault_of(watch.takes, watch.plays)
    for entry in watch.takes:
        for game, settings in entry.games.items():
            if fault is None and game in NAMES:
                fault = _fault_of_settings(game, settings)
    if fault is None and watch.takes and not known_takes(watch):
        fault = "this server has none of the games"
    return None if fault is None else p.Error(code="malformed", message=f"takes: {fault}.")


def known_takes(watch: p.Watch) -> list[p.Takes]:
    """What the bot takes, without games that this server does not have: the texts that are left
    are the server's own."""
    known = list[p.Takes]()
    for entry in watch.takes:
        games = {game: settings for game, settings in entry.games.items() if game in NAMES}
        if games or not entry.games:
            known.append(msgspec.structs.replace(entry, games=games))
    return known


def _fault_of_settings(game: str, settings: p.TakenSettings) -> str | None:
    known = _choices(game)
    for name, allowed in settings.items():
        if name not in known:
            return f"{game} has no setting {name}"
        values = allowed if isinstance(allowed, list) else ()
        for value in values:
            if (type(value), value) not in known[name]:
                return f"{name} of {game} cannot be {p.encode(value)}"
    return None


@cache
def _choices(game: str) -> dict[str, frozenset[tuple[type, str | int | bool]]]:
    """The values of each setting, with their types, since True equals 1."""
    settings = settings_of(game)
    return {one.name: frozenset((type(each), each) for each in one.choices) for one in settings}


def merged_takes(views: Sequence[p.BotView]) -> list[p.Takes]:
    """What a bot takes whose processes have these rows: the different entries of all of them, as
    far as they fit into MAX_TAKES_BYTES, but at least one; empty: everything."""
    if not any(view.takes for view in views):
        return []
    all_plays = {game for view in views for game in view.plays}
    merged = list[p.Takes]()
    for view in views:
        for entry in view.takes or [p.Takes()]:
            entry = entry if set(view.plays) == all_plays else _with_games(entry, view.plays)
            if entry not in merged:
                merged.append(entry)
    merged = merged[: p.MAX_TAKES]
    while len(merged) > 1 and len(p.encode(merged).encode()) > p.MAX_TAKES_BYTES:
        merged.pop()
    return merged


def _with_games(entry: p.Takes, plays: Iterable[str]) -> p.Takes:
    """The entry, with all games that its process plays if it names none."""
    games: dict[str, p.TakenSettings] = {game: {} for game in plays}
    return msgspec.structs.replace(entry, games=entry.games or games)


def wanted_of(game_setup: GameSetup, account: str) -> WantedGame:
    """The game, as a bot with this account that is invited to it sees it. A free seat counts as a
    person's."""
    others = [seat for seat in game_setup.invitations if seat is None or seat.account != account]
    return WantedGame(
        game_setup.rules.game,
        game_setup.settings,
        game_setup.control,
        people=any(seat is None or not seat.bot for seat in others),
        bots=any(seat is not None and seat.bot for seat in others),
        rated=game_setup.setup.rated,
    )


def refusal_of(name: str, processes: Iterable[Process], required: Requirements) -> Refusal | None:
    """The refusal of a game that the bot could play, but none of its processes takes; None: one of
    them does, or the bot cannot play it at all."""
    able = [process for process in processes if process.knows(required)]
    if not able or any(process.can_play(required) for process in able) or not required.wanted:
        return None
    no = why_not_taken([entry for process in able for entry in process.takes], required.wanted)
    return Refusal("bot_takes_not", f"{name} {no.sentence}.") if no else None
