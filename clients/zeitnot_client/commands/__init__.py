"""Commands of `zeitnot` that are clients; each is imported when it is called."""
