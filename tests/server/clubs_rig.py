"""A club over HTTP, for tests."""

from typing import Any

from .test_people import People

FISCHER = {"kind": "fischer", "base_ms": 300_000, "increment_ms": 3_000}
LADDER = "clubs/chess-club-linz/ladders/tictactoe"


async def people(served: People, *names: str) -> list[str]:
    return [(await served.kept(name))[0] for name in names]


async def founded(served: People, leader: str, **more: Any) -> dict[str, Any]:
    body = {"name": "Chess Club Linz", **more}
    answer = await served.send("POST", "clubs", leader, body)
    assert answer.status == 201, answer.json
    club: dict[str, Any] = answer.json
    return club


async def joined(served: People, *tokens: str) -> None:
    for token in tokens:
        answer = await served.send("POST", "clubs/chess-club-linz/members", token)
        assert answer.status == 200, answer.json


async def on_a_ladder(served: People, leader: str, *members: str, **terms: Any) -> None:
    """Founds a club whose ladder has these members in order, the leader at the top."""
    await founded(served, leader)
    await joined(served, *members)
    opened_ = await served.send("PUT", LADDER, leader, {"control": FISCHER, **terms})
    assert opened_.status == 200, opened_.json
    for token in (leader, *members):
        answer = await served.send("POST", f"{LADDER}/places", token)
        assert answer.status == 200, answer.json


async def code_of(
    served: People, method: str, path: str, token: str | None, body: Any = None
) -> Any:
    answer = await served.send(method, path, token, body)
    return answer.status, (answer.json or {}).get("code") if answer.body else None


async def names_on(served: People) -> list[str]:
    return [row["name"] for row in (await served.get(LADDER)).json["places"]]
