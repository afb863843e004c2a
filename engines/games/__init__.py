"""A package with a folder for each game, named by its id.

C++ (`position.hpp` and others) is compiled into the core. The Python modules are found by name
(`zeitnot_client.by_name`): `terminal` draws the game, `notation` writes its moves for people,
`engine_notation` reads and writes them for commands and programs, `train` trains its evaluation,
`gtp` adds its commands of the Go Text Protocol, and each `driver_…` says how external engines of
one protocol get the game.
"""
