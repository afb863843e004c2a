"""The Zeitnot server."""
