"""The outer middleware and its settings: trusted proxies, the access log, host names, the readers
of /metrics, and pages of other origins."""

from dataclasses import dataclass, field
from typing import Any

from .access import AccessLog
from .http.hosts import Hosts
from .http.networks import LOOPBACK, Networks
from .http.proxies import Form, Proxied


@dataclass(frozen=True, slots=True)
class Edge:
    """The settings; see `config.Config`."""

    trusted_proxies: Networks = LOOPBACK
    proxy_header: Form = "x-forwarded"
    metrics_from: Networks = LOOPBACK
    access_log: bool = False
    hosts: Hosts = field(default_factory=Hosts)
    cors_origins: frozenset[str] = frozenset()

    @property
    def naming_proxies(self) -> Networks:
        """The proxies that name their clients."""
        return Networks(()) if self.proxy_header == "none" else self.trusted_proxies

    def wrap(self, app: Any) -> Any:
        """The application with its middleware."""
        logged = AccessLog(app) if self.access_log else app
        return Proxied(logged, self.trusted_proxies, self.proxy_header)


EDGE = Edge()
