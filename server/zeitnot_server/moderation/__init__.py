"""Moderation: bans, mutes, games that the operator ends, and retention of the audit log."""
