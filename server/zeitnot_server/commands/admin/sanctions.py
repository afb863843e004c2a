"""`zeitnot admin ban`, `unban`, `mute`, `unmute`, `bans`."""

import re
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any, NamedTuple, TypeVar

import click

from ...store.admin import AdminStore
from ...store.sanctions import ACTS, BadNetwork, Kind, Network, Sanction, read_network
from .. import printing
from ..archive import db_option
from .database import OPERATOR, duration_ms, opened, require_account

REASON_LENGTH = 200
Command = TypeVar("Command", bound=Callable[..., Any])
_ADDRESS = re.compile(r"[0-9.]+(/[0-9]+)?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/[0-9]+)?")


class Target(NamedTuple):
    """An account or a network; `description`: for the operator."""

    account: str | None
    network: str | None
    description: str


def _target(admin: AdminStore, text: str) -> Target:
    """Raises click.UsageError."""
    if _ADDRESS.fullmatch(text):
        try:
            network = str(read_network(text))
        except BadNetwork as bad:
            raise click.UsageError(str(bad)) from None
        return Target(None, network, network)
    account = require_account(admin, text)
    return Target(account.id, None, f"{account.id} ({account.name})")


def _sanction_options(command: Command) -> Command:
    command = click.option("--reason", required=True, help="Reason shown to them.")(command)
    command = click.option(
        "--for", "duration", metavar="TIME", help="Duration, such as 12h or 7d [default: for good]."
    )(command)
    return click.argument("whom", metavar="ACCOUNT|ADDRESS")(command)


@click.command()
@_sanction_options
@db_option
def ban(db: str | None, whom: str, duration: str | None, reason: str) -> None:
    """Ban an account, an address or a network (192.0.2.7, 2001:db8::/48).

    Its sockets are closed within a second, and it can create nothing; reading stays allowed. Its
    open games with bots end, and so do those with people if an account is banned for good; all
    others go on. An IPv6 address means its /64.
    """
    _add(db, "ban", whom, duration, reason)


@click.command()
@_sanction_options
@db_option
def mute(db: str | None, whom: str, duration: str | None, reason: str) -> None:
    """Refuse the chat of an account, or of an address or network."""
    _add(db, "mute", whom, duration, reason)


def _add(db: str | None, kind: Kind, text: str, duration: str | None, reason: str) -> None:
    lasts_ms = None if duration is None else duration_ms(duration)
    reason_text = reason_of(reason)
    with opened(db) as admin:
        target, now = _target(admin, text), admin.now
        until = None if lasts_ms is None else now + lasts_ms
        sanction = Sanction(kind, target.account, target.network, reason_text, now, until)
        admin.sanctions.add(OPERATOR, sanction)
    ends = "for good" if until is None else f"until {printing.minute(until)} UTC"
    printing.say(f"{ACTS[kind][0]} {ends}: {target.description}")


def reason_of(text: str) -> str:
    """Normalizes a reason, which the players see. Raises click.UsageError."""
    reason = " ".join(text.split())
    if not reason or len(reason) > REASON_LENGTH or not reason.isprintable():
        raise click.UsageError(f"--reason takes 1 to {REASON_LENGTH} visible characters.")
    return reason


@click.command()
@click.argument("whom", metavar="ACCOUNT|ADDRESS")
@db_option
def unban(db: str | None, whom: str) -> None:
    """Lift the bans of an account, or of exactly this address or network."""
    _lift(db, "ban", whom)


@click.command()
@click.argument("whom", metavar="ACCOUNT|ADDRESS")
@db_option
def unmute(db: str | None, whom: str) -> None:
    """Lift the mutes of an account, or of exactly this address or network."""
    _lift(db, "mute", whom)


def _lift(db: str | None, kind: Kind, text: str) -> None:
    with opened(db) as admin:
        target = _target(admin, text)
        lifted = admin.sanctions.lift(OPERATOR, kind, target.account, target.network)
        others = _others(admin, kind, target)
    still = f"; still in force: {', '.join(others)}" if others else ""
    if not lifted:
        raise click.UsageError(f"{target.description} is not {ACTS[kind][0]} itself{still}.")
    printing.say(f"{ACTS[kind][1]}: {target.description}{still}")


def _others(admin: AdminStore, kind: Kind, target: Target) -> list[str]:
    """Other sanctions of this kind in force that may apply to the target: on its owner or theirs,
    on a network that contains it, or on an address from which the account has acted."""
    active = [sanction for sanction in admin.sanctions.active() if sanction.kind == kind]
    if target.account is None:
        places, owners = [target.description], list[str]()
    else:
        places = admin.accounts.addresses_of(target.account)
        owners = _owners(admin, target.account)
    networks = [read_network(place) for place in places]
    remaining = dict[str, None]()
    for sanction in active:
        if sanction.network is None:
            if sanction.account in owners:
                remaining[f"{kind} of {sanction.account}, who owns it"] = None
        elif any(_within(place, ip_network(sanction.network)) for place in networks):
            remaining[f"{kind} of {sanction.network}"] = None
    return list(remaining)


def _owners(admin: AdminStore, account: str) -> list[str]:
    """The owner of a bot, and the owner's owner, and so on."""
    owners = list[str]()
    owner = require_account(admin, account).owner
    while owner is not None and owner not in owners:
        owners.append(owner)
        owner = require_account(admin, owner).owner
    return owners


def _within(inner: Network, outer: Network) -> bool:
    return inner.version == outer.version and (
        inner.network_address in outer and inner.prefixlen >= outer.prefixlen
    )


@click.command()
@click.option("--all", "ended", is_flag=True, help="Include those that have ended.")
@db_option
def bans(db: str | None, ended: bool) -> None:
    """List bans and mutes, newest first."""
    with opened(db) as admin:
        sanctions = admin.sanctions.history(ended=ended)
    headings = ("Kind", "Whom", "Since (UTC)", "Until (UTC)", "Lifted (UTC)", "Reason")
    printing.table(headings, map(_row, sanctions))


def _row(sanction: Sanction) -> tuple[str, ...]:
    return (
        sanction.kind,
        sanction.account or sanction.network or "-",
        printing.minute(sanction.made_at),
        printing.minute(sanction.until),
        printing.minute(sanction.lifted_at),
        sanction.reason,
    )
