"""How features hear of one another: typed facts on a bus."""
