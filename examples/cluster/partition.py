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

    def part(self, group):
        return self.folder / f"part-{group:05}-{self.key[:16]}.parquet"


def check_partition(job, group):
    """Answers a row group, unless that is done. Returns its line of the manifest, and whether it was done before."""
    if ic.__version__ != job.version:
        raise InputError(f"a worker has version {ic.__version__} of interframe_ccd; {job.version} started the run")
    rows, path = Rows(job.motions, group), job.part(group)
    part = read_part(path, job.key, rows.ids)
    is_done = part is not None
    if not is_done:
        part = answers(job, rows)
        write_part(path, job.key, part)
    ids, verdicts = part["id"], part["verdict"].to_pylist()
    line = {
        "row_group": group,
        "file": path.name,
        "sha256": sha256(path),
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
        for row, (name, data) in enumerate(zip(*pq.read_table(path, columns=["name", "body"]).to_pydict().values())):
            if name in bodies:
                raise InputError(f"{path}: row {row}, column name: {name!r} is there twice")
            bodies[name] = ic.Body.from_bytes(data)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: no Parquet file with columns name and body: {error}") from None
    except (ic.InterframeError, TypeError) as error:
        raise InputError(f"{path}: row {row}, column body: {error}") from None
    return bodies


class Rows:
    """The rows of one row group, and the error of a bad one."""

    def __init__(self, path, group):
        file, self.path = pq.ParquetFile(path), path
        self.first = sum(file.metadata.row_group(k).num_rows for k in range(group))
        wanted = [name for name in NEEDED + OPTIONAL if name in file.schema_arrow.names]
        self.table = file.read_row_group(group, columns=wanted)
        self.ids = self.column("id", pa.int64())

    def error(self, row, column, what):
        return InputError(f"{self.path}: row {self.first + int(row)}, column {column}: {what}")

    def column(self, name, kind):
        try:
            return self.table[name].cast(kind)
        except pa.ArrowException:
            raise InputError(f"{self.path}: column {name} is {self.table[name].type}; it must be {kind}") from None

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
            for row in np.flatnonzero(numbers.is_null())[:1]:
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
        asked = rows.column("certify", pa.bool_()).fill_null(False).to_numpy()
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


def write_part(path, key, part):
    """Writes a part under another name and renames it, so that under its name it is never half."""
    temporary = path.with_name(f".{uuid.uuid4().hex}.tmp")
    with open(temporary, "wb") as file:
        pq.write_table(part.replace_schema_metadata({"key": key}), file, compression="zstd", write_page_checksum=True)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def read_part(path, key, ids):
    """The part that answers rows with these ids, or None if there is none, or it is damaged."""
    try:
        part = pq.read_table(path, page_checksum_verification=True)
    except (OSError, pa.ArrowException):
        return None
    is_whole = part.schema.equals(ANSWERS) and part.schema.metadata == {b"key": key.encode()} and part["id"].equals(ids)
    return part if is_whole else None


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
