"""WebSockets: uvicorn's protocol with our bounds, the handshake, and the two kinds of sockets."""
