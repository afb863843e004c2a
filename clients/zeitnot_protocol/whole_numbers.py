"""Whole numbers that are written with a fraction or an exponent: `60000.0`, `6e4`.

JSON Schema, and so the published description of the wire, takes them for integers (draft 2020-12,
core, section 4.2.3, and validation, section 6.1.1), and programs whose language has only one type
of number write them. msgspec takes them for floats, so they are rewritten: only after it has
refused a text, so that others cost nothing. By their digits and not as floats, so no digit is lost.
"""

import re
from typing import TypeVar

import msgspec

MAX_DIGITS = 18
"""Longer numbers are not rewritten; every bound of the protocol is below them."""
MAX_EXPONENT_DIGITS = 7

T = TypeVar("T")

_WANTED = re.compile(r"Expected `(?:[^`]*\W)?int(?:\W[^`]*)?`, got `float`")
# Strings are matched, so that no number is found in one. No match ever backtracks.
_TOKEN = re.compile(
    r'"(?:[^"\\]++|\\.)*+"?|(?P<sign>-?)(?P<whole>\d++)(?:\.(?P<part>\d++))?'
    r"(?:[eE](?P<exponent>[+-]?\d++))?",
    re.DOTALL,
)


def decode(decoder: msgspec.json.Decoder[T], text: str | bytes) -> T:
    """Decodes a text in which whole numbers may have fractions of zero and exponents. Raises
    msgspec.DecodeError, UnicodeError."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        return decode_refused(decoder, text, error)


def decode_refused(
    decoder: msgspec.json.Decoder[T], text: str | bytes, error: msgspec.ValidationError
) -> T:
    """Like `decode`, after the decoder has refused the text with this error."""
    if not _WANTED.match(str(error)):
        raise error
    read = text if isinstance(text, str) else text.decode()
    rewritten = _TOKEN.sub(_rewritten, read)
    if rewritten == read:
        raise error
    return decoder.decode(rewritten)


def _rewritten(token: re.Match[str]) -> str:
    """The token itself, unless it is a whole number that is not written as one."""
    whole, part, exponent = token["whole"], token["part"] or "", token["exponent"]
    if whole is None or not (part or exponent):
        return token[0]
    digits = (whole + part).lstrip("0")
    significant = digits.rstrip("0")
    if not significant:
        return "0"
    power = _power(exponent)
    if power is None:
        return token[0]
    zeros = len(digits) - len(significant) + power - len(part)  # behind the significant digits
    if zeros < 0 or len(significant) + zeros > MAX_DIGITS:
        return token[0]
    return token["sign"] + significant + "0" * zeros


def _power(exponent: str | None) -> int | None:
    """The number; None: it has more digits than the length of any frame or body."""
    digits = (exponent or "0").lstrip("+-").lstrip("0") or "0"
    if len(digits) > MAX_EXPONENT_DIGITS:
        return None
    return -int(digits) if exponent and exponent.startswith("-") else int(digits)
