"""Behind a proxy: the client's address, and the scheme and host of its request. Only trusted
proxies are believed.

A proxy sends X-Forwarded-For, -Proto and -Host, or Forwarded (RFC 7239). A setting selects one of
the two, because a proxy that writes one of them passes on the other one from the client. Each proxy
appends on the right, so a chain is read from the right. The first address that does not belong to a
trusted proxy is the client's: everything left of it is the client's claim. If a proxy does not name
the client, or its header is malformed, the proxy's address counts.

The ASGI scope then has the client's address, its scheme and its Host as if there were no proxy, and
FORWARDED: the kernel's view of this connection is the proxy's, not the client's (`link`). A Host
that was replaced is kept as OUTER_HOST.
"""

import re
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import structlog

from ...limits.throttle import Throttle
from .networks import LOOPBACK, Address, Networks, address_of

Form = Literal["x-forwarded", "forwarded", "none"]
Header = tuple[bytes, bytes]

FORWARDED = "zeitnot.forwarded"
OUTER_HOST = "zeitnot.outer_host"
MAX_HOPS = 32  # of a chain; the rest is ignored
SHOWN = 120  # characters of a header in the log

_SCHEMES = {
    "http": {"http": "http", "ws": "http", "https": "https", "wss": "https"},
    "websocket": {"http": "ws", "ws": "ws", "https": "wss", "wss": "wss"},
}
_HOST = re.compile(r"[A-Za-z0-9._:\[\]-]{1,255}")
_PORT = r"(?::(?:[0-9]{1,5}|_[A-Za-z0-9._-]+))?"
# RFC 7239, section 6, and a common variant: IPv6 without brackets.
_NODE = re.compile(rf"\[([0-9A-Fa-f:.]+)\]{_PORT}|([0-9.]+){_PORT}|([0-9A-Fa-f:.]+)")
_HIDDEN = re.compile(rf"(?:unknown|_[A-Za-z0-9._-]+){_PORT}", re.IGNORECASE)
# RFC 7239, section 4; a value may be bare where it should be quoted.
_VALUE = r"\"(?:[^\"\\]|\\.)*\"|[^\s\",;=]+"
_PAIR = re.compile(rf"(?:([A-Za-z]+)=({_VALUE}))?(?:[ \t]*;[ \t]*|\Z)")
_BLANK = " \t"

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Hop:
    """What one proxy reports: its client, and the scheme and host of its request; None: not
    reported. `odd`: it has sent something malformed."""

    client: Address | None = None
    scheme: str | None = None
    host: str | None = None
    odd: bool = False


@dataclass(frozen=True, slots=True)
class ForwardedRequest:
    """The client, scheme and host that the proxies report; None: not reported. `odd`: see `Hop`."""

    client: Address
    scheme: str | None = None
    host: str | None = None
    odd: bool = False


# ── what the headers say ───────────────────────────────────────────────────────────────────────


def follow(peer: Address, hops: Iterator[Hop], trusted: Networks) -> ForwardedRequest:
    """Follows a chain from the trusted `peer`, the nearest hop first, to the client. Scheme and
    host are those named nearest to the client. If a proxy on another machine names a client on its
    own machine (loopback), the proxy's address counts, since that is not this machine."""
    result = ForwardedRequest(peer)
    for hop in hops:
        client, current = hop.client, result.client
        is_remote = client is None or (client in LOOPBACK and current not in LOOPBACK)
        result = ForwardedRequest(
            current if client is None or is_remote else client,
            hop.scheme or result.scheme,
            hop.host or result.host,
            result.odd or hop.odd,
        )
        if is_remote or result.client not in trusted:
            break
    return result


def x_forwarded(headers: list[Header]) -> Iterator[Hop]:
    """The hops in X-Forwarded-*, the nearest first. The last value of -Proto and -Host counts,
    which comes from the nearest proxy."""
    proto = _last(headers, b"x-forwarded-proto")
    host = _last(headers, b"x-forwarded-host")
    entries = [entry.strip() for entry in _joined(headers, b"x-forwarded-for").split(",")]
    nodes: list[str | None] = [entry for entry in entries if entry]
    for entry in reversed(nodes[-MAX_HOPS:] or [None]):
        yield _hop(entry, proto, host)


def forwarded(headers: list[Header]) -> Iterator[Hop]:
    """The hops in Forwarded, the nearest first."""
    remaining = _joined(headers, b"forwarded")
    for _ in range(MAX_HOPS):
        remaining = remaining.rstrip(f"{_BLANK},")
        if not remaining:
            return
        element, remaining = _last_element(remaining)
        if element is None:
            yield Hop(odd=True)
        else:
            yield _hop(element.get("for"), element.get("proto"), element.get("host"))


