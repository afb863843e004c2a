"""For all tests: hypothesis judges what is computed, never how fast a machine computes it."""

from hypothesis import HealthCheck, settings

settings.register_profile("zeitnot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zeitnot")
