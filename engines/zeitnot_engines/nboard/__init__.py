"""Our engine behind the NBoard protocol (C. Welty, for Othello)."""
