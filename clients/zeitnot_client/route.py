"""Finds a room on a server with several nodes: pure.

The entry address, which the user gave, leads to any of the nodes. That node may name the node that
has the room (`relocated`), whose address is then used as long as it can be reached.
"""

from urllib.parse import quote, urlsplit

import zeitnot_protocol as p

from .address import Address
from .exceptions import BadAddress


class Route:
    """`url`: where to connect now, at first the entry address. `hops`: how often in a row
    `relocated` was followed."""

    def __init__(self, plain: str) -> None:
        self._entry_url = plain
        self.url = plain
        self.base: Address | None = None
        """The node's own address, where it has one and `url` is on it."""
        self.hops = 0
        self._node: str | None = None  # the name of the one that `url` leads to

    @property
    def is_entry(self) -> bool:
        """Whether `url` is the entry address."""
        return self.url == self._entry_url

    def follow(self, node: str, url: str | None) -> bool:
        """Goes to another node. False: `url` is the entry address again, because this happened too
        often in a row, or because another node answered in place of that one, so it is gone."""
        if self.hops >= p.MAX_HOPS or node == self._node:
            self.forget()
            self.hops = 0
            return False
        self.hops += 1
        self._node = node
        self.base = node_address(url, encrypted=self._entry_url.startswith("wss:"))
        if self.base is None:
            self.url = f"{self._entry_url}?node={quote(node, safe='')}"
        else:
            self.url = self.base.socket(urlsplit(self._entry_url).path)
        return True

    def arrived(self) -> None:
        """The node at `url` had the room."""
        self.hops = 0

    def forget(self) -> None:
        """Returns to the entry address, because the node is gone."""
        self.url, self.base, self._node = self._entry_url, None, None


def node_address(url: str | None, *, encrypted: bool) -> Address | None:
    """The address of a node, from the URL that another node has sent; None: it has no usable one.
    `encrypted`: that connection is encrypted, so the token must not go to an unencrypted address.
    """
    if url is None:
        return None
    try:
        address = Address.parse(url)
    except BadAddress:
        return None
    return address if address.url.startswith("https:") or not encrypted else None
