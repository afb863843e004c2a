"""What all of the SQL runs on: connections, snapshots, tables, dialects, damaged rows."""
