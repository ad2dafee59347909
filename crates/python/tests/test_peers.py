"""trimesh, python-fcl and coal, side by side with this package."""

import numpy as np
import pytest

import interframe_ccd as ic


def poses(count, seed):
    rng = np.random.default_rng(seed)
    turns = rng.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    return np.hstack([rng.uniform(-1.5, 1.5, (count, 3)), turns])


def test_trimesh_volumes_and_contains():
    trimesh = pytest.importorskip("trimesh")
    rng = np.random.default_rng(1)
    mesh = trimesh.convex.convex_hull(rng.normal(size=(60, 3)))
    hull, solid = ic.Body.hull(mesh), ic.Body.mesh(mesh, solid=True)
    point = ic.Body.sphere(0)
    places = rng.uniform(-2, 2, (300, 3))
    bodies, pairs = ic.Bodies([hull, solid, point], [0, 1] + [2] * 300), np.arange(2, 302)
    spots = np.vstack([np.zeros((2, 3)), places])
    for k in (0, 1):
        found = ic.batch.intersect(bodies, spots, np.column_stack([np.full(300, k), pairs]))
        # A point is inside a hull if no facet has it on its outer side.
        sides = np.einsum("fk,nfk->nf", mesh.face_normals, places[:, None] - mesh.triangles[:, 0])
        clear = np.abs(sides).min(axis=1) > 1e-9
        inside = (sides <= 0).all(axis=1)
        assert ((found["verdict"] == ic.Verdict.HIT) == inside)[clear].all()
    assert {frozenset(np.round(v, 12)) for v in hull.vertices} == {frozenset(np.round(v, 12)) for v in mesh.vertices}


def test_a_trimesh_matrix_is_a_pose():
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box([2, 2, 2])
    matrix = trimesh.transformations.translation_matrix([3, 0, 0])
    assert ic.distance(ic.Body.hull(box), matrix, ic.Body.hull(box), ic.Pose()).separation == 1


def rotation(q):
    return ic.Pose([0, 0, 0], q).matrix[:3, :3]


def test_fcl_distances():
    fcl = pytest.importorskip("fcl", reason="python-fcl is not installed")
    a, b = poses(200, 2), poses(200, 3) + [3, 0, 0, 0, 0, 0, 0]
    box, ball = fcl.Box(1, 2, 3), fcl.Sphere(0.5)
    ours, sphere = ic.Body.cuboid([0.5, 1, 1.5]), ic.Body.sphere(0.5)
    compared = 0
    for p, q in zip(a, b):
        for theirs, mine in ((box, ours), (ball, sphere)):
            one = fcl.CollisionObject(box, fcl.Transform(rotation(p[3:]), p[:3]))
            other = fcl.CollisionObject(theirs, fcl.Transform(rotation(q[3:]), q[:3]))
            result = fcl.DistanceResult()
            fcl.distance(one, other, fcl.DistanceRequest(), result)
            found = ic.distance(ours, p, mine, q)
            if found.verdict == ic.Verdict.SEPARATED and result.min_distance > 0:
                assert abs(found.separation - result.min_distance) < 1e-4
                compared += 1
    assert compared > 150


def test_coal_distances():
    coal = pytest.importorskip("coal", reason="coal is not installed")
    a, b = poses(200, 4), poses(200, 5) + [3, 0, 0, 0, 0, 0, 0]
    box, capsule = coal.Box(1, 2, 3), coal.Capsule(0.5, 2)
    ours, mine = ic.Body.cuboid([0.5, 1, 1.5]), ic.Body.capsule(1, 0.5)
    compared = 0
    for p, q in zip(a, b):
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        one, other = (coal.Transform3s(rotation(x[3:]), x[:3]) for x in (p, q))
        theirs = coal.distance(box, one, capsule, other, request, result)
        found = ic.distance(ours, p, mine, q)
        if found.verdict == ic.Verdict.SEPARATED:
            assert abs(found.separation - theirs) < 1e-5
            compared += 1
        else:
            assert theirs < 1e-5
    assert compared > 50


def test_a_bullet_that_fcl_at_rest_misses():
    fcl = pytest.importorskip("fcl", reason="python-fcl is not installed")
    bullet, plate = fcl.Box(0.1, 0.1, 0.1), fcl.Box(0.02, 4, 4)
    still = fcl.CollisionObject(plate, fcl.Transform())
    for x in (-7.0, 8.0):
        moved = fcl.CollisionObject(bullet, fcl.Transform(np.array([x, 0, 0])))
        assert not fcl.collide(moved, still, fcl.CollisionRequest(), fcl.CollisionResult())
    flight = ic.Motion.to([-7, 0, 0], [8, 0, 0])
    answer = ic.time_of_impact(ic.Body.cuboid([0.05] * 3), flight, ic.Body.cuboid([0.01, 2, 2]), ic.Pose())
    assert answer.verdict == ic.Verdict.HIT
