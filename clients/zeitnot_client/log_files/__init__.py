"""The log file of a bot: one JSON object a line for each event, and a reader with filters."""
