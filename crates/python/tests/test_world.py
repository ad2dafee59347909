"""Worlds, their frames and queries, and contact events with SciPy."""

import threading

import numpy as np
import pytest

import interframe_ccd as ic

BALL = ic.Body.sphere(0.5)


def random_world(count, seed):
    rng = np.random.default_rng(seed)
    world = ic.World()
    ids = [world.add(BALL, p, user=k) for k, p in enumerate(rng.uniform(-4, 4, (count, 3)))]
    return world, ids, rng


def test_a_frame_and_back():
    world = ic.World()
    fixed = world.add(ic.Body.sphere(1), ic.Pose())
    ball = world.add(BALL, [-5, 0, 0], user=1)
    before = world.snapshot()
    frame = world.advance({ball: ic.Motion.to([-5, 0, 0], [5, 0, 0])})
    assert frame.number == 1 and len(frame) == 1
    event = frame.events[0]
    assert (event.a, event.b, event.phase) == (fixed, ball, ic.Phase.BEGIN)
    assert abs(event.t_hi - 0.35) < 1e-6 and frame.to_array()["t_hi"][0] == event.t_hi
    assert frame.statistics["bodies"] == 2
    assert world.pose(ball).translation[0] == 5
    after = world.snapshot()
    world.undo_frame()
    assert world.pose(ball).translation[0] == -5
    world.restore(after)
    assert world.pose(ball).translation[0] == 5
    world.restore(before)
    assert world.pose(ball).translation[0] == -5
    empty = ic.World()
    with pytest.raises(ic.WorldError):
        empty.restore(before)
    empty.restore(before, {fixed: ic.Body.sphere(1), ball: BALL})
    assert empty.snapshot() == before


def test_frames_are_the_same_for_any_number_of_threads():
    frames = []
    for threads in (1, 2, 5):
        world, ids, rng = random_world(200, 1)
        for _ in range(3):
            ends = world.poses(ids)[:, :3] + rng.normal(size=(200, 3))
            motions = ic.Motions(world.poses(ids), ends)
            frame = world.advance((ids, motions), mode="all", threads=threads)
        frames.append((frame.to_array().tobytes(), world.snapshot()))
    assert len(frame) > 10 and frames[0] == frames[1] == frames[2]


def test_a_captured_frame_passes_again():
    world, ids, rng = random_world(20, 2)
    motions = {i: world.motion_by(i, rng.normal(size=3), [0, 0, 1]) for i in ids}
    options = {"mode": "first", "time_of_impact": {"tolerance": 1e-7, "initial_contact": "report"}}
    line = world.capture(motions, **options)
    frame = world.advance(motions, **options)
    again, replayed = ic.replay(line)
    assert replayed.to_array().tobytes() == frame.to_array().tobytes()
    assert again.snapshot() == world.snapshot()


def test_bodies_come_and_go():
    world, ids, _ = random_world(5, 3)
    assert len(world) == 5 and ids[0] in world and 10**18 not in world and "x" not in world
    world.remove(ids[0])
    assert ids[0] not in world and world.bodies() == ids[1:]
    with pytest.raises(ic.WorldError):
        world.teleport(ids[0], ic.Pose())
    world.teleport_all(ids[1:], np.zeros((4, 3)))
    assert (world.poses()[:, :3] == 0).all()
    assert world.shape(ids[1]) == BALL and world.user(ids[1]) == 1
    copied = world.copy()
    copied.remove(ids[1])
    assert len(world) == 4 and len(copied) == 3
    apart = ic.Filter(category=2, mask=2)
    assert not apart.allows(ic.Filter())
    for body in ids[1:]:
        world.set_filter(body, ic.Filter(group=-1))
    assert len(world.advance()) == 0


