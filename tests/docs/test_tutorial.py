"""Runs the tutorial as written: saves its files, runs its commands, and compares their output."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ..with_parent import WITH_PARENT

PAGE = Path(__file__).parents[2] / "docs/tutorial/your-first-bot.md"
ADDRESS = "http://127.0.0.1:8080"
PATIENCE_S = 90


class Block(NamedTuple):
    """A fenced block: its language, the word after it, and its text."""

    language: str
    word: str
    text: str


def blocks() -> list[Block]:
    matches = re.findall(
        r"^```(\w+) ?(\S*)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    return [Block(*parts) for parts in matches]


def environment() -> dict[str, str]:
    """The environment after `source .venv/bin/activate`."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("ZEITNOT_")}
    return variables | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server without other bots."""
    process = subprocess.Popen(
        [*WITH_PARENT, "zeitnot", "serve", "--port", "0", "--no-bots"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    match = re.search(r"http://[\d.:]+", process.stdout.readline())
    assert match
    yield match[0]
    process.terminate()
    process.communicate(timeout=PATIENCE_S)


def wait_for_bot(server: str, name: str) -> None:
    """Waits until the bot is online."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with urllib.request.urlopen(f"{server}/api/v1/catalogue", timeout=PATIENCE_S) as answer:
            if name in [bot["name"] for bot in json.load(answer)["bots"]]:
                return
        time.sleep(0.05)
    pytest.fail(f"{name} did not come online")


def test_an_empty_token_file_is_named(tmp_path: Path) -> None:
    (program,) = (block.text for block in blocks() if block.word == "first_bot.py")
    (tmp_path / "first_bot.py").write_text(program)
    (tmp_path / "token.txt").write_text("\n")
    command = [sys.executable, "first_bot.py"]
    result = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert (
        result.stderr == "token.txt is empty: register the bot again, under another name (step 2)\n"
    )


def test_every_step_works(tmp_path: Path, server: str) -> None:
    work = tmp_path / "work"
    work.mkdir()
    bots: list[subprocess.Popen[str]] = []
    output = ""
    try:
        for language, word, text in blocks():
            text = text.replace(ADDRESS, server)
            if language == "python":
                (work / word).write_text(text)
            elif language == "text":
                assert output == text
            elif language == "sh" and word == "bot":
                command = ["bash", "-c", f"exec {text}"]
                bots.append(subprocess.Popen(command, cwd=work, env=environment(), text=True))
                wait_for_bot(server, "First")
            elif language == "sh":
                output = shell(text, work)
    finally:
        for bot in bots:
            bot.terminate()
            bot.wait(PATIENCE_S)


def shell(text: str, work: Path) -> str:
    """Runs commands, which must succeed; returns their output."""
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=work,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert result.returncode == 0, f"{text}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def test_the_page_has_blocks_to_run() -> None:
    """If a fence were renamed, `test_every_step_works` would run nothing."""
    kinds = [(block.language, block.word) for block in blocks()]
    assert kinds.count(("python", "first_bot.py")) == 1
    assert kinds.count(("python", "challenge.py")) == 1
    assert kinds.count(("python", "duel.py")) == 1
    assert kinds.count(("sh", "bot")) == 1
    assert kinds.count(("sh", "")) == 5
    assert kinds.count(("text", "")) == 2
