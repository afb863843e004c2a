"""The two kinds of sockets: one for the lobby, one a room."""

from starlette.routing import WebSocketRoute

from .lobby_socket import lobby
from .room_socket import room

ROUTES = [WebSocketRoute("/ws/lobby", lobby), WebSocketRoute("/ws/games/{id}", room)]
