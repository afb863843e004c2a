"""External engines as players: each protocol, and the process that speaks it.

Pure Python, for matches on one machine and for bots on a server. A driver knows no rules: it gets a
game as data (`situation`), and facts of single games from the modules `driver_…` in their folders.
"""
