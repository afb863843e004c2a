"""The results of a trial; docs/why/proof.md explains the figures."""

import statistics
from collections import Counter
from dataclasses import dataclass, field

from . import clocks

TAKEOVER_S = 5.0  # the longest takeover by another node
RETRY_S = 5.0  # the SDK's longest pause between two attempts
MOVES_PER_FAULT = 5  # the minimum; a healthy cluster acknowledges twenty times as many
ENOUGH_PAUSES = 50  # of this many, some must reveal clocks that charge too little or too much


@dataclass
class Verdict:
    """The results. `stages`: of the takeovers that no other fault delayed."""

    faults: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    acknowledgements: int = 0
    findings: list[str] = field(default_factory=list)
    charges: list[clocks.Charge] = field(default_factory=list)
    takeovers: list[clocks.Takeover] = field(default_factory=list)
    stages: list[clocks.Stages] = field(default_factory=list)
    exits: Counter[int] = field(default_factory=Counter)

    @property
    def late_takeovers(self) -> int:
        """The number of games that continued too late without another fault that delayed them."""
        max_s = TAKEOVER_S + RETRY_S
        return sum(
            takeover.is_undisturbed and takeover.seconds > max_s for takeover in self.takeovers
        )

    @property
    def wrong_clocks(self) -> list[clocks.Charge]:
        """The pauses whose durations are wrong by more than the tolerance."""
        return [charge for charge in self.charges if charge.is_wrong]

    @property
    def bounded(self) -> int:
        """The number of pauses with tight bounds, which reveal clocks that charge too much."""
        return sum(charge.bounds.are_tight for charge in self.charges)

    @property
    def long_turns(self) -> int:
        """The number of pauses of long turns, which reveal clocks that charge nothing."""
        return sum(charge.bounds.are_long for charge in self.charges)

    @property
    def is_blind(self) -> bool:
        """Whether no wrong clock could have been detected, although there were enough pauses."""
        return len(self.charges) >= ENOUGH_PAUSES and not (self.bounded and self.long_turns)

    @property
    def is_idle(self) -> bool:
        """Whether too few moves were played for a loss to be likely."""
        return self.moves < MOVES_PER_FAULT * self.faults.total()

    @property
    def passed(self) -> bool:
        """Whether nothing was lost, no ply had two owners, all clocks were right and all takeovers
        in time, and enough happened to tell."""
        failed = self.findings or self.late_takeovers or self.wrong_clocks
        return not (failed or self.is_blind or self.is_idle)

    def __str__(self) -> str:
        return (
            f"{self.faults.total()} faults, {self.moves} moves acknowledged"
            f" ({self.acknowledgements} commands), {len(self.findings)} findings;"
            f" {self._clocks()}; {self._takeovers()}; unexpected exits: {dict(self.exits)}"
        )

    def _clocks(self) -> str:
        errors = sorted(charge.error_ms for charge in self.charges) or [0.0]
        return (
            f"clock error median {statistics.median(errors):.0f} ms, max {errors[-1]:.0f} ms of"
            f" {len(self.charges)} pauses, {len(self.wrong_clocks)} above"
            f" {clocks.MAX_ERROR_MS:.0f}, {self.bounded} bounded within {clocks.TIGHT_MS:.0f} ms,"
            f" {self.long_turns} after more than {clocks.MAX_ERROR_MS:.0f} ms"
        )

    def _takeovers(self) -> str:
        longest_s = max((takeover.seconds for takeover in self.takeovers), default=0.0)
        text = (
            f"{len(self.takeovers)} games of dead nodes, the last continued after {longest_s:.1f} s"
        )
        undisturbed = sorted(
            takeover.seconds for takeover in self.takeovers if takeover.is_undisturbed
        )
        if undisturbed:
            text += (
                f"; {len(undisturbed)} of them with no other fault, median"
                f" {statistics.median(undisturbed):.1f} s, max {undisturbed[-1]:.1f} s"
            )
        if self.stages:
            lease, first, resumed, ack = (
                statistics.median(part) for part in zip(*self.stages, strict=True)
            )
            text += (
                f", medians of {len(self.stages)}: lease ended {lease:.1f} s, player back"
                f" {first:.1f} s, resumed {resumed:.1f} s, move {ack:.1f} s"
            )
        return text
