"""Go as text: points, positions and areas, for the formats and protocols of other programs."""
