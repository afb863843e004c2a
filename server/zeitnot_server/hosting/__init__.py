"""The life of a move around the pure rooms: a task for each room, its queue, deadlines, viewers."""
