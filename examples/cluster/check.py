"""Checks a Parquet file of motions for contacts on workers of Dask, and writes a folder of proved answers as Parquet.

    python check.py motions.parquet shapes.parquet answers --workers 2

Each row group is a task, and each task writes one file into `answers.partial`. When all are there, a manifest is added and the
folder is renamed to `answers`: so a folder of that name is whole. Run the same command again after a crash, and it goes on.
docs/guide/CLUSTER.md describes the columns.
"""

import argparse
import hashlib
import json
import logging
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import dask
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker, NoWorkerError

import interframe_ccd as ic
import partition
from partition import InputError, Job, check_partition, only_once, read_ids, read_shapes, sha256, try_partition


def check(motions, shapes, out, *, workers=2, scheduler=None, certificates="hits", tolerance=None):
    """Answers all rows, or goes on where a run was stopped. Returns the manifest."""
    if workers < 0:
        raise InputError(f"workers is {workers}; it must be 0 or more")
    motions, shapes, out = (Path(path).resolve() for path in (motions, shapes, out))
    groups = row_groups(motions, certificates)
    read_shapes(shapes)
    options = {} if tolerance is None else {"tolerance": tolerance}
    inputs = {"motions": sha256(motions), "shapes": sha256(shapes), "certificates": certificates, "options": options}
    code = [sha256(path) for path in (partition.__file__, ic._interframe.__file__)]
    key = hashlib.sha256(json.dumps([inputs, code]).encode()).hexdigest()
    job = Job(motions, shapes, out.with_name(out.name + ".partial"), key, certificates, options, ic.__version__)
    if out.exists():
        if (manifest := read_manifest(out))["key"] != key:
            raise InputError(f"{out}: holds answers to other files or options, or of another version; name another folder")
        return manifest

    job.folder.mkdir(parents=True, exist_ok=True)
    parts, resumed = [], 0
    try:
        for part, was_done in results(job, groups, workers, scheduler):
            parts.append(part)
            resumed += was_done
            print(f"\r{len(parts)} of {len(groups)} partitions, {resumed} of them from before", end="", file=sys.stderr)
    finally:
        print(end="\n" if parts else "", file=sys.stderr)
    if [sha256(motions), sha256(shapes)] != [inputs["motions"], inputs["shapes"]]:
        raise InputError(f"{motions} or {shapes} changed during the run")

    parts.sort(key=lambda part: part["row_group"])
    for left in {path.name for path in job.folder.iterdir()} - {part["file"] for part in parts}:
        (job.folder / left).unlink()  # of a killed worker, or of other options
    manifest = {"rows": pq.read_metadata(motions).num_rows, **totals(parts)}
    manifest |= {"key": key, "interframe_ccd": ic.__version__, "inputs": inputs, "parts": parts}
    (job.folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
    manifest = read_manifest(job.folder)
    os.rename(job.folder, out)
    return manifest


def row_groups(motions, certificates):
    """The numbers of the row groups, once columns and ids are known to be right."""
    try:
        file = pq.ParquetFile(motions)
        given = file.schema_arrow.names
        needed = partition.NEEDED + [f"end_{body}" for body in "ab" if f"turn_{body}" in given]
        needed += ["certify"] if certificates == "asked" else []
        only_once(motions, file, dict.fromkeys(needed + [name for name in partition.OPTIONAL if name in given]))
        ids = file.read(columns=["id"])
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{motions}: cannot be read as Parquet: {error}") from None
    if not len(ids):
        raise InputError(f"{motions}: has no rows")
    ids = read_ids(motions, ids).to_numpy()
    for row in 1 + np.flatnonzero(ids[1:] <= ids[:-1])[:1]:
        raise InputError(f"{motions}: row {row}, column id: {ids[row]} comes after {ids[row - 1]}; ids must increase, each once")
    return [k for k in range(file.num_row_groups) if file.metadata.row_group(k).num_rows]


# A terminal interrupts all processes. The one that started the workers says so, and ends them, of which they would log much.
QUIET = """
import logging, signal
signal.signal(signal.SIGINT, lambda *_: logging.disable(logging.CRITICAL))
"""


def results(job, groups, workers, scheduler):
    """What `check_partition` returns for each row group, in the order in which they are done."""
    if not (workers or scheduler):
        yield from (check_partition(job, group) for group in groups)
        return
    with ExitStack() as stack:
        if scheduler:
            client = stack.enter_context(Client(scheduler))
            client.upload_file(partition.__file__)  # workers that start later get it too
        else:
            # A worker that is killed while it starts is not started again. Without any the run would wait for ever.
            stack.enter_context(dask.config.set({"distributed.scheduler.no-workers-timeout": "2 minutes"}))
            stack.enter_context(dask.config.set({"distributed.worker.preload": [QUIET]}))
            local = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0")
            client = stack.enter_context(Client(stack.enter_context(local)))
        # The scheduler gives the tasks of a killed worker to others. A task that kills four is given up.
        tasks = client.map(try_partition, [job] * len(groups), groups, pure=False)
        for _, result in as_completed(tasks, with_results=True):
            if isinstance(result, ValueError):
                raise result
            yield result


def totals(parts):
    """What the manifest says of all parts together."""
    verdicts = {name: sum(part["verdicts"][name] for part in parts) for name in map(str, ic.Verdict)}
    digests = "".join(part["sha256"] for part in parts)
    certificates = sum(part["certificates"] for part in parts)
    return {"verdicts": verdicts, "certificates": certificates, "sha256": hashlib.sha256(digests.encode()).hexdigest()}


def read_manifest(folder):
    """The manifest of a folder of answers, once the folder is known to be what it says: nothing lost, doubled or damaged."""
    folder = Path(folder)
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        parts = manifest["parts"]
        same = [manifest[name] == value for name, value in totals(parts).items()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{folder}: has no manifest of a whole run: {error!r}") from None
    known = {"manifest.json", *(part["file"] for part in parts)}
    for name in sorted(known ^ {path.name for path in folder.iterdir()}):
        raise InputError(f"{folder}: {name} is {'missing' if name in known else 'not in the manifest'}")
    for part in parts:
        if sha256(folder / part["file"]) != part["sha256"]:
            raise InputError(f"{folder}: {part['file']} is not as it was written")
    ids = [(part["first_id"], part["last_id"]) for part in parts]
    is_apart = all(before[1] < after[0] for before, after in zip(ids, ids[1:]))
    if not (all(same) and is_apart and manifest["rows"] == sum(part["rows"] for part in parts)):
        raise InputError(f"{folder}: the manifest's totals are not those of its parts")
    return manifest


def interrupt(*_):
    """Ends the run in silence: Dask would log each task that it loses."""
    logging.disable(logging.CRITICAL)
    raise KeyboardInterrupt


def main():
    signal.signal(signal.SIGINT, interrupt)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("motions", help="Parquet file of motions")
    parser.add_argument("shapes", help="Parquet file of bodies by name")
    parser.add_argument("out", help="folder of the answers, which must not exist unless it holds these answers")
    parser.add_argument("--workers", type=int, default=2, help="local processes; 0 takes this process")
    parser.add_argument("--scheduler", help="address of a running scheduler of Dask, in place of local processes")
    parser.add_argument(
        "--certificates", choices=["none", "asked", "hits", "all"], default="hits", help="of which rows; asked: by the column certify"
    )
    parser.add_argument("--tolerance", type=float, help="the gap that counts as contact, a length")
    try:
        manifest = check(**vars(parser.parse_args()))
    except (ValueError, OSError, RuntimeError, KilledWorker, NoWorkerError) as error:
        sys.exit(f"check.py: {error}")
    except KeyboardInterrupt:
        sys.exit("check.py: interrupted; the same command goes on")
    print(json.dumps({name: manifest[name] for name in ("rows", "verdicts", "certificates", "sha256")}))


if __name__ == "__main__":
    main()
