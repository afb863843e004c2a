"""All routes under /api/v1."""

from . import (
    accounts,
    bots,
    complaints,
    exports,
    games,
    imports,
    members,
    move_values,
    own_account,
    people,
    ratings,
    recovery,
    relations,
    sign_in,
    tickets,
    tokens,
)

API_ROUTES = [
    route
    for feature in (
        *(accounts, sign_in, recovery, own_account, members, tokens, tickets, bots, games),
        *(exports, imports, move_values),
        *(ratings, people, relations, complaints),
    )
    for route in feature.ROUTES
]
