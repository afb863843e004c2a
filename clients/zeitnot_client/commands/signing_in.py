"""Signs the terminal in: by a token, to a kept account, or as a guest."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import click

import zeitnot_protocol as p

from ..address import Address
from ..client import Client
from ..plurals import counted
from ..terminal import identity
from .errors import Refusal

PATIENCE_S = 30.0
PASSWORD, PASSWORD_FILE = "ZEITNOT_PASSWORD", "ZEITNOT_PASSWORD_FILE"


class Person(NamedTuple):
    """Who plays: a guest with this `name`, or the person who keeps the name `account`."""

    name: str | None = None
    account: str | None = None


async def signed_in(address: Address, person: Person) -> Client:
    """An authenticated client: by ZEITNOT_TOKEN, to the account, or as in the last run. Raises
    Refusal."""
    token = os.environ.get("ZEITNOT_TOKEN") or None
    if token is not None and person != Person():
        option = "--name" if person.name else "--account"
        raise Refusal(f"the account of ZEITNOT_TOKEN has a name already: leave {option} out")
    client = Client(address.url, token, patience_s=PATIENCE_S)
    if token is None:
        cookie_file = identity.state_file(os.environ)
        client.http.cookie = identity.load_cookie(cookie_file, address.url)
        if person.account is None:
            await client.http.session(person.name)
        else:
            await _sign_in(client, person.account)
        identity.store_cookie(cookie_file, address.url, client.http.cookie)
    return client


async def _sign_in(client: Client, name: str) -> None:
    if client.http.cookie:
        present = await client.http.session()
        if present.kept and present.name == name:
            return
    session = await client.http.sign_in(name, password_of(name, os.environ))
    if text := merged_text(session):
        click.echo(text)


def merged_text(session: p.Session) -> str:
    """The line that says what a guest has brought with it; empty: nothing."""
    merged = session.merged
    if merged is None or not (merged.games or merged.bots or merged.apart):
        return ""
    games = counted(merged.games, "game", "games")
    line = f"{games} of {merged.name} are {session.name}'s now"
    return f"{line}, but not {', '.join(merged.apart)}" if merged.apart else line


def password_of(name: str, environ: Mapping[str, str]) -> str:
    """The password, from the environment, a file, or the terminal; never from the command line,
    which other users of the machine can read. Raises Refusal."""
    if password := environ.get(PASSWORD):
        return password
    if path := environ.get(PASSWORD_FILE):
        try:
            password = Path(path).read_text().rstrip("\r\n")
        except (OSError, UnicodeError) as bad:
            raise Refusal(f"{PASSWORD_FILE}: {path} cannot be read: {bad}") from None
        if not password:
            raise Refusal(f"{PASSWORD_FILE}: {path} is empty")
        return password
    if not sys.stdin.isatty():
        raise Refusal(f"set {PASSWORD} or {PASSWORD_FILE}: there is no terminal to ask on")
    password = click.prompt(f"Password of {name}", hide_input=True, err=True)
    return str(password)
