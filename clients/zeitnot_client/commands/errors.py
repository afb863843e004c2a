"""The client's errors on the command line: one line, and exit code 2 if the arguments are wrong."""

import contextlib
from collections.abc import Iterator

import click

from ..exceptions import BadAddress, BadToken, Closed, Refused, ZeitnotError


class Refusal(click.ClickException):
    """The request cannot be carried out with these arguments."""

    exit_code = 2


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """Turns a ZeitnotError into a click error: exit code 2, or 1 if the server is unreachable."""
    try:
        yield
    except (Refused, Closed, BadAddress, BadToken) as error:
        raise Refusal(str(error)) from None
    except ZeitnotError as error:
        raise click.ClickException(str(error)) from None
