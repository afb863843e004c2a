"""Whole numbers that are written with a fraction or an exponent: `60000.0`, `6e4`.

JSON Schema, and so the published description of the wire, takes them for integers (draft 2020-12,
core, section 4.2.3, and validation, section 6.1.1), and programs whose language has only one type
of number write them. msgspec takes them for floats. So a text that it has refused for this reason
is rewritten with such numbers as integers, and decoded once more; others cost nothing.
"""

import math
import re
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import TypeVar

import msgspec

LIMIT = 10**18
"""Numbers beyond this stay floats; every bound of the protocol is below it."""

T = TypeVar("T")

_WANTED = re.compile(r"Expected `(?:[^`]*\W)?int(?:\W[^`]*)?`, got `float`")


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
    return decoder.decode(msgspec.json.encode(_untyped.decode(text)))


def _number(written: str) -> float:
    """A number with a fraction or an exponent, as an integer if its value is one."""
    value = float(written)
    if math.isinf(value):
        raise msgspec.ValidationError("Number out of range")  # as for a field of type float
    if abs(value) < LIMIT:
        with suppress(InvalidOperation):  # of exponents with more than 18 digits
            exact = Decimal(written)  # a float would have lost digits
            if exact == exact.to_integral_value():
                return int(exact)
    return value


_untyped = msgspec.json.Decoder(float_hook=_number)
