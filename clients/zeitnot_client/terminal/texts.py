"""Every text that the terminal client shows, in one place."""

from zeitnot_protocol import Reason, What

HELP = """\
Type a move as it is shown, by its squares (g1f3), or, where a game has one, in its
usual notation (Nf3); of a word its beginning is enough. Or type one of
  resign          give the game up; you are asked once more, and y or resign again is yes
                  (in a file or pipe it counts at once)
  draw            offer a draw, or accept the one offered
  takeback        ask to take your last move back, or let whoever has asked do so
  adjourn         offer to go on another day, or agree to that
  resume          you are ready to go on with an adjourned game
  decline         decline what has been offered
  abort           end the game without a result, until everybody has moved; before the start,
                  leave a game that you have joined
  claim           win a game without a clock after three days of waiting; abort ends it then, too
  random          lay out your pieces at random, in a game that begins so
  rematch         ask for another game
  say TEXT        say something to all in the room
  moves           the moves so far
  legal           all moves that you may play now
  help            this list
  quit            leave; the clock runs on, and the game's link brings you back"""

NEW_GAME = "{room} · {link}"
ROOM = "{game} · {control} ({words})"
CLOCKS: dict[str, str] = {
    "sudden_death": "{base} for the whole game",
    "fischer": "{base} + {more} a move",
    "delay": "{base}; the first {more} of each move are free",
    "bronstein": "{base}; up to {more} of each move are given back",
    "per_move": "{base} per move",
    "hourglass": "hourglass of {base}: what one player uses the others gain",
    "correspondence": "{days} per move",
    "unlimited": "no clock",
}
"""Time controls in words, by kind; those with overtime and stages are put together from parts."""
CLOCK_CAP = "never more than {most}"
CLOCK_LIMIT = "at most {most} a move"
CLOCK_THEN = ", then "
MINUTE = "1 minute"
MINUTES = "{count} minutes"
SECOND = "1 second"
OF_SECONDS = "{count} seconds"
DAY = "a day"
DAYS = "{count} days"
PERIOD = "1 period of {period}"
PERIODS = "{count} periods of {period}"
CANADIAN = "{period} for every {moves}"
STAGE = "{time} for {moves}"
NO_SUCH_SEAT = "there is no such seat; the seats are {seats}"
OPEN_SEAT = "Whoever opens the link can take a free seat."
WAITING = "Waiting for the other side."
WAITING_MANY = "Waiting for the other players; free or kept seats: {count}."
SEAT_FREE = "A seat is free again."
STARTED = "The game is on."
STARTED_SELF = "The game is on. Type your moves; help lists what else you can type."
YOU = "you"
PARTNER = "your partner"
FREE = "free seat"
KEPT = "kept for {name}"
BOT = "BOT"
LEVEL = "level {level}"
VERSION = "version {version}"
AWAY = "{name} is away"
HAS_LEFT = "has left"
HAS_FINISHED = "has finished"
TO_MOVE = "to move"
UNTIMED = "no clock"
COMMITMENT_CHANGED = (
    "WARNING: do not trust the dice of this game. The server committed itself to {first}\n"
    "and now shows {now}."
)
LEGAL = "Your moves: {moves}"
MANY_LEGAL = "Your move, such as {example}. There are {count}; legal lists them."
MANY_LAYOUTS = (
    "Lay out a piece, such as {example}, or type random for all. There are {count}; legal lists"
    " them."
)
NO_RANDOM = "There is nothing to lay out now."
NO_LEGAL = "It is not your turn."
OR = " or "
MOVED = "{number}. {name}: {move}   ({time})"
THREW = "The dice show {values}."
THREW_BY = "{name} throws {values}."
SHUFFLED = "The cards are dealt."
THINKS = "{name} thinks"
PONDERS = "{name} ponders"
DEPTH = "depth {depth}"
SECONDS = "{seconds:.1f} s"
FIRST_MOVE = "{seconds} s for the first move, then the game is called off and nobody loses"
FIRST_MOVE_ANY = "take your time: the clocks start after the first moves"
UNCHARGED = "{seconds} s for this turn, which is not charged"
NODES = "{nodes} nodes"
FROM_BOOK = "from the book"
PONDER_HIT = "pondered {nodes} nodes on your time, expected your move"
PONDER_MISS = "pondered {nodes} nodes on your time, expected another move"
PONDER_GAIN = "{gain} deeper for it"
OFFERED: dict[What, str] = {
    "draw": "{name} offers a draw: draw accepts, decline declines.",
    "takeback": "{name} would like to take a move back: takeback accepts, decline declines.",
    "adjourn": "{name} offers to go on another day: adjourn accepts, decline declines.",
    "resume": "{name} is ready to go on: resume goes on.",
}
OFFERED_OTHER = "{name} offers what this program does not know: {what}."
OFFERED_SELF: dict[What, str] = {
    "draw": "You offer a draw.",
    "takeback": "You ask to take your move back.",
    "adjourn": "You offer to go on another day.",
    "resume": "You are ready to go on.",
}
DECLINED: dict[What, str] = {
    "draw": "{name} declines the draw.",
    "takeback": "{name} does not let the move be taken back.",
    "adjourn": "{name} wants to go on playing.",
    "resume": "{name} was ready to go on, but is away now.",
}
DECLINED_OTHER = "{name} declines."
AGREES = "{name} agrees; others have not answered yet."
TAKEN_BACK = "Taken back: {count}. No time comes back."
PLY = "1 move"
PLIES = "{count} moves"
GIVEN_UP = "Your move {move} did not arrive before a move was taken back. It is not sent again."
PAUSED = "The server was down. No clock runs until the player to move is back."
ADJOURNED = "Adjourned. The game goes on when everybody has said resume."
CRASHED = "This position has crashed the server: adjourned. resume tries to go on."
AWAY_FOR = "{name} is away; the game is abandoned in {seconds} s."
IS_BACK = "{name} is back."
RESUMED = "The game goes on."
WITHDREW = {
    "resign": "{name} resigns; the others play on.",
    "flag": "{name} has run out of time; the others play on.",
    "abandoned": "{name} has gone away for good; the others play on.",
}
LEFT = "{name} has left; the others play on."
SAID = "{name}: {text}"
WON = "{name} wins"
WON_SELF = "You win"
LOST_SELF = "You lose"
SHARED = "{names} share the win"
SHARED_SELF = "You share the win"
PLACE = "{rank}. {name} {score}"
WON_MANY = "{names} win"
DRAWN = "Draw"
WON_ALL = "All win"
WON_TOGETHER = "You win together"
NO_RESULT = "No result"
OVER = "{result}: {how}."
COUNT_TO = "{count} to {other}"
REMATCH_HINT = "rematch asks for another game, quit leaves."
REMATCH_ASKED = "{name} asks for a rematch."
REMATCH_SELF = "You ask for a rematch."
REMATCH = "The next game: {link}"
WENT_BACK = (
    "The server has gone back to an older state of this game, as when a backup is put back. What"
    " was played and said since is gone."
)
LOST = "The connection is lost; trying again. The clocks run on only while the server runs."
LOST_WITHOUT_CLOCKS = "The connection is lost; trying again."
NO_CONNECTION = "no connection"
HALTED = (
    "The server cannot store moves just now. The clocks stand still; what you have sent is sent"
    " again as soon as it can."
)
BACK = "Connected again."
NOT_YOUR_TURN = "It is not your turn."
AMBIGUOUS = "{move} could be {moves}."
NOT_LEGAL = "{move} is not a legal move here."
GAME_OVER = "The game is over."
RESIGN_QUESTION = "Resign this game? y or resign again: yes. Anything else: no."
LEAVE_QUESTION = (
    "Resign? You rank last, and the others play on. y or resign again: yes. Anything else: no."
)
NOT_STARTED = "The game has not started."
WATCHING = "You are watching."
NO_MOVES = "No moves yet."
NO_INPUT = "No more input: leaving. The game's link brings you back."
NO_COMMAND = "It is not your turn, and {word} is no command; help lists the commands."
UNDO = "undo is no command; takeback asks to take your last move back."
UNKNOWN = "{word} is neither a move here nor a command; help lists the commands."
SAY_WHAT = "say TEXT"

REASONS: dict[Reason, str] = {
    "rules": "by the rules",
    "resign": "by resignation",
    "flag": "on time",
    "agreed": "by agreement",
    "repetition": "by repetition",
    "move_limit": "by the move limit",
    "dead": "nobody can win any more",
    "abandoned": "abandoned",
    "aborted": "aborted",
    "adjudicated": "adjudicated",
}
ENDS = {
    "dead position": "nobody can win any more",
    "repetition": "by repetition",
    "adjudicated by the operator": "adjudicated by the operator",
    "the bot was wanted by others": "the bot was wanted by others while this game waited",
    "only bots were left": "only bots would have played on",
}
"""How games end, in the words of the page where they differ from the server's; those of one game
are in its face."""
ABORTED_BY = "aborted by {name}"
ABANDONED_BY = "{name} has gone away for good"
WAS_AWAY = "{name} was away too long: the game is called off and nobody loses"
EVERYBODY = "everybody"
NO_FIRST_MOVE = (
    "{name} did not make the first move in time: the game is called off and nobody loses"
)
ONE_SIDE = "one side"
