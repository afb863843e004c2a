"""What a trial came to, in figures; docs/why/proof.md says what each means."""

import statistics
from collections import Counter
from dataclasses import dataclass, field

from . import clocks

TAKEOVER_S = 5.0
RETRY_S = 5.0  # the longest pause of the SDK's between two attempts
MOVES_A_FAULT = 5  # acknowledged at least; a cluster that is well does twenty times as many
ENOUGH_PAUSES = 50  # of so many, some show a clock that charges too little, and one too much


@dataclass
class Verdict:
    """The result. `stages`: of the takeovers that no other fault held up."""

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
        """Games that went on later than they must; those that other faults held up do not count."""
        late_s = TAKEOVER_S + RETRY_S
        return sum(each.alone and each.seconds > late_s for each in self.takeovers)

    @property
    def wrong_clocks(self) -> list[clocks.Charge]:
        """The pauses whose length is wrong by too much."""
        return [charge for charge in self.charges if charge.is_wrong]

    @property
    def bounded(self) -> int:
        """How many pauses have so tight bounds that a clock that charged more would be seen."""
        return sum(charge.bounds.are_tight for charge in self.charges)

    @property
    def long_turns(self) -> int:
        """How many are of turns so long that a clock that charged nothing would be seen."""
        return sum(charge.bounds.are_long for charge in self.charges)

    @property
    def is_blind(self) -> bool:
        """Whether no wrong clock could have been seen, though there were pauses enough."""
        return len(self.charges) >= ENOUGH_PAUSES and not (self.bounded and self.long_turns)

    @property
    def is_idle(self) -> bool:
        """Whether so little was played that nothing could have been lost."""
        return self.moves < MOVES_A_FAULT * self.faults.total()

    @property
    def passed(self) -> bool:
        """Nothing lost, no ply with two owners, every clock right, every takeover in time, and
        enough of all to see it."""
        failed = self.findings or self.late_takeovers or self.wrong_clocks
        return not (failed or self.is_blind or self.is_idle)

    def __str__(self) -> str:
        return (
            f"{self.faults.total()} faults, {self.moves} moves acknowledged"
            f" ({self.acknowledgements} commands), {len(self.findings)} findings;"
            f" {self._clocks()}; {self._takeovers()}; ended by themselves: {dict(self.exits)}"
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
        longest_s = max((each.seconds for each in self.takeovers), default=0.0)
        told = (
            f"{len(self.takeovers)} games of dead nodes, the last went on after {longest_s:.1f} s"
        )
        alone = sorted(each.seconds for each in self.takeovers if each.alone)
        if alone:
            told += (
                f"; {len(alone)} of them with no other fault, median {statistics.median(alone):.1f}"
                f" s, max {alone[-1]:.1f} s"
            )
        if self.stages:
            lease, first, resumed, ack = (
                statistics.median(part) for part in zip(*self.stages, strict=True)
            )
            told += (
                f", medians of {len(self.stages)}: lease ended {lease:.1f} s, a player there"
                f" {first:.1f} s, resumed {resumed:.1f} s, a move {ack:.1f} s"
            )
        return told
