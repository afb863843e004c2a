"""Refused origins are logged with a reason, at most one line a minute."""

import pytest
from structlog.testing import capture_logs

from zeitnot_server.limits.throttle import INTERVAL_SECONDS
from zeitnot_server.web.http.origins import HINT, WrongOrigins, reason


@pytest.mark.parametrize(
    ("origins", "server_origin", "part"),
    [
        (["https://play.example"], "http://play.example", "X-Forwarded-Proto"),
        (["https://play.example"], "http://upstream:8080", "pass Host on"),
        (["https://evil.example"], "https://play.example", "foreign page"),
        (["null"], "https://play.example", "foreign page"),
        (["https://a", "https://b"], "https://a", "more than one"),
        (["https://a"], "https://", "no Host"),
    ],
)
def test_a_wrong_origin_has_a_reason(origins: list[str], server_origin: str, part: str) -> None:
    assert part in reason(origins, server_origin)


def test_one_bounded_line_a_minute_is_logged() -> None:
    now_s = [0.0]
    wrong = WrongOrigins(lambda: now_s[0])
    with capture_logs() as lines:
        for _ in range(1000):
            wrong.log_refusal(["https://e\n" + "x" * 10_000], "http://h")
        now_s[0] = INTERVAL_SECONDS
        wrong.log_refusal(["https://h"], "http://h")
    assert [line["event"] for line in lines] == ["wrong origin"] * 2
    assert len(lines[0]["page"]) < 200
    assert "\n" not in lines[0]["page"]
    assert lines[1]["see"] == HINT
