"""The sockets and the MQTT feed as an AsyncAPI 3.0 document."""

from typing import Any

import msgspec

import zeitnot_protocol as p

from . import model, samples, schemas

_FEED = {
    "feedState": ("zeitnot/v1/games/{id}/state", "A game's newest state; retained.", p.GameSummary),
    "feedEvents": ("zeitnot/v1/games/{id}/events", "A game's events; QoS 1.", p.RoomEvent),
    "feedLobby": ("zeitnot/v1/lobby", "The lobby; retained. `yours` is empty.", p.Lobby),
    "feedBot": ("zeitnot/v1/bots/{name}", "A bot that is online; retained.", p.BotView),
}


def render() -> str:
    """The full file."""
    return schemas.to_yaml(document())


def document() -> dict[str, Any]:
    """The document as data."""
    names = {"lobby": "/ws/lobby", "room": "/ws/games/{id}"}
    channels, operations = {}, {}
    for name, path in names.items():
        inward, outward = (model.members(union) for union in model.SOCKETS[path])
        channels[name] = _channel(path, (*inward, *outward))
        operations[f"{name}In"] = _operation(name, "receive", inward)
        operations[f"{name}Out"] = _operation(name, "send", outward)
    for name, (topic, about, union) in _FEED.items():
        channels[name] = _channel(topic, model.members(union)) | {"description": about}
        operations[f"{name}Out"] = _operation(name, "send", model.members(union))
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Zeitnot",
            "version": "1",
            "description": f"WebSocket subprotocol `{p.SUBPROTOCOL}`, JSON text frames of at most "
            f"{p.MAX_FRAME_BYTES} bytes towards the server; and the public MQTT feed.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {"messages": _messages(), "schemas": schemas.components()},
    }


def _channel(address: str, structs: tuple[type[msgspec.Struct], ...]) -> dict[str, Any]:
    channel: dict[str, Any] = {"address": address}
    names = dict.fromkeys(struct.__name__ for struct in structs)
    channel["messages"] = {n: {"$ref": f"#/components/messages/{n}"} for n in names}
    for parameter in ("id", "name"):
        if f"{{{parameter}}}" in address:
            channel["parameters"] = {parameter: {}}
    return channel


def _operation(
    channel: str, action: str, structs: tuple[type[msgspec.Struct], ...]
) -> dict[str, Any]:
    prefix = f"#/channels/{channel}"
    messages = [{"$ref": f"{prefix}/messages/{struct.__name__}"} for struct in structs]
    return {"action": action, "channel": {"$ref": prefix}, "messages": messages}


def _messages() -> dict[str, Any]:
    """Every tagged message, and the structs that the feed publishes."""
    examples = samples.load()
    messages = {}
    for struct in model.structs().values():
        shape = model.shape(struct)
        if shape.tag or struct in (p.GameSummary, p.BotView):
            message: dict[str, Any] = {"name": shape.tag or shape.name}
            message["payload"] = schemas.ref(struct)
            if shape.name in examples:
                message["examples"] = [{"payload": examples[shape.name]}]
            messages[shape.name] = message
    return messages
