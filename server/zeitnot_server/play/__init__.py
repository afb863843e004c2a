"""What runs the pure rooms: one task for each, deadlines, outboxes, presence, the lobby."""
