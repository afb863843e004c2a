"""Bots: which process plays which game, how many games each may have, and which version plays."""
