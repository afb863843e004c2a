"""How the terminal signs in to a kept account."""

from pathlib import Path

import httpx
import pytest

import zeitnot_protocol as p
from zeitnot_client.address import Address
from zeitnot_client.api import Api
from zeitnot_client.commands.errors import Refusal
from zeitnot_client.commands.signing_in import merged_text, password_of

from .fake_server import scripted

HOME = Address.parse("http://127.0.0.1:8080")


async def test_a_sign_in_replaces_the_stored_cookie() -> None:
    answer = httpx.Response(
        200,
        content=b'{"account":"a1","name":"Ann","kept":true}',
        headers={"set-cookie": "zeitnot_session=zn_new; HttpOnly; Path=/"},
    )
    sent: list[httpx.Request] = []
    again = httpx.Response(200, content=b'{"account":"a1","name":"Ann","kept":true}')
    api = Api(HOME, transport=scripted({"POST sign-in": answer, "POST session": again}, sent))
    api.cookie = "zeitnot_session=zn_guest"
    session = await api.sign_in("Ann", "correct horse")
    assert session.kept
    assert sent[0].headers["cookie"] == "zeitnot_session=zn_guest"
    assert api.cookie == "zeitnot_session=zn_new"
    await api.session()
    assert sent[1].headers["cookie"] == "zeitnot_session=zn_new"
    await api.close()


def test_the_password_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("correct horse\r\n")
    assert password_of("Ann", {"ZEITNOT_PASSWORD": "battery staple"}) == "battery staple"
    assert password_of("Ann", {"ZEITNOT_PASSWORD_FILE": str(file)}) == "correct horse"
    file.write_text("\n")
    for path in (file, tmp_path / "missing"):
        with pytest.raises(Refusal, match="ZEITNOT_PASSWORD_FILE"):
            password_of("Ann", {"ZEITNOT_PASSWORD_FILE": str(path)})
    with pytest.raises(Refusal, match="ZEITNOT_PASSWORD"):
        password_of("Ann", {})


def test_what_was_merged_is_one_line() -> None:
    session = p.Session(account="a1", name="Ann", kept=True)
    assert merged_text(session) == ""
    session.merged = p.Merged(name="Guest 1234")
    assert merged_text(session) == ""
    session.merged = p.Merged(name="Guest 1234", games=3, apart=["k3mZ9qTb"])
    assert merged_text(session) == "3 games of Guest 1234 are Ann's now, but not k3mZ9qTb"
