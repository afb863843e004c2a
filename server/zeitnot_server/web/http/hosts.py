"""The host names that the server answers to: a protection against DNS rebinding.

A browser lets a page talk to whatever address the page's own name resolves to. So a page whose name
resolves to its own server first and to 127.0.0.1 later could talk to a server on this machine as
its own origin. But the browser still sends the page's name in Host, and that is checked. An address
in Host, or `localhost`, is harmless, because no one can make it resolve to something else.

Pages can set a proxy's headers in a browser. So for requests from this machine the Host that came
over the wire must be accepted, too. Requests that seem to come from other machines may do what a
stranger may do on a public server, because an unconfigured proxy on this machine looks the same.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Any

from starlette.requests import HTTPConnection

from .networks import LOOPBACK, address_of
from .problems import ProblemError, refuse
from .proxies import FORWARDED, OUTER_HOST

PROBE_PATHS = frozenset({"/healthz", "/readyz"})  # probes use any name; no secret, no effect
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]*)(?::[0-9]*)?")


class WrongHost(ProblemError):
    """The request's Host is not one of the server's names."""

    def __init__(self) -> None:
        sentence = "This server does not answer under that name (see its setting `hosts`)."
        super().__init__(421, "wrong_host", sentence)


class Hosts:
    """The accepted names. `names`: as configured; `local`: the server listens on this machine only,
    so without `names` only this machine's own names are accepted. With neither, all are."""

    def __init__(self, names: Iterable[str] = (), *, local: bool = False) -> None:
        self._names = frozenset(name.lower() for name in names)
        self._local = local

    def accepts(self, scope: Any) -> bool:
        """Whether to answer a request, whose scope `proxies` has processed."""
        if not (self._names or self._local) or scope["path"] in PROBE_PATHS:
            return True
        host_headers = [value for name, value in scope["headers"] if name == b"host"]
        elsewhere = scope["client"] and address_of(scope["client"][0]) not in LOOPBACK
        if FORWARDED in scope and elsewhere:
            return not self._names or self._all_accepted(host_headers)
        return self._all_accepted([*host_headers, *scope.get(OUTER_HOST, ())])

    def _all_accepted(self, hosts: Sequence[bytes]) -> bool:
        """Whether all of them are accepted. No Host is accepted, too: only requests of HTTP/1.0 may
        have none (`check_head`), and browsers do not send these."""
        return all(self._is_accepted(host.decode("latin-1")) for host in hosts)

    def _is_accepted(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].lower()
        return name == "localhost" or name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    bare = name[1:-1] if name.startswith("[") else name
    try:
        return (ip_address(bare).version == 6) == name.startswith("[")
    except ValueError:
        return False


class HostCheck:
    """ASGI middleware: refuses requests with other host names. Sockets ask `Hosts` themselves."""

    def __init__(self, app: Any, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and not self._hosts.accepts(scope):
            answer = refuse(HTTPConnection(scope), WrongHost())
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)
