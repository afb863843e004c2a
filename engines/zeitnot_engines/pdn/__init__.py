"""Import and export of draughts in PDN, the Portable Draughts Notation 3.0 (W. Wesselink, 2012)."""
