"""A file is there whole or not at all, and what is no file is left what it is."""

import os
import stat
import threading

import pytest

from bsg.network import shipped_network
from bsg.whole_files import write_whole


def test_a_file_that_could_not_be_finished_leaves_the_older_one(tmp_path):
    (tmp_path / "a").write_bytes(b"older")

    def fail(file):
        file.write(b"half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_whole(tmp_path / "a", fail)
    assert (tmp_path / "a").read_bytes() == b"older"
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    write_whole(tmp_path / "a", lambda file: file.write(b"newer"))
    assert (tmp_path / "a").read_bytes() == b"newer"


def test_a_link_is_followed(tmp_path):
    (tmp_path / "a").write_bytes(b"older")
    (tmp_path / "b").symlink_to("a")
    write_whole(tmp_path / "b", lambda file: file.write(b"newer"))
    assert (tmp_path / "b").is_symlink()
    assert (tmp_path / "a").read_bytes() == b"newer"


def test_a_pipe_stays_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    shipped_network().save(tmp_path / "pipe")
    reader.join(10)
    assert read[0].startswith(b'{"format"')
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, lambda file: file.write(b""))
