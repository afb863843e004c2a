"""Two distributions contain this package: `zeitnot`, with server and engines, and the small
`zeitnot-client`. If both are installed, the last one has overwritten files of the other."""

from importlib.metadata import PackageNotFoundError, version

LARGE, SMALL = "zeitnot", "zeitnot-client"


def conflict(large: str | None, small: str | None) -> str | None:
    """What is wrong with these versions of the two distributions side by side, in one line; None if
    nothing is. None for a distribution that is not installed."""
    if large is None or small is None or large == small:
        return None
    return (
        f"{LARGE} {large} and {SMALL} {small} are installed side by side and have overwritten each "
        "other's files: uninstall both, then install one of them"
    )


def installed_conflict() -> str | None:
    """`conflict` of the installed distributions."""
    return conflict(_installed(LARGE), _installed(SMALL))


def _installed(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
