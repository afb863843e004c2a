"""What the owner of a bot is told about a fault of its engine: the last lines of its error output,
and a command that reproduces the position.

No tokens are told, nor the values of secret environment variables and options.
"""

import os
import re
import shlex
from collections.abc import Mapping, Sequence

import zeitnot_protocol as p

from ..drivers.failures import (
    BadAnswer,
    ClaimsEnd,
    FoundNoMove,
    NoAnswer,
    PassedLimit,
    PlayedIllegal,
)
from ..drivers.process import BETWEEN_LINES, HAVING_SAID
from ..excerpts import cut_off, last_lines

MAX_COMMAND = 1_000  # characters, as in NewFault
MAX_ENDING = 200  # characters of what has happened
MAX_OUTPUT = 300  # of the last lines of the engine's output
MAX_STDERR = 1_450  # of those of its stderr
WAIT_S = 10  # the command's time to answer: many engines end with their input
HIDDEN = "***"
_MIN_SECRET = 6  # characters of a value that is hidden wherever it occurs
_TOKEN = re.compile(r"(zn_|ticket\.)[!-~]{16,}|zn_\w+")  # any printable characters, also `-`
_SAID = re.compile(
    r"((?:token|secret|passw\w*|credentials?|api.?key)\w*[\"']?\s*[=:]\s*"
    r"|authorization[\"']?:\s*[\"']?(?:\w+ )?)"
    r"(?:\"(?:[^\"\\]|\\.)*\S*|'(?:[^'\\]|\\.)*\S*|\S+)|(://[^/\s:@]*:)[^/\s@]+(?=@)",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"token|secret|passw|credential|auth(?!or)|authori[sz]|api.?key|[_-]key\b|license",
    re.IGNORECASE,
)
_OPTION = re.compile(r"(setoption (?:name )?|option |INFO )", re.IGNORECASE)


def kind_of(error: Exception) -> p.FaultKind:
    """The kind of an engine's fault."""
    match error:
        case PlayedIllegal():
            return "illegal_move"
        case NoAnswer():
            return "no_answer"
        case BadAnswer() | FoundNoMove() | ClaimsEnd():
            return "bad_answer"
        case PassedLimit():
            return "limit"
    return "crash"


def detail_of(what: str, errors: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """What has happened, then the last lines of the engine's output and of stderr. A process's end
    comes first, with its signal or exit status."""
    what, errors = masked(what, environ), [masked(line, environ) for line in errors]
    ending, separator, said = what.partition(HAVING_SAID)
    output = [cut_off(line, MAX_OUTPUT - 1) for line in said.split(BETWEEN_LINES)]
    lines = last_lines(output, MAX_OUTPUT) if separator else []
    lines = [line for line in lines if line not in errors]  # it is both outputs
    kept = last_lines(errors, MAX_STDERR)
    return "\n".join([cut_off(ending, MAX_ENDING), *lines, *kept])


def command_of(
    command: Sequence[str], lines: Sequence[str], environ: Mapping[str, str] = os.environ
) -> str:
    """A shell command that sends these lines to the engine. Empty without lines, or if it would be
    too long."""
    if not lines:
        return ""
    sent = shlex.join([_masked_line(masked(line, environ)) for line in lines])
    program = shlex.join(_masked_words([masked(word, environ) for word in command]))
    text = f"(printf '%s\\n' {sent}; sleep {WAIT_S}) | {program}"
    return text if len(text) <= MAX_COMMAND else ""


def masked(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The text without tokens, passwords that it names as such, and the values of secret
    environment variables."""
    secrets = [value for name, value in environ.items() if _SECRET.search(name)]
    for value in sorted(secrets, key=len, reverse=True):  # one may begin with another
        if len(value) >= _MIN_SECRET:
            text = text.replace(value, HIDDEN)
    return _SAID.sub(rf"\1\2{HIDDEN}", _TOKEN.sub(HIDDEN, text))


def _masked_line(line: str) -> str:
    """The line without the value of a secret option."""
    found = _OPTION.match(line)
    if found is None or not _SECRET.search(line):
        return line
    name, separator, _ = line.partition(" value ")
    return f"{name}{separator}{HIDDEN}" if separator else f"{found[0]}{HIDDEN}"


def _masked_words(words: Sequence[str]) -> list[str]:
    """The words without the values of secret options, such as `--token=X` and `--token X`."""
    shown, is_secret = list[str](), False
    for word in words:
        name, separator, _ = word.partition("=")
        names_secret = word.startswith("-") and bool(_SECRET.search(name))
        if is_secret and not names_secret:
            shown.append(HIDDEN)
        else:
            shown.append(f"{name}={HIDDEN}" if names_secret and separator else word)
        is_secret = names_secret and not separator
    return shown
