"""The pure core: rooms, clocks, dice. No I/O, no time, no random, no asyncio, no database.

`step` takes a room, a command and the instant at which it arrived, and returns events; `fold` takes
events and returns the room. A room is the fold of its log.
"""
