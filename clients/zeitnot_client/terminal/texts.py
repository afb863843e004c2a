"""All texts that the terminal client shows."""

from zeitnot_protocol import Reason, What

HELP = """\
Type a move as it is shown, as its squares (g1f3), or in the game's usual notation (Nf3)
if it has one. If moves are words, the first letters are enough. Or type a command:
  resign          resign; you have to confirm with y, or with resign again
                  (no confirmation if the input is a file or a pipe)
  draw            offer a draw, or accept one
  takeback        ask to take back your last move, or agree to your opponent's request
  adjourn         offer to continue another day, or agree to it
  resume          say that you are ready to continue an adjourned game
  decline         decline what your opponent has offered, or withdraw your request for a
                  rematch
  abort           end the game without a result, possible until everybody has moved;
                  before the start, leave a game that you have joined
  claim           claim a win after three days of waiting in a game without a clock
                  (abort also works then)
  random          place your pieces at random, in games that begin by placing them
  rematch         ask for another game
  say TEXT        send a message to everybody in the room
  moves           list the moves so far
  legal           list all your legal moves
  help            show this list
  quit            leave; the clock keeps running, and the game's link brings you back"""

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
"""Time controls in words, by kind; those with overtime or stages are composed from parts."""
CLOCK_CAP = "never more than {maximum}"
CLOCK_LIMIT = "at most {maximum} a move"
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
OPEN_SEAT = "Anyone who opens the link can take a free seat."
WAITING = "Waiting for your opponent."
WAITING_MANY = "Waiting for the other players; seats not taken yet: {count}."
SEAT_FREE = "A seat is free again."
STARTED = "The game has started."
STARTED_SELF = "The game has started. Type your moves, or help for a list of commands."
YOU = "you"
PARTNER = "your partner"
FREE = "free seat"
RESERVED = "reserved for {name}"
BOT = "BOT"
LEVEL = "level {level}"
VERSION = "version {version}"
AWAY = "{name} is away"
HAS_LEFT = "has left"
HAS_FINISHED = "has finished"
TO_MOVE = "to move"
UNTIMED = "no clock"
COMMITMENT_CHANGED = (
    "WARNING: do not trust the dice of this game. The server first committed to {first}\n"
    "but now shows {now}."
)
LEGAL = "Your moves: {moves}"
MANY_LEGAL = "Your turn. You have {count} moves, such as {example}; type legal to list them."
MANY_LAYOUTS = (
    "Place a piece, for example {example}, or type random to place them all. You have {count}"
    " choices; type legal to list them."
)
NO_RANDOM = "You have no pieces to place now."
NO_LEGAL = "It is not your turn."
OR = " or "
MOVED = "{number}. {name}: {move}   ({time})"
THREW = "The dice show {values}."
THREW_BY = "{name} throws {values}."
SHUFFLED = "The cards are dealt."
THINKS = "{name} is thinking"
PONDERS = "{name} is pondering"
DEPTH = "depth {depth}"
SECONDS = "{seconds:.1f} s"
FIRST_MOVE = "{seconds} s left for the first move, or the game is called off without a loser"
FIRST_MOVE_ANY = "take your time: the clocks start after the first moves"
UNCHARGED = "{seconds} s left for this turn, which does not use your clock"
NODES = "{nodes} nodes"
FROM_BOOK = "from the book"
PONDER_HIT = "pondered {nodes} nodes on your time and expected your move"
PONDER_MISS = "pondered {nodes} nodes on your time but expected another move"
PONDER_GAIN = "depth gained: {gain}"
OFFERED: dict[What, str] = {
    "draw": "{name} offers a draw. Type draw to accept or decline to refuse.",
    "takeback": "{name} asks to take back a move. Type takeback to agree or decline to refuse.",
    "adjourn": "{name} offers to adjourn. Type adjourn to agree or decline to refuse.",
    "resume": "{name} is ready to continue. Type resume when you are ready, too.",
}
OFFERED_OTHER = "{name} makes an offer that this program does not know: {what}."
OFFERED_SELF: dict[What, str] = {
    "draw": "You offer a draw.",
    "takeback": "You ask to take back your move.",
    "adjourn": "You offer to adjourn the game.",
    "resume": "You are ready to continue.",
}
DECLINED: dict[What, str] = {
    "draw": "{name} declines the draw.",
    "takeback": "{name} declines the takeback.",
    "adjourn": "{name} declines to adjourn.",
    "resume": "{name} was ready to continue, but is away now.",
}
DECLINED_OTHER = "{name} declines."
AGREES = "{name} agrees; others have not answered yet."
TAKEN_BACK = "Taken back: {count}. The clocks stay as they are."
PLY = "1 move"
PLIES = "{count} moves"
DROPPED_MOVE = (
    "Your move {move} had not reached the server when a move was taken back, so it was dropped."
)
PAUSED = "The server was down. The clocks are stopped until the player to move is back."
ADJOURNED = "Adjourned. The game continues when everybody has typed resume."
CRASHED = "This position has crashed the server, so the game is adjourned. resume tries again."
AWAY_FOR = "{name} is away; the game will be abandoned in {seconds} s."
RATINGS = "Ratings: {changes}."
IS_BACK = "{name} is back."
RESUMED = "The game continues."
NO_ANSWER = "{name} did not answer the invitation. The seat is free."
DECLINES = "{name} declines: {reason}. The seat is free."
DECLINE_REASONS = {
    "generic": "not this game",
    "later": "not now, ask again later",
    "tooFast": "this clock is too fast",
    "tooSlow": "this clock is too slow",
    "timeControl": "not with this time control",
    "rated": "only rated games",
    "casual": "only casual games",
    "standard": "only with the usual settings",
    "variant": "not this kind of game",
    "noBot": "not against bots",
    "onlyBot": "only against bots",
}
WITHDREW = {
    "resign": "{name} resigns; the others play on.",
    "flag": "{name} has run out of time; the others play on.",
    "abandoned": "{name} did not come back; the others play on.",
}
LEFT = "{name} has left; the others play on."
PLAYS_ON = "{name} has left; {bot} plays on."
PLAYS_FOR = "for {name}, who has left"
SAID = "{name}: {text}"
WON = "{name} wins"
WON_SELF = "You win"
LOST_SELF = "You lose"
SHARED = "{names} share the win"
SHARED_SELF = "You share the win"
PLACE = "{rank}. {name} {score}"
WON_MANY = "{names} win"
DRAWN = "Draw"
WON_ALL = "Everybody wins"
WON_TOGETHER = "You win together"
NO_RESULT = "No result"
OVER = "{result}: {how}."
COUNT_TO = "{count} to {other}"
REMATCH_HINT = "Type rematch to ask for another game, or quit to leave."
REMATCH_ASKED = "{name} asks for a rematch."
REMATCH_SELF = "You ask for a rematch."
REMATCH_DECLINED = "No rematch: declined by {name}."
REMATCH_WITHDRAWN = "Request for a rematch withdrawn: {name}."
REMATCH = "The next game: {link}"
REWOUND = (
    "The server has gone back to an older state of this game, for example because a backup was"
    " restored. Later moves and messages are gone."
)
LOST = "Connection lost; reconnecting. If the server is still running, so are the clocks."
LOST_WITHOUT_CLOCKS = "Connection lost; reconnecting."
NO_CONNECTION = "no connection"
HALTED = (
    "The server cannot store moves right now. The clocks are stopped, and what you have sent will"
    " be sent again as soon as possible."
)
RECONNECTED = "Connected again."
NOT_YOUR_TURN = "It is not your turn."
AMBIGUOUS = "{move} could mean {moves}."
NOT_LEGAL = "{move} is not a legal move here."
GAME_OVER = "The game is over."
RESIGN_QUESTION = "Resign this game? Type y or resign again to confirm, anything else to cancel."
LEAVE_QUESTION = (
    "Resign? You will rank last, and the others play on. Type y or resign again to confirm,"
    " anything else to cancel."
)
NOT_STARTED = "The game has not started yet."
WATCHING = "You are only watching this game."
NO_MOVES = "No moves yet."
NO_INPUT = "End of input, leaving. The game's link brings you back."
NOT_A_COMMAND = "It is not your turn, and {word} is not a command; type help for a list."
UNDO = "undo is not a command; type takeback to ask for your last move back."
UNKNOWN = "{word} is neither a legal move nor a command; type help for a list of commands."
SAY_WHAT = "Write a message after say: say TEXT"

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
    "the bot was wanted by others": "the bot was needed for other games while this one waited",
    "only bots were left": "only bots would have played on",
}
"""The page's texts for how games end, if they differ from the server's words; those of a single
game are in its face."""
ABORTED_BY = "aborted by {name}"
ABANDONED_BY = "{name} has gone away for good"
WAS_AWAY = "{name} was away too long: the game is called off and nobody loses"
EVERYBODY = "everybody"
NO_FIRST_MOVE = (
    "{name} did not make the first move in time: the game is called off and nobody loses"
)
ONE_SIDE = "one side"
