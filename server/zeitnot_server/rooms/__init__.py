"""The pure core: rooms, clocks, dice. No I/O, no time, no random, no asyncio, no database.

`step` takes a room, a command and the instant at which it arrived, and answers what happens; `fold`
takes what happened and gives the room. A room is nothing but the fold of its log.
"""
