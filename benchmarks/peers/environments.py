"""A virtual environment for bsg and for each peer, as it is pinned, and the processes that run in them."""

import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
CHECKOUT = HERE.parent.parent
BSG = "bsg"
PEERS = ("gnubg-nn", "bgsage", "open-spiel", "pgx")


class InstallError(Exception):
    """What could not be installed, and why, in a sentence."""


def requirements(subject):
    """Name what is installed: what a peer's file pins, or this checkout."""
    if subject == BSG:
        return [str(CHECKOUT)]
    return (HERE / "requirements" / f"{subject}.txt").read_text(encoding="utf-8").split()


def install(subject, folder):
    """Install one subject into an environment of its own in `folder`; return its Python."""
    environment = folder / subject
    python = environment / "bin" / "python"
    if not python.exists():
        try:
            venv.create(environment, with_pip=True, symlinks=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise InstallError(f"no virtual environment could be made in {environment}: {error}") from error
    command = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", *requirements(subject)]
    # How this checkout's core is built is not the caller's business here: what is timed is a release.
    variables = {name: value for name, value in os.environ.items() if name not in {"BSG_BUILD", "PYTHONPATH"}}
    done = subprocess.run(command, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InstallError(f"pip ended with {done.returncode} and said: {errors_in(done.stderr)}")
    return python


def errors_in(said):
    """Pick from what pip has said the lines that it calls errors, or else the last."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error:")]
    return " ".join(errors or lines[-1:]) or "nothing"


def start_worker(subject, python, log, core):
    """Start the process that runs one subject, on one core and with all libraries told to use one thread."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "JAX_PLATFORMS": "cpu",
        "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    }
    return subprocess.Popen(
        [python, HERE / "worker.py", subject, str(core)],
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        encoding="utf-8",
    )


def one_core():
    """Choose the core that all workers share, since only one of them is busy at a time; -1 where none can be chosen."""
    return max(os.sched_getaffinity(0)) if sys.platform == "linux" else -1
