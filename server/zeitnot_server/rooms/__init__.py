"""The pure core: rooms, clocks, dice. No I/O, clock, random numbers, asyncio or database.

`step` takes a room, a command and the instant at which it arrived, and returns events; `fold` takes
events and returns the room. A room is the fold of its log.
"""
