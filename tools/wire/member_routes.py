"""The routes for teachers and admins; see `routes`."""

import zeitnot_protocol as p
from zeitnot_protocol import people

from .route import BODY, READ, STORE, TEXT, Query, Route

PEOPLE = (
    Query(
        "of",
        "whose accounts you `made`; for admins also those with `roles`, or `everyone` who keeps a "
        "name",
        {"type": "string", "enum": ["made", "roles", "everyone"], "default": "made"},
    ),
    Query("cursor", "from the page before", TEXT),
    Query("limit", "how many at most; 100", {"type": "integer", "minimum": 1, "maximum": 100}),
)
MEMBER_ROUTES = (
    Route(
        *("GET", "/api/v1/people", "Those whose accounts you made.", people.ListedPeople),
        query=PEOPLE,
        problems=(401, 403, *READ),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/people", "Accounts for others, as for a class.", p.MadePeople),
        statuses=(201,),
        body=p.NewPeople,
        problems=(*BODY, 401, 409, *STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/people/{name}/reset-code", "A code for a new password.", p.ResetCode),
        statuses=(201,),
        problems=(400, 401, 403, 404, 429, *STORE),
        account=True,
    ),
    Route(
        *("PUT", "/api/v1/people/{name}/role", "Gives a person another role.", None),
        statuses=(204,),
        body=p.NewRole,
        problems=(*BODY, 401, 404, 409, *STORE),
        account=True,
    ),
)
