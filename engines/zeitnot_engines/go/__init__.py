"""Go for other programs' formats and protocols: points, positions and areas."""
