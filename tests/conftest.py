"""What every file of tests can ask for."""

import os

import pytest
from hypothesis import HealthCheck, settings

import bsg

# The reference is slow by design, so no example has a deadline. "quick" is for builds that run many times slower.
settings.register_profile("ordinary", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("ordinary"), max_examples=15)
settings.register_profile("thorough", settings.get_profile("ordinary"), max_examples=2000)
settings.load_profile(os.environ.get("BSG_HYPOTHESIS", "ordinary"))


@pytest.fixture(params=[bsg.reference, bsg.engine], ids=["reference", "native"])
def engine(request):
    """Whoever answers what a roll can lead to."""
    return request.param
