"""The client's errors on the command line: one line, exit 2 where the arguments are at fault."""

import contextlib
from collections.abc import Iterator

import click

from ..exceptions import BadAddress, Closed, Refused, ZeitnotError


class Refusal(click.ClickException):
    """The server refuses the request because of its arguments."""

    exit_code = 2


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """Turns ZeitnotError into click's errors: exit 2, or 1 if the server could not be reached."""
    try:
        yield
    except (Refused, Closed, BadAddress) as error:
        raise Refusal(str(error)) from None
    except ZeitnotError as error:
        raise click.ClickException(str(error)) from None
