"""Limits on connections, requests and messages, by address and by account."""
