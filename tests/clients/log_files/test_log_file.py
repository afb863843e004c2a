"""The log file of a bot: what is written, how it is renamed when full, and how it is read."""

import json
import os
from datetime import UTC
from pathlib import Path

import pytest

from zeitnot_client.bot_log import BotLog
from zeitnot_client.log_files.lines import HIDDEN, MAX_TEXT, Secrets, line
from zeitnot_client.log_files.log_file import OLD_FILES, LogFile
from zeitnot_client.log_files.reading import LogReader, old_files
from zeitnot_client.log_files.show import text_of_line

TOKEN = "zt_0123456789abcdef"


def numbered(number: int) -> str:
    return line(number, "n", {"number": number}, Secrets())


def numbers(lines: object) -> list[int]:
    return [each["number"] for each in lines]  # type: ignore[attr-defined]


def test_line_has_its_time_in_utc_and_no_empty_fields() -> None:
    text = line(1_796_010_190.1239, "ended", {"result": "won", "cause": None}, Secrets())
    assert json.loads(text) == {
        "at": "2026-11-30T03:43:10.123Z",
        "event": "ended",
        "result": "won",
    }


def test_secrets_are_removed_wherever_they_are() -> None:
    fields = {"a": f"x {TOKEN}", "b": [{"c": TOKEN}], TOKEN: 1, "short": "abc"}
    text = line(0, "e", fields, Secrets([TOKEN, "abc"]))
    assert TOKEN not in text
    assert text.count(HIDDEN) == 3
    assert json.loads(text)["short"] == "abc"  # too short to be a secret


def test_long_texts_are_cut_off() -> None:
    text = json.loads(line(0, "e", {"text": "x" * 10_000}, Secrets()))["text"]
    assert len(text) == MAX_TEXT
    assert text.endswith("…")


def test_log_without_a_file_writes_nothing() -> None:
    log = BotLog()
    log.note("start")
    assert not log.is_on


def test_file_is_only_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    log_file = LogFile(path)
    BotLog(log_file.write, now_s=lambda: 0.0).note("start", version="1")
    log_file.close()
    assert json.loads(path.read_text()) == {
        "at": "1970-01-01T00:00:00.000Z",
        "event": "start",
        "version": "1",
    }
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o600


def test_full_file_is_renamed_and_the_oldest_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    log_file = LogFile(path, max_bytes=3 * len(numbered(10)) + 5)
    for number in range(10, 10 + 3 * (OLD_FILES + 2)):
        log_file.write(numbered(number))
    log_file.close()
    assert len(old_files(path)) == OLD_FILES
    reader = LogReader(path)
    assert numbers(reader.all_so_far()) == list(range(13, 10 + 3 * (OLD_FILES + 2)))
    reader.close()


def test_reader_follows_a_file_that_is_renamed(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    log_file = LogFile(path, max_bytes=3 * len(numbered(10)) + 5)
    log_file.write(numbered(10))
    reader = LogReader(path)
    assert numbers(reader.all_so_far()) == [10]
    assert numbers(reader.more()) == []
    for number in range(11, 15):  # the file is renamed before 13
        log_file.write(numbered(number))
    assert numbers(reader.more()) == [11, 12, 13, 14]
    for number in range(15, 23):  # it is renamed several times
        log_file.write(numbered(number))
    assert numbers(reader.more()) == list(range(15, 23))
    log_file.close()
    reader.close()


def test_reader_waits_for_the_rest_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    text = numbered(10)
    path.write_text(text[:9])
    reader = LogReader(path)
    assert numbers(reader.all_so_far()) == []
    path.write_text(text + "\n")
    assert numbers(reader.more()) == [10]
    reader.close()


def test_lines_that_are_no_log_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "bot.log"
    path.write_bytes(b'oops\n[1]\n{"at": "x"}\n\xff\xfe\n\n' + b"[" * 50_000 + b"\n")
    reader = LogReader(path)
    assert list(reader.all_so_far()) == []
    assert reader.skipped == 5
    reader.close()


def test_error_while_writing_is_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_file = LogFile(tmp_path / "bot.log")
    stream = log_file.stream
    log_file.stream = (tmp_path / "bot.log").open()  # for reading only
    log_file.write("{}")
    log_file.write("{}")
    log_file.stream.close()
    log_file.stream = stream
    error = capsys.readouterr().err
    assert error.count("the bot's log is incomplete") == 1
    assert error.count("\n") == 1
    log_file.close()


def test_line_as_text() -> None:
    shown = text_of_line(
        {
            "at": "2026-11-30T03:43:10.123Z",
            "event": "fault",
            "game": "aaaa",
            "game_type": "othello",
            "seat": 1,
            "opponents": ["Ann"],
            "level": "error",
            "text": "no move",
            "ply": 3,
            "retries": True,
        },
        UTC,
    )
    assert shown == (
        "2026-11-30 03:43:10.123  ERROR  fault  aaaa othello  against Ann  "
        'text="no move"  ply=3  retries=true'
    )
