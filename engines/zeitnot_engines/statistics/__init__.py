"""What a game is like as a tree: its branching, its length, its size, estimated from games."""
