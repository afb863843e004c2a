"""The session cookie: its name and attributes over HTTPS and over plain HTTP."""

from http.cookies import SimpleCookie
from pathlib import Path

from starlette.requests import HTTPConnection
from starlette.responses import Response

from zeitnot_server.store.tokens import DAY_MS
from zeitnot_server.web.http.devices import device_of
from zeitnot_server.web.http.session_cookie import (
    cookie_token,
    delete_cookies,
    is_unprefixed,
    set_cookie,
)

from ..each import each
from .local import running
from .raw import token_of

PLAIN, SECURE = "zeitnot_session", "__Host-zeitnot_session"


def connection(scheme: str, **headers: str) -> HTTPConnection:
    encoded = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": encoded})


def cookies_of(response: Response) -> dict[str, dict[str, str]]:
    """The cookies that a response sets, with the attributes that they have."""
    found = {}
    for line in response.headers.getlist("set-cookie"):
        cookie: SimpleCookie = SimpleCookie(line)
        for name, morsel in cookie.items():
            attributes = {key: str(value) for key, value in morsel.items() if value}
            found[name] = {**attributes, "value": morsel.value}
    return found


def test_over_https_it_is_bound_to_the_host() -> None:
    response = Response()
    set_cookie(response, connection("https"), "zn_x", kept=True)
    cookie = cookies_of(response)[SECURE]
    assert cookie == {
        "value": "zn_x",
        "path": "/",
        "httponly": "True",
        "secure": "True",
        "samesite": "lax",
        "max-age": str(90 * DAY_MS // 1000),
    }


def test_over_plain_http_it_keeps_its_plain_name() -> None:
    response = Response()
    set_cookie(response, connection("http"), "zn_x")
    cookies = cookies_of(response)
    assert list(cookies) == [PLAIN]
    assert "secure" not in cookies[PLAIN]
    assert (cookies[PLAIN]["path"], cookies[PLAIN]["max-age"]) == ("/", str(365 * DAY_MS // 1000))


def test_an_old_cookie_is_replaced_over_https() -> None:
    old = connection("https", cookie=f"{PLAIN}=zn_old")
    assert (cookie_token(old), is_unprefixed(old)) == ("zn_old", True)
    response = Response()
    set_cookie(response, old, "zn_old")
    cookies = cookies_of(response)
    assert (cookies[SECURE]["value"], cookies[PLAIN]["value"]) == ("zn_old", "")
    assert cookies[PLAIN]["max-age"] == "0"


def test_the_prefixed_cookie_counts_over_https_only() -> None:
    both = f"{PLAIN}=zn_planted; {SECURE}=zn_x"
    assert cookie_token(connection("wss", cookie=both)) == "zn_x"
    assert is_unprefixed(connection("https", cookie=both)) is False
    assert cookie_token(connection("ws", cookie=both)) == "zn_planted"
    assert cookie_token(connection("http", cookie=f"{SECURE}=zn_x")) is None


def test_logging_out_deletes_both() -> None:
    response = Response()
    delete_cookies(response, connection("https"))
    cookies = cookies_of(response)
    assert cookies[SECURE]["secure"] == "True"
    assert {cookies[name]["max-age"] for name in (PLAIN, SECURE)} == {"0"}


async def test_a_kept_account_is_not_accepted_by_an_unprefixed_cookie_over_https(
    tmp_path: Path,
) -> None:
    """A subdomain could have planted it, so that its victim plays under the attacker's name."""
    https = {"x_forwarded_proto": "https"}
    async with running(tmp_path) as local:
        guest = await local.person()
        cookie = {"cookie": f"{PLAIN}={guest}", **https}
        same = await local.post("session", {}, **cookie)
        assert same.status == 200
        assert 'zeitnot_session=""' in same.headers["set-cookie"]  # the last of two
        kept = await local.post("account", {"name": "Ann", "password": "correct horse"}, guest)
        token = token_of(kept.headers["set-cookie"])
        for name, status in ((PLAIN, 401), (SECURE, 200)):
            answer = await local.get("/api/v1/tokens", cookie=f"{name}={token}", **https)
            assert answer.status == status
        answer = await local.get("/api/v1/tokens", cookie=f"{PLAIN}={token}")
        assert answer.status == 200


@each(
    ("agent", "device"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8.5.0", None),
        ("<script>alert(1)</script>", None),
    ],
)
def test_the_kind_of_browser_is_all_that_is_stored(agent: str, device: str | None) -> None:
    assert device_of(connection("http", user_agent=agent)) == device
