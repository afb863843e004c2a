"""Plays the challenges on clubs' ladders."""
