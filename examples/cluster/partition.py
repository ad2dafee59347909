"""What a worker does with one partition, a row group of the file of motions: it reads and checks the rows, asks for all times
of impact at once, and writes the answers as one file.

docs/guide/CLUSTER.md describes the columns of both files.
"""

import hashlib
import json
import os
import re
import uuid
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import interframe_ccd as ic

NEEDED = ["id", "shape_a", "shape_b", "start_a", "start_b"]
OPTIONAL = ["end_a", "turn_a", "end_b", "turn_b", "certify"]
POINT = pa.list_(pa.float64(), 3)
ANSWERS = pa.schema({
    "id": pa.int64(), "shape_a": pa.string(), "shape_b": pa.string(), "verdict": pa.string(), "reason": pa.string(),
    "contact": pa.string(), "t_lo": pa.float64(), "t_hi": pa.float64(), "gap": pa.float64(), "point_a": POINT,
    "point_b": POINT, "normal": POINT, "at_ends": pa.bool_(), "certificate": pa.string(),
})  # fmt: skip


class InputError(ValueError):
    """The file of motions or of shapes, or a folder of answers, is not what it must be."""


@dataclass(frozen=True)
class Job:
    """What all partitions of a run have in common."""

    motions: Path
    shapes: Path
    folder: Path
    key: str  # a hash of all that the answers depend on
    certificates: str  # of which rows: none, asked, hits, all
    options: dict  # of `time_of_impact`
    version: str  # of the package

    def part(self, group, digest="*"):
        """The name of a part, which holds the digest of its bytes."""
        return f"part-{group:05}-{self.key[:16]}-{digest}.parquet"


def check_partition(job, group):
    """Answers a row group, unless that is done. Returns its line of the manifest, and whether it was done before."""
    if ic.__version__ != job.version:
        raise InputError(f"a worker has version {ic.__version__} of interframe_ccd; {job.version} started the run")
    rows = Rows(job.motions, group)
    done = (read_part(path, job.key, rows.ids) for path in sorted(job.folder.glob(job.part(group))))
    part, path = next(filter(None, done), (None, None))
    is_done = part is not None
    if not is_done:
        part = answers(job, rows)
        path = write_part(job, group, part)
    ids, verdicts = part["id"], part["verdict"].to_pylist()
    line = {
        "row_group": group,
        "file": path.name,
        "sha256": digest_of(path),
        "rows": len(part),
        "first_id": ids[0].as_py(),
        "last_id": ids[-1].as_py(),
        "verdicts": {str(verdict): verdicts.count(str(verdict)) for verdict in ic.Verdict},
        "certificates": len(part) - part["certificate"].null_count,
    }
    return line, is_done


def try_partition(job, group):
    """`check_partition`, but an error about the input is returned: a worker would log what is raised with all its lines of code."""
    try:
        return check_partition(job, group)
    except ValueError as error:
        return error


def read_shapes(path):
    """The bodies of a file of shapes, by name."""
    bodies = {}
    try:
        file = pq.ParquetFile(path)
        only_once(path, file, ["name", "body"])
        table = file.read(columns=["name", "body"])
        names, data = as_kind(path, table, "name", pa.string()), as_kind(path, table, "body", pa.binary())
        for row, (name, body) in enumerate(zip(names.to_pylist(), data.to_pylist())):
            if name is None or name in bodies:
                raise InputError(f"{path}: row {row}, column name: {name!r} is {'no name' if name is None else 'there twice'}")
            if body is None:
                raise InputError(f"{path}: row {row}, column body: it is None")
            bodies[name] = ic.Body.from_bytes(body)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: no Parquet file with columns name and body: {error}") from None
    except ic.InterframeError as error:
        raise InputError(f"{path}: row {row}, column body: {error}") from None
    return bodies


def only_once(path, file, columns):
    """Fails unless a file has each column once."""
    for name in columns:
        count = file.schema_arrow.names.count(name)
        if count != 1:
            raise InputError(f"{path}: column {name} is {'there twice' if count else 'missing'}")


