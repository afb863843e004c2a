"""The games that the lobby has assigned to this process of a bot."""

from collections import OrderedDict

import zeitnot_protocol as p

MAX_GAMES = 10_000  # more than one process can play at a time


class Assignments:
    """The assignment numbers of this process's games, from its newest invitations; the hello sends
    them to the room. `process`: the id that the process has chosen; `version`: of its program."""

    def __init__(self, process: str = "") -> None:
        self.process = process
        self.version = ""
        self._numbers: OrderedDict[str, int] = OrderedDict()
        self._asked: OrderedDict[str, None] = OrderedDict()  # games whose invitations need answers

    def note(self, invited: p.Invited) -> None:
        """Stores the number of an invitation, and whether it needs an answer; beyond MAX_GAMES the
        oldest are dropped."""
        self._numbers[invited.game] = invited.assignment
        self._numbers.move_to_end(invited.game)
        if len(self._numbers) > MAX_GAMES:
            self._numbers.popitem(last=False)
        self._asked.pop(invited.game, None)
        if invited.deadline is not None:
            self._asked[invited.game] = None
        if len(self._asked) > MAX_GAMES:
            self._asked.popitem(last=False)

    def needs_answer(self, game: str) -> bool:
        """Whether the invitation to this game can be declined."""
        return game in self._asked

    def hello(self, game: str, since: int, seat: int | None) -> p.Hello:
        """The first message to a room, with process and number if the game is assigned to it."""
        number = self.number(game)
        process = self.process if number else ""
        version = self.version if number else ""
        return p.Hello(
            game=game, since=since, seat=seat, process=process, assignment=number, version=version
        )

    def number(self, game: str) -> int:
        """The assignment number of a game; 0: it is not assigned to this process."""
        return self._numbers.get(game, 0)
