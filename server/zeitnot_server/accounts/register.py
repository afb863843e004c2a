"""Creates the parts of kept accounts."""

from ..hosting.app import App
from ..limits.table import Limits
from .hashing import PasswordHashing
from .recovery import Recovery
from .service import Accounts


def register(app: App, limits: Limits) -> tuple[Accounts, Recovery]:
    """Creates the services and registers their task on `app`."""
    hashing = PasswordHashing(limits.password_hashes)
    accounts = Accounts(app.store, hashing)
    app.add_task("sign_in_failures", accounts.failures.run)
    app.closes.append(hashing.close)
    return accounts, Recovery(app.store, hashing)
