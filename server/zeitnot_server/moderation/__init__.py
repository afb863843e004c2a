"""What the operator decides: bans, mutes, ends of games, and how long the audit log is kept."""
