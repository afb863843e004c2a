"""The server's commands, one file each; `cli` finds them by name."""
