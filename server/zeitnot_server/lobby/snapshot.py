"""The public part of the lobby, encoded once for all watchers, or as the changes since an earlier
one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import zeitnot_protocol as p

NO_ROWS = "[]"  # as JSON
MAX_FULL_FRAMES = 64  # frames, each of some ten or hundred kilobytes


def changed_yours(yours: str, at: int) -> str:
    """A `lobby_changed` message with only the recipient's own games, which are encoded already.
    `at`: now, Unix ms."""
    return f'{{"type":"lobby_changed","yours":{yours},"at":{at}}}'


def changed_turns(turns: Sequence[str], at: int) -> str:
    """A `lobby_changed` message with only turns in the recipient's games, which are encoded
    already. `at`: now, Unix ms."""
    return f'{{"type":"lobby_changed","turns":[{",".join(turns)}],"at":{at}}}'


@dataclass(frozen=True)
class LobbySnapshot:
    """The public part of the lobby at one moment."""

    open: tuple[p.GameSummary, ...] = ()
    running: tuple[p.GameSummary, ...] = ()
    bots: tuple[p.BotView, ...] = ()
    waiting: tuple[p.WaitingPeople, ...] = ()

    def full_frame(self, yours: str = NO_ROWS, at: int = 0) -> str:
        """A `lobby` message. The public part is encoded once; the recipient's own rows, encoded
        already, are appended. `at`: now, Unix ms."""
        return self._anonymous if yours == NO_ROWS else f'{self._public}{yours},"at":{at}}}'

    def lobby(self) -> p.Lobby:
        """The message `lobby` without an account's own games."""
        return p.Lobby(
            open=list(self.open),
            running=list(self.running),
            yours=[],
            bots=list(self.bots),
            waiting=list(self.waiting),
        )

    @cached_property
    def _public(self) -> str:
        lists = {
            **{"open": self.open, "running": self.running, "bots": self.bots},
            **({"waiting": self.waiting} if self.waiting else {}),
        }
        parts = ",".join(f'"{name}":{p.encode(rows)}' for name, rows in lists.items())
        return f'{{"type":"lobby",{parts},"yours":'

    @cached_property
    def _anonymous(self) -> str:
        return f"{self._public}[]}}"

    def since(self, old: "LobbySnapshot") -> p.LobbyChanged | None:
        """What has changed since `old`; None: nothing."""
        old_rows = {game.id: game for game in (*old.open, *old.running)}
        rows = {game.id: game for game in (*self.open, *self.running)}
        changed_rows = [row for game, row in rows.items() if old_rows.get(game) != row]
        changed = p.LobbyChanged(
            games=changed_rows,
            open=_order(old.open, self.open),
            running=_order(old.running, self.running),
            bots=None if old.bots == self.bots else list(self.bots),
            waiting=None if old.waiting == self.waiting else list(self.waiting),
        )
        return None if changed == p.LobbyChanged() else changed

    def same_games(self, old: "LobbySnapshot") -> bool:
        """Whether nothing but positions, and the people who wait, has changed since `old`: clients
        that cannot read changes then get no full lobby before it is due."""
        new_ids, old_ids = ([*_ids(each.open), "", *_ids(each.running)] for each in (self, old))
        return new_ids == old_ids and self.bots == old.bots


class FullLobbyFrames:
    """Frames of the full lobby, each encoded once for all sockets of a process of an account."""

    def __init__(self) -> None:
        self._cached: dict[tuple[str, str], tuple[LobbySnapshot, str, str]] = {}

    def __len__(self) -> int:
        return len(self._cached)

    def clear(self) -> None:
        """Drops all frames."""
        self._cached.clear()

    def get(self, key: tuple[str, str], snapshot: LobbySnapshot, yours: str, at: int) -> str:
        """The frame for this account and process. `yours`, `at`: see `LobbySnapshot.full_frame`."""
        cached = self._cached.get(key)
        if cached is None or cached[0] is not snapshot or cached[1] is not yours:
            cached = snapshot, yours, snapshot.full_frame(yours, at)
            if len(self._cached) >= MAX_FULL_FRAMES:
                self._cached.clear()
            self._cached[key] = cached
        return cached[2]


def _order(old: Sequence[p.GameSummary], new: Sequence[p.GameSummary]) -> list[str] | None:
    return None if _ids(old) == _ids(new) else _ids(new)


def _ids(games: Sequence[p.GameSummary]) -> list[str]:
    return [game.id for game in games]
