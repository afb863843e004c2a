"""The server as one object, and what it does when games end or storing fails."""
