"""Bounds on connections, requests and what is sent, by address and by account."""
