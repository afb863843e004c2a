"""The Zeitnot client: the wire's messages, a sans-I/O session, an asyncio shell, a terminal client."""
