"""The bus on which features publish typed facts."""
