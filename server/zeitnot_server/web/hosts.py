"""Under which names the server answers: what a page elsewhere may not do by DNS rebinding.

A browser lets a page talk to whatever address its own name resolves to. A page whose name first is
its own server's address and then 127.0.0.1 would so talk to a server on this machine, and be its
own origin there. But the browser still says the page's name in Host, and that is looked at. An
address in Host, or `localhost`, is no name that anybody could have resolve to something else.

Browsers let pages set a proxy's headers. So for who comes from this machine the Host that came over
the wire has to be good, too; who seems to come from elsewhere may do what a stranger may do on a
public server, since a proxy on this machine whose name was not configured looks the same.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Any

from starlette.requests import HTTPConnection

from .networks import LOOPBACK, address_of
from .problems import ProblemError, refuse
from .proxies import FORWARDED, OUTER_HOST

ALWAYS = frozenset({"/healthz", "/readyz"})  # probes ask under any name; no secret, no effect
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]*)(?::[0-9]*)?")


class WrongHost(ProblemError):
    """Asked under a name that is not the server's."""

    def __init__(self) -> None:
        sentence = "This server does not answer under that name (see its setting `hosts`)."
        super().__init__(421, "wrong_host", sentence)


class Hosts:
    """The names that are good. `names`: as configured; `local`: the server listens on this machine
    alone, so that without names only this machine's own are good. Neither: all are."""

    def __init__(self, names: Iterable[str] = (), *, local: bool = False) -> None:
        self._names = frozenset(name.lower() for name in names)
        self._local = local

    def admit(self, scope: Any) -> bool:
        """Whether a request, as the proxies' headers have changed its scope, may be answered."""
        if not (self._names or self._local) or scope["path"] in ALWAYS:
            return True
        asked = [value for name, value in scope["headers"] if name == b"host"]
        elsewhere = scope["client"] and address_of(scope["client"][0]) not in LOOPBACK
        if FORWARDED in scope and elsewhere:
            return not self._names or self._good(asked)
        return self._good([*asked, *scope.get(OUTER_HOST, ())])

    def _good(self, hosts: Sequence[bytes]) -> bool:
        """Whether all of them are; nobody who says none is a browser."""
        return all(self._is_good(host.decode("latin-1")) for host in hosts)

    def _is_good(self, host: str) -> bool:
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
    """Middleware: an ASGI application that is asked under good names only."""

    def __init__(self, app: Any, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket") and not self._hosts.admit(scope):
            answer = refuse(HTTPConnection(scope), WrongHost())
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)
