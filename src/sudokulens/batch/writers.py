"""The forms in which results are kept: encoded by workers, piece by piece, and put together into one file.

JSON lines and CSV are encoded as the bytes of the final file; for Parquet, columns travel in Arrow's stream format.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from sudokulens.batch.record import COLUMNS, OUTCOME_OF_COUNT, Record, Records, SolvedLines
from sudokulens.batch.settings import Form
from sudokulens.errors import BatchError

FORM_OF_SUFFIX: dict[str, Form] = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv"}


def form_of(path: Path) -> Form:
    """The form that the file's suffix asks for; raises BatchError, or MissingExtra where a package is missing."""
    form = FORM_OF_SUFFIX.get(path.suffix.lower())
    if form is None:
        raise BatchError(f"{path.name}: the results' form is not known (expected .parquet, .jsonl or .csv)")
    if form == "parquet":
        from sudokulens.batch.parquet import require_arrow

        require_arrow()
    return form


def encode(records: Records, form: Form) -> Any:
    """The records in that form."""
    if form == "records":
        return list(records)
    records = _printable(records)
    if form == "jsonl":
        return _json_lines(records)
    if form == "csv":
        return _csv_rows(records)
    from sudokulens.batch.parquet import arrow_bytes

    return arrow_bytes(records)


def join(contents: list[Any], form: Form) -> Any:
    """The contents of several pieces as one; all forms follow each other without anything between."""
    if form == "records":
        return [record for content in contents for record in content]
    return b"".join(contents)


def assemble(contents: Iterable[bytes], path: Path, form: Form, publish: Callable[[Path], None]) -> None:
    """Writes the final file beside its place and has it published: it is there complete or not at all."""
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        if form == "parquet":
            from sudokulens.batch.parquet import write_parquet

            write_parquet(contents, unfinished)
        else:
            _write_text(contents, unfinished, form)
        _make_durable(unfinished)
        publish(unfinished)
    finally:
        unfinished.unlink(missing_ok=True)


def _write_text(contents: Iterable[bytes], path: Path, form: Form) -> None:
    with path.open("wb") as stream:
        if form == "csv":
            stream.write((",".join(COLUMNS) + "\n").encode())
        for content in contents:
            stream.write(content)


def _make_durable(path: Path) -> None:
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def _json_lines(records: Records) -> bytes:
    if isinstance(records, SolvedLines):
        return _solved_json(records).encode()
    return "".join(json.dumps(record.as_dict(), ensure_ascii=False) + "\n" for record in records).encode()


def _printable(records: Records) -> Records:
    """The records with texts that are valid Unicode.

    A file name need not be: Python keeps its odd bytes as lone surrogates, which are written as \\xe9 and the like.
    """
    if isinstance(records, SolvedLines):
        return replace(records, source=printable(records.source))
    return [_printable_record(record) for record in records]


def _printable_record(record: Record) -> Record:
    names = (record.source, record.member, record.message)
    if all(name is None or name.isascii() or printable(name) == name for name in names):
        return record
    source, member, message = (name and printable(name) for name in names)
    return replace(record, source=source or "", member=member, message=message)


def printable(text: str) -> str:
    """The text with lone surrogates, which no file can hold, as the bytes they stand for: \\xe9."""
    try:
        content = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        content = text.encode("utf-8", "backslashreplace")
    return content.decode("utf-8", "backslashreplace")


def _solved_json(lines: SolvedLines) -> str:
    """The same text as json.dumps makes of the records, in a tenth of the time."""
    start = f'{{"source": {json.dumps(lines.source, ensure_ascii=False)}, "place": '
    ends = [f', "outcome": "{outcome}", "puzzle": "' for outcome in OUTCOME_OF_COUNT]
    rows = []
    for place, (puzzle, solution, count) in enumerate(lines.texts(), lines.first):
        answer = f'", "solution": "{solution}"}}\n' if solution else '"}\n'
        rows.append(f"{start}{place}{ends[count]}{puzzle}{answer}")
    return "".join(rows)


class _CsvLines(list[str]):
    """Takes rows that end in CR LF, and ends them in LF.

    The writer puts a text with a CR in quotes only where rows end in one, and a file's name may hold a CR.
    """

    def write(self, row: str, /) -> None:
        self.append(row[:-2] + "\n")


def _csv_rows(records: Records) -> bytes:
    lines = _CsvLines()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerows(map(_csv_value, record.as_row()) for record in records)
    return "".join(lines).encode()


def _csv_value(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