def is_text(kind):
    return pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)


def is_bytes(kind):
    return pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind)


def is_number(kind):
    return pa.types.is_integer(kind) or pa.types.is_floating(kind)


def is_list(kind):
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def as_kind(path, table, name, kind):
    """A column as an Arrow type. Only another width of the same kind is taken: no text for numbers, and no numbers for bools."""
    given = table[name].type
    of = given.value_type if pa.types.is_dictionary(given) else given
    is_same = {
        pa.string(): is_text, pa.binary(): is_bytes, pa.int64(): pa.types.is_integer, pa.bool_(): pa.types.is_boolean,
        pa.list_(pa.float64()): lambda of: is_list(of) and is_number(of.value_type),
    }[kind]  # fmt: skip
    if not is_same(of):
        raise InputError(f"{path}: column {name} is {given}; it must be {kind}")
    try:
        return table[name].cast(kind)
    except pa.ArrowException as error:
        raise InputError(f"{path}: column {name} is {given}; it must be {kind}: {error}") from None


def first_null(column):
    """The number of the first row without a value, or None."""
    return next(map(int, np.flatnonzero(column.is_null())), None)


def read_ids(path, table, first=0):
    """The ids of a table as int64; `first` is the number of its first row."""
    given = table["id"]
    if pa.types.is_uint64(given.type):
        for row in np.flatnonzero(pc.fill_null(pc.greater(given, pa.scalar(2**63 - 1, pa.uint64())), False).to_numpy())[:1]:
            raise InputError(f"{path}: row {first + row}, column id: {given[row]} does not fit int64")
    ids = as_kind(path, table, "id", pa.int64())
    if (row := first_null(ids)) is not None:
        raise InputError(f"{path}: row {first + row}, column id: it is None")
    return ids


class Rows:
    """The rows of one row group, and the error of a bad one."""

    def __init__(self, path, group):
        file, self.path = pq.ParquetFile(path), path
        self.first = sum(file.metadata.row_group(k).num_rows for k in range(group))
        wanted = [name for name in NEEDED + OPTIONAL if name in file.schema_arrow.names]
        self.table = file.read_row_group(group, columns=wanted)
        self.ids = read_ids(path, self.table, self.first)

    def error(self, row, column, what):
        return InputError(f"{self.path}: row {self.first + int(row)}, column {column}: {what}")

    def column(self, name, kind):
        return as_kind(self.path, self.table, name, kind)

    def numbers(self, name, width):
        """A column of lists of so many numbers, as an array with a row each."""
        lists = self.column(name, pa.list_(pa.float64()))
        for row in np.flatnonzero(pc.fill_null(pc.list_value_length(lists), 0).to_numpy() != width)[:1]:
            raise self.error(row, name, f"it is {lists[row]}; it must have {width} numbers")
        array = pc.list_flatten(lists).to_numpy(zero_copy_only=False).reshape(-1, width)
        for row in np.flatnonzero(~np.isfinite(array).all(axis=1))[:1]:
            raise self.error(row, name, f"it is {array[row]}; all numbers must be finite")
        return array

    def built(self, column, build, *arrays):
        """`build(*arrays)`; its error names the row."""
        try:
            return build(*arrays)
        except ic.MotionError as error:
            number = re.search(r"\[(\d+)\]: (.*)", str(error))
            raise self.error(number[1], column, number[2]) from None

    def bodies(self, shapes):
        """Bodies A of all rows, then bodies B."""
        index = []
        for name in ("shape_a", "shape_b"):
            column = self.column(name, pa.string())
            numbers = pc.index_in(column, pa.array(shapes, pa.string()))
            if (row := first_null(numbers)) is not None:
                raise self.error(row, name, f"no shape has the name {column[row]}")
            index.append(numbers.to_numpy())
        return ic.Bodies(list(shapes.values()), np.concatenate(index))

    def motions(self):
        """Motions of bodies A of all rows, then of bodies B."""
        out = []
        for start, end, turn in (("start_a", "end_a", "turn_a"), ("start_b", "end_b", "turn_b")):
            poses = self.built(start, ic.Poses, self.numbers(start, 7))
            if turn in self.table.column_names:
                out += self.built(turn, ic.Motions.from_turns, poses, self.numbers(end, 3), self.numbers(turn, 3))
            elif end in self.table.column_names:
                out += self.built(end, ic.Motions, poses, self.built(end, ic.Poses, self.numbers(end, 7)))
            else:
                out += ic.Motions.fixed(poses)
        return out


