"""What the head of a request must have, whatever it asks for: a version and one host."""

import re
from collections.abc import Iterable

from .problems import ProblemError

_CHARACTER = r"[0-9A-Za-z._~!$&'()*+,;=-]"  # of a name or of a future kind of address
_VALID_HOST = re.compile(
    rf"(?:\[(?:{_CHARACTER}|:)+\]|(?:{_CHARACTER}|%[0-9A-Fa-f]{{2}})*)(?::[0-9]*)?".encode()
)  # uri-host [":" port] of RFC 3986, sections 3.2.2 and 3.2.3


def check_head(
    http_version: str, headers: Iterable[tuple[bytes, bytes]], *, is_handshake: bool
) -> None:
    """Checks the head of a request. `http_version`: as `1.1`; `0.9` if the request line has none;
    the names of headers are in small letters. Raises ProblemError 400."""
    if http_version not in ("1.0", "1.1"):
        raise no_version()
    _check_host(http_version, [value for name, value in headers if name == b"host"])
    if is_handshake and http_version != "1.1":  # RFC 6455, section 4.1
        sentence = "A handshake has a request line that ends with HTTP/1.1."
        raise ProblemError(400, "bad_upgrade", sentence)


def _check_host(http_version: str, hosts: list[bytes]) -> None:
    """There must be one valid Host, or none in HTTP/1.0 (RFC 9112, section 3.2)."""
    if len(hosts) > 1:
        raise ProblemError(400, "malformed", "The request has more than one Host header.")
    if not hosts and http_version != "1.0":
        raise ProblemError(400, "malformed", "The request has no Host header.")
    if hosts and not _VALID_HOST.fullmatch(hosts[0]):
        raise ProblemError(400, "malformed", "The Host header is not a host with an optional port.")


def no_version() -> ProblemError:
    """The request line has no version, or one that is not spoken here."""
    return ProblemError(400, "malformed", "The request line must end with HTTP/1.1 or HTTP/1.0.")


def head_too_large(max_bytes: int) -> ProblemError:
    """URL and headers are too long."""
    return ProblemError(431, "too_large", f"The URL and headers are longer than {max_bytes} bytes.")
