"""All routes under /api/v1."""

from . import (
    accounts,
    bots,
    complaints,
    exports,
    games,
    imports,
    move_values,
    people,
    ratings,
    relations,
    sign_in,
    tickets,
    tokens,
)

API_ROUTES = [
    route
    for feature in (
        *(accounts, sign_in, tokens, tickets, bots, games, exports, imports, move_values),
        *(ratings, people, relations, complaints),
    )
    for route in feature.ROUTES
]
