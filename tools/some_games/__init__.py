"""Some games only, built apart from the installation: see __main__.py."""
