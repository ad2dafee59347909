"""Every query about one pair, and bodies, poses and motions of every form."""

import copy
import pickle

import numpy as np
import pytest

import interframe_ccd as ic

BOX = ic.Body.cuboid([1, 1, 1])
BALL = ic.Body.sphere(0.5)
HERE = ic.Pose()


def test_a_bullet_is_caught():
    bullet, plate = ic.Body.cuboid([0.05, 0.01, 0.01]), ic.Body.cuboid([0.01, 2, 2])
    flight = ic.Motion.from_turn([-7, 0, 0], [8, 0, 0], [40, 0, 0])
    answer = ic.time_of_impact(bullet, flight, plate, HERE)
    assert answer.verdict == ic.Verdict.HIT and str(answer.verdict) == "hit"
    assert abs(answer.t_hi - 6.94 / 15) < 1e-6
    assert abs(answer.point_b[0]) < 0.011
    assert ic.interframe(bullet, flight, plate, HERE).verdict != ic.Verdict.SEPARATED
    near = ic.closest_approach(bullet, flight, plate, [0, 0, 5])
    assert near.verdict == ic.Verdict.SEPARATED and near.lower_bound <= near.distance
    assert abs(near.distance - 2.99) < 0.02


def test_queries_at_poses():
    assert ic.intersect(BOX, HERE, BOX, [2, 0, 0]).verdict == ic.Verdict.HIT
    apart = ic.distance(BOX, HERE, BALL, [3, 0, 0])
    assert abs(apart.separation - 1.5) <= apart.error + 1e-15
    assert np.allclose(apart.normal, [1, 0, 0])
    assert ic.within(BOX, HERE, BALL, [3, 0, 0], distance=1.5).verdict == ic.Verdict.HIT
    assert ic.within(BOX, HERE, BALL, [3, 0, 0], distance=1.4).verdict == ic.Verdict.SEPARATED
    deep = ic.penetration(BOX, HERE, BOX, [1.75, 0, 0])
    assert abs(deep.depth - 0.25) <= deep.error
    assert abs(ic.penetration(BOX, HERE, BOX, [1.75, 0, 0], direction=[0, 0, 9]).depth - 2) < 1e-12
    manifold = ic.contact_manifold(BOX, HERE, BOX, [0, 0, 2.0078125], prediction=0.01)
    assert manifold.count == 4 == len(manifold.contacts)
    assert manifold.contacts[0].depth == -0.0078125
    same, points = ic.contact_points(BOX, HERE, BOX, [0, 0, 2.0078125], prediction=0.01)
    assert same == manifold and len(points) >= 4
    assert ic.contains(BOX, HERE, BALL, [0.25, 0, 0]).margin == 0.25
    assert ic.mpr(BOX, HERE, BOX, [2.5, 0.25, 0.125]).route == ic.Route.PORTAL
    assert ic.minkowski_difference(BOX, HERE, BOX, HERE).vertices.shape == (8, 3)
    assert ic.minkowski_sum(BOX, HERE, BOX, HERE).vertices.max() == 2


def test_queries_of_motions():
    motion = ic.Motion.to([-5, 0, 0], [5, 0, 0])
    intervals = ic.contact_intervals(BOX, motion, BOX, HERE)
    assert len(intervals) == 1 and intervals.verdict == ic.Verdict.HIT
    assert abs(intervals.intervals[0].enter[1] - 0.3) < 1e-6
    assert abs(intervals.to_array()["exit"][0, 0] - 0.7) < 1e-6
    stay = ic.time_of_exit(ic.Body.cuboid([4, 4, 4]), HERE, BOX, ic.Motion.to([0, 0, 0], [4, 0, 0]))
    assert stay.verdict == ic.ContainmentVerdict.NOT_INSIDE and abs(stay.t_hi - 0.75) < 1e-6
    assert ic.extended_boxes_meet(BOX, motion, BOX, [0, 9, 0]).verdict == ic.Verdict.SEPARATED
    start, end = [[0, 0, 0]], [[2, 0, 0]]
    crossing = ic.interframe_vertices(start, end, [[1, 1, 0]], [[1, -1, 0]])
    assert crossing.verdict == ic.Verdict.HIT and crossing.about == ic.About.HULL


def test_the_plane_and_point_sets():
    triangle = ic.Polygon([[0, 0], [1, 0], [0, 1]])
    point = ic.Polygon([[0, 0]], radius=0.5)
    assert ic.distance_2d(triangle, [0, 0], point, [3, 0]).separation == 1.5
    corners, pairs = ic.minkowski_difference_2d(triangle, [0, 0], triangle, [0, 0, 0])
    assert corners.shape == (6, 2) and pairs.shape == (6, 2)
    a = ic.YawCuboid([[0, 0], [12, 0], [12, 2.5], [0, 2.5]], [0, 5])
    b = ic.YawCuboid([[15, 6.5], [17, 8.5], [17, 6.5], [15, 8.5]], [4, 6])
    near = ic.cuboid_separation(a, b, safety_distance=5)
    assert near.verdict == ic.Verdict.HIT and near.separation == 5
    assert ic.cuboid_separations(a, [b, a])["separation"].tolist() == [5, 0]
    four = ic.intersect_sets([[0, 0, 0, 0], [2, 2, 2, 2]], [[1, 1, 1, 1]])
    assert four.verdict == ic.Verdict.HIT and four.point.tolist() == [1, 1, 1, 1]
    assert ic.is_subset([[0.5, 0.5]], [[0, 0], [1, 0], [1, 1], [0, 1]]).verdict == ic.ContainmentVerdict.INSIDE
    assert ic.contains_point([[0, 0], [1, 0], [0, 1]], [2, 2]).verdict == ic.ContainmentVerdict.NOT_INSIDE


