"""Where to find a room on a server of several nodes: pure.

The address that the user gave finds one of the nodes; that one may say which node has the room
(`relocated`). Its address is kept while it can be reached.
"""

from urllib.parse import quote, urlsplit

import zeitnot_protocol as p

from .address import Address
from .exceptions import BadAddress


class Route:
    """`url`: where to connect now, at first the socket's `plain` address. `hops`: how often
    `relocated` was followed in a row."""

    def __init__(self, plain: str) -> None:
        self._plain = plain
        self.url = plain
        self.base: Address | None = None
        """The node's own address, where it has one and `url` is on it."""
        self.hops = 0
        self._node: str | None = None  # the name of the one that `url` leads to

    @property
    def is_plain(self) -> bool:
        """Whether `url` is the plain address."""
        return self.url == self._plain

    def follow(self, node: str, url: str | None) -> bool:
        """The room is on another node. False: this has happened too often, or that node was to be
        reached and another one has answered, so it is gone; `url` is plain again."""
        if self.hops >= p.MAX_HOPS or node == self._node:
            self.forget()
            self.hops = 0
            return False
        self.hops += 1
        self._node = node
        self.base = node_address(url, encrypted=self._plain.startswith("wss:"))
        if self.base is None:
            self.url = f"{self._plain}?node={quote(node, safe='')}"
        else:
            self.url = self.base.socket(urlsplit(self._plain).path)
        return True

    def arrived(self) -> None:
        """The room was there."""
        self.hops = 0

    def forget(self) -> None:
        """The node is gone: the plain address is asked again."""
        self.url, self.base, self._node = self._plain, None, None


def node_address(url: str | None, *, encrypted: bool) -> Address | None:
    """The address of a node as another one has named it; None: it has none that can be used.
    `encrypted`: the connection that said it is, so the token is sent to no address that is not."""
    if url is None:
        return None
    try:
        address = Address.parse(url)
    except BadAddress:
        return None
    return address if address.url.startswith("https:") or not encrypted else None
