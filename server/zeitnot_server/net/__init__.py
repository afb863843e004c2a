"""Network addresses. Pure; imports nothing from the server."""
