"""The lobby: who watches it, which bots are online, and which games are listed."""
