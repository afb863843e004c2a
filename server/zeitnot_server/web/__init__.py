"""WebSockets, HTTP and the page: the server's network side."""
