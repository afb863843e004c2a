"""Options that several client commands share."""

import click

from ..address import DEFAULT_SERVER, Address
from ..exceptions import BadAddress


def _address(ctx: click.Context, param: click.Parameter, value: str) -> Address:
    try:
        return Address.parse(value)
    except BadAddress as bad:
        raise click.BadParameter(str(bad), ctx, param) from None


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
