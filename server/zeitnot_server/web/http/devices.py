"""The kind of browser behind a request, so that people recognise their sessions; from the
User-Agent, of which nothing else is stored."""

from collections.abc import Sequence

from starlette.requests import HTTPConnection

# The first that occurs counts, because browsers also name those that they imitate.
_BROWSERS = (
    *(("zeitnot", "Zeitnot's terminal"), ("Edg", "Edge"), ("OPR/", "Opera")),
    *(("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"), ("FxiOS", "Firefox")),
    *(("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)


def device_of(connection: HTTPConnection) -> str | None:
    """The kind of browser and system, such as `Firefox on Linux`; None: unknown."""
    agent = connection.headers.get("user-agent", "")
    known = [name for name in (_first(_BROWSERS, agent), _first(_SYSTEMS, agent)) if name]
    return " on ".join(known) or None


def _first(names: Sequence[tuple[str, str]], agent: str) -> str | None:
    return next((name for mark, name in names if mark in agent), None)
