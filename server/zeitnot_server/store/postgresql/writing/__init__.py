"""The only writer of a node: commits and other short writes, each in a transaction that holds the
lease."""
