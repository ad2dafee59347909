"""Bad input raises an exception that names the field."""

import numpy as np
import pytest

import interframe_ccd as ic

BOX = ic.Body.cuboid([1, 1, 1])
HERE = ic.Pose()
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "kind, words, call",
    [
        (ic.BodyError, "vertex 1: coordinate y is NaN", lambda: ic.Body.hull([[0, 0, 0], [0, NAN, 0]])),
        (ic.ArrayError, "points has the shape (3,)", lambda: ic.Body.hull([1, 2, 3])),
        (ic.ArrayError, "points has the type complex128", lambda: ic.Body.hull(np.zeros((4, 3), complex))),
        (ic.ArrayError, "points has the type <U1", lambda: ic.Body.hull([["1", "2", "3"]])),
        (ic.ArrayError, "points", lambda: ic.Body.hull([[1, 2], [3]])),
        (ic.ArrayError, "points has the type bool", lambda: ic.Body.hull(np.ones((4, 3), bool))),
        (ic.ArrayError, "at most", lambda: ic.Body.hull(np.broadcast_to(0.0, (10**12, 3)))),
        (ic.ArrayError, "at most", lambda: ic.Poses(np.broadcast_to(np.float32(0), (10**12, 3)))),
        (ic.OptionError, "setting radius is -1", lambda: ic.Body.sphere(-1)),
        (ic.OptionError, "radius is of type str", lambda: ic.Body.sphere("1")),
        (ic.BodyError, "triangle 0 names vertex 7", lambda: ic.Body.mesh(np.eye(3), [[0, 1, 7]])),
        (ic.ArrayError, "triangles holds -1", lambda: ic.Body.mesh(np.eye(3), [[0, 1, -1]])),
        (ic.ArrayError, "triangles has the type float64", lambda: ic.Body.mesh(np.eye(3), np.zeros((1, 3)))),
        (ic.ArrayError, "triangles are missing", lambda: ic.Body.mesh(np.eye(3))),
        (ic.BodyError, "open at the edge", lambda: ic.Body.mesh(np.eye(3), [[0, 1, 2]], solid=True)),
        (ic.BodyError, "part 0 of the compound", lambda: ic.Body.compound([ic.Body.mesh(np.eye(3), [[0, 1, 2]])])),
        (ic.ArrayError, "parts[0]", lambda: ic.Body.compound([3])),
        (ic.BodyError, "bytes of a body", lambda: ic.Body.from_bytes(b"IFRSHAPE")),
        (ic.BodyError, "nowhere.obj", lambda: ic.Body.from_file("nowhere.obj")),
        (ic.MotionError, "translation.y is inf", lambda: ic.Pose([0, INF, 0])),
        (ic.MotionError, "norm", lambda: ic.Pose([0, 0, 0], [0, 0, 0, 2])),
        (ic.MotionError, "scales", lambda: ic.Pose.from_matrix(np.diag([2, 2, 2, 1]))),
        (ic.MotionError, "half a turn", lambda: ic.Motion(HERE, ic.Pose([0, 0, 0], [1, 0, 0, 0]))),
        (ic.MotionError, "poses[1]: ", lambda: ic.Poses([[0, 0, 0], [0, NAN, 0]])),
        (ic.ArrayError, "ends has 1 entries; there must be 2", lambda: ic.Motions(np.zeros((2, 3)), np.zeros((1, 3)))),
        (ic.ArrayError, "pose_a has the shape (2, 3)", lambda: ic.distance(BOX, np.zeros((2, 3)), BOX, HERE)),
        (ic.BodyError, "b is 3; it must be a Body", lambda: ic.distance(BOX, HERE, 3, HERE)),
        (ic.OptionError, "setting distance is -1", lambda: ic.within(BOX, HERE, BOX, HERE, distance=-1)),
        (ic.OptionError, "max_pivots is -1", lambda: ic.within(BOX, HERE, BOX, HERE, max_pivots=-1)),
        (ic.OptionError, "unknown method `foo`", lambda: ic.intersect(BOX, HERE, BOX, HERE, method="foo")),
        (ic.OptionError, "method is 99", lambda: ic.intersect(BOX, HERE, BOX, HERE, method=99)),
        (ic.BodyError, "does not take body a", lambda: ic.contains(ic.Body.cone(1, 1), HERE, BOX, HERE)),
        (ic.PairError, "pair 1 names body 5", lambda: ic.batch.distance([BOX], [[0, 0, 0]], [[0, 0], [0, 5]])),
        (ic.PairError, "pair 0: ", lambda: ic.batch.contains([ic.Body.cone(1, 1), BOX], np.zeros((2, 3)), [[0, 1]])),
        (ic.ArrayError, "states has 3 entries", lambda: ic.batch.distance([BOX], [[0, 0, 0]], [[0, 0]], states=ic.PairStates(3))),
        (ic.ArrayError, "places has 2 entries", lambda: ic.batch.distance([BOX], np.zeros((2, 3)), [[0, 0]])),
        (ic.OptionError, "threads is 0", lambda: ic.batch.distance([BOX], [[0, 0, 0]], [[0, 0]], threads=0)),
        (ic.WorldError, "the world has no body", lambda: ic.World().pose(3)),
        (ic.WorldError, "no selection", lambda: ic.ContactEvents().evaluate(ic.World())),
        (ic.OptionError, "setting slots is 0", lambda: ic.ContactEvents(slots=0)),
        (ic.CertificateError, "C", lambda: ic.verify("{}")),
        (ic.CaseError, "", lambda: ic.answer({"id": "x"})),
        (ic.CaseError, "", lambda: ic.replay("{}")),
    ],
)
def test_an_error_says_what_is_wrong(kind, words, call):
    with pytest.raises(kind) as caught:
        call()
    assert words in str(caught.value), caught.value
    assert isinstance(caught.value, (ic.InterframeError, ValueError))


def test_errors_have_their_numbers():
    with pytest.raises(ic.PairError) as caught:
        ic.batch.distance([BOX], [[0, 0, 0]], [[0, 0], [0, 5]])
    assert caught.value.pair == 1
    with pytest.raises(ic.CertificateError) as caught:
        ic.verify("{")
    assert caught.value.condition > 0


def test_unknown_keywords_are_type_errors():
    with pytest.raises(TypeError):
        ic.distance(BOX, HERE, BOX, HERE, tolerance=1)
    with pytest.raises(TypeError):
        ic.distance(BOX, HERE, BOX, HERE, state=3)
