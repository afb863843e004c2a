"""PDN, the Portable Draughts Notation 3.0 (W. Wesselink, 2012): games of draughts in and out."""
