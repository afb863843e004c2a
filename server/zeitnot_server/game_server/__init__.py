"""The server as one object, its policies, and what it does when games end or storing fails."""
