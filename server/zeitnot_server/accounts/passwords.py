"""Which passwords are accepted; pure.

As NIST SP 800-63B advises, there is a minimum length and a list of common passwords, and no rule
about kinds of characters. The text is normalised, because keyboards write the same letter in
different ways.
"""

import unicodedata

from zeitnot_engines.games import NAMES

MIN_CHARACTERS = 8
_COMMON = frozenset(
    {
        *("password", "passw0rd", "password1", "passwort", "passwort1", "qwertyui", "qwertyuiop"),
        *("asdfghjkl", "zxcvbnm", "iloveyou", "sunshine", "princess", "football", "baseball"),
        *("basketball", "superman", "welcome1", "letmein1", "trustno1", "whatever", "computer"),
        *("internet", "starwars", "liverpool", "michelle", "jennifer", "jordan23", "1q2w3e4r"),
        *("1qaz2wsx", "q1w2e3r4", "qwer1234", "qwerty12", "qwerty123", "abcd1234", "abc12345"),
        *("a1b2c3d4", "hallo123", "woaini1314", "5201314520", "zeitnot1", "shogi123"),
    }
)
_SEQUENCES = ("01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "9876543210987654321")


class BadPassword(Exception):
    """The password is refused; the message is a sentence for its owner."""


def normalise(password: str) -> str:
    """The text that is hashed."""
    return unicodedata.normalize("NFKC", password)


def check_password(password: str, name: str) -> None:
    """Checks a new password of the account `name`. Raises BadPassword."""
    text = normalise(password)
    folded = text.casefold()
    if len(text) < MIN_CHARACTERS:
        raise BadPassword(f"A password needs at least {MIN_CHARACTERS} characters.")
    own = name.casefold()
    if folded == own[::-1] or not folded.replace(own, ""):  # also the name several times
        raise BadPassword("A password must differ from the name.")
    is_sequence = any(folded in sequence for sequence in _SEQUENCES)
    is_game = folded.rstrip("0123456789") in NAMES
    if folded in _COMMON or is_game or is_sequence or len(set(folded)) < 3:
        raise BadPassword("This password is one of those that are guessed first. Choose another.")
