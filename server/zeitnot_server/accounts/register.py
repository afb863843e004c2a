"""Creates the parts of kept accounts."""

from ..hosting.app import App
from ..limits.table import Limits
from .hashing import PasswordHashing
from .service import Accounts


def register(app: App, limits: Limits) -> Accounts:
    """Creates the service and registers its task on `app`."""
    hashing = PasswordHashing(limits.password_hashes)
    accounts = Accounts(app.store, hashing)
    app.add_task("sign_in_failures", accounts.failures.run)
    app.closes.append(hashing.close)
    return accounts
