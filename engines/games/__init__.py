"""A folder for each game, found by its id: what is played, drawn and learnt in it.

C++ (`position.hpp` and others) is compiled into the core. The Python modules are found by name
(`zeitnot_client.by_name`): `terminal` draws the game, `notation` writes its moves for people,
`engine_notation` reads and writes them for commands and programs, `train` learns its evaluation,
`gtp` and `gtp_program` add what the Go Text Protocol has for it.
"""
