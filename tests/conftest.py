"""What every file of tests can ask for."""

import pytest

import bsg


@pytest.fixture(params=[bsg.reference, bsg.engine], ids=["reference", "native"])
def engine(request):
    """Whoever answers what a roll can lead to."""
    return request.param
