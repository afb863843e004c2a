"""The base of the SQL code: connections, snapshots, tables, dialects, damaged rows."""
