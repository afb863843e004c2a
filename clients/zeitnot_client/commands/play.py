"""`zeitnot play`: the terminal client."""

import asyncio
import logging
import sys
from dataclasses import dataclass

import click

import zeitnot_protocol as p

from .. import controls
from ..address import Address, parse_link
from ..client import Client
from ..plurals import counted
from ..seats import SeatWord, seat_number, seats_text, seats_with
from ..spelling import no_such_game
from ..terminal import texts
from ..terminal.app import Terminal
from ..terminal.screen import room_line
from .errors import Refusal, plain_errors
from .options import SeatType, server_option, validated_by
from .signing_in import PATIENCE_S, Person, signed_in


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A new game, as requested on the command line."""

    game: str
    bots: tuple[str, ...]
    open_seat: bool
    level: int | None
    control: p.Control | None
    seat: SeatWord
    settings: p.Settings
    first_move_ms: int | None = None
    position: str | None = None


@click.command()
@click.argument("target", metavar="GAME | LINK")
@server_option
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME",
    help="Play against this bot. Repeat it for more seats, with the same name if that bot can have "
    "several seats. All other seats are open.",
)
@click.option("--open", "open_seat", is_flag=True, help="Leave the other seats open to anyone.")
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    help="The bot's level. The house bot has levels 1 to 5.  [default: its highest]",
)
@click.option(
    "--control",
    metavar="TIME",
    help="The time control: minutes, and seconds added after each move, such as 3+2. Also 10, 3d2, "
    "30/move (seconds), 10+5x30, 90s, 3days, unlimited …  [default: the game's usual one]",
)
@click.option(
    "--first-move",
    "first_move_s",
    type=click.IntRange(10, 600),
    metavar="SECONDS",
    help="Limit for each first move, which does not use the clock; when it ends, the game is "
    "called off. It does not apply if you play only against bots.  [default: 30 for bullet and "
    "blitz, else 60]",
)
@click.option(
    "--seat",
    type=SeatType(),
    metavar="SEAT",
    help="Your seat, by its name, such as white, black or red.  [default: the first]",
)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game."
)
@click.option(
    "--position",
    callback=validated_by(p.PositionText, "a position has 1 to 1,024 ASCII characters"),
    metavar="TEXT",
    help="Start from this position, in the game's notation.",
)
@click.option("--watch", is_flag=True, help="Only watch; needs a game's link.")
@click.option(
    "--account",
    callback=validated_by(p.Name, "a name has 1 to 32 characters"),
    metavar="NAME",
    help="Sign in to the account that keeps this name, unless you are signed in to it already. The "
    "password is read from ZEITNOT_PASSWORD, from the file ZEITNOT_PASSWORD_FILE, or from the "
    "terminal.",
)
@click.option(
    "--name",
    callback=validated_by(p.Name, "a name has 1 to 32 characters"),
    help="Your name in the game.",
)
def play(
    target: str,
    address: Address,
    bots: tuple[str, ...],
    open_seat: bool,
    level: int | None,
    control: str | None,
    first_move_s: int | None,
    seat: SeatWord | None,
    settings: tuple[str, ...],
    position: str | None,
    watch: bool,
    account: str | None,
    name: str | None,
) -> None:
    """Play in the terminal: start a new game by the game's id, or join a game by its link.

    If the server does not have the game, its games are listed. Without --bot or --open, bots that
    are online take the other seats, the server's house bot first.
    """
    logging.getLogger("zeitnot.line").addHandler(logging.NullHandler())  # the screen says it
    with plain_errors():
        if account and (name or watch):
            raise click.UsageError("--account cannot be combined with --name or --watch")
        person = Person(name, account)
        if "/" in target:
            if bots or open_seat or level or control or first_move_s or settings or position:
                raise click.UsageError(
                    "an existing game has its players, clock, settings and position already: "
                    "give only --seat, --name, --account or --watch with a link"
                )
            address, game = parse_link(target)
            joining = _watch(address, game, name) if watch else _join(address, game, seat, person)
            asyncio.run(joining)
            return
        if watch:
            raise click.UsageError("--watch needs a game's link")
        if bots and open_seat:
            raise click.UsageError("--bot and --open exclude each other")
        if level and open_seat:
            raise click.UsageError("--level is for bots, but --open leaves the seat to a person")
        request = GameRequest(
            game=target,
            bots=bots,
            open_seat=open_seat,
            level=level,
            control=_control(control) if control else None,
            seat=seat or 0,
            settings=_settings(settings),
            first_move_ms=first_move_s and first_move_s * 1000,
            position=position,
        )
        asyncio.run(_start(address, request, person))


def _control(text: str) -> p.Control:
    try:
        return controls.parse(text)
    except controls.BadControlText as bad:
        raise click.UsageError(f"--control {bad}") from None


def _settings(pairs: tuple[str, ...]) -> p.Settings:
    """NAME=VALUE pairs. The server checks the values, and converts text to numbers."""
    settings: p.Settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f'--set takes NAME=VALUE, not "{pair}"')
        settings[name] = {"true": True, "false": False}.get(value, value)
    return settings


async def _join(address: Address, game: str, seat: SeatWord | None, person: Person) -> None:
    async with await signed_in(address, person) as client:
        await Terminal(client, sys.stdin, sys.stdout).run(game, seat=seat, watch=False)


async def _watch(address: Address, game: str, name: str | None) -> None:
    """Watches without an account or, to chat, as a new guest with this name. It uses neither the
    guest of the last run nor a token, because either may have a seat in this game."""
    async with Client(address.url, patience_s=PATIENCE_S) as client:
        if name is not None:
            await client.http.session(name)
        await Terminal(client, sys.stdin, sys.stdout).run(game, seat=None, watch=True)


async def _start(address: Address, request: GameRequest, person: Person) -> None:
    async with await signed_in(address, person) as client:
        new_game = await _new_game(client, request)
        seat = next(n for n, request in enumerate(new_game.seats) if request.kind == "me")
        link = await client.http.create_game(new_game)
        click.echo(
            texts.NEW_GAME.format(
                room=room_line(request.game, new_game.control), link=address.page(link.id)
            )
        )
        if any(seat.kind == "open" for seat in new_game.seats):
            click.echo(texts.OPEN_SEAT)
        await Terminal(client, sys.stdin, sys.stdout).run(
            link.id, seat=seat, watch=False, is_new=True
        )


async def _new_game(client: Client, request: GameRequest) -> p.NewGame:
    """The request that is sent to the server. Raises Refusal if it does not offer such a game."""
    catalogue = await client.http.catalogue()
    entry = next((game for game in catalogue.games if game.id == request.game), None)
    if entry is None:
        raise Refusal(no_such_game(request.game, [game.id for game in catalogue.games]))
    count = seats_with(entry, request.settings)
    seat = seat_number(request.seat, entry.seat_names, count)
    if seat is None:
        raise Refusal(texts.NO_SUCH_SEAT.format(seats=seats_text(entry.seat_names, count)))
    if len(request.bots) >= count:
        raise Refusal(
            f"{request.game} has {counted(count, 'seat', 'seats')}, one of them yours: "
            f"at most {counted(count - 1, 'bot', 'bots')} can play"
        )
    other_seats = _other_seats(catalogue, request, count - 1)
    return p.NewGame(
        game_type=request.game,
        control=request.control or entry.controls[0],
        seats=[*other_seats[:seat], p.SeatRequest(kind="me"), *other_seats[seat:]],
        settings=request.settings,
        setup=p.Setup(position=request.position, first_move_ms=request.first_move_ms),
    )


def _other_seats(catalogue: p.Catalogue, request: GameRequest, count: int) -> list[p.SeatRequest]:
    """The other seats, in order: first one for each bot, then open ones."""
    bots = request.bots
    if not bots and not request.open_seat:
        bots = _available_bots(catalogue, request.game, count)
    bot_seats = [p.SeatRequest(kind="bot", name=bot, level=request.level) for bot in bots[:count]]
    return bot_seats + [p.SeatRequest(kind="open") for _ in range(count - len(bot_seats))]


def _available_bots(catalogue: p.Catalogue, game: str, count: int) -> tuple[str, ...]:
    """The bots that are online and play this game, for at most `count` seats: those that are not
    busy first, of them the server's own first and textbook opponents last, then a bot that can have
    several seats. Raises Refusal if there is none."""
    candidates = [bot for bot in catalogue.bots if game in bot.plays]
    if not candidates:
        raise Refusal(
            f"no bot that plays {game} is online; --open leaves the other seats to people"
        )
    available = sorted(
        candidates, key=lambda bot: (bot.busy, bot.lesson is not None, not bot.house)
    )
    names = [bot.name for bot in available]
    several = [bot.name for bot in available if bot.several_seats and not bot.busy]
    return (*names, *(several[:1] * (count - len(names))))
