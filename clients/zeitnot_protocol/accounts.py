"""Bodies of HTTP requests and answers about your own account, under /api/v1."""

from typing import Annotated

from msgspec import Meta

from .parts import Code, Name, Password, Role, Value


class NewSession(Value):
    """POST session: a guest; without a name it gets a generated one. A name has one or more letters
    or digits of any script, with spaces and - _ . ' between them."""

    name: Name | None = None


class NewName(Value):
    """PATCH session: another name for a guest, as in `NewSession`. Games that it has joined, and
    their rematches, keep its earlier name."""

    name: Name


class Merged(Value):
    """What a guest has brought into the account that it signed in to. `name`: the guest's; `games`:
    how many games, seats reserved for it included; `unfinished`: how many of these are not over;
    `bots`: how many bots; `imports`: how many imported games. `apart`: games (at most 20) that stay
    the guest's, because the account has a seat there too."""

    name: str
    games: int = 0
    unfinished: int = 0
    bots: int = 0
    imports: int = 0
    apart: list[str] = []


class Session(Value):
    """Your identity. `account` is opaque and public. `kept`: the name is kept by a password;
    otherwise you are a guest. `merged`: after a sign-in as a guest, what was merged."""

    account: str
    name: str
    kept: bool = False
    role: Role = "player"
    merged: Merged | None = None


class Secret(Value):
    """Base of bodies that have a password, which is in no `repr`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"


class NewAccount(Secret):
    """POST account: keeps this name for the guest who is signed in, by a password of at least 8
    characters. Its account, games and bots stay the same, and it gets a new session. `code`: from
    the operator, where the server's `join` is `code`."""

    name: Name
    password: Password
    code: Code | None = None


class SignIn(Secret):
    """POST sign-in: to the account that keeps this name. `merge`: if you are signed in as a guest,
    its games, bots and imported games become the account's."""

    name: Name
    password: Password
    merge: bool = True


class NewPassword(Secret):
    """PUT account/password. All other sessions of the account end, and yours is replaced.
    `current`: the password so far."""

    current: Password
    password: Password


class PasswordReset(Secret):
    """POST account/reset: sets the password of the account that keeps this name, by the one-time
    `code` of an admin or teacher, and signs in. All other sessions and tokens of the account
    end. `merge`: as in SignIn."""

    name: Name
    code: Code
    password: Password
    merge: bool = True


class LinkSignIn(Secret):
    """POST account/link: signs in by the one-time code at the end of a link from the operator.
    `password`: sets a new one, as in `PasswordReset`. `merge`: as in SignIn."""

    code: Code
    password: Password | None = None
    merge: bool = True


class AccountEnd(Secret):
    """DELETE account: ends your account and its bots. Unfinished games are resigned; all games
    stay, under another name. `password`: yours."""

    password: Password


class NewPeople(Value):
    """POST people: accounts with these names, for people who have none, such as a class. All are
    made or none; if names are refused, the problem lists them in `names`. `days`: how long their
    codes are valid."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=50)]
    days: Annotated[int, Meta(ge=1, le=14)] = 7


class ResetCode(Secret):
    """A one-time code with which a person sets a password (POST account/reset), until
    `expires_at`. It is shown only this once."""

    name: str
    code: str
    expires_at: int


class MadePeople(Secret):
    """The accounts that POST people has made, in the order of the names."""

    people: list[ResetCode]


class NewRole(Value):
    """PUT people/{name}/role."""

    role: Role
