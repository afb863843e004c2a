"""The runner: a program that speaks an engine protocol becomes a bot on a server.

`config` reads the TOML file, `takes` and `policies` decide what the bot takes and answers, all of
them pure. `player` is one game, and `run` connects everything with the server.
"""