def test_world_queries():
    world = ic.World()
    near, far = world.add(BALL, [3, 0, 0]), world.add(BALL, [6, 0, 0], user=9)
    assert world.ray([0, 0, 0], [10, 0, 0]).hit.body == near
    assert [hit.body for hit in world.ray_all([0, 0, 0], [10, 0, 0])] == [near, far]
    assert world.ray_any([0, 0, 0], [1, 0, 0]) == ic.Verdict.SEPARATED
    cast = world.cast(BALL, ic.Motion.to([0, 0, 0], [10, 0, 0]))
    assert cast.hit.body == near and abs(cast.hit.answer.t_hi - 0.2) < 1e-6
    assert len(world.cast_all(BALL, ic.Motion.to([0, 0, 0], [10, 0, 0]))) == 2
    assert world.cast_any(BALL, [3, 0, 0]) == ic.Verdict.HIT
    assert [o.body for o in world.overlap(BALL, [6.5, 0, 0])] == [far]
    assert world.nearest(BALL, [0, 0, 0]).body == near
    assert world.nearest(BALL, [0, 0, 0], cutoff=1) is None
    (pair,) = world.closest_pairs(3)
    assert (pair.a, pair.b) == (near, far) and pair.distance.separation == 2
    assert world.ray([0, 0, 0], [10, 0, 0], filter=ic.Filter(mask=4)).hit is None
    assert "CastHit(body=" in repr(cast)


def test_threads_share_a_world():
    world, ids, rng = random_world(1500, 4)
    ends = world.poses(ids)[:, :3] + 3 * rng.normal(size=(1500, 3))
    motions = (ids, ic.Motions(world.poses(ids), ends))
    answers, done = [], threading.Event()

    def ask():
        while not done.is_set():
            answers.append((len(world), world.ray_any([-9, 0, 0], [9, 0, 0])))

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        world.advance(motions, mode="all")
        world.undo_frame()
    done.set()
    for thread in threads:
        thread.join()
    assert answers and {count for count, _ in answers} == {1500}


def test_solve_ivp_bounces_a_ball_as_the_closed_form():
    solve_ivp = pytest.importorskip("scipy.integrate").solve_ivp
    g, height, restitution, end = 9.81, 2.0, 0.8, 4.0
    world = ic.World()
    world.add(ic.Body.cuboid([5, 5, 1]), [0, 0, -1], mobility="static")
    ball = world.add(BALL, [0, 0, height + 0.5])

    def place(t, y):
        world.teleport(ball, [0, 0, y[0]])

    events = ic.ContactEvents(slots=2, hysteresis=1e-12)
    t, y, bounces = 0.0, np.array([height + 0.5, 0.0]), []
    events.select(world)
    while t < end:
        functions = events.functions(world, place)
        solution = solve_ivp(
            lambda t, y: [y[1], -g], (t, end), y, rtol=1e-12, atol=1e-13, max_step=0.05, events=functions
        )
        t, y = solution.t[-1], solution.y[:, -1]
        if crossed := events.crossed(solution):
            place(t, y)
            if y[1] < 0:
                bounces.append(t)
                y = np.array([y[0], -restitution * y[1]])
            events.select_after(world, crossed)
    fall = np.sqrt(2 * height / g)
    wanted, time, flight = [], fall, 2 * fall
    while time < end:
        wanted.append(time)
        flight *= restitution
        time += flight
    assert len(bounces) == len(wanted) >= 4
    assert np.abs(np.array(bounces) - wanted).max() < 1e-8
    last = (end - wanted[-1], restitution ** len(wanted) * np.sqrt(2 * g * height))
    assert abs(y[0] - (0.5 + last[1] * last[0] - g * last[0] ** 2 / 2)) < 1e-8


def test_contact_events():
    world = ic.World()
    ball = world.add(BALL, [0, 0, 2])
    floor = world.add(ic.Body.sphere(1), [0, 0, 0], mobility="static")
    events = ic.ContactEvents(slots=2)
    events.select(world)
    assert events.pairs() == [(ball, floor), None] and events.slots == 2
    world.teleport(ball, [0, 0, 1.25])
    assert events.evaluate(world).tolist() == [-0.25, 1]
    measured = events.measure(world)
    assert measured[0].z == -0.25 and measured[1].a is None
    assert events.measure_array(world)["z"].tolist() == [-0.25, 1]
    assert np.allclose(events.rates(world, {ball: ([0, 0, -1], [0, 0, 0])}), [-1, 0])
    events.set_slots(1)
    events.select_after(world, [])
    world.add(BALL, [0, 0, 5])
    with pytest.raises(ic.WorldError):
        events.evaluate(world)
    other = world.add(BALL, [9, 0, 0])
    events.select(world)
    world.teleport(other, [0, 1, 5])
    with pytest.raises(ic.EventSlotsError) as caught:
        events.evaluate(world)
    assert other in (caught.value.a, caught.value.b)
