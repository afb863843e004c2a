"""The players of a room, as its bots' games are counted."""

from ..rooms.room import Actor, Room


def bots_of(room: Room) -> list[str]:
    """The names of the bots that have a seat in a room, or are invited."""
    return [player.name for player in players_of(room) if player.bot]


def creator_of(room: Room) -> Actor:
    """The player who counts as the creator of a game: a person, or a bot if only bots play."""
    return min(players_of(room), key=lambda player: player.bot)


def players_of(room: Room) -> list[Actor]:
    """The players who have a seat in a room, or are invited."""
    players = (seat.actor or seat.invited for seat in room.seats)
    return [Actor(each.account, each.name, each.bot) for each in players if each is not None]
