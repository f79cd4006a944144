"""Files that are there whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO


def write_whole(path: str | os.PathLike[str], write: Callable[[BinaryIO], object]) -> None:
    """Let `write` write a file, which takes the place of an older one when it is finished.

    A link is followed. What is no file, such as a pipe, is written to as it is.

    Raises
    ------
    OSError
        If the file cannot be written; the older one is still there then.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            write(file)
        return
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            write(file)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
