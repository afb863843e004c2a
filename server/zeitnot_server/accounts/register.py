"""Creates the parts of kept accounts."""

from dataclasses import dataclass

from ..hosting.app import App
from ..limits.table import Limits
from .hashing import PasswordHashing
from .merging import Merging
from .passkeys import PasskeyService
from .recovery import Recovery
from .service import Accounts


@dataclass(frozen=True, slots=True)
class KeptAccounts:
    """The parts that other features use."""

    service: Accounts
    merging: Merging
    recovery: Recovery
    passkeys: PasskeyService


def register(app: App, limits: Limits) -> KeptAccounts:
    """Creates the parts and registers their tasks on `app`."""
    hashing = PasswordHashing(limits.password_hashes)
    service = Accounts(app.store, hashing)
    merging = Merging(app.store, app.registry, app.events, app.wall_ms)
    app.starts.append(merging.start)
    app.add_task("sign_in_failures", service.failures.run)
    app.add_task("merged_guests", merging.run)
    app.closes.append(hashing.close)
    passkeys = PasskeyService(app.store, hashing, service)
    return KeptAccounts(service, merging, Recovery(app.store, hashing), passkeys)
