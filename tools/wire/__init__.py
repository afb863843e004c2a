"""Generates TypeScript types and reference documents from the protocol module."""
