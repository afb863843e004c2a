"""One hosted room; `zeitnot_server.hosting` explains how its parts work together."""
