"""A room as the rules of the house have it, written a second time and quite differently: a plain
mutable object, no events, no fold, no clock but a stopwatch a seat. `test_machine` holds the real
room to it.

Plays `Duel` of many rounds with sudden death, so that a state is what was said. Every command
answers with what it brought: the events' names joined by `+`, or the refusal's code.
"""

from dataclasses import dataclass, field

ANSWERS = ("accept", "decline")
GRACE_MS = 30_000


@dataclass
class Model:
    """Two seats, named by who sits there; None: free."""

    rounds: int
    base_ms: int
    new_here: set[int] = field(default_factory=set)  # whose first turn is free
    sits: list[str | None] = field(default_factory=lambda: [None, None])
    ready: set[int] = field(default_factory=set)
    state: str = "open"
    said: list[str] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    went: set[int] = field(default_factory=set)
    offers: dict[str, int] = field(default_factory=dict)
    lately: set[tuple[str, int]] = field(default_factory=set)
    wishes: set[int] = field(default_factory=set)
    reason: str | None = None
    scores: list[float] | None = None

    def __post_init__(self) -> None:
        self.left = [self.base_ms, self.base_ms]
        self.grace = GRACE_MS

    @property
    def turn(self) -> int:
        return len(self.said) % 2

    def pass_time(self, ms: int) -> bool:
        """Time passes; True: the flag has fallen by the end of it, or a free turn is over."""
        if self.state == "running" and self.turn in self.new_here:
            self.grace -= ms
            return self.grace <= 0
        if self.state == "running":
            self.left[self.turn] -= ms
        return self.state == "running" and self.left[self.turn] <= 0

    def flag(self) -> None:
        """The flag is seen."""
        loser = self.turn
        if loser in self.new_here:
            self._end("aborted", None)
            return
        self.left[loser] = 0
        own, theirs = self.said[1 - loser :: 2], self.said[loser::2]
        could = own.count("high") + self.rounds - len(own) > theirs.count("high")
        self._end("flag", self._lost(loser) if could else [0.5, 0.5])

    def tell(self, who: str, command: str, argument: str = "") -> str:
        """A player's or stranger's command."""
        allowed = {
            "open": {"sit", "leave", "ready", "abort"},
            "running": {"move", "resign", "draw", "takeback", "adjourn", "abort"},
            "paused": {"resign", "draw", "abort"},
            "adjourned": {"resign", "draw", "abort", "resume"},
            "finished": {"rematch"},
        }
        if command not in allowed[self.state]:
            return "wrong_state"
        if command == "sit":
            return self._sit(who)
        if who not in self.sits:
            return "not_seated"
        seat = self.sits.index(who)
        match command:
            case "leave":
                self.sits[seat] = None
                self.ready.discard(seat)
                return "seated"
            case "ready":
                return self._ready(seat)
            case "move":
                return self._move(seat, argument)
            case "resign":
                return self._end("resign", self._lost(seat))
            case "abort":
                return "too_late" if len(self.went) == 2 else self._end("aborted", None)
            case "rematch":
                return self._rematch(seat)
            case _:
                return self._bargain(command, argument, seat)

    def outage(self) -> None:
        self.state = "paused"

    def shelve(self) -> None:
        self.state = "adjourned"
        self._stop_talking()

    def lapse(self, seat: int) -> str:
        """Who is ready to go on has gone."""
        if self.offers.get("resume") != seat:
            return "no_offer"
        del self.offers["resume"]
        self.lately -= {("resume", 0), ("resume", 1)}
        return "answered"

    def back(self) -> None:
        self.state = "running"

    def abandon(self, seat: int) -> None:
        self._end("abandoned", self._unless_dead(seat) if len(self.went) == 2 else None)

    # ── the parts ──────────────────────────────────────────────────────────────────────────────

    def _sit(self, who: str) -> str:
        if who in self.sits:
            return "seated_already"
        if None not in self.sits:
            return "no_seat"
        self.sits[self.sits.index(None)] = who
        return "seated"

    def _ready(self, seat: int) -> str:
        if seat in self.ready:
            return "ready_already"
        self.ready.add(seat)
        if len(self.ready) < 2:
            return "seated"
        self.state = "running"
        return "seated+started"

    def _move(self, seat: int, word: str) -> str:
        if seat != self.turn:
            return "not_your_turn"
        if word not in ("high", "low"):
            return "illegal_move"
        self.said.append(word)
        self.went.add(seat)
        self.new_here.discard(seat)
        self.grace = GRACE_MS
        self.lately.clear()
        self.offers = {w: by for w, by in self.offers.items() if by == seat and w != "takeback"}
        if len(self.said) < 2 * self.rounds:
            return "moved"
        own, theirs = self.said[0::2].count("high"), self.said[1::2].count("high")
        scores = [0.5, 0.5] if own == theirs else [float(own > theirs), float(own < theirs)]
        return "moved+" + self._end("rules", scores)

    def _rematch(self, seat: int) -> str:
        if len(self.wishes) == 2:
            return "rematch_made"
        if seat in self.wishes:
            return "wished_already"
        self.wishes.add(seat)
        return "rematch"

    def _bargain(self, kind: str, how: str, seat: int) -> str:
        """Draw, takeback, adjournment, going on: an offer of one is answered by the other."""
        by = self.offers.get(kind)
        theirs = by is not None and by != seat
        if how == "decline" and theirs:
            del self.offers[kind]
            return "answered"
        if how == "accept" and theirs:
            return self._carry(kind)
        if how in ANSWERS:
            return "no_offer"
        if theirs:
            return "offer_open" if kind == "takeback" else self._carry(kind)
        if kind == "takeback" and len(self.said) <= seat:
            return "no_takeback"
        if by == seat:
            return "offered_already"
        if (kind, seat) in self.lately:
            return "offered_lately"
        self.offers[kind] = seat
        self.lately.add((kind, seat))
        return "offered"

    def _carry(self, kind: str) -> str:
        match kind:
            case "draw":
                return self._end("agreed", [0.5, 0.5])
            case "adjourn":
                self.shelve()
                return "paused"
            case "resume":
                del self.offers["resume"]
                self.lately -= {("resume", 0), ("resume", 1)}
                self.state = "running"
                return "resumed"
        asker = self.offers["takeback"]
        while self.said and self.said.pop() is not None and len(self.said) % 2 != asker:
            pass
        self.offers.clear()
        self.lately.clear()
        self.grace = GRACE_MS
        return "taken_back"

    def _stop_talking(self) -> None:
        self.offers = {w: by for w, by in self.offers.items() if w == "draw"}

    def _unless_dead(self, loser: int) -> list[float]:
        own, theirs = self.said[1 - loser :: 2], self.said[loser::2]
        could = own.count("high") + self.rounds - len(own) > theirs.count("high")
        return self._lost(loser) if could else [0.5, 0.5]

    def _lost(self, loser: int) -> list[float]:
        return [0.0, 1.0] if loser == 0 else [1.0, 0.0]

    def _end(self, reason: str, scores: list[float] | None) -> str:
        self.state, self.reason, self.scores = "finished", reason, scores
        self.offers.clear()
        return "finished"
