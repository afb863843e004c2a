"""Sockets, HTTP and the page: what the network sees of the server."""
