"""The answers of a cluster are those of one batch, bit for bit, whatever is killed; bad input and damaged files are refused.

INTERFRAME_LONG=1 also checks 10^6 motions on two workers, one of which is killed.
"""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import interframe_ccd as ic

distributed = pytest.importorskip("distributed", reason="Dask is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
psutil = pytest.importorskip("psutil")
pq = pytest.importorskip("pyarrow.parquet")

ROOT = Path(__file__).resolve().parents[3]
HERE = ROOT / "examples/cluster"
sys.path.insert(0, str(HERE))

import check  # noqa: E402
import partition  # noqa: E402
import summary  # noqa: E402
import sweep  # noqa: E402


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """A scheduler and two workers of its own, as on a cluster: they know nothing of the folder with the programs."""
    folder = tmp_path_factory.mktemp("scheduler")
    file = folder / "scheduler.json"
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *what.split(), "--scheduler-file", file, "--no-dashboard"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for what in ("scheduler --host 127.0.0.1 --port 0", "worker --nworkers 2 --nthreads 1")
    ]  # fmt: skip
    try:
        with distributed.Client(scheduler_file=file, timeout=120) as client:
            client.wait_for_workers(2, timeout=120)
            yield client.scheduler.address
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of 1,200 motions in 25 partitions."""
    folder = tmp_path_factory.mktemp("sweep")
    sweep.write(folder, 400, row_group=50)
    return folder / "motions.parquet", folder / "shapes.parquet"


@pytest.fixture(scope="module")
def whole(files, scheduler, tmp_path_factory):
    """A folder of answers that nothing disturbed."""
    out = tmp_path_factory.mktemp("whole") / "answers"
    check.check(*files, out, scheduler=scheduler)
    return out


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def answers(folder):
    return pa.concat_tables([pq.read_table(folder / part["file"]) for part in manifest(folder)["parts"]])


def numbers(column):
    """Lists of numbers as an array, NaN for null."""
    lists = column.to_pylist()
    width = len(next(row for row in lists if row is not None))
    return np.array([[np.nan] * width if row is None else row for row in lists])


def one_batch(motions, shapes):
    """All answers by one call, without any of the code under test."""
    table, bodies = pq.read_table(motions), pq.read_table(shapes)
    names = bodies["name"].to_pylist()
    index = [names.index(name) for name in table["shape_a"].to_pylist() + table["shape_b"].to_pylist()]
    start = numbers(table["start_a"])
    moved = list(ic.Motions.from_turns(start, numbers(table["end_a"]), numbers(table["turn_a"])))
    moved += [ic.Motion.fixed(pose) for pose in numbers(table["start_b"])]
    count = len(table)
    bodies = ic.Bodies([ic.Body.from_bytes(data) for data in bodies["body"].to_pylist()], index)
    return ic.batch.time_of_impact(bodies, moved, np.arange(2 * count).reshape(2, count).T)


def assert_same_bits(table, wanted):
    assert table["verdict"].to_pylist() == [str(ic.Verdict(k)) for k in wanted["verdict"]]
    assert table["reason"].to_pylist() == [str(ic.Reason(k)) for k in wanted["reason"]]
    assert table["contact"].to_pylist() == [str(ic.Contact(k)) for k in wanted["contact"]]
    for name in ("t_lo", "t_hi", "gap"):
        assert table[name].to_numpy().tobytes() == wanted[name].tobytes(), name
    for name in ("point_a", "point_b", "normal"):
        assert np.array_equal(numbers(table[name]), wanted[name], equal_nan=True), name


def test_the_answers_are_those_of_one_batch(files, whole):
    wanted = one_batch(*files)
    table = answers(whole)
    assert table["id"].to_pylist() == list(range(1200))
    assert_same_bits(table, wanted)
    hits = manifest(whole)["verdicts"]["hit"]
    assert hits == (wanted["verdict"] == ic.Verdict.HIT).sum() and 50 < hits < 1150


def test_one_local_worker_writes_the_same_files(files, whole, tmp_path):
    assert check.check(*files, tmp_path / "answers", workers=1) == manifest(whole)
    same = sorted(path.name for path in whole.iterdir())
    assert sorted(path.name for path in (tmp_path / "answers").iterdir()) == same
    assert all((tmp_path / "answers" / name).read_bytes() == (whole / name).read_bytes() for name in same)


class Run:
    """`check.py` as a program of its own, whose processes a test may kill."""

    def __init__(self, files, out, certificates="all"):
        self.out, self.partial = out, out.with_name(out.name + ".partial")
        command = [sys.executable, HERE / "check.py", *files, out, "--workers", "2", "--certificates", certificates]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def parts(self):
        return len(list(self.partial.glob("part-*.parquet")))

    def wait_for_parts(self, count):
        deadline = time.monotonic() + 120
        while self.parts() < count:
            assert self.process.poll() is None, self.process.communicate()[1]
            assert time.monotonic() < deadline, "no parts"
            time.sleep(0.005)

    def workers(self):
        """The worker processes, without the one that tracks resources."""
        workers = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if "spawn_main" in " ".join(child.cmdline()):
                    workers.append(child)
        return workers

    def kill_a_worker(self):
        victim = self.workers()[0]
        victim.send_signal(signal.SIGKILL)
        victim.wait(30)

    def finish(self):
        _, errors = self.process.communicate(timeout=3600)
        assert self.process.returncode == 0, errors
        return errors


@pytest.fixture(scope="module")
def slow_files(tmp_path_factory):
    """Files of 9,000 motions in 40 partitions. With all certificates there is time to kill something."""
    folder = tmp_path_factory.mktemp("slow")
    sweep.write(folder, 3000, seed=2, row_group=225)
    return folder / "motions.parquet", folder / "shapes.parquet"


@pytest.fixture(scope="module")
def slow_whole(slow_files, scheduler, tmp_path_factory):
    out = tmp_path_factory.mktemp("slow_whole") / "answers"
    check.check(*slow_files, out, scheduler=scheduler, certificates="all")
    return out


def test_killed_workers_lose_and_double_nothing(slow_files, slow_whole, tmp_path):
    run = Run(slow_files, tmp_path / "answers")
    for count in (2, 12):
        run.wait_for_parts(count)
        run.kill_a_worker()
        assert run.parts() < 40, "the worker was killed too late"
    assert not run.out.exists()
    run.finish()
    assert manifest(run.out) == manifest(slow_whole) and not run.partial.exists()
    assert answers(run.out).equals(answers(slow_whole))


def test_a_killed_run_goes_on(slow_files, slow_whole, tmp_path):
    run = Run(slow_files, tmp_path / "answers")
    run.wait_for_parts(5)
    workers = run.workers()
    run.process.kill()
    run.process.communicate()
    assert len(workers) == 2 and not psutil.wait_procs(workers, timeout=60)[1], "workers outlive the program that started them"
    done = run.parts()
    assert 5 <= done < 40 and not run.out.exists()
    with pytest.raises(partition.InputError, match="no manifest"):
        check.read_manifest(run.partial)
    errors = Run(slow_files, run.out).finish()
    assert f"40 of 40 partitions, {done} of them from before" in errors
    assert manifest(run.out) == manifest(slow_whole)


DAMAGE = {
    "cut": lambda part, data, other: part.write_bytes(data[: len(data) // 2]),
    "cut by a byte": lambda part, data, other: part.write_bytes(data[:-1]),
    "empty": lambda part, data, other: part.write_bytes(b""),
    "changed in the middle": lambda part, data, other: part.write_bytes(data[:300] + bytes([data[300] ^ 1]) + data[301:]),
    "that of other rows": lambda part, data, other: part.write_bytes(other),
    "gone": lambda part, data, other: part.unlink(),
    "left over": lambda part, data, other: part.with_name(".0.tmp").write_bytes(data[:100]),
    "of other options": lambda part, data, other: part.with_name("part-00003-0123456789abcdef.parquet").write_bytes(data),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_part_is_made_again(damage, files, whole, scheduler, tmp_path):
    partial = tmp_path / "answers.partial"
    shutil.copytree(whole, partial)
    (partial / "manifest.json").unlink()
    part, other = (partial / manifest(whole)["parts"][k]["file"] for k in (3, 4))
    DAMAGE[damage](part, part.read_bytes(), other.read_bytes())
    assert check.check(*files, tmp_path / "answers", scheduler=scheduler) == manifest(whole)
    assert len(list((tmp_path / "answers").iterdir())) == 25 + 1


def flipped(data, rng):
    """The bytes with one other bit."""
    data = bytearray(data)
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def test_a_flipped_bit_is_seen_wherever_it_is(files, whole, tmp_path):
    line = manifest(whole)["parts"][3]
    data, ids = (whole / line["file"]).read_bytes(), partition.Rows(files[0], 3).ids
    part, key = tmp_path / line["file"], manifest(whole)["key"]
    part.write_bytes(data)
    assert partition.read_part(part, key, ids)
    for k in range(len(data)):
        part.write_bytes(data[:k] + bytes([data[k] ^ 1 << k % 8]) + data[k + 1 :])
        assert partition.read_part(part, key, ids) is None, k


@pytest.mark.parametrize("seed", range(3))
def test_parts_with_flipped_bits_are_made_again(seed, files, whole, scheduler, tmp_path):
    rng, partial = random.Random(seed), tmp_path / "answers.partial"
    shutil.copytree(whole, partial)
    (partial / "manifest.json").unlink()
    for part in partial.iterdir():
        part.write_bytes(flipped(part.read_bytes(), rng))
    assert check.check(*files, tmp_path / "answers", scheduler=scheduler) == manifest(whole)
    same = sorted(path.name for path in whole.iterdir())
    assert sorted(path.name for path in (tmp_path / "answers").iterdir()) == same
    assert all((tmp_path / "answers" / name).read_bytes() == (whole / name).read_bytes() for name in same)


def test_a_bit_that_flips_during_the_run_is_seen(files, whole, monkeypatch, tmp_path):
    out, right = tmp_path / "answers", check.check_partition

    def damages(job, group):
        line, was_done = right(job, group)
        if group == 2:
            part = job.folder / line["file"]
            part.write_bytes(flipped(part.read_bytes(), random.Random(0)))
        return line, was_done

    monkeypatch.setattr(check, "check_partition", damages)
    with pytest.raises(partition.InputError, match="is not as it was written"):
        check.check(*files, out, workers=0)
    assert not out.exists()
    monkeypatch.undo()
    assert check.check(*files, out, workers=0) == manifest(whole)
    part = out / manifest(whole)["parts"][7]["file"]
    part.write_bytes(flipped(part.read_bytes(), random.Random(1)))
    with pytest.raises(partition.InputError, match="is not as it was written"):
        summary.verify(out, *files)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_an_interrupt_is_one_line(workers, slow_files, slow_whole, tmp_path):
    out = tmp_path / "answers"
    command = [sys.executable, HERE / "check.py", *slow_files, out, "--workers", workers, "--certificates", "all"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("answers.partial/part-*")):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    errors = process.communicate(timeout=120)[1]
    assert process.returncode == 1 and not out.exists()
    lines = [line for line in re.split(r"[\r\n]+", errors) if line and "partitions" not in line]
    assert lines == ["check.py: interrupted; the same command goes on"], errors
    assert check.check(*slow_files, out, workers=0, certificates="all") == manifest(slow_whole)


def test_finished_answers_are_checked_and_kept(files, whole, tmp_path):
    out = tmp_path / "answers"
    shutil.copytree(whole, out)
    assert check.check(*files, out) == manifest(whole)
    with pytest.raises(partition.InputError, match="other files or options"):
        check.check(*files, out, tolerance=1e-3)
    first, second = (out / part["file"] for part in manifest(whole)["parts"][:2])
    for words, spoil in [
        ("is not in the manifest", lambda: shutil.copy(first, out / "part-99999-x.parquet")),
        ("is missing", lambda: first.unlink()),
        ("is not as it was written", lambda: shutil.copy(second, first)),
        ("totals", lambda: edit_manifest(out, lambda it: it.update(rows=1250))),
        ("totals", lambda: edit_manifest(out, lambda it: it["verdicts"].update(hit=0))),
        ("totals", lambda: edit_manifest(out, lambda it: it["parts"].reverse())),
        ("no manifest", lambda: (out / "manifest.json").write_text("{")),
    ]:
        spoil()
        with pytest.raises(partition.InputError, match=words):
            check.check(*files, out)
        shutil.rmtree(out)
        shutil.copytree(whole, out)


def edit_manifest(folder, edit):
    text = manifest(folder)
    edit(text)
    (folder / "manifest.json").write_text(json.dumps(text))


def changed(column, row, value):
    """A change of one value of the motions."""

    def change(table):
        values = table[column].to_pylist()
        values[row] = value(values[row]) if callable(value) else value
        kind = pa.list_(pa.float64()) if isinstance(values[0], list) else table[column].type
        return table.set_column(table.column_names.index(column), column, pa.array(values, kind))

    return change


def as_type(column, kind):
    return lambda table: table.set_column(table.column_names.index(column), column, table[column].cast(kind))


def with_column(table, name, values):
    return table.set_column(table.column_names.index(name), name, values)


def texts(column):
    return pa.array([[str(number) for number in row] for row in column.to_pylist()])


def certify(values):
    return lambda table: table.append_column("certify", pa.array((values * len(table))[: len(table)]))


NAN = float("nan")
BAD = {
    "a column is missing": (lambda table: table.drop_columns("start_b"), "column start_b is missing"),
    "a turn without an end": (lambda table: table.drop_columns("end_a"), "column end_a is missing"),
    "no rows": (lambda table: table.slice(0, 0), "has no rows"),
    "an id twice": (changed("id", 70, 69), "row 70, column id: 69 comes after 69"),
    "an id from before": (changed("id", 70, 3), "row 70, column id: 3 comes after 69"),
    "no id": (changed("id", 70, None), "row 70, column id: it is None"),
    "ids that are text": (as_type("id", pa.string()), "column id is string; it must be int64"),
    "an id of 64 bits": (lambda table: with_column(table, "id", pa.array([*range(1199), 2**63], pa.uint64())), "row 1199, column id: 9223372036854775808 does not"),
    "ids twice": (lambda table: table.append_column("id", table["id"]), "column id is there twice"),
    "turns twice": (lambda table: table.append_column("turn_a", table["turn_a"]), "column turn_a is there twice"),
    "poses that are text": (lambda table: with_column(table, "start_b", texts(table["start_b"])), "column start_b is list<.*string>; it must be"),
    "shapes that are numbers": (lambda table: with_column(table, "shape_a", table["id"]), "column shape_a is int64; it must be string"),
    "certify of numbers": (certify([0, 1]), "column certify is int64; it must be bool"),
    "certify of text": (certify(["true", "false"]), "column certify is string; it must be bool"),
    "certify of nothing": (certify([None, None]), "column certify is null; it must be bool"),
    "no certify": (certify([False] * 77 + [None, True] + [False] * 1121), "row 77, column certify: it is None; it must be true or false"),
    "a NaN": (changed("start_a", 70, [0, 0, NAN, 0, 0, 0, 1]), "row 70, column start_a: .*finite"),
    "an infinite end": (changed("end_a", 71, [0, np.inf, 0]), "row 71, column end_a: .*finite"),
    "a null in a turn": (changed("turn_a", 72, [0, None, 0]), "row 72, column turn_a: .*finite"),
    "no turn": (changed("turn_a", 72, None), "row 72, column turn_a: it is None; it must have 3 numbers"),
    "a short pose": (changed("start_b", 73, [0, 0, 0]), "row 73, column start_b: .*must have 7 numbers"),
    "a long quaternion": (changed("start_b", 74, [0, 0, 0, 0, 0, 0, 2]), "row 74, column start_b: the quaternion's norm is 2"),
    "an unknown shape": (changed("shape_b", 75, "door"), "row 75, column shape_b: no shape has the name door"),
    "no shape": (changed("shape_a", 76, None), "row 76, column shape_a: no shape has the name None"),
    "numbers in place of poses": (lambda table: table.set_column(3, "start_a", table["id"]), "column start_a is int64"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_motions_are_named(name, files, scheduler, tmp_path):
    change, words = BAD[name]
    pq.write_table(change(pq.read_table(files[0])), tmp_path / "bad.parquet", row_group_size=50)
    with pytest.raises(partition.InputError, match=f"bad.parquet: {words}"):
        asked = "asked" if "certify" in name else "hits"
        check.check(tmp_path / "bad.parquet", files[1], tmp_path / "answers", scheduler=scheduler, certificates=asked)
    assert not (tmp_path / "answers").exists()


def test_bad_files_are_named(files, whole, tmp_path):
    (tmp_path / "text.parquet").write_text("id,shape_a")
    half = tmp_path / "half.parquet"
    half.write_bytes(files[0].read_bytes()[:5000])
    bodies = pq.read_table(files[1])
    twice, columns, damaged = (tmp_path / f"{name}.parquet" for name in ("twice", "columns", "damaged"))
    nameless, bodiless, texts = (tmp_path / f"{name}.parquet" for name in ("nameless", "bodiless", "texts"))
    pq.write_table(pa.concat_tables([bodies, bodies]), twice)
    pq.write_table(bodies.append_column("body", bodies["body"]), columns)
    pq.write_table(pa.table({"name": ["x"], "body": [b"IFRSHAPE"]}), damaged)
    pq.write_table(pa.table({"name": pa.array(["x", None]), "body": bodies["body"].slice(0, 2)}), nameless)
    pq.write_table(pa.table({"name": ["x", "y"], "body": [bodies["body"][0].as_py(), None]}), bodiless)
    pq.write_table(pa.table({"name": ["x"], "body": ["IFRSHAPE"]}), texts)
    for motions, shapes, words in [
        (tmp_path / "text.parquet", files[1], "text.parquet: cannot be read as Parquet"),
        (half, files[1], "half.parquet: cannot be read as Parquet"),
        (tmp_path / "nowhere.parquet", files[1], "nowhere.parquet: cannot be read as Parquet"),
        (files[0], twice, "twice.parquet: row 5, column name: 'blade' is there twice"),
        (files[0], damaged, "damaged.parquet: row 0, column body: "),
        (files[0], columns, "columns.parquet: column body is there twice"),
        (files[0], nameless, "nameless.parquet: row 1, column name: None is no name"),
        (files[0], bodiless, "bodiless.parquet: row 1, column body: it is None"),
        (files[0], texts, "texts.parquet: column body is string; it must be binary"),
        (files[0], half, "half.parquet: no Parquet file with columns name and body"),
        (files[0], files[0], "motions.parquet: column name is missing"),
    ]:
        with pytest.raises(partition.InputError, match=words):
            check.check(motions, shapes, tmp_path / "answers")
    command = [sys.executable, HERE / "check.py", half, files[1], tmp_path / "answers"]
    failed = subprocess.run(command, capture_output=True, text=True)
    assert failed.returncode == 1 and failed.stderr.startswith("check.py: ") and "Traceback" not in failed.stderr
    assert list(tmp_path.glob("answers*")) == []


def test_other_kinds_of_motions(files, scheduler, tmp_path):
    """Ends as poses, bodies B that move, numbers as lists of any length, names from a dictionary."""
    rng, count = np.random.default_rng(3), 60
    poses = rng.normal(size=(4, count, 7))
    poses[:, :, 3:] /= np.linalg.norm(poses[:, :, 3:], axis=2, keepdims=True)
    turn = rng.normal(size=(count, 3))
    names = rng.choice(["blade", "rim", "tank", "line_1"], (2, count))
    table = {"id": pa.array(np.arange(count) * 7 + 5, pa.uint64()), "end_a": poses[1].tolist(), "start_b": poses[2].tolist()}
    table |= {"start_a": poses[0].tolist(), "end_b": poses[3][:, :3].tolist(), "turn_b": turn.tolist()}
    table |= {"shape_a": pa.array(names[0]).dictionary_encode(), "shape_b": names[1], "unused": np.zeros(count)}
    table["certify"] = [True, False, False] * 20
    pq.write_table(pa.table(table), tmp_path / "motions.parquet", row_group_size=25)
    whole = check.check(tmp_path / "motions.parquet", files[1], tmp_path / "answers", scheduler=scheduler, certificates="asked")
    bodies, verdicts = sweep.shapes(), set()
    for k, row in enumerate(answers(tmp_path / "answers").to_pylist()):
        motions = ic.Motion(poses[0][k], poses[1][k]), ic.Motion.from_turn(poses[2][k], poses[3][k][:3], turn[k])
        wanted = ic.time_of_impact(bodies[names[0][k]], motions[0], bodies[names[1][k]], motions[1])
        assert (row["id"], row["verdict"], row["t_lo"], row["t_hi"]) == (7 * k + 5, str(wanted.verdict), wanted.t_lo, wanted.t_hi)
        assert row["point_b"] == (None if wanted.point_b is None else list(wanted.point_b))
        assert row["certificate"] is None or k % 3 == 0
        verdicts.add(row["verdict"])
    assert verdicts >= {"hit", "separated"} and 0 < whole["certificates"] <= 20
    assert summary.verify(tmp_path / "answers", tmp_path / "motions.parquet", files[1]) == whole["certificates"]


def test_certificates_hold(files, whole, scheduler, tmp_path):
    assert summary.verify(whole, *files) == manifest(whole)["verdicts"]["hit"] == manifest(whole)["certificates"]
    few = tmp_path / "few.parquet"
    pq.write_table(pq.read_table(files[0]).slice(0, 60), few)
    assert check.check(few, files[1], tmp_path / "none", scheduler=scheduler, certificates="none")["certificates"] == 0
    every = check.check(few, files[1], tmp_path / "all", scheduler=scheduler, certificates="all")
    assert every["verdicts"]["hit"] < every["certificates"] <= 60
    assert summary.verify(tmp_path / "all", few, files[1]) == every["certificates"]
    with pytest.raises(partition.InputError, match="other files"):
        summary.verify(whole, few, files[1])


def forged(whole, folder, edit):
    """A copy of the answers of which a forger changed the first part, and made its sums right again."""
    shutil.copytree(whole, folder)
    text = manifest(folder)
    part = text["parts"][0]
    rows = pq.read_table(folder / part["file"]).to_pylist()
    edit([row for row in rows if row["certificate"]])
    pq.write_table(pa.Table.from_pylist(rows, schema=partition.ANSWERS), folder / part["file"])
    verdicts = [row["verdict"] for row in rows]
    part["verdicts"] = {name: verdicts.count(name) for name in part["verdicts"]}
    part["sha256"] = partition.sha256(folder / part["file"])
    text.update(check.totals(text["parts"]))
    (folder / "manifest.json").write_text(json.dumps(text))
    check.read_manifest(folder)
    return folder


def bend(rows):
    """Another normal of the first plane."""
    text = rows[0]["certificate"]
    rows[0]["certificate"] = re.sub(r'"normal": \[[^]]*\]', '"normal": [0.0, 0.0, 1.0]', text, count=1)
    assert rows[0]["certificate"] != text


def swap(rows):
    rows[0]["certificate"], rows[1]["certificate"] = rows[1]["certificate"], rows[0]["certificate"]


def exchange(rows):
    """A true proof of another body A on the same motion."""
    proof = json.loads(rows[0]["certificate"])
    a, b = proof["placement"]["motions"]
    flight = ic.Motion.from_turn(a["start"]["p"] + a["start"]["q"], a["end"]["p"], a["end"]["turn"])
    target = sweep.shapes()[rows[0]["shape_b"]]
    _, proof = ic.certify.time_of_impact(ic.Body.sphere(0.1), flight, target, b["start"]["p"] + b["start"]["q"])
    rows[0]["certificate"] = json.dumps(proof)


@pytest.mark.parametrize(
    "edit, words",
    [
        (bend, "does not hold: C"),
        (swap, "is about another motion of body A"),
        (exchange, "is about another body A"),
        (lambda rows: rows[0].update(verdict="separated"), "not what the row says"),
        (lambda rows: rows[0].update(t_lo=rows[0]["t_lo"] + 1e-3), "not what the row says"),
        (lambda rows: rows[0].update(t_hi=rows[0]["t_hi"] - 1e-3), "not what the row says"),
    ],
)
def test_altered_certificates_are_refused(edit, words, files, whole, tmp_path):
    folder = forged(whole, tmp_path / "answers", edit)
    with pytest.raises(partition.InputError, match=f"certificate of id .*({words})"):
        summary.verify(folder, *files)


def test_rates(files, whole):
    stats = pytest.importorskip("scipy.stats")
    table, wanted = pq.read_table(files[0]).to_pydict(), answers(whole).to_pydict()
    bodies, total = sweep.shapes(), 0
    for row in summary.rates(whole):
        of = [k for k in range(1200) if (table["shape_a"][k], table["shape_b"][k]) == (row["shape_a"], row["shape_b"])]
        hits = [k for k in of if wanted["verdict"][k] == "hit"]
        unseen = 0
        for k in hits:
            motion = ic.Motion.from_turn(table["start_a"][k], table["end_a"][k], table["turn_a"][k])
            a, b, place = bodies[row["shape_a"]], bodies[row["shape_b"]], table["start_b"][k]
            unseen += all(ic.intersect(a, pose, b, place).verdict != ic.Verdict.HIT for pose in (motion.start, motion.end))
        assert (row["motions"], row["hits"], row["hits_between_ends"]) == (len(of), len(hits), unseen)
        interval = stats.binomtest(len(hits), len(of)).proportion_ci(0.95, "wilson")
        assert np.allclose([row["low"], row["high"]], interval, atol=1e-5)
        total += len(of)
    assert total == 1200


def test_undecided_rows_widen_the_rate(files, whole, tmp_path):
    rows = partition.Rows(files[0], 0)
    job = partition.Job(*files, tmp_path, "", "none", {"budget": 1}, ic.__version__)
    part = partition.answers(job, rows)
    undecided = [row for row in part.to_pylist() if row["verdict"] == "undecided"]
    assert undecided and all(row["reason"] == "budget" and row["at_ends"] is None for row in undecided)

    def doubt(rows):
        for row in rows:
            row.update(verdict="undecided", at_ends=None)

    before, after = {}, {}
    for folder, out in ((whole, before), (forged(whole, tmp_path / "answers", doubt), after)):
        out.update({(row["shape_a"], row["shape_b"]): row for row in summary.rates(folder)})
    assert sum(row["undecided"] for row in after.values()) > 0
    for name, row in after.items():
        assert row["hits"] + row["undecided"] == before[name]["hits"] and row["high"] == before[name]["high"]
        assert row["low"] < before[name]["low"] or not row["undecided"]


def test_the_page_runs_as_printed(tmp_path):
    page = (ROOT / "docs/guide/CLUSTER.md").read_text()
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = dict(os.environ, PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for kind, block in re.findall(r"^```(sh|python)\n(.*?)^```", page, re.M | re.S):
        if "pip install" not in block:
            command = ["bash", "-ec", block] if kind == "sh" else [sys.executable, "-c", block]
            done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
            assert done.returncode == 0, done.stderr
    assert (tmp_path / "burst/answers/manifest.json").exists()


def test_measuring_works(files):
    command = [sys.executable, HERE / "measure.py", *files, "--rounds", "1", "--certificates", "none"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "two workers beside one" in done.stdout, done.stderr


@pytest.mark.skipif(not os.environ.get("INTERFRAME_LONG"), reason="10^6 motions run with INTERFRAME_LONG=1")
def test_a_million_motions(tmp_path):
    sweep.write(tmp_path, 333_334, seed=3)
    files = tmp_path / "motions.parquet", tmp_path / "shapes.parquet"
    run = Run(files, tmp_path / "answers", certificates="hits")
    run.wait_for_parts(20)
    run.kill_a_worker()
    assert run.parts() < 100
    run.finish()
    table = answers(run.out)
    assert np.array_equal(table["id"].to_numpy(), np.arange(1_000_002))
    assert_same_bits(table, one_batch(*files))
    assert summary.verify(run.out, *files) == manifest(run.out)["verdicts"]["hit"]
