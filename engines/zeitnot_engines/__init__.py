"""The engines: games and search in C++, called from Python."""
