"""What a bot's owner is told about a fault of its engine."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot_client import Room
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import (
    BadAnswer,
    ClaimsEnd,
    Failed,
    FoundNoMove,
    NoAnswer,
    PassedLimit,
    PlayedIllegal,
)
from zeitnot_client.drivers.process import ERROR_CHARACTERS, ProcessExited, _shown
from zeitnot_client.drivers.running import _failure
from zeitnot_client.drivers.sent_lines import MAX_CHARACTERS, SentLines
from zeitnot_client.drivers.situation import Choice, Limits, Situation, Start
from zeitnot_client.runner.evidence import MAX_COMMAND, command_of, detail_of, kind_of, masked

from .rig import FakeEngine, play, seconds

FAKE = Path(__file__).parents[1] / "drivers" / "fake.py"
COMMAND = "(printf '%s\\n' 'position startpos' go; sleep 10) | ./fish"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PlayedIllegal("z9", "x"), "illegal_move"),
        (NoAnswer("it hangs"), "no_answer"),
        (BadAnswer("it says no"), "bad_answer"),
        (FoundNoMove("it finds no move"), "bad_answer"),
        (ClaimsEnd(0.5, "draw"), "bad_answer"),
        (_failure(ProcessExited("it was killed by SIGXCPU")), "limit"),
        (PassedLimit("it writes without end"), "limit"),
        (_failure(ProcessExited("it ended with code 3, having said: SIGXCPU")), "crash"),
    ],
)
def test_kinds(error: Exception, kind: str) -> None:
    assert kind_of(error) == kind


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (Failed("it ended"), "crash"),
        (NoAnswer("it hangs"), "no_answer"),
        (PlayedIllegal("z9", "x"), "illegal_move"),
        (FoundNoMove("none"), "bad_answer"),
        (PassedLimit("too much"), "limit"),
    ],
)
def test_each_fault_is_reported_once(
    error: Exception, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine fails twice: one report each, then the bot resigns."""
    reports: list[tuple[str, str, str]] = []
    monkeypatch.setattr(Room, "report_fault", lambda _, *report: reports.append(report))

    def fail(_: Situation) -> Choice:
        raise error

    play(seconds(60), FakeEngine(choose=fail))
    assert reports == [(kind, f"{error}\noops", COMMAND)] * 2


def test_move_that_is_too_late_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[tuple[str, str, str]] = []
    monkeypatch.setattr(Room, "report_fault", lambda _, *report: reports.append(report))
    play(seconds(5), FakeEngine(None))
    ((kind, detail, command),) = reports
    assert (kind, command) == ("no_answer", COMMAND)
    assert detail.endswith("too late\noops")


def test_only_the_present_request_is_reproduced() -> None:
    sent = SentLines("uci")
    for line in ("uci", "setoption name Hash value 1", "isready", "isready", "position a", "go"):
        sent.note(line)
    head = [line for line in sent.lines if not line.startswith(("position", "go"))]
    for line in ("stop", "isready", "position b", "go ponder", "isready", "ponderhit"):
        sent.note(line)
    assert list(sent.lines) == [*head, "position b", "go ponder", "ponderhit"]


def test_long_dialogues_are_not_reproduced() -> None:
    sent = SentLines("gtp")
    sent.note("x" * MAX_CHARACTERS)
    sent.note("y")
    sent.note("genmove b")
    assert not sent.lines
    assert command_of(["fish"], ["x" * MAX_COMMAND]) == ""
    assert command_of(["fish"], []) == ""


def test_secrets_are_hidden() -> None:
    environ = {"API_TOKEN": "hunter22", "HOME": "/home/ann"}
    lines = ["uci", "setoption name Token value abc", "setoption name Hash value 1"]
    command = command_of(["fish", "--key-token", "def", "--auth=ghi", "hunter22"], lines, environ)
    detail = detail_of("it says zn_1234", ["my hunter22"], environ)
    for secret in ("abc", "def", "ghi", "hunter22"):
        assert secret not in shlex.split(command)
        assert f"={secret}" not in command
    assert "Hash value 1" in command
    assert detail == "it says ***\nmy ***"