def test_a_state_keeps_verdicts():
    state = ic.PairState()
    for x in np.linspace(1.5, 3, 16):
        warm, cold = ic.distance(BOX, HERE, BOX, [x, 0.1, 0], state=state), ic.distance(BOX, HERE, BOX, [x, 0.1, 0])
        assert warm.verdict == cold.verdict and abs(warm.separation - cold.separation) <= warm.error + cold.error
    assert ic.PairState.from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()


def test_bodies_of_every_kind():
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    bodies = [
        BOX,
        BALL,
        ic.Body.hull(corners),
        ic.Body.hull(corners.astype(np.float32), support_cells=True),
        ic.Body.capsule(1, 0.5),
        ic.Body.cylinder(1, 0.5),
        ic.Body.cone(1, 0.5),
        ic.Body.ellipsoid([1, 2, 3]),
        ic.Body.compound([BOX, (BALL, [3, 0, 0])]),
        ic.Body.mesh(corners, faces),
        ic.Body.mesh(corners, faces, solid=True),
        ic.Body.height_field(np.zeros((3, 4)), [1, 1], [-1, -1]),
        ic.Body.hull(np.zeros((0, 3))),
    ]
    for body in bodies:
        same = ic.Body.from_bytes(body.to_bytes())
        assert same == body and pickle.loads(pickle.dumps(body)) == body == copy.copy(body)
        assert body.kind in repr(body)
        assert ic.distance(body, [0, 0, 9], BALL, HERE).verdict == ic.Verdict.SEPARATED
    assert bodies[9].report["is_closed"] and bodies[9].faces.tolist() == faces
    assert bodies[4].rounded(0.25).radius == 0.75
    assert bodies[4].scaled([-2, 2, 2]).radius == 1.0
    assert BOX.scaled([1, 2, -3]) == ic.Body.cuboid([1, 2, 3])
    with pytest.raises(ic.BodyError, match="has a radius"):
        ic.Body.capsule(1, 0.5).scaled([1, 1, 2])
    with pytest.raises(ic.OptionError, match=r"factors\.y is 0"):
        BOX.scaled([1, 0, 1])
    assert len(BOX.faces) == 6


def test_poses_of_every_form():
    turn = np.array([[0, -1, 0, 2], [1, 0, 0, 3], [0, 0, 1, 4], [0, 0, 0, 1]], float)
    from_matrix = ic.Pose.from_matrix(turn)
    half = np.sqrt(0.5)
    seven = [2, 3, 4, 0, 0, half, half]
    for given in (turn, seven, ic.Pose([2, 3, 4], [0, 0, half, half]), from_matrix):
        answer = ic.distance(ic.Body.cuboid([3, 1, 1]), given, BALL, HERE)
        assert abs(answer.separation - (np.sqrt(10) - 0.5)) < 1e-12
    assert np.allclose(from_matrix.matrix, turn) and np.allclose(from_matrix.transform([1, 0, 0]), [2, 4, 4])
    assert from_matrix.transform(np.zeros((5, 3))).shape == (5, 3)
    assert pickle.loads(pickle.dumps(from_matrix)) == from_matrix
    wheel = ic.Motion.from_turn(HERE, [6, 0, 0], [0, 0, 3 * np.pi])
    assert wheel.is_turning and np.allclose(wheel.pose_at(1 / 3).transform([1, 0, 0]), [1, 0, 0])
    first, second = wheel.split(0.5)
    assert first.end == second.start


def test_answers_are_data():
    answer = ic.distance(BOX, HERE, BALL, [3, 0, 0])
    assert list(answer.asdict()) == list(ic.Distance._fields)
    assert repr(answer).startswith("Distance(verdict=separated")
    with pytest.raises(AttributeError):
        answer.separation = 3


def test_arrays_of_any_layout():
    points = np.random.default_rng(1).normal(size=(40, 3))
    whole = ic.Body.hull(points)
    wide = np.zeros((40, 6))
    wide[:, ::2] = points
    assert ic.Body.hull(wide[:, ::2]) == whole
    assert ic.Body.hull(np.asfortranarray(points)) == whole
    assert ic.Body.hull(points[::-1][::-1]) == whole
    assert ic.Body.hull(points.astype(">f8")) == whole
    assert ic.Body.hull(points.tolist()) == whole
    frozen = points.copy()
    frozen.flags.writeable = False
    assert ic.Body.hull(frozen) == whole
    assert ic.Body.hull(np.eye(3, dtype=np.int8)).vertices.shape == (3, 3)
