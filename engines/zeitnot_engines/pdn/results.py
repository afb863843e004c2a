"""PDN's notation of results. White's points come first, even if Black begins."""

WHITE_WON, BLACK_WON, DRAWN, UNKNOWN = "1-0", "0-1", "1/2-1/2", "*"
SCORES = {
    **dict.fromkeys((WHITE_WON, "2-0"), (0.0, 1.0)),
    **dict.fromkeys((BLACK_WON, "0-2"), (1.0, 0.0)),
    **dict.fromkeys((DRAWN, "1-1"), (0.5, 0.5)),
}
"""The scores of the seats, Black's first; unknown results have none."""
RESULTS = {*SCORES, UNKNOWN, "0-0"}
