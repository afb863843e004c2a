"""A second, different implementation of the room: a mutable object without events and fold, with a
remaining time for each seat. `test_machine` compares the room with it.

It plays `Duel` of many rounds with sudden death, so that the list of moves is the state. Every
command returns its outcome: the tags of the events joined by `+`, or the refusal's code.
"""

from dataclasses import dataclass, field

ANSWERS = ("accept", "decline")
FREE_TURN_MS = 30_000
MAX_REMATCH_REQUESTS = 10


@dataclass
class Model:
    """`sitters`: the accounts on the two seats, None for a free seat. `phase`: as on the wire."""

    rounds: int
    base_ms: int
    free_turn_seats: set[int] = field(default_factory=set)  # seats whose first turn is still free
    sitters: list[str | None] = field(default_factory=lambda: [None, None])
    ready: set[int] = field(default_factory=set)
    phase: str = "open"
    moves: list[str] = field(default_factory=list)
    remaining_ms: list[int] = field(default_factory=list)
    moved_seats: set[int] = field(default_factory=set)
    offers: dict[str, int] = field(default_factory=dict)
    recent_offers: set[tuple[str, int]] = field(default_factory=set)
    rematch_offers: set[int] = field(default_factory=set)
    rematch_refusals: set[int] = field(default_factory=set)
    rematch_requests: list[int] = field(default_factory=lambda: [0, 0])
    reason: str | None = None
    scores: list[float] | None = None

    def __post_init__(self) -> None:
        self.remaining_ms = [self.base_ms, self.base_ms]
        self.free_ms = FREE_TURN_MS  # remaining time of a free turn

    @property
    def turn(self) -> int:
        return len(self.moves) % 2

    def pass_time(self, ms: int) -> bool:
        """Advances the clock; returns whether the flag has fallen or the limit of a free turn was
        reached."""
        if self.phase == "running" and self.turn in self.free_turn_seats:
            self.free_ms -= ms
            return self.free_ms <= 0
        if self.phase == "running":
            self.remaining_ms[self.turn] -= ms
        return self.phase == "running" and self.remaining_ms[self.turn] <= 0

    def flag(self) -> None:
        """Ends the game by the mover's flag, or aborts it in a free turn."""
        loser = self.turn
        if loser in self.free_turn_seats:
            self._end("aborted", None)
            return
        self.remaining_ms[loser] = 0
        opponents, losers = self.moves[1 - loser :: 2], self.moves[loser::2]
        can_win = opponents.count("high") + self.rounds - len(opponents) > losers.count("high")
        self._end("flag", self._loss_scores(loser) if can_win else [0.5, 0.5])

    def send(self, who: str, command: str, argument: str = "") -> str:
        """A player's or stranger's command."""
        allowed = {
            "open": {"sit", "leave", "ready", "abort"},
            "running": {"move", "resign", "draw", "takeback", "adjourn", "abort"},
            "paused": {"resign", "draw", "abort"},
            "adjourned": {"resign", "draw", "abort", "resume"},
            "finished": {"rematch", "no_rematch"},
        }
        if command not in allowed[self.phase]:
            return "wrong_state"
        if command == "sit":
            return self._sit(who)
        if who not in self.sitters:
            return "not_seated"
        seat = self.sitters.index(who)
        match command:
            case "leave":
                self.sitters[seat] = None
                self.ready.discard(seat)
                return "seated"
            case "ready":
                return self._ready(seat)
            case "move":
                return self._move(seat, argument)
            case "resign":
                return self._end("resign", self._loss_scores(seat))
            case "abort":
                return "too_late" if len(self.moved_seats) == 2 else self._end("aborted", None)
            case "rematch" | "no_rematch":
                return self._rematch(seat) if command == "rematch" else self._no_rematch(seat)
            case _:
                return self._negotiate(command, argument, seat)

    def outage(self) -> None:
        self.phase = "paused"

    def adjourn_game(self) -> None:
        self.phase = "adjourned"
        self._drop_offers()

    def lapse(self, seat: int) -> str:
        """Ends the `resume` of an absent seat."""
        if self.offers.get("resume") != seat:
            return "no_offer"
        del self.offers["resume"]
        self.recent_offers -= {("resume", 0), ("resume", 1)}
        return "answered"

    def resume(self) -> None:
        self.phase = "running"

    def abandon(self, seat: int) -> None:
        self._end("abandoned", self._loss_or_draw(seat) if len(self.moved_seats) == 2 else None)

    # ── commands ───────────────────────────────────────────────────────────────────────────────

    def _sit(self, who: str) -> str:
        if who in self.sitters:
            return "seated_already"
        if None not in self.sitters:
            return "no_seat"
        self.sitters[self.sitters.index(None)] = who
        return "seated"

    def _ready(self, seat: int) -> str:
        if seat in self.ready:
            return "ready_already"
        self.ready.add(seat)
        if len(self.ready) < 2:
            return "seated"
        self.phase = "running"
        return "seated+started"

    def _move(self, seat: int, move: str) -> str:
        if seat != self.turn:
            return "not_your_turn"
        if move not in ("high", "low"):
            return "illegal_move"
        self.moves.append(move)
        self.moved_seats.add(seat)
        self.free_turn_seats.discard(seat)
        self.free_ms = FREE_TURN_MS
        self.recent_offers.clear()
        self.offers = {
            kind: by for kind, by in self.offers.items() if by == seat and kind != "takeback"
        }
        if len(self.moves) < 2 * self.rounds:
            return "moved"
        first, second = self.moves[0::2].count("high"), self.moves[1::2].count("high")
        scores = [0.5, 0.5] if first == second else [float(first > second), float(first < second)]
        return "moved+" + self._end("rules", scores)

    def _rematch(self, seat: int) -> str:
        if len(self.rematch_offers) == 2:
            return "rematch_made"
        if seat in self.rematch_offers:
            return "wished_already"
        if self.rematch_refusals - {seat}:
            return "rematch_declined"
        if self.rematch_requests[seat] == MAX_REMATCH_REQUESTS:
            return "offered_too_often"
        self.rematch_requests[seat] += 1
        self.rematch_refusals.discard(seat)
        self.rematch_offers.add(seat)
        return "rematch"

    def _no_rematch(self, seat: int) -> str:
        if len(self.rematch_offers) == 2:
            return "rematch_made"
        if not self.rematch_offers:
            return "no_offer"
        if seat in self.rematch_offers:
            self.rematch_offers.remove(seat)
        else:
            self.rematch_offers.clear()
            self.rematch_refusals.add(seat)
        return "rematch_dropped"

    def _negotiate(self, kind: str, action: str, seat: int) -> str:
        """Makes or answers an offer of a draw, takeback, adjournment or resumption."""
        by = self.offers.get(kind)
        theirs = by is not None and by != seat
        if action == "decline" and theirs:
            del self.offers[kind]
            return "answered"
        if action == "accept" and theirs:
            return self._agree(kind)
        if action in ANSWERS:
            return "no_offer"
        if theirs:
            return "offer_open" if kind == "takeback" else self._agree(kind)
        if kind == "takeback" and len(self.moves) <= seat:
            return "no_takeback"
        if by == seat:
            return "offered_already"
        if (kind, seat) in self.recent_offers:
            return "offered_lately"
        self.offers[kind] = seat
        self.recent_offers.add((kind, seat))
        return "offered"

    def _agree(self, kind: str) -> str:
        match kind:
            case "draw":
                return self._end("agreed", [0.5, 0.5])
            case "adjourn":
                self.adjourn_game()
                return "paused"
            case "resume":
                del self.offers["resume"]
                self.recent_offers -= {("resume", 0), ("resume", 1)}
                self.phase = "running"
                return "resumed"
        offerer = self.offers["takeback"]
        while self.moves and self.moves.pop() is not None and len(self.moves) % 2 != offerer:
            pass
        self.offers.clear()
        self.recent_offers.clear()
        self.free_ms = FREE_TURN_MS
        return "taken_back"

    def _drop_offers(self) -> None:
        self.offers = {kind: by for kind, by in self.offers.items() if kind == "draw"}

    def _loss_or_draw(self, loser: int) -> list[float]:
        opponents, losers = self.moves[1 - loser :: 2], self.moves[loser::2]
        can_win = opponents.count("high") + self.rounds - len(opponents) > losers.count("high")
        return self._loss_scores(loser) if can_win else [0.5, 0.5]

    def _loss_scores(self, loser: int) -> list[float]:
        return [0.0, 1.0] if loser == 0 else [1.0, 0.0]

    def _end(self, reason: str, scores: list[float] | None) -> str:
        self.phase, self.reason, self.scores = "finished", reason, scores
        self.offers.clear()
        return "finished"
