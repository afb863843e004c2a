"""Our engine behind the Go Text Protocol, version 2 (Farnebäck, 2002), and its common
extensions."""
