"""SGF, the Smart Game Format, FF[4] (A. Hollosi, 1999): files of Go in and out, with variations."""
