"""The result of `zeitnot match`, for people and as JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..matches.cross_table import CrossTable, Row, elo_text, error_text, table_text
from ..matches.played import ENDS, FinishedGame
from ..matches.schedule import letters
from ..matches.standing import Margin, PairCounts, Sprt, Standing, error_of


class Results:
    """The games so far, and their statistics. `unit`: of the margins, as the game names it;
    `names`: of the players, for people; `sprt`: only in a match of two."""

    def __init__(
        self,
        sprt: Sprt | None,
        played: Sequence[FinishedGame],
        unit: str,
        names: Sequence[str] = "AB",
    ) -> None:
        self.sprt, self.unit, self.names = sprt, unit, names
        self.table = CrossTable(len(names))
        self.ends: Counter[str] = Counter()
        self.margins: dict[int, int] = {}
        self.numbers: set[int] = set()
        self.faults = 0
        for game in played:
            self.add(game)

    def add(self, played: FinishedGame) -> None:
        """Adds a game, unless one with its number was added before."""
        if not self.table.add(played):
            return
        self.numbers.add(played.number)
        self.margins[played.number] = played.margin
        self.faults += bool(played.fault)
        if played.end is not None:
            self.ends[played.end] += 1

    @property
    def standing(self) -> Standing:
        """A's score against B."""
        return self.table.meeting(0, 1).standing

    @property
    def pairs(self) -> PairCounts:
        """The pairs of games of A and B, by A's points."""
        return self.table.meeting(0, 1).pairs

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio, if a test was requested."""
        return self.sprt.llr(self.pairs.counts) if self.sprt else None

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the test has accepted, or None."""
        return None if self.sprt is None else self.sprt.verdict(self.sprt.llr(self.pairs.counts))

    # ── progress ───────────────────────────────────────────────────────────────────────────────

    def progress(self) -> str:
        """The result so far, in a few words: of A with Elo and test, or of all players."""
        if len(self.names) > 2:
            rows = self.table.rows()
            return ", ".join(
                f"{letters(row.player)} {100 * row.standing.score:.1f} %"
                for row in rows
                if row.standing.games
            )
        if not self.standing.games:
            return ""
        text = f"A {_score_text(self.standing, error_of(self.standing, self.pairs))}"
        if self.sprt:
            bounds = f"{self.sprt.lower:.2f} to {self.sprt.upper:.2f}"
            text += f", LLR {self.llr:.2f} ({bounds})"
        return text

    # ── JSON ───────────────────────────────────────────────────────────────────────────────────

    def as_dict(self) -> dict[str, Any]:
        """The result as `--json` prints it; Elo and its errors are null where they are infinite."""
        ends = {end: self.ends[end] for end in ENDS if self.ends[end]}
        if len(self.names) > 2:
            rows = self.table.rows()
            return {
                "games": len(self.numbers),
                "players": [self._row_dict(row) for row in rows],
                "faults": self.faults,
                "ends": ends,
            }
        margin = Margin.of(self.margins)
        result = _standing_dict(self.standing, self.pairs) | {
            "margin": margin.mean,
            "margin_error": margin.error,
            "faults": self.faults,
            "ends": ends,
        }
        if self.sprt:
            bounds = [self.sprt.lower, self.sprt.upper]
            result |= {"llr": self.llr, "bounds": bounds, "accepted": self.verdict}
        return result

    def _row_dict(self, row: Row) -> dict[str, Any]:
        return {
            "player": letters(row.player),
            "name": self.names[row.player],
            **_standing_dict(row.standing, row.pairs),
            "points": row.standing.points,
            "faults": row.faults,
            "against": {
                letters(other): points
                for other, points in enumerate(row.against)
                if points is not None
            },
        }

    # ── text ───────────────────────────────────────────────────────────────────────────────────

    def as_text(self) -> str:
        """The result for people."""
        if not self.numbers:
            return "no games were finished"
        if len(self.names) > 2:
            return "\n".join([*table_text(self.table.rows(), self.names), *self._faults_text()])
        return "\n".join(self._two_text())

    def _two_text(self) -> list[str]:
        standing, pair_error = self.standing, self.pairs.error
        over_pairs = f" (± {error_text(pair_error)} over pairs)" if self.pairs.total > 1 else ""
        lines = [
            f"A: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost of "
            f"{standing.games}: {_score_text(standing, standing.error)}"
            f"{over_pairs}"
        ]
        if any(abs(margin) > 1 for margin in self.margins.values()):
            margin = Margin.of(self.margins)
            error = "" if margin.error is None else f" ± {margin.error:.3f} (standard error)"
            lines.append(f"by {margin.mean:+.3f}{error} {self.unit} a game")
        if self.sprt:
            bounds = f"{self.sprt.lower:.2f} to {self.sprt.upper:.2f}"
            lines.append(
                f"SPRT {self.sprt.elo0:g} against {self.sprt.elo1:g} Elo: LLR {self.llr:.2f} "
                f"({bounds}), {self.verdict or 'undecided'}"
            )
        return lines + self._faults_text()

    def _faults_text(self) -> list[str]:
        others = [f"{end} {self.ends[end]}" for end in ENDS[1:] if self.ends[end]]
        lines = [f"ends other than by the rules: {', '.join(others)}"] if others else []
        if self.faults:
            lines.append(f"games decided by a fault: {self.faults}")
        return lines


def _score_text(standing: Standing, error: float | None) -> str:
    elo = f", {elo_text(standing)} Elo ± {error_text(error)}"
    return f"{100 * standing.score:.1f} %{elo}"


def _standing_dict(standing: Standing, pairs: PairCounts) -> dict[str, Any]:
    return {
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "score": standing.score,
        "elo": standing.elo,
        "error": standing.error,
        "pair_error": pairs.error,
        "pairs": pairs.counts,
    }
