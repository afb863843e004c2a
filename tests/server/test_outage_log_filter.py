"""Log lines are limited during an outage of the database."""

import ast
from pathlib import Path

import pytest
import structlog
from structlog.testing import ReturnLogger

import zeitnot_server
from zeitnot_server.logs import configure
from zeitnot_server.outage_log_filter import EVERY_SECONDS, OutageLogFilter
from zeitnot_server.store import Conflict, Damaged, ReadFailed, Unavailable, WriteFailed

FEATURES = [
    Path(zeitnot_server.__file__).parent / folder
    for folder in ("hosting", "bots", "lobby", "nodes", "moderation")
]


def passes(processor: OutageLogFilter, error: object, event: str = "games not read") -> bool:
    try:
        processor(None, "warning", {"event": event, "error": error})
    except structlog.DropEvent:
        return False
    return True


def test_an_outage_logs_each_event_and_error_once_a_minute() -> None:
    """Tasks fail every second for ten minutes."""
    now = [0.0]
    processor = OutageLogFilter(lambda: now[0])
    logged = 0
    for second in range(600):
        now[0] = float(second)
        for error in (Unavailable("no connection"), WriteFailed("not known"), ReadFailed("lost")):
            logged += passes(processor, error)
    assert logged == 3 * 600 / EVERY_SECONDS
    now[0] = 600.0
    event = processor(None, "warning", {"event": "games not read", "error": ReadFailed("lost")})
    assert event["left_out"] == 60 - 1
    assert passes(processor, ReadFailed("lost"), "books not updated")


def test_the_end_of_an_outage_logs_the_number_of_omitted_lines() -> None:
    processor = OutageLogFilter(lambda: 0.0)
    for event in ("games not read", "books not updated"):
        for _ in range(3):
            passes(processor, ReadFailed("lost"), event)
    end_of_outage = {"event": "writing again", "seconds": 3.2}
    assert processor(None, "warning", end_of_outage) == {**end_of_outage, "left_out": 4}
    assert processor(None, "warning", end_of_outage) == end_of_outage


@pytest.mark.parametrize("error", [Damaged("page 7"), Conflict("taken"), OSError("disk"), "text"])
def test_other_errors_are_always_logged(error: object) -> None:
    processor = OutageLogFilter(lambda: 0.0)
    assert passes(processor, ReadFailed("lost"))
    assert passes(processor, error)
    assert passes(processor, error)


def test_the_error_is_shown_as_text() -> None:
    """Its control characters are replaced, because they could control a terminal."""
    before = structlog.get_config()
    try:
        configure()
        structlog.configure(logger_factory=lambda *_: ReturnLogger())
        logger = structlog.get_logger()
        line = logger.warning("games not read", error=ReadFailed("lost\x1b[31m"))
        assert line.split(" ", 1)[1] == 'level=warning event="games not read" error=lost\ufffd[31m'
        assert logger.warning("games not read", error=ReadFailed("lost")) is None
    finally:
        structlog.configure(**before)


def test_every_task_logs_its_error_as_an_object() -> None:
    """The filter cannot recognize an outage by the text of an error."""
    for path in (path for folder in FEATURES for path in folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "error":
                assert isinstance(node.value, ast.Name), f"{path.name}:{node.value.lineno}"