def answers(job, rows):
    """The answers of all rows, as a table."""
    bodies, motions, count = rows.bodies(read_shapes(job.shapes)), rows.motions(), len(rows.ids)
    pairs = np.column_stack([np.arange(count), count + np.arange(count)])
    try:
        found = ic.batch.time_of_impact(bodies, motions, pairs, threads=1, **job.options)
    except ic.PairError as error:
        raise rows.error(error.pair, "shape_a", error) from None

    is_hit = found["verdict"] == ic.Verdict.HIT
    asked = {"none": np.zeros(count, bool), "hits": is_hit, "all": np.ones(count, bool)}.get(job.certificates)
    if asked is None:
        asked = rows.column("certify", pa.bool_())
        if (row := first_null(asked)) is not None:
            raise rows.error(row, "certify", "it is None; it must be true or false")
        asked = asked.to_numpy()
    at_ends, certificates = [None] * count, [None] * count
    for k in map(int, np.flatnonzero(is_hit | asked)):
        (body_a, body_b), (a, b) = (bodies[k], bodies[count + k]), (motions[k], motions[count + k])
        if is_hit[k]:
            ends = [ic.intersect(body_a, *at) for at in ((a.start, body_b, b.start), (a.end, body_b, b.end))]
            at_ends[k] = any(end.verdict == ic.Verdict.HIT for end in ends)
        if asked[k]:
            _, proof = ic.certify.time_of_impact(body_a, a, body_b, b, **job.options)
            certificates[k] = proof and json.dumps(proof)

    def names(kind, field):
        return pa.array([str(value) for value in kind]).take(pa.array(found[field]))

    def points(field):
        is_none = np.isnan(found[field]).any(axis=1)
        return pa.FixedSizeListArray.from_arrays(pa.array(found[field].ravel()), 3, mask=pa.array(is_none))

    return pa.table([
        rows.ids, rows.column("shape_a", pa.string()), rows.column("shape_b", pa.string()), names(ic.Verdict, "verdict"),
        names(ic.Reason, "reason"), names(ic.Contact, "contact"), found["t_lo"], found["t_hi"], found["gap"], points("point_a"),
        points("point_b"), points("normal"), pa.array(at_ends, pa.bool_()), pa.array(certificates, pa.string()),
    ], schema=ANSWERS)  # fmt: skip


def write_part(job, group, part):
    """Writes a part under another name and renames it, so that under its name it is never half. Returns its path."""
    sink = pa.BufferOutputStream()
    pq.write_table(part.replace_schema_metadata({"key": job.key}), sink, compression="zstd", write_page_checksum=True)
    data = sink.getvalue()
    path = job.folder / job.part(group, hashlib.sha256(data).hexdigest())
    temporary = path.with_name(f".{uuid.uuid4().hex}.tmp")
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    return path


def digest_of(path):
    """The digest that the name of a part holds."""
    return path.stem.rpartition("-")[2]


def read_part(path, key, ids):
    """The part that answers rows with these ids, and its path; None unless its bytes are those that were written."""
    try:
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != digest_of(path):
            return None
        part = pq.read_table(pa.BufferReader(data), page_checksum_verification=True)
    except (OSError, pa.ArrowException):
        return None
    is_whole = part.schema.equals(ANSWERS) and part.schema.metadata == {b"key": key.encode()} and part["id"].equals(ids)
    return (part, path) if is_whole else None


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
