"""The server's network side: WebSockets, HTTP and the page."""
