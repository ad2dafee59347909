"""Batches answer what single queries answer, for any number of threads."""

import inspect
import threading

import numpy as np
import pytest

import interframe_ccd as ic

SHAPES = [ic.Body.cuboid([0.5, 0.25, 1]), ic.Body.sphere(0.5), ic.Body.capsule(0.5, 0.25)]


def scene(count, seed):
    rng = np.random.default_rng(seed)
    turns = rng.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    poses = np.hstack([rng.uniform(-2, 2, (count, 3)), turns])
    kinds = rng.integers(0, len(SHAPES), count)
    return ic.Bodies(SHAPES, kinds), poses, rng.integers(0, count, (3 * count, 2)), rng


def same(row, answer):
    for name in answer._fields:
        single, column = getattr(answer, name), row[name]
        if single is None:
            assert name in ("pieces", "features", "face", "vertex", "plane", "bounds") or np.isnan(column).all()
        elif name == "features":
            for feature, ids, kind in zip(single, column["vertices"], column["kind"]):
                assert feature.kind == kind
                assert list(feature.vertices) == [k for k in ids if k != 0xFFFFFFFF]
        elif name == "plane":
            assert (single.normal == column["normal"]).all() and single.offset == column["offset"]
        elif name == "contacts":
            for contact, line in zip(single, column):
                assert (contact.point_a == line["point_a"]).all() and contact.id == line["id"]
        elif name not in ("pieces", "bounds"):
            assert np.array_equal(np.asarray(single), column), name


POSED = ["intersect", "distance", "within", "penetration", "contact_manifold", "contains", "mpr"]
MOVING = ["interframe", "extended_boxes_meet", "time_of_impact", "closest_approach", "time_of_exit"]


@pytest.mark.parametrize("name", POSED)
def test_posed_queries(name):
    bodies, poses, pairs, _ = scene(40, 1)
    single, many = getattr(ic, name), getattr(ic.batch, name)
    rows = many(bodies, poses, pairs, threads=2)
    assert rows.dtype == getattr(ic, type(single(bodies[0], poses[0], bodies[1], poses[1])).__name__).dtype()
    for (a, b), row in zip(pairs, rows):
        same(row, single(bodies[int(a)], poses[a], bodies[int(b)], poses[b]))
    for threads in (1, 3, None):
        assert many(bodies, ic.Poses(poses), pairs, threads=threads).tobytes() == rows.tobytes()


@pytest.mark.parametrize("name", MOVING)
def test_moving_queries(name):
    bodies, poses, pairs, rng = scene(30, 2)
    if name == "time_of_exit":
        bodies = ic.Bodies([ic.Body.cuboid([0.5, 0.25, 1]), ic.Body.cuboid([5, 5, 5])], rng.integers(0, 2, 30))
    ends = poses[:, :3] + rng.normal(size=(30, 3))
    motions = ic.Motions.from_turns(poses, ends, rng.normal(size=(30, 3)))
    rows = getattr(ic.batch, name)(bodies, motions, pairs)
    for (a, b), row in zip(pairs, rows):
        same(row, getattr(ic, name)(bodies[int(a)], motions[int(a)], bodies[int(b)], motions[int(b)]))


def test_contact_intervals_have_a_row_each():
    bodies, poses, pairs, rng = scene(30, 3)
    motions = ic.Motions.from_turns(poses, poses[:, :3] + rng.normal(size=(30, 3)), rng.normal(size=(30, 3)))
    rows = ic.batch.contact_intervals(bodies, motions, pairs)
    wanted = []
    for k, (a, b) in enumerate(pairs):
        found = ic.contact_intervals(bodies[int(a)], motions[int(a)], bodies[int(b)], motions[int(b)])
        wanted += [(k, *interval.enter, *interval.exit) for interval in found.intervals]
    assert [(row["pair"], *row["interval"]["enter"], *row["interval"]["exit"]) for row in rows] == wanted


def test_states_make_frames_warm():
    bodies, poses, pairs, rng = scene(50, 4)
    states = ic.PairStates(len(pairs))
    for _ in range(4):
        poses[:, :3] += 0.01 * rng.normal(size=(50, 3))
        warm = ic.batch.distance(bodies, poses, pairs, states=states)
        assert (warm["verdict"] == ic.batch.distance(bodies, poses, pairs)["verdict"]).all()
    assert states.to_words().any()


def test_the_interpreter_is_not_locked():
    bodies, poses, pairs, _ = scene(2000, 5)
    pairs = np.vstack([pairs] * 20)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    ic.batch.penetration(bodies, ic.Poses(poses), pairs, threads=1)
    done.set()
    thread.join()
    assert counted[0] > 100


def test_nothing_is_needed_for_no_pairs():
    assert len(ic.batch.distance([], np.zeros((0, 3)), np.zeros((0, 2), int))) == 0
    assert len(ic.batch.time_of_impact([SHAPES[0]], [[0, 0, 0]], [])) == 0


def test_every_query_has_a_batch_a_case_and_a_certificate():
    for name in POSED + MOVING + ["contact_intervals"]:
        one = set(inspect.signature(getattr(ic, name)).parameters)
        options = one - {"a", "b", "pose_a", "pose_b", "motion_a", "motion_b", "state"}
        for module in (ic.batch, ic.cases, ic.certify):
            assert options <= set(inspect.signature(getattr(module, name)).parameters), name
