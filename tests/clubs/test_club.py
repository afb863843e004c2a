"""The addresses of clubs."""

import pytest

from zeitnot_server.clubs.club import slug_of


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Go in Köln!", "go-in-koeln"),
        ("Šachový klub Łódź", "sachovy-klub-lodz"),
        ("Café Échecs", "cafe-echecs"),
        ("围棋社", ""),
    ],
)
def test_a_name_becomes_an_address(name: str, slug: str) -> None:
    assert slug_of(name) == slug
