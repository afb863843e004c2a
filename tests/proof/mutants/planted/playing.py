"""Planted faults in moves, offers, takebacks and throws."""

from ..fault import ROOMS, SIM, Fault

PLAYING = (
    Fault(
        "ply-unchecked",
        "plays a move that was meant for another position",
        f"{ROOMS}/steps/playing.py",
        "    if command.ply != room.ply:\n",
        "    if False:\n",
        ("tests/rooms/test_step.py",),
    ),
    Fault(
        "any-seat-moves",
        "accepts the mover's move from any seat",
        f"{ROOMS}/steps/playing.py",
        "    if room.clock.running != seat:\n",
        "    if False:\n",
        ("tests/rooms/test_step.py",),
    ),
    Fault(
        "plays-on",
        "accepts moves in a finished game",
        f"{ROOMS}/steps/step.py",
        "    (_FINISHED, p.RematchWish): ",
        "    (_FINISHED, p.Move): Cell(playing.move, Role.MOVER, (_FINISHED,)),\n"
        "    (_FINISHED, p.RematchWish): ",
        ("tests/rooms/test_cells.py",),
    ),
    Fault(
        "own-draw",
        "lets a player accept its own draw offer",
        f"{ROOMS}/steps/offers.py",
        "    if offer is None or offer.seat == seat:\n"
        '        raise Refused("no_offer", "There is no offer of this kind to answer.")\n'
        "    if {",
        "    if offer is None:\n"
        '        raise Refused("no_offer", "There is no offer of this kind to answer.")\n'
        "    if {",
        ("tests/rooms/test_draws.py",),
    ),
    Fault(
        "takeback-over-throw",
        "takes a move back over a throw",
        f"{ROOMS}/fold.py",
        "state=state, saved_states=(state,), undoable=(), throws=event.k + 1)",
        "state=state, throws=event.k + 1)",
        ("tests/rooms/test_offers.py",),
    ),
    Fault(
        "throw-reused",
        "uses the number of a throw twice",
        f"{ROOMS}/fold.py",
        "undoable=(), throws=event.k + 1)",
        "undoable=(), throws=event.k)",
        SIM,
    ),
    Fault(
        "die-biased",
        "accepts random words that make low faces of a die more likely",
        f"{ROOMS}/dice.py",
        "    fair = n * (_WORDS // n)\n",
        "    fair = _WORDS\n",
        ("tests/rooms/test_dice.py",),
    ),
    Fault(
        "salt-lost",
        "leaves the players' salts out of the throws",
        f"{ROOMS}/steps/step_builder.py",
        'room.id, tuple(s.salt or "" for s in room.seats)',
        'room.id, tuple("" for s in room.seats)',
        ("tests/rooms/test_step.py",),
    ),
    Fault(
        "left-asked",
        "waits for the agreement of a seat that has left",
        f"{ROOMS}/steps/offers.py",
        "issuperset(builder.room.playing_seats)",
        "issuperset(range(len(builder.room.seats)))",
        ("tests/rooms/test_leaving.py",),
    ),
    Fault(
        "left-refilled",
        "gives a seat that leaves in its turn the time for its next turn",
        f"{ROOMS}/clock.py",
        "if rule.per_turn and not is_last:",
        "if rule.per_turn:",
        ("tests/rooms/test_leaving.py",),
    ),
    Fault(
        "last-replaced",
        "lets a bot take the seat of the last person",
        f"{ROOMS}/steps/standing_in.py",
        "seat in people and len(people) > 1",
        "seat in people",
        ("tests/rooms/test_standing_in.py",),
    ),
    Fault(
        "bot-without-time",
        "gives a bot that takes a seat no more time than the seat had",
        f"{ROOMS}/clock.py",
        "if total is None or time.remaining_ms is None or total >= least_ms:",
        "if total is None or time.remaining_ms is None or total >= 0:",
        ("tests/rooms/test_standing_in.py",),
    ),
)
