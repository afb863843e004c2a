"""Games between engines without a server: players, openings, scores."""
