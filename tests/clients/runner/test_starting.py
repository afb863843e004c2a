"""A bot whose engine does not start, or starts: what it logs, and with which code it ends."""

import json
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from zeitnot_client.address import Address
from zeitnot_client.bot_log import BotLog
from zeitnot_client.commands import running
from zeitnot_client.drivers.driver import Launch
from zeitnot_client.runner import run as run_module
from zeitnot_client.runner.checks import NotStarted
from zeitnot_client.runner.run import MAX_DIALOGUE, try_engine
from zeitnot_client.runner.tables import ConfigError
from zeitnot_client.runner.takes import Takes

from .rig import config_of, games

UCI = "print('id name Fish'); print('option name Hash type spin'); print('uciok')"


def logged(tmp_path: Path, program: str, with_engine: bool = True, **launch: Any) -> Any:
    """The lines of the log after this Python program was started, and the exception."""
    path = tmp_path / "engine.py"
    path.write_text(f"import sys; sys.stdout.reconfigure(line_buffering=True)\n{program}")
    lines = list[str]()
    started = Launch("uci", (sys.executable, str(path)), **launch)
    log = BotLog(lines.append, with_engine=with_engine)
    return lines, lambda: try_engine(started, Takes({"othello": {}}), games(), log)


def told(lines: list[str]) -> list[tuple[str, str]]:
    decoded = [json.loads(line) for line in lines]
    return [(line.get("direction", line["event"]), line["text"]) for line in decoded]


async def test_engine_that_exits_leaves_the_dialogue_in_the_log(tmp_path: Path) -> None:
    program = "input(); print('Fish 1'); print('no licence', file=sys.stderr); sys.exit(3)"
    lines, start = logged(tmp_path, program)
    with pytest.raises(NotStarted, match="ended with code 3"):
        await start()
    *dialogue, (event, text) = told(lines)
    assert dialogue == [("to", "uci"), ("from", "Fish 1"), ("stderr", "no licence")]
    assert event == "not_started"
    assert "ended with code 3" in text


async def test_dialogue_is_logged_only_on_request(tmp_path: Path) -> None:
    lines, start = logged(tmp_path, "sys.exit(3)", with_engine=False)
    with pytest.raises(NotStarted):
        await start()
    assert [event for event, _ in told(lines)] == ["not_started"]


async def test_engine_that_starts_has_its_dialogue_in_the_log(tmp_path: Path) -> None:
    ready = "\nfor line in sys.stdin:\n    if line.strip() == 'isready': print('readyok')"
    lines, start = logged(tmp_path, UCI + ready)
    await start()
    assert {("to", "uci"), ("from", "id name Fish"), ("from", "readyok")} <= set(told(lines))


@pytest.mark.parametrize("with_engine", [True, False])
async def test_only_the_end_of_a_long_dialogue_is_kept(
    with_engine: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of it is kept if the log is to have no dialogue."""
    is_kept = False

    def check(launch: Launch, takes: Takes, games: object, on_line: Any = None) -> str:
        nonlocal is_kept
        is_kept = on_line is not None
        for number in range(MAX_DIALOGUE + 3 if is_kept else 0):
            on_line("from", str(number))
        return "Fish"

    monkeypatch.setattr(run_module, "check_engine", check)
    lines, start = logged(tmp_path, "", with_engine)
    await start()
    assert is_kept is with_engine
    texts = [text for _, text in told(lines)]
    assert texts == [str(number) for number in range(3, MAX_DIALOGUE + 3) if with_engine]


@pytest.mark.parametrize(("error", "code"), [(NotStarted("no"), 1), (ConfigError("no"), 2)])
async def test_only_a_fault_of_the_options_forbids_another_start(
    error: Exception, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd does not start a bot again that has ended with 2."""

    async def run(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(running, "run", run)
    with pytest.raises(click.ClickException) as ended:
        await running.run_config(
            Address("http://localhost:1"), "zn_x", config_of("othello"), replace=False
        )
    assert ended.value.exit_code == code
