"""A GUI for one test."""

from ..commands.gui import gui as gui
