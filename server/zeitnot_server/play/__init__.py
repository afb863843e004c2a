"""The shell round the pure rooms: one task a room, deadlines, outboxes, presence, the lobby."""
