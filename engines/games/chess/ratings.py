"""The measured strength of the bot's levels in chess: docs/measurements/levels.md says how."""

LEVEL_ELOS = (900, 1400, 1740, 1960)
"""Elo of the levels 1 to 4, on the scale of Stockfish's `UCI_Elo`; 95 % intervals are ± 145, 65, 55
and 90."""
