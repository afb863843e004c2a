"""The only writer of a node: commits and other short writes, each transaction with its lease."""
