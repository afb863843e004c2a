"""Our engine behind the Gomocup AI protocol (Petr Laštovička, for Piskvork)."""
