"""Records read from files and written to them: which format it is, and in which encoding."""

import codecs
from collections.abc import Callable
from typing import get_args

import msgspec

from bsg.checks import described
from bsg.records.mat_reading import read_mat
from bsg.records.mat_writing import write_mat
from bsg.records.pasted import Format, format_of, unwrapped
from bsg.records.record import MatchRecord, RecordError, without_lines
from bsg.records.sgf_reading import read_sgf
from bsg.records.sgf_writing import write_sgf

FORMATS: tuple[Format, ...] = get_args(Format)

_LARGEST = 64 * 1024 * 1024


def read_record(data: str | bytes, form: Format | None = None) -> MatchRecord:
    r"""Read a record in any of the formats.

    Parameters
    ----------
    data : str or bytes
        The whole file, or what somebody has pasted: quoted mail, fences and words around a record are passed over.
        Bytes are UTF-8, UTF-16, or else Windows-1252, which Latin-1 is a part of.
    form : {"mat", "sgf", "json"}, optional
        By default what the text looks like.

    Returns
    -------
    MatchRecord

    Raises
    ------
    TypeError
        If `data` is neither str nor bytes.
    RecordError
        If it cannot be read; with line and reason.

    Examples
    --------
    >>> record = read_record("3 point match\n\n Game 1\n Ann : 0      Bob : 0\n  1) 31: 8/5 6/5    62: 24/18 13/11\n")
    >>> record.players, [action.play for action in record.games[0].actions]
    (('Ann', 'Bob'), ['8/5 6/5', '24/18 13/11'])
    """
    if not isinstance(data, (str, bytes, bytearray)):
        raise TypeError(f"a record must be read from str or bytes, got {described(data)}")
    if len(data) > _LARGEST:
        raise RecordError(f"a record must have at most {_LARGEST} bytes, got {len(data)}")
    text = data if isinstance(data, str) else decoded(bytes(data))
    text = unwrapped(text)
    return _reader(format_of(text) if form is None else form)(text)


def write_record(record: MatchRecord, form: Format) -> str:
    r"""Write a record in one of the formats.

    Parameters
    ----------
    record : MatchRecord
    form : {"mat", "sgf", "json"}

    Returns
    -------
    str
        Lines end in ``\n``.

    Raises
    ------
    RecordError
        If the record holds what the format has no place for.
    """
    if not isinstance(record, MatchRecord):
        raise TypeError(f"record must be a MatchRecord, got {described(record)}")
    if form not in FORMATS:
        raise ValueError(f"the format must be {', '.join(FORMATS)}, got {form!r}")
    return {"mat": write_mat, "sgf": write_sgf, "json": write_json}[form](record)


def write_json(record: MatchRecord) -> str:
    """Write a record as JSON, without the lines it was read from."""
    try:
        return msgspec.json.format(msgspec.json.encode(without_lines(record)), indent=1).decode() + "\n"
    except (UnicodeEncodeError, OverflowError) as error:
        raise RecordError(f"JSON has no place for what the record holds: {error}") from error


def read_json(text: str) -> MatchRecord:
    """Read a record from JSON.

    Raises
    ------
    RecordError
        If it is none; with the reason and where.
    """
    try:
        # Words may stand around it, but not within.
        return msgspec.json.decode(text[max(text.find("{"), 0) : text.rfind("}") + 1 or None], type=MatchRecord)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise RecordError(f"no record in JSON: {error}") from error


def decoded(data: bytes) -> str:
    """Return the text of a file."""
    if encoding := _wide_encoding(data):
        return data.decode(encoding, errors="replace").removesuffix("\ufffd")  # half a letter, where a file is cut off
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Windows-1252 leaves five bytes without a meaning, which Latin-1 gives one.
        return "".join(
            bytes([byte]).decode("latin-1") if byte in _UNDEFINED else bytes([byte]).decode("cp1252") for byte in data
        )


def _wide_encoding(data: bytes) -> str | None:
    """Return the encoding of a text whose letters have two bytes or four, by its mark or by its zeros; None if it is none."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    # The signs of a record are ASCII, whose other byte is zero; no other text has zeros.
    even, odd, few = data[::2].count(0), data[1::2].count(0), len(data) // 6
    if max(even, odd) > few and min(even, odd) * 4 < max(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


_UNDEFINED = frozenset(b"\x81\x8d\x8f\x90\x9d")


def _reader(form: Format) -> Callable[[str], MatchRecord]:
    if form not in FORMATS:
        raise ValueError(f"the format must be {', '.join(FORMATS)}, got {form!r}")
    return {"mat": read_mat, "sgf": read_sgf, "json": read_json}[form]
