"""Our engine behind the Universal Chess Interface and its dialect for Chinese chess, UCCI."""
