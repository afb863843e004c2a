"""All routes under /api/v1."""

from . import (
    accounts,
    bots,
    exports,
    games,
    imports,
    members,
    move_values,
    own_account,
    passkeys,
    recovery,
    sign_in,
    tickets,
    tokens,
)
from .clubs import clubs, ladders
from .clubs import members as club_members
from .people import complaints, profiles, ratings, relations

API_ROUTES = [
    route
    for feature in (
        *(
            accounts,
            sign_in,
            passkeys,
            recovery,
            own_account,
            members,
            tokens,
            tickets,
            bots,
            games,
        ),
        *(exports, imports, move_values),
        *(ratings, profiles, relations, complaints),
        *(clubs, club_members, ladders),
    )
    for route in feature.ROUTES
]
