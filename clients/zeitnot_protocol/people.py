"""People over HTTP: profiles, games against each other, who is followed and online, complaints."""

from typing import Literal

Speed = Literal["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"]
"""A class of time controls, by the expected time of a seat for 40 moves: below 30 seconds, 3, 8 and
25 minutes, six hours, or longer, by the day or without a clock."""
