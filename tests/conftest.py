"""What every file of tests can ask for."""

import os

import pytest
from hypothesis import HealthCheck, settings

import bsg
from bsg_core import random_games

# The reference is slow by design, so no example has a deadline. "quick" is for builds that run many times slower.
settings.register_profile("ordinary", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("ordinary"), max_examples=15)
settings.register_profile("thorough", settings.get_profile("ordinary"), max_examples=2000)
settings.load_profile(os.environ.get("BSG_HYPOTHESIS", "ordinary"))


def pytest_report_header():
    """Say which ways of playing many games this machine has, all of which the tests compare."""
    return f"random games side by side: {', '.join(map(str, random_games.WIDTHS))}"


@pytest.fixture(params=[bsg.reference, bsg.engine], ids=["reference", "native"])
def engine(request):
    """Whoever answers what a roll can lead to."""
    return request.param
