"""Which of two versions of a bot may play; pure.

All processes of a bot have one version. Of two versions the one that came later is refused, unless
it has asked to replace the other. Each node decides that of its own processes by the same numbers,
so that none has to ask another.
"""

from collections.abc import Iterable

import msgspec

import zeitnot_protocol as p

# the reasons with which sockets are closed
REFUSED = "another version runs"
REPLACED = "replaced by another version"
_WAYS_OUT = (
    "Start it again with --replace (SDK: replace=True) to take its games over, or give both the"
    " same --version (SDK: version=) to let them play side by side."
)


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process that has come into the lobby. `version`: empty, it has not said; `number`: grows
    from one to the next, on all nodes; `replaces`: other versions end."""

    version: str = ""
    number: int = 0
    replaces: bool = False


def lost_to(own: Claim, others: Iterable[Claim]) -> p.Error | None:
    """The error for a process that another one keeps from playing; None: it may play."""
    for other in others:
        if other.version == own.version:
            continue
        if other.number > own.number and other.replaces:
            sentence = f"{_named(other)} of this bot has taken its games over: {_named(own)} ends."
            return p.Error(code="replaced", message=_capital(sentence))
        if other.number < own.number and not own.replaces:
            sentence = f"{_named(other)} of this bot is running, and this is {_named(own)}."
            return p.Error(code="other_version", message=f"{_capital(sentence)} {_WAYS_OUT}")
    return None


def _named(claim: Claim) -> str:
    return f"version {claim.version}" if claim.version else "a version without a name"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def reason_of(error: p.Error) -> str:
    """The reason with which the socket is closed."""
    return REPLACED if error.code == "replaced" else REFUSED


def posted(claims: Iterable[Claim]) -> list[Claim]:
    """Those of a node's claims that can decide something at another: of each version the first, and
    the last that replaces others."""
    first, last = dict[str, Claim](), dict[str, Claim]()
    for claim in sorted(claims, key=lambda each: each.number):
        first.setdefault(claim.version, claim)
        if claim.replaces:
            last[claim.version] = claim
    kept = {claim.number: claim for claim in (*first.values(), *last.values())}
    return [kept[number] for number in sorted(kept)]
