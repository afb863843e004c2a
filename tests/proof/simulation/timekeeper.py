"""Checks every clock against the simulated time.

A turn is charged from the return of the preceding event's commit to the stamp of its move. After a
crash, a stall or a failed write, the exact duration is unknown, and the tolerances of `facts`
apply.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.rooms.room import GameSetup, LogEntry

from .facts import (
    KILL_MS,
    MAX_LAG_MS,
    READ_MS,
    ROUNDED_MS,
    STALL_MS,
    STAND_IN_MS,
    Arrival,
    Speaker,
    Turn,
    sent_id,
)
from .reference import Reference
from .virtual import VirtualLoop


class Timekeeper:
    """Keeps the time of one game. `clock_ms`: reads the clock of the running server."""

    def __init__(
        self,
        loop: VirtualLoop,
        game_setup: GameSetup,
        check: Callable[[bool, str], None],
        tally: dict[str, int],
    ) -> None:
        self.check = check
        self.clock_ms: Any = lambda: 0
        self.run = 0
        self.paused = False
        self._began = 0.0  # start of this run, in seconds without stalls
        self._stalls = 0  # in this run
        self._loop = loop
        self._tally = tally
        free_ms = game_setup.setup.first_move_ms
        self._reference = Reference(game_setup.control, game_setup.rules.seats, free_ms)
        self._turn: Turn | None = None
        self._crashed: float | None = None  # when the server crashed in this turn
        self._halted_ms: int | None = None  # the stamp of the commit that failed in this turn
        self._arrivals: dict[str, list[Arrival]] = defaultdict(list)
        self._vacated_in_turn: set[int] = set()  # the numbers of these events

    # ── reports of the server ──────────────────────────────────────────────────────────────────

    def started(self, run: int, clock_ms: Callable[[], int]) -> None:
        """The server has started."""
        self.run, self.clock_ms = run, clock_ms
        self._began, self._stalls = self._loop.ran_at(self._loop.time()), 0

    def arrived(self, speaker: Speaker, move: p.Move, stamp: int, unread_s: float) -> None:
        """The server has read a move that arrived `unread_s` seconds earlier. Its stamp must be the
        adjusted time of its arrival."""
        arrived_ms = (self._loop.ran_at(self._loop.time() - unread_s) - self._began) * 1000
        self.check(
            abs(stamp - arrived_ms) <= ROUNDED_MS + STALL_MS * self._stalls,
            f"a move that arrived at {arrived_ms:.1f} ms of this run is stamped {stamp}",
        )
        account, seat = speaker.account or "", speaker.seat
        arrival = Arrival(account, seat, move, self.run, self._loop.time(), stamp)
        self._arrivals[move.id].append(arrival)

    def failed(self, entries: list[LogEntry]) -> None:
        """A commit has failed, so its commands must be sent again."""
        self._tally["failed commits"] += 1
        for entry in entries:
            arrivals = self._arrivals.get(sent_id(entry), [])
            for arrival in [a for a in arrivals if a.stamp == entry.at_ms and not a.void][:1]:
                arrival.void = True
        if self._halted_ms is None and entries:
            self._halted_ms = entries[0].at_ms

    def returned(self, entries: list[LogEntry], is_certain: bool) -> None:
        """A commit has returned to the room. The next clock starts now, or within READ_MS if the
        room had to read the outcome (not `is_certain`)."""
        if entries:
            self._halted_ms = None
        begins = any(
            isinstance(entry.event, p.Started | p.Threw | p.Moved | p.TakenBack | p.Resumed)
            or entry.event.seq in self._vacated_in_turn
            for entry in entries
        )
        if begins and self._turn is not None:
            self._turn.begun, self._turn.begun_ms = self._loop.time(), self.clock_ms()
            self._turn.stalled = 0  # stalls during the commit are not charged
            self._turn.slack += 0 if is_certain else READ_MS

    def crashed(self) -> None:
        """The server has crashed."""
        self._tally["crashes"] += 1
        if self._crashed is None:
            self._crashed = self._loop.time()

    def stalled(self, ms: int) -> None:
        """The server process was stopped for `ms`."""
        self._tally["stalls"] += 1
        self._stalls += 1
        if self._turn is not None and self._crashed is None:
            self._turn.slack += STALL_MS
            self._turn.stalled += ms

    def was_busy(self) -> None:
        """The server was busy, which has no effect on clocks."""
        self._tally["busy spells"] += 1

    # ── turns ──────────────────────────────────────────────────────────────────────────────────

    def begin(self, entry: LogEntry, *, new_turn: bool = False) -> None:
        """A turn begins or continues after a pause. `new_turn`: the previous turn has ended."""
        used = self._turn.used if self._turn and not new_turn else 0
        self._crashed = self._halted_ms = None
        self._turn = Turn(
            run=entry.run,
            entry_ms=entry.at_ms,
            begun=self._loop.time(),
            begun_ms=self.clock_ms(),
            used=used,
        )

    def charge(self, event: p.Moved, entry: LogEntry) -> None:
        """A move has ended a turn."""
        self.check(not self.paused, "a move in a pause")
        turn, receipt = self._turn, event.receipt
        self.check(turn is not None, "a move before the start")
        assert turn is not None
        arrival = self._counted_arrival(entry, turn)
        elapsed = turn.used + max(0, arrival.stamp - turn.begun_ms)
        error_ms = abs(receipt.elapsed_ms - elapsed)
        self.check(
            error_ms <= turn.slack,
            f"seat {event.seat} used {elapsed} ms, but its receipt has {receipt.elapsed_ms}"
            f" (tolerance {turn.slack})",
        )
        is_free = event.seat in self._reference.unmoved
        self.check(receipt.free == is_free, "`free` of a receipt is wrong")
        self.check(
            receipt.charged_ms == (0 if is_free else receipt.elapsed_ms - receipt.compensated_ms)
            and 0 <= receipt.compensated_ms <= min(receipt.elapsed_ms, MAX_LAG_MS),
            "a receipt does not add up",
        )
        used = receipt.elapsed_ms if is_free else receipt.charged_ms
        budget = self._reference.budget(event.seat)
        # after a takeback a seat may have no time left except lag compensation
        in_time = budget is None or used < budget or used == budget == 0
        self.check(in_time, "a move after the fall of the flag")
        self._reference.charge(event.seat, receipt.charged_ms)
        remaining = self._reference.remaining_ms
        self.check(receipt.remaining_ms == remaining[event.seat], "a receipt's remainder is wrong")
        self.check(
            event.clock.remaining_ms == remaining, f"clocks {event.clock} are not {remaining}"
        )

    def _counted_arrival(self, entry: LogEntry, turn: Turn) -> Arrival:
        """The arrival with the entry's stamp, which must be the first valid one of that command."""
        candidates = [
            a
            for a in self._arrivals[sent_id(entry)]
            if a.run == entry.run and a.account == entry.account and not a.void
        ]
        result = next((a for a in candidates if a.stamp == entry.at_ms), None)
        self.check(result is not None, f"no frame of this move arrived at {entry.at_ms}")
        assert result is not None
        first = next((a for a in candidates if a.seconds > turn.begun), result)
        self.check(first.stamp >= result.stamp, "an earlier frame of this move did not count")
        return result

    def take_back(self, event: p.TakenBack, entry: LogEntry, mover: int | None) -> None:
        """A takeback has ended the mover's turn."""
        self._check_duration(event.elapsed_ms, entry, "the takeback")
        if self._turn is not None and mover is not None:
            self._reference.spend(mover, self._turn.used + event.elapsed_ms)

    def leave(self, event: p.Withdrew, entry: LogEntry, ends_turn: bool) -> None:
        """A seat has left the game, in its own turn or another's."""
        self._check_duration(event.elapsed_ms, entry, "the withdrawal")
        used = self._turn.used + event.elapsed_ms if self._turn and ends_turn else 0
        self._reference.leave(event.seat, used)

    def vacate(self, event: p.Vacated, entry: LogEntry, ends_turn: bool) -> None:
        """A bot takes a seat, with its remaining time or STAND_IN_MS; its turn begins anew."""
        self._check_duration(event.elapsed_ms, entry, "the vacated seat")
        if ends_turn and self._turn is not None:
            self._reference.spend(event.seat, self._turn.used + event.elapsed_ms)
        self._reference.give_at_least(event.seat, STAND_IN_MS)
        shown = event.clock.remaining_ms[event.seat]
        expected = self._reference.remaining_ms[event.seat]
        self.check(shown == expected, f"the bot gets {shown} ms, not {expected}")
        if ends_turn:
            self._vacated_in_turn.add(event.seq)
            self.begin(entry, new_turn=True)

    def pause(self, event: p.Paused, entry: LogEntry) -> None:
        """The turn is interrupted."""
        self._tally["pauses" if event.reason == "outage" else f"paused, {event.reason}"] += 1
        self._check_duration(event.elapsed_ms, entry, "the pause")
        self.paused = True
        if self._turn is not None:
            self._turn.used += event.elapsed_ms

    def _check_duration(self, elapsed_ms: int, entry: LogEntry, kind: str) -> None:
        """Checks a turn's duration: it ended at the crash or the failed write, or between them;
        without either, at this entry's stamp."""
        turn = self._turn
        self.check(turn is not None, f"{kind} before the start")
        assert turn is not None
        if self.paused:
            self.check(elapsed_ms == 0, f"{kind} charges for a pause")
            return
        ends = []
        if self._crashed is not None:
            ends.append(round((self._crashed - turn.begun) * 1000) - turn.stalled)
        if self._halted_ms is not None:
            ends.append(self._halted_ms - turn.begun_ms)
        is_exact = not ends
        if is_exact:
            ends.append(entry.at_ms - turn.begun_ms)
        min_ms, max_ms = max(0, min(ends)), max(0, *ends)
        commit_ms = max(0, turn.begun_ms - turn.entry_ms)  # unknown after a crash
        slack = turn.slack + (0 if is_exact else KILL_MS + commit_ms)
        self.check(
            min_ms - slack <= elapsed_ms <= max_ms + slack,
            f"{kind} charges {elapsed_ms} ms for {min_ms} to {max_ms} (tolerance {slack})",
        )

    def flag(
        self,
        event: p.Finished | p.Withdrew | p.Vacated,
        entry: LogEntry,
        loser: int | None,
        is_playable: Callable[[Arrival], bool],
    ) -> None:
        """The mover's flag has fallen, or the limit of its free turn was reached. `is_playable`:
        whether the move of an arrival could be played in the present position."""
        turn = self._turn
        self.check(turn is not None and loser is not None, "a flag, but no clock runs")
        assert turn is not None
        assert loser is not None
        budget = self._reference.budget(loser)
        self.check(budget is not None, "a flag fell in a game without a clock")
        assert budget is not None
        elapsed = turn.used + max(0, entry.at_ms - turn.begun_ms)
        self.check(elapsed + turn.slack >= budget, f"flagged after {elapsed} of {budget} ms")
        if loser in self._reference.unmoved:
            is_fair = event.reason == "aborted" or isinstance(event, p.Withdrew | p.Vacated)
            self.check(is_fair, "a seat lost on time in its free turn")
        elif isinstance(event, p.Vacated):
            self.check(False, "a bot took a seat without time")
        elif isinstance(event, p.Withdrew):
            self.check(event.seat == loser, "the seat that left is not the one that was late")
        else:
            self.check(
                event.scores is not None and event.scores[loser] < 1,
                "the seat whose flag fell has won",
            )
        for arrival in (a for arrivals in self._arrivals.values() for a in arrivals):
            in_time = turn.used + arrival.stamp - turn.begun_ms + turn.slack < budget
            self.check(
                not (in_time and self._is_valid(arrival, turn) and is_playable(arrival)),
                "the flag fell although a move arrived in time",
            )

    def _is_valid(self, arrival: Arrival, turn: Turn) -> bool:
        """Whether it arrived at the running server in this turn, and its commit did not fail."""
        same_run = arrival.run == turn.run == self.run
        return same_run and arrival.seconds > turn.begun and not arrival.void
