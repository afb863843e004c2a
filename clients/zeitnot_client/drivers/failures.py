"""Why an engine does not move."""


class Unsupported(ValueError):
    """The engine or its protocol cannot play this game. The message is a sentence."""


class Failed(Exception):
    """The engine has stopped playing: it exited, hung, resigned or failed, as the message says."""


class NoAnswer(Failed):
    """The engine has not answered in time."""


class BadAnswer(Failed):
    """The engine's answer cannot be used, or it refuses a request."""


class PassedLimit(Failed):
    """The engine has used more than it may."""


class HasResigned(Failed):
    """The engine has resigned, which is not a fault."""


class FoundNoMove(Failed):
    """The engine says that it finds no move, which is neither a resignation nor a claim."""


class PlayedIllegal(Failed):
    """The engine's move is illegal. `move`: as it wrote it, bounded and printable."""

    def __init__(self, move: str, position: str) -> None:
        super().__init__(f'"{move}" is not a legal move in {position}')
        self.move = move


class ClaimsEnd(Exception):
    """The engine claims that the game is over instead of moving. `score`: seat 0's."""

    def __init__(self, score: float, text: str) -> None:
        super().__init__(text)
        self.score = score


class Interrupted(Exception):
    """The caller does not want the move any more; the engine may be asked again."""
