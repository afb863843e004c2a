"""Which passwords are accepted."""

import pytest

from zeitnot_server.accounts.passwords import BadPassword, check_password, normalise

from ..each import each


@each("password", ["correct horse", "7 letters and more", "密码密码很长很长", "Tr0ub4dor"])
def test_a_long_password_of_any_script_is_accepted(password: str) -> None:
    check_password(password, "Ann")


@each(
    ("password", "why"),
    [
        ("seven77", "8 characters"),
        ("Password1", "guessed first"),
        ("23456789", "guessed first"),
        ("abababab", "guessed first"),
        ("annabella", "differ from the name"),
        ("allebanna", "differ from the name"),
        ("AnnabellaAnnabella", "differ from the name"),
    ],
)
def test_a_password_that_is_guessed_first_is_refused(password: str, why: str) -> None:
    with pytest.raises(BadPassword, match=why):
        check_password(password, "Annabella")


def test_two_ways_to_write_a_letter_are_one_password() -> None:
    assert normalise("Zo\u00eb secret") == normalise("Zoe\u0308 secret")
    assert normalise("\uff41bc") == "abc"
