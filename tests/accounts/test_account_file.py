"""The file of an account has other people's names, but not their accounts."""

import json

from zeitnot_server.accounts.account_file import documents, rating_changes
from zeitnot_server.profiles.people_store import Complaint, Message, NewComplaint
from zeitnot_server.ratings.rating_store import Change
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import Account
from zeitnot_server.store.admin import AccountDetails

ANN = Account("ann1", "Ann", False, 1, None, None)
COMPLAINT = Complaint(
    *(7, 5),
    NewComplaint("ann1", "bob2", "Bob", "insult", "Hm", "g1", [Message(3, 4, "!")]),
    "Ann",
    9,
    "Bob was warned.",
)


def test_who_is_followed_blocked_and_complained_of() -> None:
    about = AccountDetails(ANN, PlayerStats(), [], [], [], ["Cyd"], ["Bob"], [COMPLAINT], [], [])
    people = documents(about)["people.json"]
    assert json.loads(people) == {
        "follows": ["Cyd"],
        "blocks": ["Bob"],
        "complaints": [
            {
                "at": 5,
                "about": "Bob",
                "reason": "insult",
                "text": "Hm",
                "game": "g1",
                "messages": [{"seq": 3, "at": 4, "text": "!"}],
                "resolved_at": 9,
            }
        ],
    }


def test_a_change_of_a_rating_is_a_line() -> None:
    changes = [
        Change("ann1", "chess", "blitz", n, f"g{n}", 0, 0, 5, 1.0, 1.0, "", 1500, 500, 1600, 400, 1)
        for n in (2, 1)
    ]
    lines = [json.loads(line) for line in rating_changes(changes).splitlines()]
    assert [(line["game"], line["rating"]) for line in lines] == [("g2", 1600), ("g1", 1600)]
    assert "account" not in lines[0]
    assert rating_changes([]) == b""
