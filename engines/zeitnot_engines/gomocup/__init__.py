"""The Gomocup AI protocol (Petr Laštovička; Piskvork's): text, boards, and our engine behind it."""
