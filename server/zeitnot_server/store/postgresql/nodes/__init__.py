"""Several nodes on one database: their runs, leases and heartbeats."""
