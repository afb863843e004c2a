"""The engines: games and search in C++, with a Python face."""
