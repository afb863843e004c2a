"""The games of files that could not be read."""

import click

from . import printing

MAX_REPORTED = 20
MAX_BAD_AT_FIRST = 1_000  # a file that begins with so many is not what it seems to be


class SkippedGames:
    """Collects what is wrong with games. `strict`: the first one is an error. `has_games`: to be
    set once a game has been read."""

    def __init__(self, strict: bool) -> None:
        self.has_games = False
        self._strict = strict
        self._count = 0
        self._problems: list[str] = []

    def add(self, problem: str) -> None:
        """Counts and names a game that cannot be read. Raises click.UsageError if `strict`, and
        for too many at the beginning."""
        if self._strict:
            raise click.UsageError(f"{problem}.")
        self._count += 1
        if self._count <= MAX_REPORTED:
            self._problems.append(problem)
        if self._count == MAX_BAD_AT_FIRST and not self.has_games:
            said = f"the first {self._count} games cannot be read"
            raise click.UsageError(f"{self._problems[0]}; {said}.")

    def report(self) -> None:
        """Prints a line for each of the first ones, and the number of the others. Raises
        click.UsageError if no game could be read."""
        if self._problems and not self.has_games:
            raise click.UsageError(f"{self._problems[0]}.")
        for problem in self._problems:
            printing.say(f"zeitnot: {problem}; skipped", err=True)
        if (others := self._count - len(self._problems)) > 0:
            printing.say(f"zeitnot: {others} more games that cannot be read; skipped", err=True)
