"""The operator finds and dissolves a club."""

from ...server.running_server import Server
from ..conftest import Zeitnot
from .test_people import keep


def test_a_club_is_dissolved(server: Server, admin: Zeitnot, zeitnot: Zeitnot) -> None:
    token = keep(server, admin, "Clara Founder")
    body = {"name": "Loud Club"}
    assert server.http("POST", "/api/v1/clubs", body, token)[0] == 201
    (row,) = [line.split("\t") for line in admin("clubs").out.splitlines()]
    assert (row[0], row[1], row[4], row[5], row[6]) == ("loud-club", "Loud Club", "1", "open", "-")
    dissolved = admin("dissolve-club", "loud-club", "--reason", "insults")
    assert dissolved.out == "dissolved loud-club\n"
    assert server.http("GET", "/api/v1/clubs/loud-club")[0] == 404
    again = zeitnot(
        *("admin", "dissolve-club", "loud-club", "--reason", "insults", "--db", str(server.db))
    )
    assert (again.code, again.err) == (2, "zeitnot: There is no club loud-club.\n")
    assert "insults" in admin("log", "--act", "club_dissolved").out
