"""A running engine with a scripted program, without a process."""

from collections import deque
from collections.abc import Callable, Iterable

import pytest

from zeitnot_client.drivers import running as module
from zeitnot_client.drivers.dialogue import Chose
from zeitnot_client.drivers.failures import Failed
from zeitnot_client.drivers.running import Patience, Running
from zeitnot_client.drivers.situation import Limits, Thinking
from zeitnot_client.drivers.uci import Uci

from .situations import setup, situation

Answer = Callable[[str], Iterable[str]]


class Script:
    """A program that answers each line at once, and is silent otherwise."""

    errors: tuple[str, ...] = ()
    has_read_input = True

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._lines = deque[str]()
        self.sent: list[str] = []

    def send(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.sent.append(line)
            self._lines.extend(self._answer(line))

    def receive(self, seconds: float) -> str | None:
        return self._lines.popleft() if self._lines else None

    def close(self, last_lines: Iterable[str] = (), grace_s: float = 0) -> None:
        pass


def engine(
    on_thinking: Callable[[Thinking], object], **answers: list[str]
) -> tuple[Running, Script]:
    """A UCI engine. `answers`: to the first word of a line."""
    usual = {"uci": ["uciok"], "isready": ["readyok"]}
    script = Script(lambda line: {**usual, **answers}.get(line.split()[0], []))
    running = Running(script, Uci(setup("chess", reports=True)), on_thinking=on_thinking)
    running.begin(1)
    return running, script


def ignore(thinking: Thinking) -> None:
    pass


def test_a_silent_engine_that_answers_is_not_hung() -> None:
    """It answers `isready` three times, and then moves."""
    answers = iter([["readyok"]] * 4)  # the first one precedes `go`
    running, script = engine(ignore)
    script._answer = lambda line: next(answers, ["bestmove e2e4"]) if line == "isready" else []
    chose = running.ask(situation("chess"), Limits(), Patience(hang_s=0))
    assert chose == Chose("e2e4")
    assert script.sent[-4:] == ["isready"] * 4


def test_an_engine_that_does_not_answer_hangs() -> None:
    running, script = engine(ignore)
    script._answer = lambda line: []
    with pytest.raises(Failed, match="it hangs: no answer for 0 s"):
        running.ask(situation("chess"), Limits(), Patience(hang_s=0))


def test_an_engine_hangs_after_the_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeTime()
    running, script = engine(ignore)
    monkeypatch.setattr(module, "time", clock)
    script._answer = lambda line: []
    script.receive = clock.wait  # type: ignore[method-assign]
    with pytest.raises(Failed, match="it hangs: no answer for 10 s"):
        running.ask(situation("chess"), Limits(), Patience(hang_s=10))
    assert 10 <= clock.monotonic() < 10.2


class FakeTime:
    """A clock that only waiting advances."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def monotonic(self) -> float:
        return self._now_s

    def wait(self, seconds: float) -> None:
        self._now_s += seconds


def test_an_engine_is_hurried_once() -> None:
    running, script = engine(ignore, stop=["bestmove e2e4"])
    chose = running.ask(situation("chess"), Limits(), Patience(hurry=0))
    assert (chose, script.sent[-1]) == (Chose("e2e4"), "stop")


def test_the_last_report_comes_with_the_move() -> None:
    reports: list[Thinking] = []
    go = [*(f"info depth {depth} score cp 5 pv e2e4" for depth in (1, 2)), "bestmove e2e4"]
    running, _ = engine(reports.append, go=go)
    assert running.ask(situation("chess"), Limits(), Patience()) == Chose("e2e4")
    assert [report.depth for report in reports] == [1, 2]
    assert running.last_thinking == reports[-1]


def test_a_flood_of_reports_does_not_hide_the_deadline() -> None:
    running, script = engine(ignore)
    script.receive = lambda seconds: "info depth 1 score cp 5"  # type: ignore[method-assign]
    running._drain = lambda: None  # type: ignore[method-assign]
    with pytest.raises(Failed, match="in time"):
        running.ask(situation("chess"), Limits(), Patience(deadline=0))


def test_an_engine_that_never_stops_writing_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zeitnot_client.drivers.running.MAX_STALE_LINES", 100)
    running, script = engine(ignore)
    script.receive = lambda seconds: "nothing"  # type: ignore[method-assign]
    with pytest.raises(Failed, match="writes without end"):
        running.ask(situation("chess"), Limits(), Patience())
