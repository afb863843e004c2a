"""Bodies of HTTP requests and answers about your own account, under /api/v1."""

from .parts import Name, Password, Role, Value


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


class _Secret(Value):
    """Base of bodies that have a password, which is in no `repr`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"


class NewAccount(_Secret):
    """POST account: keeps this name for the guest who is signed in, by a password of at least 8
    characters. Its account, games and bots stay the same, and it gets a new session."""

    name: Name
    password: Password


class SignIn(_Secret):
    """POST sign-in: to the account that keeps this name. `merge`: if you are signed in as a guest,
    its games, bots and imported games become the account's."""

    name: Name
    password: Password
    merge: bool = True


class NewPassword(_Secret):
    """PUT account/password. All other sessions of the account end, and yours is replaced.
    `current`: the password so far."""

    current: Password
    password: Password
