"""The tables of passkeys; see `tables`."""

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from .declarative import Base


class PasskeyRow(Base):
    """A passkey of an account.

    `credential`: its id as the authenticator chose it, base64url; `public_key`: COSE, base64url.
    `sign_count`: of its last use; authenticators that do not count have 0. `origin`: of the page
    on which it was made. `transports`: how browsers reach the authenticator, separated by commas.
    """

    __tablename__ = "passkey"
    __table_args__ = (Index("ix_passkey_credential", "credential", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(index=True)
    credential: Mapped[str]
    public_key: Mapped[str]
    sign_count: Mapped[int]
    origin: Mapped[str]
    transports: Mapped[str]
    name: Mapped[str]
    created_at: Mapped[int]
    last_used_at: Mapped[int | None]


class PasskeyChallengeRow(Base):
    """A challenge that has not been answered; only its SHA-256 (hex) is stored.

    `holder`: who may answer it, a session or a browser. Expired rows are deleted when the next one
    is made.
    """

    __tablename__ = "passkey_challenge"

    hash: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    expires_at: Mapped[int] = mapped_column(index=True)
