"""Which of two versions of a bot may play; pure.

All processes of a bot have one version. Of two versions the one that connected later is refused,
unless it has asked to replace the other. Each node decides this for its own processes by numbers
that all nodes know, so that no node has to ask another.
"""

from collections.abc import Iterable

import msgspec

import zeitnot_protocol as p

# reasons of close frames
REFUSED = "another version runs"
REPLACED = "replaced by another version"
_HINT = (
    "Start it again with --replace (SDK: replace=True) to take its games over, or give both the"
    " same --version (SDK: version=) to let them play side by side."
)


class VersionClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process's claim to play for its bot. `version`: empty if it has named none; `number`: grows
    from one claim to the next, on all nodes; `replaces`: it replaces other versions."""

    version: str = ""
    number: int = 0
    replaces: bool = False


def version_conflict(own: VersionClaim, others: Iterable[VersionClaim]) -> p.Error | None:
    """The error for a process that may not play because of another version; None: it may."""
    for other in others:
        if other.version == own.version:
            continue
        if other.number > own.number and other.replaces:
            sentence = f"{_named(other)} of this bot has taken its games over: {_named(own)} ends."
            return p.Error(code="replaced", message=_capital(sentence))
        if other.number < own.number and not own.replaces:
            sentence = f"{_named(other)} of this bot is running, and this is {_named(own)}."
            return p.Error(code="other_version", message=f"{_capital(sentence)} {_HINT}")
    return None


def _named(claim: VersionClaim) -> str:
    return f"version {claim.version}" if claim.version else "a version without a name"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def close_reason(error: p.Error) -> str:
    """The reason in the close frame after this error."""
    return REPLACED if error.code == "replaced" else REFUSED


def decisive_claims(claims: Iterable[VersionClaim]) -> list[VersionClaim]:
    """The claims of a node that matter to others: the first of each version, and the last of each
    version that replaces others."""
    first, last = dict[str, VersionClaim](), dict[str, VersionClaim]()
    for claim in sorted(claims, key=lambda each: each.number):
        first.setdefault(claim.version, claim)
        if claim.replaces:
            last[claim.version] = claim
    kept = {claim.number: claim for claim in (*first.values(), *last.values())}
    return [kept[number] for number in sorted(kept)]
