"""Who may join this server (setting `join`).

| join | guests | who may keep a name |
|---|---|---|
| `open` | may do all that needs no kept account | every guest |
| `code` | the same | guests with a code of the operator |
| `closed` | there are no new ones; without an account people can only watch | nobody: admins and
  teachers make accounts |
"""

import zeitnot_protocol as p

from .problems import ProblemError

CLOSED = "Only an admin or a teacher can make accounts here."
NO_GUESTS = "There are no guests on this server. Sign in: POST /api/v1/sign-in."
NO_CODE = "To keep a name here you need a code from the operator."


def join_code(join: p.Join, code: str | None) -> str | None:
    """The code that keeping a name uses; None: it needs none. Raises ProblemError 403."""
    if join == "closed":
        raise ProblemError(403, "join_closed", CLOSED)
    if join == "open":
        return None
    if code is None:
        raise ProblemError(403, "wrong_code", NO_CODE)
    return code


def check_may_be_guest(join: p.Join) -> None:
    """For requests that make an account for somebody who has none. Raises ProblemError 403."""
    if join == "closed":
        raise ProblemError(403, "join_closed", NO_GUESTS)
