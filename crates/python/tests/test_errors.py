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
        (ic.OptionError, "slots is 0; it must be a whole number from 1 to", lambda: ic.ContactEvents(slots=0)),
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


class Raising:
    """An object that raises when it is read, as an array that loads late may."""

    def __init__(self, what):
        self.what = what

    def __array__(self, dtype=None, copy=None):
        raise self.what

    __float__ = __index__ = __len__ = __iter__ = __getitem__ = __fspath__ = __array__


CUBOID = ic.YawCuboid([[0, 0], [1, 0], [1, 1], [0, 1]], [0, 1])
WORLD = ic.World()
WORLD.add(BOX, HERE)
READERS = {
    "cuboid": ic.Body.cuboid,
    "cuboid of a list": lambda x: ic.Body.cuboid([1, x, 1]),
    "hull": ic.Body.hull,
    "sphere": ic.Body.sphere,
    "compound": ic.Body.compound,
    "height_field": lambda x: ic.Body.height_field(x, [1, 1]),
    "from_file": ic.Body.from_file,
    "from_file scale": lambda x: ic.Body.from_file("nowhere.obj", scale=x),
    "mesh": lambda x: ic.Body.mesh(np.eye(3), x),
    "Bodies": ic.Bodies,
    "Bodies index": lambda x: ic.Bodies([BOX], x),
    "item": lambda x: ic.Bodies([BOX])[x],
    "Pose": ic.Pose,
    "Poses": ic.Poses,
    "Motions": lambda x: ic.Motions(x, x),
    "motion": lambda x: ic.time_of_impact(BOX, x, BOX, HERE),
    "tolerance": lambda x: ic.time_of_impact(BOX, HERE, BOX, HERE, tolerance=x),
    "method": lambda x: ic.time_of_impact(BOX, HERE, BOX, HERE, method=x),
    "max_pivots": lambda x: ic.distance(BOX, HERE, BOX, HERE, max_pivots=x),
    "pairs": lambda x: ic.batch.distance([BOX], [[0, 0, 0]], x),
    "threads": lambda x: ic.batch.distance([BOX], [[0, 0, 0]], [[0, 0]], threads=x),
    "PairStates": ic.PairStates,
    "Filter": ic.Filter,
    "user": lambda x: WORLD.add(BOX, HERE, user=x),
    "body": WORLD.pose,
    "in": lambda x: x in WORLD,
    "poses": WORLD.poses,
    "motions": lambda x: WORLD.advance({x: HERE}),
    "budget": lambda x: WORLD.advance(budget=x),
    "slots": lambda x: ic.ContactEvents(slots=x),
    "crossed": lambda x: ic.ContactEvents().select_after(WORLD, x),
    "k": lambda x: WORLD.closest_pairs(x),
    "Polygon": ic.Polygon,
    "sets": lambda x: ic.contains_point(x, [0, 0]),
    "YawCuboid": lambda x: ic.YawCuboid(x, [0, 1]),
}


@pytest.mark.parametrize("reader", READERS)
def test_interrupts_come_through_and_other_exceptions_are_named(reader):
    for what in (KeyboardInterrupt("stop"), SystemExit(3), MemoryError("loading")):
        with pytest.raises(type(what)) as caught:
            READERS[reader](Raising(what))
        assert caught.value is what
    if reader == "in":
        assert Raising(KeyError("x")) not in WORLD
        return
    cause = KeyError("x")
    with pytest.raises(ic.InterframeError) as caught:
        READERS[reader](Raising(cause))
    assert caught.value.__cause__ is cause and not str(caught.value).startswith("'x'")