def _last_element(text: str) -> tuple[dict[str, str] | None, str]:
    """The last element of a list and the text before it. The shortest valid ending is taken, so
    that a client cannot hide what its proxy wrote behind a quotation mark that it opened itself.
    Commas within a quoted value are skipped, up to a bound."""
    comma = len(text)
    for _ in range(MAX_HOPS):
        comma = text.rfind(",", 0, max(0, comma))
        if (element := _element(text[comma + 1 :].strip(_BLANK))) is not None:
            return element, text[: max(0, comma)]
        if comma < 0:
            break
    return None, ""


def _element(text: str) -> dict[str, str] | None:
    """`for=…;proto=…` by names in lower case; None if it is malformed or empty."""
    pairs: dict[str, str] = {}
    at = 0
    while at < len(text):
        match = _PAIR.match(text, at)
        if match is None or (match[1] and match[1].lower() in pairs):
            return None
        if match[1]:
            pairs[match[1].lower()] = _unquoted(match[2])
        at = match.end()
    return pairs or None


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value


def _hop(node: str | None, proto: str | None, host: str | None) -> Hop:
    """A hop from its texts, each checked."""
    client = node_address(node) if node is not None else None
    scheme = proto.lower() if proto and proto.lower() in _SCHEMES["http"] else None
    name = host if host and _HOST.fullmatch(host) else None
    silent = node is None or _HIDDEN.fullmatch(node) is not None
    invalid = not (client or silent) or bool(proto and not scheme) or bool(host and not name)
    return Hop(client, scheme, name, invalid)


def node_address(text: str) -> Address | None:
    """The address in 192.0.2.7, 192.0.2.7:80, 2001:db8::1, [2001:db8::1] or [2001:db8::1]:80; None
    for `unknown`, for an obfuscated one (`_name`) and for anything else."""
    match = _NODE.fullmatch(text)
    return address_of(match[1] or match[2] or match[3]) if match else None


def _joined(headers: list[Header], name: bytes) -> str:
    """Several lines of one name are one list (RFC 9110, section 5.3)."""
    return ",".join(value.decode("latin-1") for key, value in headers if key == name)


def _last(headers: list[Header], name: bytes) -> str | None:
    return _joined(headers, name).rpartition(",")[2].strip() or None


# ── the application around the application ─────────────────────────────────────────────────────


_NAMES: dict[Form, tuple[bytes, ...]] = {
    "x-forwarded": (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"),
    "forwarded": (b"forwarded",),
    "none": (),
}
_READ = {"x-forwarded": x_forwarded, "forwarded": forwarded}


class Proxied:
    """ASGI middleware: the application sees the client, not the proxy.

    `trusted`: the proxies; `form`: the headers that they send. `seconds`: any clock.
    """

    def __init__(
        self,
        app: Any,
        trusted: Networks,
        form: Form,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._trusted = trusted
        self._form = form
        self._throttle = Throttle(seconds)

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        """Not a coroutine itself, because every open socket would keep it."""
        if scope["type"] in _SCHEMES:
            self._apply(scope)
        result: Awaitable[None] = self._app(scope, receive, send)
        return result

    def _apply(self, scope: Any) -> None:
        """Changes the scope if a trusted proxy has set its headers."""
        headers: list[Header] = scope["headers"]
        names = _NAMES[self._form]
        if not any(name in names for name, _ in headers):
            return
        peer = address_of(scope["client"][0]) if scope["client"] else None
        if peer is None or peer not in self._trusted:
            return
        result = follow(peer, _READ[self._form](headers), self._trusted)
        if result.odd:
            self._log_conflict(peer, [value for name, value in headers if name in names])
        scope[FORWARDED] = True
        if result.client != peer:
            scope["client"] = (str(result.client), 0)
        if result.scheme:
            scope["scheme"] = _SCHEMES[scope["type"]][result.scheme]
        if result.host:
            others = [header for header in headers if header[0] != b"host"]
            scope[OUTER_HOST] = [value for name, value in headers if name == b"host"]
            scope["headers"] = [*others, (b"host", result.host.encode())]

    def _log_conflict(self, peer: Address, values: list[bytes]) -> None:
        """Logs at most one line a minute, because a client may cause it through the operator's
        proxy."""
        if not self._throttle.allows():
            return
        shown_headers = b" | ".join(values).decode("latin-1")[:SHOWN]
        logger.warning("proxy's headers not understood", proxy=str(peer), said=ascii(shown_headers))