def test_last_lines_of_stderr_are_kept() -> None:
    detail = detail_of("it ended", [f"line {n} {'x' * 90}" for n in range(100)], {})
    assert detail.startswith("it ended\n")
    assert "line 99" in detail
    assert len(detail) <= 2_000


def test_command_reproduces_a_crash() -> None:
    launch = Launch("uci", (sys.executable, str(FAKE), "uci", "othello", "crash"))
    driver = Driver(launch, Start("othello"))
    with pytest.raises(Failed):
        driver.move(Situation(Start("othello"), legal=("d3", "c4")), Limits(move_ms=100))
    command = command_of(*driver.request).replace("sleep 10", "sleep 1")
    driver.close()
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert driver.errors == ("my last words",)
    assert (ran.returncode, ran.stderr.strip()) == (3, "my last words")


def test_the_end_of_a_process_comes_before_its_output() -> None:
    output = [f"info depth {n} pv {'e2e4 ' * 30}" for n in range(5)]
    detail = detail_of(f"it was killed by SIGKILL, having said: {' / '.join(output)}", ["oops"])
    assert detail.splitlines() == ["it was killed by SIGKILL", output[-1], "oops"]


def test_stderr_is_not_repeated_as_output() -> None:
    detail = detail_of("it ended with code 3, having said: hello / oops", ["oops"])
    assert detail.splitlines() == ["it ended with code 3", "hello", "oops"]


TOKEN = "zn_ab-CDEF_ghij-KLMNOPQRSTUVWXYZ0123456789ab"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"auth failed for {TOKEN}", "auth failed for ***"),
        ("ticket.ab-CDEF_ghij-KLMNOP", "***"),
        (f"Authorization: Bearer {TOKEN}!", "Authorization: Bearer ***"),
        ("Authorization: Basic dTpw", "Authorization: Basic ***"),
        ("password=hunter2 user=me", "password=*** user=me"),
        ("AWS_SECRET: foo-bar", "AWS_SECRET: ***"),
        ('{"token": "abc", "depth": 3}', '{"token": *** "depth": 3}'),
        ('{"depth":3,"api_key":"abc"}', '{"depth":3,"api_key":***'),
        ("{'password' : 'my dog', 'depth': 3}", "{'password' : *** 'depth': 3}"),
        (r'passphrase_token="my \"old\" dog" d=3', "passphrase_token=*** d=3"),
        ('{"Authorization": "Bearer abc"}', '{"Authorization": "Bearer ***'),
        ("https://user:passw0rd@host/x", "https://user:***@host/x"),
        ("info depth 3 pv e2e4", "info depth 3 pv e2e4"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
    ],
)
def test_no_secret_is_told_in_part(text: str, shown: str) -> None:
    assert masked(text, {}) == shown


def test_token_at_the_edge_of_a_long_text_is_told_in_no_part() -> None:
    for length in range(250, 310):
        assert "KLMN" not in detail_of(f"{TOKEN} {'x' * length}", (), {}).split()[0]
    for length in range(130, 200):
        assert "CDEF" not in detail_of(f"{'x' * length} {TOKEN}", (), {})


def test_token_at_the_edge_of_a_long_line_is_told_in_no_part() -> None:
    for length in range(ERROR_CHARACTERS - 60, ERROR_CHARACTERS + 1):
        shown = _shown(f"{'x' * length} {TOKEN}")
        assert "CDEF" not in masked(shown, {})
        assert shown.startswith("x" * length) or length == ERROR_CHARACTERS


@pytest.mark.parametrize(
    ("name", "is_secret"),
    [
        ("PRIVATE_KEY", True),
        ("DEEPSEEK_KEY", True),
        ("API_AUTH", True),
        ("HTTP_AUTHORIZATION", True),
        ("GIT_AUTHOR_NAME", False),
        ("XAUTHORITY", False),
        ("KEYBOARD", False),
    ],
)
def test_secret_variables_are_known_by_their_names(name: str, is_secret: bool) -> None:
    assert (masked("it says hunter22", {name: "hunter22"}) == "it says ***") is is_secret


def test_secret_that_begins_with_another_is_hidden_whole() -> None:
    environ = {"OLD_TOKEN": "hunter22", "NEW_TOKEN": "hunter22-of-bob"}
    assert masked("hunter22-of-bob, hunter22", environ) == "***, ***"
