"""Build the native core: one extension for each `.pyx` in `src/bsg_core`, in one of four ways.

The environment variable `BSG_BUILD` says which: `release` (the default), `debug`, `sanitize` or `coverage`. It is the one
switch for every check, so no `.pyx` carries directives of its own. Everything else about the package is in pyproject.toml.
"""

import contextlib
import io
import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = Path("src", "bsg_core")
HEADERS = sorted(map(str, CORE.glob("*.h")))

# What the source means, the same in every build.
DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "autotestdict": False,
    "cdivision": True,
    "wraparound": False,
    "freethreading_compatible": True,
    "warn.unused": True,
}
# What is asked of a release is not asked of checks: they cost speed, as they may.
CHECKED = {"boundscheck": True, "initializedcheck": True, "nonecheck": True, "show_performance_hints": False}
UNCHECKED = {"boundscheck": False, "initializedcheck": False, "nonecheck": False, "show_performance_hints": True}

# How each build translates (directives, options of cythonize) and compiles (macros, flags for both compiler and linker).
BUILDS = {
    "release": {
        "directives": UNCHECKED,
        "flags": ["-O3"],
    },
    "debug": {
        "directives": CHECKED,
        "options": {"emit_linenums": True},
        "flags": ["-O0", "-g"],
    },
    "sanitize": {
        "directives": CHECKED,
        "macros": [("BSG_PORTABLE", "1")],  # so that the code for other processors is run somewhere
        "options": {"emit_linenums": True},
        "flags": [
            "-O1",
            "-g",
            "-fno-omit-frame-pointer",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
        ],
    },
    "coverage": {
        "directives": CHECKED | {"linetrace": True},
        "macros": [("CYTHON_TRACE_NOGIL", "1")],
        "flags": ["-O0", "-g"],
    },
}

MODE = os.environ.get("BSG_BUILD", "release")
if MODE not in BUILDS:
    sys.exit(f"BSG_BUILD must be one of {', '.join(BUILDS)}, got {MODE!r}")
BUILD = BUILDS[MODE]
BUILD_BASE = Path("build", MODE)


class BuildCore(build_ext):
    """Translate the `.pyx` only when they are compiled, so that an sdist lists them and not the C made from them."""

    def run(self):
        translated = {extension.name: extension.sources for extension in translate(self.extensions)}
        for extension in self.extensions:
            extension.sources = translated[extension.name]
        super().run()


def translate(extensions):
    """Run Cython, and refuse a performance hint: it tells of a call that is many times slower than it was meant to be."""
    from Cython.Build import cythonize

    # Cython.Coverage looks for the C beside the .pyx.
    build_dir = None if MODE == "coverage" else str(BUILD_BASE / "cython")
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            translated = cythonize(
                extensions,
                build_dir=build_dir,
                force=True,
                compiler_directives=DIRECTIVES | BUILD["directives"],
                **BUILD.get("options", {}),
            )
    finally:
        sys.stderr.write(said.getvalue())
    if "performance hint: " in said.getvalue():
        sys.exit("Cython gave the performance hints above, and in this project they are errors")
    return translated


def extension(source):
    # A multiplication and an addition stay two roundings, so that every processor finds the same numbers.
    flags = ["-ffp-contract=off", *BUILD["flags"]]
    return Extension(
        f"bsg_core.{source.stem}",
        [str(source)],
        include_dirs=[str(CORE)],
        depends=HEADERS,
        define_macros=BUILD.get("macros", []),
        extra_compile_args=flags,
        extra_link_args=flags,
    )


# Nothing of an earlier build is used again: neither objects of another mode, nor a module that has been deleted since.
shutil.rmtree(BUILD_BASE, ignore_errors=True)

setup(
    ext_modules=[extension(source) for source in sorted(CORE.glob("*.pyx"))],
    cmdclass={"build_ext": BuildCore},
    options={"build": {"build_base": str(BUILD_BASE)}, "build_ext": {"parallel": os.cpu_count() or 1}},
)
