"""The version of the installed distribution, part of what a simulation's results depend on."""

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "ban-sugoroku"


def installed_version() -> str:
    """Return the version of the installed distribution, or "unknown" when `bsg` runs from a bare source tree."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"
