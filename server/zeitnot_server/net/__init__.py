"""What is known of network addresses. Pure; imports nothing of the server."""
