"""The players who have a seat in a running game, and their tokens, in memory.

The server recognises a player by its token without a query, so that a player is let in whatever
other clients of its address do (docs/why/security.md). This grants nothing else: the token is
verified afterwards like any other.

At the start the table is read from the rows of the running games; nodes also read the games that
other nodes begin. After that it follows the rooms and sockets of this node.
"""

import contextlib
from collections.abc import Collection, Iterator

import structlog

from ..rooms.room import Phase
from ..store import Credential, StoredGame, StoreError, Tokens
from .owned_game import OwnedGame

RUNNING = (Phase.RUNNING.value, Phase.PAUSED.value)

logger = structlog.get_logger()


class SeatedPlayers:
    """The players of running games, and the tokens by which they are recognised."""

    def __init__(self) -> None:
        self._players: dict[str, frozenset[str]] = {}  # by running game
        self._games: dict[str, set[str]] = {}  # by account: the running games that it plays
        self._sockets: dict[str, dict[str, int]] = {}  # by account: its tokens, with open sockets
        self._accounts: dict[str, str] = {}  # by token

    def account(self, token: str, game: str | None = None) -> str | None:
        """The account of the token with this hash, if it has a seat in a running game; with `game`:
        in this one."""
        account = self._accounts.get(token)
        games = self._games.get(account or "", ())
        return account if games and (game is None or game in games) else None

    def games(self, account: str) -> Collection[str]:
        """The running games that this account plays."""
        return tuple(self._games.get(account, ()))

    def update(self, game: OwnedGame) -> None:
        """Updates the players of a game, whose seats or phase may have changed."""
        players = game.accounts() if game.state in RUNNING else ()
        self._set(game.id, frozenset(players))

    async def read(self, tokens: Tokens, games: Collection[str] | None = None) -> None:
        """Reads the players of all running games with their tokens; with `games`, only the tokens
        of the players of these. If that fails, it is logged: a player is then recognised only after
        it has been let in like other clients."""
        try:
            seats = await tokens.seated(games)
        except StoreError as failed:
            logger.warning("players of running games not read", error=failed)
            return
        players: dict[str, set[str]] = {}
        for seat in seats if games is None else ():
            players.setdefault(seat.game, set()).add(seat.account)
        for game, accounts in players.items():
            self._set(game, frozenset(accounts))
        for seat in seats:
            if seat.account in self._games:
                self._remember(seat.account, seat.hash)

    def games_with_unknown_tokens(self, games: Collection[StoredGame]) -> list[str]:
        """The games with a player whose tokens are not known."""
        return [
            game.summary.id
            for game in games
            if not all(map(self._sockets.get, self._players.get(game.summary.id, ())))
        ]

    def note_used(self, credential: Credential) -> None:
        """Remembers a token that has been used, if its account plays."""
        if credential.actor.account in self._games:
            self._remember(credential.actor.account, credential.hash)

    @contextlib.contextmanager
    def connected(self, credential: Credential | None) -> Iterator[None]:
        """Remembers a token while it has an open socket, because its player may sit down later."""
        if credential is None:
            yield
            return
        account, token = credential.actor.account, credential.hash
        self._remember(account, token)
        self._sockets[account][token] += 1
        try:
            yield
        finally:
            self._sockets[account][token] -= 1
            self._forget(account)

    def _set(self, game: str, now: frozenset[str]) -> None:
        before = self._players.get(game, frozenset())
        if now:
            self._players[game] = now
        else:
            self._players.pop(game, None)
        for account in now - before:
            self._games.setdefault(account, set()).add(game)
        for account in before - now:
            self._games[account].discard(game)
            if not self._games[account]:
                del self._games[account]
                self._forget(account)

    def _remember(self, account: str, token: str) -> None:
        self._sockets.setdefault(account, {}).setdefault(token, 0)
        self._accounts[token] = account

    def _forget(self, account: str) -> None:
        """Forgets the tokens without a socket of an account that does not play."""
        if account in self._games:
            return
        tokens = self._sockets.get(account, {})
        for token in [token for token, sockets in tokens.items() if not sockets]:
            del tokens[token], self._accounts[token]
        if not tokens:
            self._sockets.pop(account, None)
