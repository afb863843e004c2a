"""Import and export of Go in SGF, the Smart Game Format FF[4] (A. Hollosi, 1999)."""