MIXED = [
    ("category is -1", lambda: ic.Filter(-1)),
    ("mask is 18446744073709551616", lambda: ic.Filter(1, 2**64)),
    ("group is 1099511627776", lambda: ic.Filter(1, 2, 2**40)),
    ("category is 1.5", lambda: ic.Filter(1.5)),
    ("budget is -1", lambda: WORLD.advance(budget=-1)),
    ("budget is 1" + "0" * 30, lambda: WORLD.advance(budget=10**30)),
    ("max_pairs is -1", lambda: WORLD.advance(max_pairs=-1)),
    ("max_pairs is of type complex", lambda: WORLD.capture(max_pairs=1j)),
    ("user is -1", lambda: WORLD.add(BOX, HERE, user=-1)),
    ("radius is 1000", lambda: ic.Body.sphere(10**400)),
    ("radius is of type int", lambda: ic.Body.sphere(10**5000)),
    ("slots is -1; it must be a whole number from 1", lambda: ic.ContactEvents(slots=-1)),
    ("threads is -1; it must be a whole number from 1", lambda: ic.batch.distance([BOX], [[0, 0, 0]], [], threads=-1)),
    ("frames is -1", lambda: ic.view("nowhere.json", frames=-1)),
]
WRONG_TYPES = [
    ("certificate has characters", lambda: ic.verify("\udc80")),
    ("case has characters", lambda: ic.answer("\udc80")),
    ("capture has characters", lambda: ic.replay("\udc80")),
    ("id has characters", lambda: ic.cases.distance("\udc80", BOX, HERE, BOX, HERE)),
    ("id is 5", lambda: ic.cases.contact_intervals(5, BOX, HERE, BOX, HERE)),
    ("parts is 5", lambda: ic.Body.compound(5)),
    ("bodies is 1", lambda: WORLD.teleport_all(1, [[0, 0, 0]])),
    ("bodies is of type type", lambda: WORLD.poses(int)),
    ("path is 5", lambda: ic.Body.from_file(5)),
    ("path is of type bytes", lambda: ic.Body.from_file(b"a.obj")),
    ("kind is 5", lambda: ic.Body.from_file("a.obj", 5)),
    ("part is 5", lambda: ic.Body.from_file("a.obj", part=5)),
    ("data is of type str", lambda: ic.Body.from_bytes("IFRSHAPE")),
    ("data is 5", lambda: ic.PairState.from_bytes(5)),
    ("snapshot is 5", lambda: WORLD.restore(5)),
    ("shapes is 5", lambda: WORLD.restore(WORLD.snapshot(), 5)),
    ("index is of type str", lambda: ic.Bodies([BOX])["0"]),
    ("state is 3", lambda: ic.distance(BOX, HERE, BOX, HERE, state=3)),
    ("states is 3", lambda: ic.batch.distance([BOX], [[0, 0, 0]], [[0, 0]], states=3)),
    ("solid is 1", lambda: ic.Body.mesh([[0, 0, 0]], [], solid=1)),
    ("one_sided is 1", lambda: ic.Body.mesh([[0, 0, 0]], [], one_sided=1)),
    ("support_cells is of type str", lambda: ic.Body.hull(np.eye(3), support_cells="no")),
    ("certify is 1", lambda: ic.answer("{}", certify=1)),
    ("time_of_impact is 3", lambda: WORLD.advance(time_of_impact=3)),
    ("intersect is 3", lambda: WORLD.capture(intersect=3)),
    ("filter is 3", lambda: WORLD.add(BOX, HERE, filter=3)),
    ("filter is 3", lambda: WORLD.overlap(BOX, HERE, filter=3)),
    ("filter is 3", lambda: WORLD.set_filter(0, 3)),
    ("other is 3", lambda: ic.Filter().allows(3)),
    ("frame is 3", lambda: WORLD.refine(3, 0)),
    ("world is 3", lambda: ic.ContactEvents().select(3)),
    ("velocities is 3", lambda: ic.ContactEvents().rates(WORLD, 3)),
    ("a is of type Body", lambda: ic.distance_2d(BOX, [0, 0], BOX, [0, 0])),
    ("others is 5", lambda: ic.cuboid_separations(CUBOID, 5)),
    ("others[1] is 5", lambda: ic.cuboid_separations(CUBOID, [CUBOID, 5])),
    ("b is 5", lambda: ic.cuboid_separation(CUBOID, 5)),
    ("what is of type int", lambda: ic.view(3)),
    ("solution must be", lambda: ic.ContactEvents.crossed(3)),
]


@pytest.mark.parametrize("words, call", MIXED + WRONG_TYPES)
def test_every_bad_argument_is_named(words, call):
    with pytest.raises(ic.InterframeError) as caught:
        call()
    assert str(caught.value).startswith(words), caught.value
    assert isinstance(caught.value, ic.ArgumentError) == ((words, call) in WRONG_TYPES) == isinstance(caught.value, TypeError)


def test_bytes_of_any_kind_are_taken():
    data, state = BOX.to_bytes(), ic.PairState().to_bytes()
    for kind in (bytes, bytearray, memoryview, lambda data: np.frombuffer(data, np.uint8)):
        assert ic.Body.from_bytes(kind(data)) == BOX
        assert ic.PairState.from_bytes(kind(state)).to_bytes() == state
        ic.World().restore(kind(ic.World().snapshot()))


def test_an_item_that_is_not_there_is_an_index_error():
    for index in (1, -2, 10**30, -(10**30)):
        with pytest.raises(IndexError, match=f"index {index} is none of 1 items"):
            ic.Bodies([BOX])[index]


def test_no_certificate_is_said():
    _, nothing = ic.certify.distance(BOX, HERE, BOX, HERE)
    with pytest.raises(ic.CertificateError, match="carries no certificate") as caught:
        ic.verify(nothing)
    assert caught.value.condition == 1


def test_unknown_keywords_are_type_errors():
    with pytest.raises(TypeError):
        ic.distance(BOX, HERE, BOX, HERE, tolerance=1)
    with pytest.raises(TypeError):
        ic.distance(BOX, HERE, BOX, HERE, state=3)
