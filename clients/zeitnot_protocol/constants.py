"""Numbers and words that both ends must agree on. Close codes: RFC 6455, section 7.4.1."""

SUBPROTOCOL = "zeitnot.v1"
MAX_FRAME_BYTES = 4096
EXPORT_FORMAT = "zeitnot-game-1"

HIDDEN = -1
"""The value, in a throw, of a die or card that the viewer may not see."""

INVALID_TEXT = 1007
POLICY_VIOLATION = 1008
SERVICE_RESTART = 1012  # registered with IANA
TRY_AGAIN_LATER = 1013  # likewise
RELOCATED = 4421  # Zeitnot's own; as HTTP 421 (Misdirected Request): another server has this room
FINAL_CLOSE_CODES: frozenset[int] = frozenset({1002, 1003, 1007, 1008, 1009, 1010})
"""Close codes for faults of the client, which a reconnect would only repeat."""
MAX_GRACE_S = 3600
"""The longest time that a replaced secret may stay valid, in seconds."""
MAX_IMPORT_BYTES = 1 << 20
"""The maximum length of the text of an import, in UTF-8."""
MAX_SETUP_MOVES = 400
"""The maximum number of moves in a setup."""
MAX_SERIES = 100
"""The maximum number of games in a series."""
MAX_HOPS = 5
"""How many times in a row a client follows `relocated`."""
MAX_TAKES = 8
"""The maximum number of entries of `takes`."""
MAX_TAKES_BYTES = 1024
"""The maximum length of `takes`, as compact JSON."""
MAX_DECLINE_TEXT = 140
"""The maximum length of the text of a decline, in characters."""
MAX_COMPLAINT_TEXT = 500
"""The maximum length of the text of a complaint, in characters."""
MAX_REPORTED_MESSAGES = 10
"""How many lines of chat a complaint may name."""
ALL_SCOPES = "all"
"""The scopes of a token that may do everything that its account may."""
MAX_CLUB_TEXT = 2000
"""The maximum length of a club's description, in characters."""
MAX_CLUB_NEWS = 140
"""The maximum length of a club's line of news, in characters."""
MAX_PRESETS = 8
"""How many time controls a club may offer to its members."""
MAX_LADDER_DAYS = 14
"""How many days a ladder may give for an answer."""
