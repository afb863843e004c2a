"""The HTTP API's routes for passkeys."""

import zeitnot_protocol as p
from zeitnot_protocol import passkeys as wire

from .route import BODY, READ, STORE, Route

PASSKEYS = (
    Route(
        "GET",
        "/api/v1/passkeys",
        "Your passkeys, and whether there are any here.",
        wire.PasskeyList,
        problems=READ,
    ),
    Route(
        *("POST", "/api/v1/passkey-options", "Begins to add a passkey.", wire.PasskeyOptions),
        body=wire.PasskeyRequest,
        problems=(*BODY, 401, 409, *STORE),
        account=True,
    ),
    Route(
        *("POST", "/api/v1/passkeys", "Adds a passkey.", wire.PasskeyView),
        statuses=(201,),
        body=wire.NewPasskey,
        problems=(*BODY, 401, 409, *STORE),
        account=True,
    ),
    Route(
        *("PATCH", "/api/v1/passkeys/{id}", "Renames a passkey.", wire.PasskeyView),
        body=wire.NewPasskeyName,
        problems=(*BODY, 401, 404, 409, *STORE),
        account=True,
    ),
    Route(
        *("DELETE", "/api/v1/passkeys/{id}", "Removes a passkey.", None),
        statuses=(204,),
        problems=(400, 401, 403, 404, 409, 429, *STORE),
        account=True,
    ),
    Route(
        *(
            "POST",
            "/api/v1/sign-in/options",
            "Begins to sign in by a passkey.",
            wire.PasskeyOptions,
        ),
        problems=(400, 401, 403, 409, 429, *STORE),
    ),
    Route(
        *("POST", "/api/v1/sign-in/passkey", "Signs in by a passkey.", p.Session),
        body=wire.PasskeyAnswer,
        problems=(*BODY, 401, 409, *STORE),
    ),
)
