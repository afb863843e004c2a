"""A command is split as the system's shell does."""

import shlex

import pytest

from zeitnot_client.command_words import split_command


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("student_engine.exe", ["student_engine.exe"]),
        (r"C:\ann\engine.exe --level 3", [r"C:\ann\engine.exe", "--level", "3"]),
        (r'"C:\Program Files\engine.exe" -x', [r"C:\Program Files\engine.exe", "-x"]),
        ("python ann's.py #1", ["python", "ann's.py", "#1"]),
        ("", []),
    ],
)
def test_paths_of_windows_keep_their_backslashes(command: str, words: list[str]) -> None:
    assert split_command(command, windows=True) == words


@pytest.mark.parametrize("command", ["a b", r"a\ b 'c d' \"", 'x "y # z" #w', "", "  "])
def test_other_systems_split_like_sh(command: str) -> None:
    assert split_command(command, windows=False) == shlex.split(command)


@pytest.mark.parametrize("windows", [False, True])
def test_a_missing_quotation_mark_is_an_error(windows: bool) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        split_command('"a b', windows=windows)
