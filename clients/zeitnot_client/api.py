"""The server's HTTP API, as typed calls.

A guest is identified by a cookie and a bot by its token; `headers` has either one, also for
sockets.
"""

import ssl
from collections.abc import AsyncIterator
from functools import cache
from typing import Any, TypeVar

import httpx
import msgspec

import zeitnot_protocol as p

from . import incoming
from .address import Address
from .exceptions import CHECK_SERVER, BadMessage, HttpRefused, Unreachable, reason_of
from .route import node_address

T = TypeVar("T")
TIMEOUT_S = 10.0
CONNECTION_LIMITS = httpx.Limits(keepalive_expiry=2.0)  # s; the server closes idle ones after 5
DISCONNECTED = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError)  # before an answer


@cache
def _trusted(trust_env: bool) -> ssl.SSLContext:
    """The certificate authorities that httpx trusts. Clients share them because reading them takes
    longer than everything else in the construction of a client."""
    return httpx.create_ssl_context(trust_env=trust_env)


class Api:
    """The HTTP calls; `Client.http` is one. Every awaited call raises HttpRefused if the server
    refuses it (`code` as in [errors](errors.md)), Unreachable if there is no answer within 10 s,
    and BadMessage if the answer cannot be read. Instants in answers are ms of Unix time.
    `transport` is for tests."""

    def __init__(
        self,
        address: Address,
        token: str | None = None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.address = address
        self._token = token
        trust_env = not address.loopback
        self._http = httpx.AsyncClient(
            timeout=TIMEOUT_S,
            limits=CONNECTION_LIMITS,
            trust_env=trust_env,
            transport=transport,
            verify=_trusted(trust_env) if transport is None else True,
        )

    @property
    def headers(self) -> dict[str, str]:
        """The authentication headers: `Authorization` with a token, `Cookie` and `Origin` for a
        guest, otherwise none."""
        if self._token is not None:
            return {"Authorization": f"Bearer {self._token}"}
        if cookie := self.cookie:
            return {"Cookie": cookie, "Origin": self.address.url}
        return {}

    @property
    def cookie(self) -> str:
        """The guest's cookies as one header value, `name=value; …`, or empty. Store it and set it
        in a later client to be the same guest again."""
        return "; ".join(f"{c.name}={c.value}" for c in self._http.cookies.jar)

    @cookie.setter
    def cookie(self, value: str) -> None:
        for pair in filter(None, value.split("; ")):
            name, _, content = pair.partition("=")
            self._http.cookies.set(name, content)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def session(self, name: str | None = None) -> p.Session:
        """Creates a guest with this name (1 to 32 characters; None: a generated name) and signs it
        in. Without a name, returns the account that is signed in, if there is one."""
        return await self._post("session", p.NewSession(name=name), p.Session)

    async def rename(self, name: str) -> p.Session:
        """Renames the guest that is signed in, to 1 to 32 characters. Games that it has joined keep
        the old name."""
        return await self._ask(
            "PATCH", "session", p.Session, content=p.encode(p.NewName(name=name))
        )

    async def keep(self, name: str, password: str, code: str | None = None) -> p.Session:
        """Keeps this name for the guest that is signed in, by a password of 8 to 256 characters, so
        that nobody else has it. The account stays the same. `code`: from the operator, where one is
        needed. Refused with `name_taken`, `password_unfit`, `kept_already` or `wrong_code`."""
        body = p.NewAccount(name=name, password=password, code=code)
        kept = await self._post("account", body, p.Session)
        self._forget_stored_cookies()
        return kept

    async def sign_in(self, name: str, password: str, *, merge: bool = True) -> p.Session:
        """Signs in to the account that keeps this name. `merge`: the games and bots of the guest
        that is signed in become the account's; `merged` of the answer counts them. Refused with
        `wrong_password`, also if there is no such name."""
        body = p.SignIn(name=name, password=password, merge=merge)
        session = await self._post("sign-in", body, p.Session)
        self._forget_stored_cookies()
        return session

    async def change_password(self, current: str, password: str) -> p.Session:
        """Changes the password of the account that is signed in, and ends its other sessions."""
        body = p.NewPassword(current=current, password=password)
        content = p.encode(body)
        session = await self._ask("PUT", "account/password", p.Session, content=content)
        self._forget_stored_cookies()
        return session

    async def end_other_sessions(self) -> None:
        """Signs out everywhere else; sockets of those sessions are closed."""
        await self._delete("sessions")

    def _forget_stored_cookies(self) -> None:
        """Removes the cookies that were set by `cookie`, after the server has set another one."""
        jar = self._http.cookies.jar
        for stored in [cookie for cookie in jar if not cookie.domain]:
            jar.clear(stored.domain, stored.path, stored.name)

    async def register_bot(self, name: str) -> p.BotToken:
        """Creates a bot account, owned by the account that is signed in; its `token` is shown only
        this once. `name`: 2 to 24 of `0-9 A-Z a-z _ -`. Refused with `name_taken` if there is a bot
        of that name."""
        return await self._post("bots", p.NewBot(name=name), p.BotToken)

    async def log_out(self) -> None:
        """Revokes the token or cookie of this client; sockets opened with it are closed."""
        await self._delete("session")

    async def tokens(self) -> p.TokenList:
        """Your tokens, and those of the bots that you own."""
        return await self._get("tokens", p.TokenList)

    async def make_token(
        self, bot: str, name: str | None = None, expires_in_s: int | None = None
    ) -> p.TokenSecret:
        """Creates another token for a bot that you own; `token` is shown only this once. `bot`: its
        account. `name`: for your list, 1 to 64 characters. `expires_in_s`: 60 to 315,360,000
        seconds; None: the token does not expire."""
        body = p.NewToken(bot=bot, name=name, expires_in_s=expires_in_s)
        return await self._post("tokens", body, p.TokenSecret)

    async def bot(self, name: str) -> p.BotPage:
        """The page of a bot: its results, versions and thinking times."""
        return await self._get(f"bots/{name}", p.BotPage)

    async def faults(self, bot: str) -> p.Faults:
        """The faults that a bot of this client has reported; `bot`: its name."""
        return await self._get(f"bots/{bot}/faults", p.Faults)

    async def losses(self, bot: str) -> p.Losses:
        """The moves of a bot of this client that lost most of the exact value; `bot`: its name.
        Each call has up to ten more games compared."""
        return await self._get(f"bots/{bot}/losses", p.Losses)

    async def report_fault(self, fault: p.NewFault) -> None:
        """Reports a fault of this bot's engine to the bot's owner, for the bot's page."""
        await self._request("POST", "faults", content=p.encode(fault))

    async def ticket(self) -> p.Ticket:
        """Makes a ticket that signs in one socket, within 30 seconds, as this client: for a page
        that shall not know the token."""
        return await self._ask("POST", "tickets", p.Ticket)

    async def rotate_token(self, id: str, grace_s: int = 0) -> p.TokenSecret:
        """Replaces the secret of a token, given by its `id` in `tokens`. The old one stays valid
        for `grace_s` seconds, at most 3600. This client continues to use its current token."""
        path, body = f"tokens/{id}/rotate", p.encode(p.Rotation(grace_s=grace_s))
        query = {"grace_s": grace_s}  # an older server reads no body here
        return await self._ask("POST", path, p.TokenSecret, content=body, params=query)

    async def revoke_token(self, id: str) -> None:
        """Revokes a token, given by its `id` in `tokens`; its sockets are closed."""
        await self._delete(f"tokens/{id}")

    async def account(self, account: str) -> p.AccountView:
        """The public data of an account, by its id, which `session` and `register_bot` return."""
        return await self._get(f"accounts/{account}", p.AccountView)

    async def create_game(self, game: p.NewGame) -> p.GameLocation:
        """Creates a game; you must be signed in. Its `id` is the argument of `Client.play` and
        `Client.room`."""
        return await self._post("games", game, p.GameLocation)

    async def catalogue(self) -> p.Catalogue:
        """The games and the bots that are online."""
        return await self._get("catalogue", p.Catalogue)

    async def games(self, **filters: str | int) -> p.GamePage:
        """A page of games, newest first. Filters: game mine player result reason state from_ to,
        as in [openapi.yaml](openapi.yaml). `limit`: 1 to 100 games, by default 20; `cursor`: that
        of the previous page. The last page is the one whose `cursor` is None; earlier pages may
        have fewer than `limit` games, even none. `each_game` follows the pages for you."""
        query = {key.rstrip("_"): value for key, value in filters.items()}
        return await self._get("games", p.GamePage, query)

    async def each_game(self, **filters: str | int) -> AsyncIterator[p.GameSummary]:
        """Yields all games that match, newest first. Filters as in `games`; `limit` is the size of
        a page."""
        while True:
            page = await self.games(**filters)
            for game in page.games:
                yield game
            if page.cursor is None:
                return
            filters["cursor"] = page.cursor

    async def game(self, game: str) -> p.GameRecord:
        """One game with all its events, by its id. A player gets only its own side of what is
        hidden."""
        return await self._get(f"games/{game}", p.GameRecord)

    async def export(self, game: str) -> p.Export:
        """One game as the file that `zeitnot verify` reads; `p.encode` writes its text."""
        return await self._get(f"games/{game}/export", p.Export)

    async def books(self) -> p.BookList:
        """The opening books, each with its `scope`, kind of game and size."""
        return await self._get("books", p.BookList)

    async def book(
        self,
        scope: str,
        game_type: str,
        position: str | None = None,
        settings: p.Settings | None = None,
    ) -> p.BookPage:
        """The book moves of a position, best first. `scope`, `game_type`: as in `books`;
        `position`: in the game's notation, None: the start; `settings`: those that differ from the
        game's defaults."""
        query: dict[str, str | int] = {f"s.{k}": v for k, v in (settings or {}).items()}
        if position is not None:
            query["position"] = position
        return await self._get(f"books/{scope}/{game_type}", p.BookPage, query)

    async def _get(self, path: str, kind: type[T], query: dict[str, str | int] | None = None) -> T:
        return await self._ask("GET", path, kind, params=query)

    async def _post(self, path: str, body: Any, kind: type[T]) -> T:
        content = p.encode(body)
        return await self._ask("POST", path, kind, content=content)

    async def _delete(self, path: str) -> None:
        await self._request("DELETE", path)

    async def _ask(self, method: str, path: str, kind: type[T], **parts: Any) -> T:
        answer = await self._request(method, path, **parts)
        try:
            return incoming.body(answer.content, kind)
        except msgspec.DecodeError as error:
            raise BadMessage(f"{path}: an unreadable answer: {error}") from error

    async def _request(self, method: str, path: str, **parts: Any) -> httpx.Response:
        answer = await self._send(method, path, self.address, **parts)
        hops = 0
        while answer.status_code >= 400:
            problem = _problem(answer)
            if problem.code != "relocated" or problem.node is None or hops == p.MAX_HOPS:
                text = problem.detail or problem.title
                raise HttpRefused(answer.status_code, problem.code, text)
            hops += 1
            node = node_address(problem.url, encrypted=self.address.url.startswith("https:"))
            query = (parts.get("params") or {}) | ({} if node else {"node": problem.node})
            redirected = parts | {"params": query}
            answer = await self._send(method, path, node or self.address, **redirected)
        return answer

    async def _send(self, method: str, path: str, address: Address, **parts: Any) -> httpx.Response:
        headers = {"Content-Type": "application/json", "Origin": address.url}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        request = self._http.build_request(
            method, f"{address.api}/{path}", headers=headers, **parts
        )
        try:
            try:
                return await self._http.send(request)
            except DISCONNECTED:  # perhaps the server was closing this idle connection
                if method != "GET":  # it may have been carried out (RFC 9112, section 9.3.1)
                    raise
                return await self._http.send(request)
        except httpx.HTTPError as error:
            raise Unreachable(
                f"no answer from {address.url}: {reason_of(error)}. {CHECK_SERVER}"
            ) from error


def _problem(answer: httpx.Response) -> p.Problem:
    """The error in the body, or one made from the status: a proxy may answer without a body."""
    try:
        return msgspec.json.decode(answer.content, type=p.Problem)
    except msgspec.DecodeError:
        text = f"The server answered with status {answer.status_code}."
        return p.Problem(title=text, status=answer.status_code, code="http")
