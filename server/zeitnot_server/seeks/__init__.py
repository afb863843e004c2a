"""Quick pairing: finds opponents for people who look for one in the lobby."""
