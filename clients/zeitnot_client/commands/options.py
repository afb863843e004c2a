"""Options that several client commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
import msgspec

from ..address import DEFAULT_SERVER, Address
from ..exceptions import BadAddress
from ..seats import SeatWord

MAX_SEATS = 6
Command = TypeVar("Command", bound=Callable[..., Any])


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> Address | None:
    try:
        return None if value is None else Address.parse(value)
    except BadAddress as bad:
        raise click.BadParameter(str(bad), ctx, param) from None


class SeatType(click.ParamType[SeatWord]):
    """A seat's name, or its number from 0. The server decides whether the game has that seat."""

    name = "seat"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> SeatWord:
        if not str(value).isdecimal():
            return str(value)
        if int(value) >= MAX_SEATS:
            self.fail(f"seats are numbered from 0 to {MAX_SEATS - 1}", param, ctx)
        return int(value)


def validated_by(kind: Any, rule: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A click callback that refuses what the protocol refuses, with `rule` as the message."""

    def check(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        try:
            return None if value is None else msgspec.convert(value, kind)
        except msgspec.ValidationError:
            raise click.BadParameter(rule, ctx, param) from None

    return check


server_option = click.option(
    "--server",
    "address",
    default=DEFAULT_SERVER,
    envvar="ZEITNOT_SERVER",
    show_default=True,
    callback=_address,
    help="The server's address.",
)
"""Gives the command `address: Address`."""


replace_option = click.option(
    "--replace",
    "replaces",
    is_flag=True,
    help="Take over the games of this bot's processes of another version, and end those "
    "processes; without it, this process is refused while they run.",
)
"""Gives the command `replaces: bool`."""


def other_server_option(help: str) -> Callable[[Command], Command]:
    """Gives the command `address: Address | None`, for commands that can work without a server."""
    return click.option("--server", "address", metavar="ADDRESS", callback=_address, help=help)
