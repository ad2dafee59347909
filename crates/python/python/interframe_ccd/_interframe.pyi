"""The compiled part of interframe_ccd."""

from collections.abc import Iterable, Sequence
from os import PathLike
from types import ModuleType
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from ._named import Named

_Array = NDArray[np.float64]
_PoseLike = Pose | ArrayLike
_PosesLike = Poses | Sequence[Pose] | ArrayLike
_MotionLike = Motion | Pose | ArrayLike
_MotionsLike = Motions | Sequence[Motion] | Poses | Sequence[Pose] | ArrayLike

__version__: str
__all__ = [
    "About",
    "ArgumentError",
    "ArrayError",
    "Bodies",
    "Body",
    "BodyError",
    "CaseError",
    "Cast",
    "CastHit",
    "CertificateError",
    "ClosePair",
    "ClosestApproach",
    "Contact",
    "ContactEvents",
    "ContactInterval",
    "ContactIntervals",
    "ContactManifold",
    "ContactPoint",
    "Containment",
    "ContainmentVerdict",
    "CuboidSeparation",
    "DecidedBy",
    "Detour",
    "Dimension",
    "Distance",
    "Distance2",
    "DistanceMethod",
    "Event",
    "EventSlotsError",
    "Feature",
    "FeatureKind",
    "Filter",
    "Frame",
    "InitialContact",
    "Interframe",
    "InterframeError",
    "Intersection",
    "Method",
    "Mobility",
    "Mode",
    "Motion",
    "MotionError",
    "Motions",
    "MprDistance",
    "Nearest",
    "OptionError",
    "Overlap",
    "PairError",
    "PairState",
    "PairStates",
    "Penetration",
    "Phase",
    "PieceId",
    "Plane",
    "Polygon",
    "Pose",
    "Poses",
    "Proved",
    "Reason",
    "Role",
    "Route",
    "SetsAnswer",
    "SetsMethod",
    "SignedDistance",
    "Sweep",
    "TimeOfExit",
    "TimeOfImpact",
    "TimeOfImpactMethod",
    "Verdict",
    "Within",
    "World",
    "WorldError",
    "WorldFrame",
    "YawCuboid",
    "__version__",
    "_page",
    "answer",
    "batch",
    "cases",
    "certify",
    "closest_approach",
    "contact_intervals",
    "contact_manifold",
    "contact_points",
    "contains",
    "contains_point",
    "cuboid_separation",
    "cuboid_separations",
    "distance",
    "distance_2d",
    "extended_boxes_meet",
    "interframe",
    "interframe_vertices",
    "intersect",
    "intersect_sets",
    "is_subset",
    "minkowski_difference",
    "minkowski_difference_2d",
    "minkowski_sum",
    "minkowski_sum_2d",
    "mpr",
    "penetration",
    "replay",
    "time_of_exit",
    "time_of_impact",
    "verify",
    "within",
]

batch: ModuleType
cases: ModuleType
certify: ModuleType

class InterframeError(ValueError):
    """Something is wrong with an input. The message says what, and names the field."""

class ArgumentError(InterframeError, TypeError):
    """An argument has a wrong type."""

class ArrayError(InterframeError):
    """An array has a wrong shape or type, or is too large."""

class BodyError(InterframeError):
    """A body cannot be built, or a query does not take it."""

class CaseError(InterframeError):
    """A line of a case, a capture or a recording cannot be read."""

class CertificateError(InterframeError):
    """A certificate does not hold or cannot be read; `condition` is the number of the broken one in docs/guide/CERTIFICATES.md."""

    condition: int

class MotionError(InterframeError):
    """A pose or a motion is none."""

class OptionError(InterframeError):
    """An option is outside its range, or its name is unknown."""

class PairError(InterframeError):
    """A pair of a batch is wrong; `pair` is its number. No pair has an answer then."""

    pair: int

class WorldError(InterframeError):
    """A world does not have the body, or cannot do this now."""

class EventSlotsError(WorldError):
    """Two bodies, `a` and `b`, meet that have no event function: select again, with more slots or from an earlier time."""

    a: int
    b: int

@final
class About(Named):
    """What the verdict of a two-frame query is about: the two hulls, or the motion."""

    HULL = 0
    MOTION = 1

@final
class Contact(Named):
    """Kind of contact of a hit: the bodies OVERLAP, or are NEAR, at most the tolerance apart."""

    NONE = 0
    OVERLAP = 1
    NEAR = 2

@final
class ContainmentVerdict(Named):
    """What is proved of containment: B is INSIDE A, NOT_INSIDE, or it is UNDECIDED."""

    UNDECIDED = 0
    INSIDE = 1
    NOT_INSIDE = 2

@final
class DecidedBy(Named):
    """Which arithmetic decided."""

    NOTHING = 0
    STATE = 1
    FLOAT = 2
    EXACT = 3

@final
class Detour(Named):
    """Why `mpr` did not answer by its portal."""

    NONE = 0
    COINCIDENT_CENTERS = 1
    FLAT = 2
    DEGENERATE_PORTAL = 3
    LIMIT = 4
    SIGN_UNCLEAR = 5

@final
class Dimension(Named):
    """Dimension of a convex body."""

    EMPTY = 0
    POINT = 1
    SEGMENT = 2
    FLAT = 3
    SOLID = 4

@final
class DistanceMethod(Named):
    """Which solver answers a distance."""

    DEFAULT = 0
    GJK = 4

@final
class FeatureKind(Named):
    """Kind of a feature: a vertex, an edge or a face."""

    NONE = 0
    VERTEX = 1
    EDGE = 2
    FACE = 3

@final
class Frame(Named):
    """In which frame the bodies are swept."""

    RELATIVE = 0
    WORLD = 1

@final
class InitialContact(Named):
    """What happens with a contact at the start of the frame."""

    REPORT = 0
    IGNORE_UNTIL_SEPARATED = 1
    ONLY_IF_APPROACHING = 2
    IGNORE_PAIRS = 3

@final
class Method(Named):
    """Which solver answers a boolean query."""

    DEFAULT = 0
    RAY_SIMPLEX = 1
    INTERIOR_POINT = 2
    TABLEAU = 3
    GJK = 4
    MPR = 5

@final
class Mobility(Named):
    """Whether a body of a world moves."""

    MOVING = 0
    STATIC = 1

@final
class Mode(Named):
    """What a frame of a world reports."""

    FIRST = 0
    ALL = 1
    POSES = 2

@final
class Phase(Named):
    """Whether a contact begins, stays, ends or passes in a frame."""

    BEGIN = 0
    STAY = 1
    END = 2
    PASS = 3

@final
class Reason(Named):
    """Why a verdict is UNDECIDED."""

    NONE = 0
    HULLS_MEET = 1
    NEAR_SLACK = 2
    BUDGET = 3
    ROUNDING = 4
    SOLVER_TOLERANCE = 5
    SOLVER_FAILED = 6
    UNPROVED = 7
    TOUCHING = 8
    BODY_KIND = 9
    INITIAL_CONTACT = 10

@final
class Role(Named):
    """Whether a body of a world is solid or a sensor."""

    SOLID = 0
    SENSOR = 1

@final
class Route(Named):
    """By which route `mpr` found its answer."""

    NOTHING = 0
    PORTAL = 1
    AXIS = 2
    DISTANCE = 3
    PENETRATION = 4

@final
class SetsMethod(Named):
    """Which solver answers a query about point sets."""

    DEFAULT = 0
    TABLEAU = 3

@final
class Sweep(Named):
    """Which hull stands for a moving body."""

    CERTIFIED = 0
    FULL = 1
    FACE_GROUPED = 2
    SILHOUETTE = 3

@final
class TimeOfImpactMethod(Named):
    """Which solver answers a time of impact."""

    DEFAULT = 0
    RAY_SIMPLEX = 1
    INTERIOR_POINT = 2

@final
class Verdict(Named):
    """What is proved: the bodies are SEPARATED, they HIT, or it is UNDECIDED. Treat UNDECIDED as a possible hit."""

    UNDECIDED = 0
    SEPARATED = 1
    HIT = 2

@final
class Bodies:
    """Many bodies, read once, for batches.

    `Bodies(shapes, index)`: body k is `shapes[index[k]]`, with an index of shape (n,) and whole numbers. Without an index,
    body k is `shapes[k]`. Few shapes with a long index are read fastest.
    """

    def __new__(cls, shapes: Bodies | Sequence[Body], index: ArrayLike | None = None) -> Bodies: ...
    def __getitem__(self, key: int, /) -> Body: ...
    def __len__(self) -> int: ...

@final
class Body:
    """A body: its shape in its own frame. It never changes, and any number of queries and threads may share it.

    Make one by a static method: `cuboid`, `hull`, `sphere`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `compound`, `mesh`,
    `height_field`, `from_file`, `from_bytes`. Lengths are in one unit of your choice.
    """

    def __eq__(self, value: object, /) -> bool: ...
    @staticmethod
    def capsule(half_length: float, radius: float) -> Body:
        """All points within a radius of the segment from -half_length to half_length on the z axis."""
    @staticmethod
    def compound(parts: Iterable[Body | tuple[Body, _PoseLike]]) -> Body:
        """A body of several convex parts, each a `Body` or a pair of a `Body` and its pose in the frame of the whole."""
    @staticmethod
    def cone(half_length: float, radius: float) -> Body:
        """A cone about the z axis: its apex at half_length, its base of this radius at -half_length."""
    @staticmethod
    def cuboid(half_extents: ArrayLike) -> Body:
        """A box about the origin, by its half extents, shape (3,)."""
    @staticmethod
    def cylinder(half_length: float, radius: float) -> Body:
        """A cylinder about the z axis from -half_length to half_length."""
    @staticmethod
    def ellipsoid(radii: ArrayLike) -> Body:
        """An ellipsoid about the origin, by its radii along x, y and z, shape (3,)."""
    @property
    def faces(self) -> Any:
        """Faces of a polytope, a list of arrays of indices of `vertices`; triangles of a mesh, shape (m, 3). None of other bodies."""
    @staticmethod
    def from_bytes(data: bytes | bytearray | memoryview) -> Body:
        """The body whose bytes `to_bytes` wrote. Any bytes are read safely."""
    @staticmethod
    def from_file(path: str | PathLike[str], kind: str = 'hull', *, scale: float | None = None, part: str | None = None) -> Body:
        """The body of an OBJ, STL or OFF file: its convex hull, or with `kind="mesh"` or `"solid"` its triangles.

        `scale` multiplies all coordinates; `part` is the name of one part of the file.
        """
    @staticmethod
    def height_field(heights: ArrayLike, spacing: ArrayLike, origin: ArrayLike | None = None) -> Body:
        """A height field: heights of shape (rows, columns), NaN for holes, cells of size `spacing` = (dx, dy), and the x and y of
        the first height.
        """
    @staticmethod
    def hull(points: Any, *, support_cells: bool = False) -> Body:
        """The convex hull of points, shape (n, 3), or of the vertices of a trimesh.

        With `support_cells` a body of 100 corners or more takes twice the memory, and queries without a state are faster.
        """
    @property
    def kind(self) -> str:
        """`polytope`, `rounded`, `curved`, `compound`, `mesh` or `height_field`."""
    @property
    def memory_bytes(self) -> int:
        """Memory that it takes, in bytes."""
    @staticmethod
    def mesh(vertices: Any, triangles: ArrayLike | None = None, *, one_sided: bool = False, solid: bool = False) -> Body:
        """A triangle mesh: vertices of shape (n, 3) and triangles of shape (m, 3), or a trimesh alone.

        By default it is a surface without an inside. `solid` makes it the volume that a closed surface bounds; `one_sided` a
        surface that is met from the side of its normals only.
        """
    @property
    def radius(self) -> float:
        """The radius about the body, 0 without one."""
    @property
    def report(self) -> dict[str, Any] | None:
        """Counts of what is unusual in a mesh, for example `open_edges`. None of other bodies."""
    def rounded(self, radius: float) -> Body:
        """All points within a radius of this body."""
    def scaled(self, factors: ArrayLike) -> Body:
        """This body with x, y and z multiplied by three factors in its own frame; a negative one mirrors. No factor is 0.

        A sphere becomes an ellipsoid if the factors differ. A body with a radius takes factors of one size, a cylinder or cone
        two equal ones along x and y.
        """
    @staticmethod
    def sphere(radius: float) -> Body:
        """A ball about the origin."""
    def to_bytes(self) -> bytes:
        """The body as bytes, which `from_bytes` reads faster than the body is built."""
    @property
    def vertices(self) -> _Array | None:
        """Corners of a polytope or mesh, body frame, shape (n, 3). None of other bodies."""

@final
class Cast:
    """The answer of `cast` and `ray`."""

    @property
    def hit(self) -> CastHit | None:
        """The first body that is met, a `CastHit`; None if there is none."""
    @property
    def undecided_from(self) -> float | None:
        """From this time on it is not proved that nothing else is met earlier; None if all is decided."""

@final
class CastHit:
    """What a cast or ray meets first."""

    @property
    def answer(self) -> TimeOfImpact:
        """When and where, a `TimeOfImpact`; A is the body that was cast."""
    @property
    def body(self) -> int:
        """The number of the body."""
    @property
    def user(self) -> int:
        """Its key."""

@final
class ClosePair:
    """Two bodies of a world that are near to each other."""

    @property
    def a(self) -> int:
        """The number of A."""
    @property
    def b(self) -> int:
        """The number of B."""
    @property
    def distance(self) -> Distance:
        """How far they are apart, a `Distance`."""

@final
class ClosestApproach:
    """Answer of `closest_approach`. Times are from 0 to 1 over the frame."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def contact(self) -> Contact:
        """Kind of contact of a hit."""
    @property
    def distance(self) -> float:
        """The smallest distance that was found, a length."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The distance at `t` is within this of `distance`."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def lower_bound(self) -> float:
        """The distance is at least this at every time."""
    @property
    def normal(self) -> _Array | None:
        """Unit normal from A to B at `t`, world axes, shape (3,)."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces are nearest, of bodies of several."""
    @property
    def point_a(self) -> _Array | None:
        """Point of A at `t`, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """Point of B at `t`, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def solves(self) -> int:
        """Distance solves, which the budget counts."""
    @property
    def t(self) -> float:
        """The time of `distance`."""
    @property
    def t_hi(self) -> float:
        """With a contact: its time. Otherwise the smallest distance is before it."""
    @property
    def t_lo(self) -> float:
        """With a contact: proved apart before this time. Otherwise the smallest distance is after it."""
    @property
    def verdict(self) -> Verdict:
        """Whether they stay apart or meet."""

@disjoint_base
class ContactEvents:
    """Signed distances of the pairs of a world as event functions: `slots` functions (16), each positive where its pair is apart,
    negative in overlap, 0 where it touches, and 1 without a pair.

    Call `select` before each step and `evaluate` whenever the integrator needs the values. With a `hysteresis` (a length, 0), a
    contact ends only where the bodies are farther apart than that. `functions` makes event functions for SciPy's `solve_ivp`.
    """

    def __new__(cls, *, slots: int | None = None, hysteresis: float | None = None) -> ContactEvents: ...
    def evaluate(self, world: World) -> _Array:
        """The values of all functions where bodies are now, shape (slots,), lengths. Raises `EventSlotsError` if another pair meets."""
    def measure(self, world: World) -> list[SignedDistance]:
        """All functions with error, normal and points, for contact forces: a list of `SignedDistance`."""
    def measure_array(self, world: World) -> NDArray[np.void]:
        """Measures all functions as a structured array of shape (slots,)."""
    def pairs(self) -> list[tuple[int, int] | None]:
        """The selected pairs: for each function the numbers of A and B, or None without a pair."""
    def rates(self, world: World, velocities: dict[int, tuple[ArrayLike, ArrayLike]]) -> _Array:
        """The derivatives of all functions by time, shape (slots,), in lengths a unit of time.

        `velocities` maps bodies to pairs of the velocity of the origin and the angular velocity in radians a unit of time, each of
        shape (3,), world axes. Bodies without an entry are at rest.
        """
    def select(self, world: World) -> None:
        """Chooses the pairs of the functions, with the bodies where they are now."""
    def select_after(self, world: World, crossed: Iterable[int]) -> None:
        """Selects after an event: `crossed` are the numbers of the functions of which the root finder reports a root here."""
    def set_slots(self, slots: int) -> None:
        """Sets another number of functions; select again before the next evaluation."""
    @property
    def slots(self) -> int:
        """Number of functions."""

@final
class ContactInterval:
    """One contact of `contact_intervals`. Times are from 0 to 1 over the frame."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def contact(self) -> Contact:
        """Kind of contact that is certified about `enter`."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def enter(self) -> _Array:
        """Proved apart up to the first of these times; in contact at some time from the first to the second. Shape (2,)."""
    @property
    def exit(self) -> _Array:
        """In contact at some time from the first of these times to the second; proved apart from the second on. Shape (2,)."""
    @property
    def gap(self) -> float:
        """With `NEAR`: the gap is at most this length."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces meet first, of bodies of several."""
    @property
    def reason(self) -> Reason:
        """Why nothing is certified, or why the end was not searched."""

@final
class ContactIntervals:
    """The times at which two moving bodies are in contact."""

    def __len__(self) -> int: ...
    @property
    def intervals(self) -> list[ContactInterval]:
        """The contacts in the order of time, a list of `ContactInterval`."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def solves(self) -> int:
        """Distance solves, which the budget counts."""
    def to_array(self) -> NDArray[np.void]:
        """The contacts in the order of time, a structured array."""
    @property
    def undecided(self) -> int:
        """Number of intervals without a certified contact."""
    @property
    def verdict(self) -> Verdict:
        """`SEPARATED`: apart throughout. `HIT`: some interval has a certified contact."""

@final
class ContactManifold:
    """Answer of `contact_manifold`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def contacts(self) -> list[ContactPoint]:
        """The contacts, the deepest first."""
    @property
    def count(self) -> int:
        """Number of contacts, at most 4."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def normal(self) -> _Array | None:
        """Unit normal of all contacts, from A to B, world axes, shape (3,)."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces are the deepest or nearest, of bodies of several."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def verdict(self) -> Verdict:
        """Whether they meet, exactly."""

@final
class ContactPoint:
    """A contact of a manifold."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def depth(self) -> float:
        """Depth along the normal, a length; negative across a gap."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def id(self) -> int:
        """A number that stays the same from frame to frame as long as the same features touch."""
    @property
    def point_a(self) -> _Array:
        """Point of A, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array:
        """Point of B, world frame, shape (3,)."""

@final
class Containment:
    """Answer of `contains`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The true margin is within this of `margin`."""
    @property
    def face(self) -> int | None:
        """The face of A of the least margin."""
    @property
    def iterations(self) -> int:
        """Half-spaces of A that were tested."""
    @property
    def margin(self) -> float | None:
        """How far every face of A could move inwards before it reaches B, a length; negative when B is not inside."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces have this margin, of bodies of several."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def verdict(self) -> ContainmentVerdict:
        """Whether every point of B is one of A, exactly."""
    @property
    def vertex(self) -> int | None:
        """The vertex of B nearest to it or farthest beyond it."""

@final
class CuboidSeparation:
    """Answer of `cuboid_separation`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The true distance is within this of `separation`."""
    @property
    def horizontal(self) -> float:
        """Distance in plan."""
    @property
    def iterations(self) -> int:
        """Steps."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def safety_distance(self) -> float:
        """The options' safety distance, a length."""
    @property
    def separation(self) -> float:
        """Distance of the cuboids, a length; 0 only if they share a point."""
    @property
    def verdict(self) -> Verdict:
        """`HIT`: the distance is at most the safety distance, exactly."""
    @property
    def vertical(self) -> float:
        """Distance in height."""

@final
class Distance:
    """Answer of `distance`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The true distance is within this of `separation`."""
    @property
    def features(self) -> list[Feature] | None:
        """Features of A and B that hold the two points."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def lower_bound(self) -> float:
        """The true distance is at least this."""
    @property
    def normal(self) -> _Array | None:
        """Unit normal from A to B, world axes, shape (3,)."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces are nearest, of bodies of several."""
    @property
    def point_a(self) -> _Array | None:
        """Point of A nearest to B, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """Point of B nearest to A, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def separation(self) -> float:
        """The distance, a length; 0 when they meet, infinite when a body is empty."""
    @property
    def verdict(self) -> Verdict:
        """Whether they are apart, exactly."""

@final
class Distance2:
    """Answer of `distance_2d`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The true distance is within this of `separation`."""
    @property
    def features(self) -> list[Feature] | None:
        """Features of A and B that hold the two points."""
    @property
    def iterations(self) -> int:
        """Support queries on each polygon."""
    @property
    def lower_bound(self) -> float:
        """The true distance is at least this."""
    @property
    def normal(self) -> _Array | None:
        """Unit normal from A to B, shape (2,)."""
    @property
    def point_a(self) -> _Array | None:
        """Point of A nearest to B, shape (2,)."""
    @property
    def point_b(self) -> _Array | None:
        """Point of B nearest to A, shape (2,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def separation(self) -> float:
        """The distance, a length; 0 when they meet."""
    @property
    def verdict(self) -> Verdict:
        """Whether they are apart, exactly."""

@final
class Event:
    """A contact of a frame of a world. Times are from 0 to 1 over the frame."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    @property
    def a(self) -> int:
        """Number of body A."""
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def b(self) -> int:
        """Number of body B."""
    @property
    def contact(self) -> Contact:
        """Kind of contact that is certified."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def exit(self) -> _Array:
        """In mode `all`, bracket of the time at which the contact ends, shape (2,)."""
    @property
    def gap(self) -> float:
        """Largest gap of a near contact, a length."""
    @property
    def normal(self) -> _Array | None:
        """Unit normal from A to B, world axes, shape (3,)."""
    @property
    def order_group(self) -> int:
        """Number of its group: the order within a group is not known."""
    @property
    def phase(self) -> Phase:
        """Whether the contact begins, stays, ends or passes."""
    @property
    def pieces(self) -> list[PieceId]:
        """Which pieces meet."""
    @property
    def point_a(self) -> _Array | None:
        """Point of A, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """Point of B, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def sensor(self) -> bool:
        """Whether one of the two is a sensor."""
    @property
    def separation_velocity(self) -> float:
        """In mode `first`, rate of the gap, in lengths a frame."""
    @property
    def t_hi(self) -> float:
        """End of that bracket."""
    @property
    def t_lo(self) -> float:
        """Start of the bracket of the time at which the phase begins."""
    @property
    def user_a(self) -> int:
        """Key of body A."""
    @property
    def user_b(self) -> int:
        """Key of body B."""
    @property
    def verdict(self) -> Verdict:
        """`HIT`: contact is proved. `SEPARATED`, of a contact that ends."""

@final
class Feature:
    """A vertex, edge or face of a body."""

    @property
    def kind(self) -> FeatureKind:
        """Its kind, a `FeatureKind`."""
    @property
    def vertices(self) -> tuple[int, ...]:
        """Its one, two or three vertices, numbers as in `Body.vertices`, ascending."""

@final
class Filter:
    """Which pairs a body can form: it collides with bodies whose `category` its `mask` contains, and the other way round.

    Two bodies of the same `group` collide if it is positive and do not if it is negative, whatever their masks are. 0: no group.
    """

    def __new__(cls, category: int = 1, mask: int = 18446744073709551615, group: int = 0) -> Filter: ...
    def allows(self, other: Filter) -> bool:
        """Whether the filters let two bodies collide."""
    @property
    def category(self) -> int:
        """Categories of the body, as bits."""
    @property
    def group(self) -> int:
        """Its group, 0 for none."""
    @property
    def mask(self) -> int:
        """Categories with which it collides, as bits."""

@final
class Interframe:
    """Answer of `interframe`, `interframe_vertices` and `extended_boxes_meet`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    @property
    def about(self) -> About:
        """Whether the verdict is about the hulls or the motion."""
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def bounds(self) -> tuple[float, float] | None:
        """Lower and upper bound of the hulls' distance, from the method `interior_point` only."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces are not proved apart, of bodies of several."""
    @property
    def plane(self) -> Plane | None:
        """With `SEPARATED`: the plane that proves it."""
    @property
    def point(self) -> _Array | None:
        """With `HIT`: a point common to the hulls, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def slack(self) -> float:
        """Sum of the dilation radii of a certified sweep, a length."""
    @property
    def solver(self) -> Method:
        """The solver that decided."""
    @property
    def verdict(self) -> Verdict:
        """The verdict, about what `about` says."""

@final
class Intersection:
    """Answer of `intersect`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def bounds(self) -> tuple[float, float] | None:
        """Lower and upper bound of the distance, from the method `interior_point` only."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces meet, of bodies of several."""
    @property
    def plane(self) -> Plane | None:
        """With `SEPARATED`: a plane that separates them."""
    @property
    def point(self) -> _Array | None:
        """With `HIT`: a common point to rounding, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def solver(self) -> Method:
        """The solver that decided."""
    @property
    def verdict(self) -> Verdict:
        """Whether they share a point, exactly."""

@final
class Motion:
    """One frame of rigid motion, for t from 0 to 1: the body's point `pivot` moves on a straight line at constant speed, and the
    orientation turns about one world axis at a constant rate.

    `Motion(start, end, pivot)` goes from one pose to another by the shortest arc. `pivot`, shape (3,), is a body point, by
    default the origin. Use `Motion.from_turn` for turns beyond half a turn.
    Wherever a motion is asked for you may also pass a pose, at which the body stays.
    """

    def __new__(cls, start: _PoseLike, end: _PoseLike, pivot: ArrayLike | None = None) -> Motion: ...
    def __eq__(self, value: object, /) -> bool: ...
    @property
    def end(self) -> Pose:
        """Pose at t = 1."""
    @staticmethod
    def fixed(pose: _PoseLike) -> Motion:
        """Keeps the body at a pose."""
    @staticmethod
    def from_turn(start: _PoseLike, end_translation: ArrayLike, turn: ArrayLike, pivot: ArrayLike | None = None) -> Motion:
        """Moves the pivot by `end_translation - start.translation` and turns the body by the rotation vector `turn`, shape (3,),
        world axes, in radians over the frame. Several turns are several turns.
        """
    @property
    def is_turning(self) -> bool:
        """Whether the body turns."""
    @property
    def pivot(self) -> _Array:
        """The body point that moves on a straight line, body frame, shape (3,)."""
    def pose_at(self, t: float) -> Pose:
        """Pose at a time from 0 to 1, to rounding."""
    def split(self, t: float) -> tuple[Motion, Motion]:
        """The parts of the motion before and after a time from 0 to 1, each a motion of its own."""
    @property
    def start(self) -> Pose:
        """Pose at t = 0."""
    @staticmethod
    def to(start: _PoseLike, end_translation: ArrayLike) -> Motion:
        """Moves the body to `end_translation`, shape (3,), without turning it."""
    @property
    def turn(self) -> _Array | None:
        """The rotation vector, radians over the frame, shape (3,), if the motion was given by one."""

@final
class Motions:
    """Many motions, read once, for batches.

    `Motions(starts, ends, pivots)` goes from poses to poses by the shortest arcs; `pivots` has the shape (n, 3).
    """

    def __new__(cls, starts: _PosesLike, ends: _PosesLike, pivots: ArrayLike | None = None) -> Motions: ...
    def __getitem__(self, key: int, /) -> Motion: ...
    def __len__(self) -> int: ...
    @staticmethod
    def fixed(poses: _PosesLike) -> Motions:
        """Keeps the bodies at poses."""
    @staticmethod
    def from_turns(starts: _PosesLike, end_translations: ArrayLike, turns: ArrayLike, pivots: ArrayLike | None = None) -> Motions:
        """Moves the pivots by `end_translations - starts` and turns the bodies by rotation vectors; both of shape (n, 3), turns in
        radians over the frame, world axes.
        """

@final
class MprDistance:
    """Answer of `mpr`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @property
    def detour(self) -> Detour:
        """Why it was not the portal."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def lower_bound(self) -> float:
        """The true signed distance is at least this."""
    @property
    def normal(self) -> _Array | None:
        """Unit normal from A to B, world axes, shape (3,)."""
    @property
    def point_a(self) -> _Array | None:
        """Point of A, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """Point of B, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def route(self) -> Route:
        """By which route it was found."""
    @property
    def separation(self) -> float:
        """The method's signed distance, a length."""
    @property
    def upper_bound(self) -> float:
        """The true signed distance is at most this."""
    @property
    def verdict(self) -> Verdict:
        """Whether they meet, exactly."""

@final
class Nearest:
    """The nearest body."""

    @property
    def body(self) -> int:
        """The number of the body."""
    @property
    def distance(self) -> Distance:
        """How far it is, a `Distance`; A is the body that was given."""
    @property
    def user(self) -> int:
        """Its key."""

@final
class Overlap:
    """A body that another one meets at a pose."""

    @property
    def body(self) -> int:
        """The number of the body."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def user(self) -> int:
        """Its key."""
    @property
    def verdict(self) -> Verdict:
        """`HIT`, or `UNDECIDED` with a reason."""

@final
class PairState:
    """Memory of one pair from frame to frame. Pass the same one to every query about the pair: answers come faster, and no proved
    verdict contradicts one without it. Where the budget is spent, one of the two may be `undecided`.
    """

    def __new__(cls) -> PairState: ...
    @staticmethod
    def from_bytes(data: bytes | bytearray | memoryview) -> PairState:
        """The state of 56 bytes."""
    def to_bytes(self) -> bytes:
        """The state as 56 bytes, the same on every machine."""

@final
class PairStates:
    """Memories of the pairs of a batch, `PairStates(count)`. Pass the same one in every frame."""

    def __new__(cls, count: int) -> PairStates: ...
    def __len__(self) -> int: ...
    def to_words(self) -> NDArray[np.uint64]:
        """A copy of all states as words, shape (n, 7), dtype uint64."""

@final
class Penetration:
    """Answer of `penetration`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @property
    def depth(self) -> float:
        """Length of the shortest translation that separates them, or of the one along `direction`; 0 when apart."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The true depth is within this of `depth`."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def normal(self) -> _Array | None:
        """With `HIT`: unit direction in which B moves out by `depth`, world axes, shape (3,)."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces are the deepest, of bodies of several."""
    @property
    def plane(self) -> Plane | None:
        """With `SEPARATED`: a plane that separates them."""
    @property
    def point_a(self) -> _Array | None:
        """With `HIT`: the point of A deepest in B, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """With `HIT`: the point of B opposite, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def verdict(self) -> Verdict:
        """Whether they meet, exactly."""

@final
class PieceId:
    """Which piece of a body of several: a part of a compound, or a triangle of a mesh or height field."""

    @property
    def part(self) -> int:
        """Number of the part, 0 for a triangle."""
    @property
    def triangle(self) -> int:
        """Number of the triangle, 0 for a part."""

@final
class Plane:
    """A plane between two bodies."""

    @property
    def normal(self) -> _Array:
        """Unit normal from A to B, world axes, shape (3,)."""
    @property
    def offset(self) -> float:
        """`normal` dot a point about half-way between the bodies."""
    @property
    def spanned_by(self) -> list[tuple[int, int]] | None:
        """Pairs of vertices of A and B that define the plane exactly, where no f64 normal separates the bodies; otherwise None."""

@final
class Polygon:
    """The convex hull of points of the plane, shape (n, 2), and all points within `radius` of it."""

    def __new__(cls, points: ArrayLike, radius: float | None = None) -> Polygon: ...
    @property
    def radius(self) -> float:
        """The radius about it."""
    @property
    def vertices(self) -> _Array:
        """Its corners, shape (n, 2)."""

@final
class Pose:
    """Position and orientation of a body's frame in the world.

    `Pose(translation, quaternion)` takes the position of the body's origin, shape (3,), and a quaternion x y z w, shape (4,),
    as SciPy orders it; each may be left out. The quaternion's norm must be within 1e-3 of 1.
    Wherever a pose is asked for you may also pass an array: shape (3,), (7,) or (4, 4).
    """

    def __new__(cls, translation: ArrayLike | None = None, quaternion: ArrayLike | None = None) -> Pose: ...
    def __eq__(self, value: object, /) -> bool: ...
    @staticmethod
    def from_matrix(matrix: ArrayLike) -> Pose:
        """The pose of a matrix of shape (4, 4) that takes body coordinates to the world: a rotation, the position in the last
        column, and 0 0 0 1 in the last row. trimesh has such matrices.
        """
    @property
    def matrix(self) -> _Array:
        """The matrix that takes body coordinates to the world, shape (4, 4)."""
    @property
    def quaternion(self) -> _Array:
        """The quaternion x y z w as it was given, shape (4,)."""
    def transform(self, points: ArrayLike) -> _Array:
        """World positions of body points, shape (n, 3) or (3,)."""
    @property
    def translation(self) -> _Array:
        """Position of the body's origin in the world, shape (3,)."""

@final
class Poses:
    """Many poses, read once, for batches: from an array of shape (n, 3), (n, 7) or (n, 4, 4), or a sequence of `Pose`."""

    def __new__(cls, poses: _PosesLike) -> Poses: ...
    def __getitem__(self, key: int, /) -> Pose: ...
    def __len__(self) -> int: ...

@final
class Proved:
    """What a certificate proves."""

    @property
    def contact(self) -> tuple[float, float] | None:
        """With a hit about a motion: contact at some time between these two."""
    @property
    def contacts(self) -> int:
        """Number of contacts in a frame, if all were asked for."""
    @property
    def free(self) -> tuple[float, float]:
        """About a motion: the time in which the bodies are proved apart, a pair of numbers from 0 to 1."""
    @property
    def gap(self) -> float | None:
        """With a contact by closest points: their distance is at most this length."""
    @property
    def separation(self) -> float:
        """The separation that the certificate speaks of, a length."""
    @property
    def verdict(self) -> str:
        """`separated`, `hit` or `undecided`; about containment `inside`, `not_inside` or `undecided`."""

@final
class SetsAnswer:
    """Answer of a query about point sets."""

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Lower bounds of the distance, by the optimum and by the plane."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided, a `DecidedBy`."""
    @property
    def iterations(self) -> int:
        """Pivots."""
    @property
    def normal(self) -> _Array | None:
        """Normal of a separating plane, shape (d,), if there is one."""
    @property
    def offset(self) -> float | None:
        """Offset of that plane along the normal."""
    @property
    def outside(self) -> int | None:
        """The number of a point of the set that is outside, for `is_subset`."""
    @property
    def point(self) -> _Array | None:
        """A common point, shape (d,), if there is one."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided, a `Reason`."""
    @property
    def verdict(self) -> Verdict | ContainmentVerdict:
        """A `Verdict`, or a `ContainmentVerdict`; exact."""

@final
class SignedDistance:
    """One function of `ContactEvents`, measured."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    @property
    def a(self) -> int | None:
        """Number of body A; None without a pair."""
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def b(self) -> int | None:
        """Number of body B; None without a pair."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def error(self) -> float:
        """The true value is within this of `z`."""
    @property
    def normal(self) -> _Array:
        """Unit normal from A to B, world axes, shape (3,); zero where there is none."""
    @property
    def point_a(self) -> _Array:
        """Point of A nearest to B or deepest in it, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array:
        """Point of B nearest to A or deepest in it, world frame, shape (3,)."""
    @property
    def touching(self) -> bool:
        """Whether the pair was in contact at the selection."""
    @property
    def z(self) -> float:
        """The function's value, a length."""

@final
class TimeOfExit:
    """Answer of `time_of_exit`. Times are from 0 to 1 over the frame."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def depth(self) -> float:
        """How far B is outside at `t_hi`, a length."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def face(self) -> int | None:
        """The face of A through which it leaves."""
    @property
    def initial(self) -> bool:
        """Whether B was outside at the start."""
    @property
    def iterations(self) -> int:
        """Steps."""
    @property
    def normal(self) -> _Array | None:
        """Unit outward normal of that face at `t_hi`, world axes, shape (3,)."""
    @property
    def point(self) -> _Array | None:
        """Where it is at `t_hi`, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def t_hi(self) -> float:
        """With `NOT_INSIDE`: a time at which it is outside. Otherwise 1."""
    @property
    def t_lo(self) -> float:
        """Proved inside up to this time."""
    @property
    def verdict(self) -> ContainmentVerdict:
        """`INSIDE`: throughout the frame. `NOT_INSIDE`: it leaves at `t_hi`."""
    @property
    def vertex(self) -> int | None:
        """The vertex of B that leaves."""

@final
class TimeOfImpact:
    """Answer of `time_of_impact`. Times are from 0 to 1 over the frame."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def contact(self) -> Contact:
        """Kind of contact of a hit."""
    @property
    def depth(self) -> float:
        """With a contact at t = 0: its depth, a length."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def features(self) -> list[Feature] | None:
        """Features of A and B that hold the two points."""
    @property
    def free_from(self) -> float:
        """Time from which they are proved apart, if a contact at the start was ignored."""
    @property
    def gap(self) -> float:
        """With `NEAR`: the gap at `t_hi` is at most this length."""
    @property
    def initial(self) -> bool:
        """Whether the frame began with the contact."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def normal(self) -> _Array | None:
        """Unit contact normal from A to B at `t_hi`, world axes, shape (3,)."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces meet, of bodies of several."""
    @property
    def point_a(self) -> _Array | None:
        """Point of A that touches B at `t_hi`, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """Point of B that touches A at `t_hi`, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def separation_velocity(self) -> float:
        """Rate of the gap along the normal at `t_hi`, in lengths a frame; negative when they approach."""
    @property
    def solves(self) -> int:
        """Distance solves, which the budget counts."""
    @property
    def t_hi(self) -> float:
        """Time of contact with `HIT`; otherwise 1."""
    @property
    def t_lo(self) -> float:
        """Proved apart from `free_from` up to this time."""
    @property
    def verdict(self) -> Verdict:
        """`SEPARATED`: apart at every time. `HIT`: see `contact`."""

@final
class Within:
    """Answer of `within`."""

    _fields: tuple[str, ...]
    def __eq__(self, value: object, /) -> bool: ...
    def asdict(self) -> dict[str, Any]:
        """All fields by name."""
    @property
    def decided_by(self) -> DecidedBy:
        """Which arithmetic decided."""
    @property
    def distance(self) -> float:
        """The options' distance."""
    @staticmethod
    def dtype() -> np.dtype[np.void]:
        """The dtype of an array of these answers, as batches return it."""
    @property
    def iterations(self) -> int:
        """Support queries on each body."""
    @property
    def normal(self) -> _Array | None:
        """With `SEPARATED`: unit normal from A to B along which they are farther apart, shape (3,)."""
    @property
    def pieces(self) -> list[PieceId] | None:
        """Which pieces are that near, of bodies of several."""
    @property
    def point_a(self) -> _Array | None:
        """With `HIT`: a point of A that near to `point_b`, world frame, shape (3,)."""
    @property
    def point_b(self) -> _Array | None:
        """With `HIT`: that point of B, world frame, shape (3,)."""
    @property
    def reason(self) -> Reason:
        """Why it is undecided."""
    @property
    def verdict(self) -> Verdict:
        """`HIT`: the distance is at most that of the options, exactly. `SEPARATED`: it is larger."""

@final
class World:
    """All bodies of a simulation. Every pair that moves is swept as it moves.

    Bodies are named by whole numbers, which `add` returns. Results depend neither on threads nor, if all `user` keys differ, on
    the order in which bodies were added.
    """

    def __new__(cls) -> World: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def add(self, body: Body, pose: _PoseLike, *, user: int = 0, filter: Filter | None = None, role: Role | str | None = None, mobility: Mobility | str | None = None) -> int:
        """Adds a body, whose contacts begin with the next frame, and returns its number.

        `user` is a key of yours, by which pairs and events at one time are ordered. `role` is solid or sensor, `mobility` is moving or
        static.
        """
    def advance(self, motions: dict[int, _MotionLike] | tuple[Iterable[int], _MotionsLike] | None = None, *, mode: Mode | str | None = None, time_of_impact: dict[str, Any] | None = None, intersect: dict[str, Any] | None = None, budget: int | None = None, max_pairs: int | None = None, threads: int | None = None) -> WorldFrame:
        """Moves bodies through a frame and returns its contacts. Afterwards each body is at the end of its motion, even if it hit
        something. Bodies without a motion stay.

        `motions` is a dictionary from bodies to motions, or a pair of a sequence of bodies and their motions. `mode` is `first`,
        `all` or `poses`. `time_of_impact` and `intersect` are dictionaries of options of these queries. More than `max_pairs`
        pairs of boxes that meet are an error; only the first `budget` pairs are tested. `threads` is 1 by default.
        """
    def bodies(self) -> list[int]:
        """The numbers of all bodies."""
    def capture(self, motions: dict[int, _MotionLike] | tuple[Iterable[int], _MotionsLike] | None = None, *, mode: Mode | str | None = None, time_of_impact: dict[str, Any] | None = None, intersect: dict[str, Any] | None = None, budget: int | None = None, max_pairs: int | None = None) -> str:
        """The frame that `advance` would pass with these arguments as one line of JSON, for `replay` and `interframe replay`."""
    def cast(self, body: Body, motion: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, filter: Filter | None = None) -> Cast:
        """The first body that a body meets on its way, all others where they are now. Options are those of `time_of_impact`; `filter`
        treats the query as a body with that filter.
        """
    def cast_all(self, body: Body, motion: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, filter: Filter | None = None) -> list[CastHit]:
        """All bodies that a body meets on its way, in the order of time."""
    def cast_any(self, body: Body, motion: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, filter: Filter | None = None) -> Verdict:
        """Whether a body meets any other on its way, a `Verdict`. Cheaper than `cast`."""
    def closest_pairs(self, k: int, *, cutoff: float | None = None, filter: Filter | None = None) -> list[ClosePair]:
        """The `k` pairs of bodies that are nearest to each other, those within `cutoff`, nearest first."""
    def copy(self) -> World:
        """A world of its own with the same bodies."""
    @property
    def memory_bytes(self) -> int:
        """Memory that it takes, shapes left out, in bytes."""
    def motion(self, body: int) -> Motion:
        """The motion of a body in the last frame."""
    def motion_by(self, body: int, travel: ArrayLike, turn: ArrayLike | None = None, pivot: ArrayLike | None = None) -> Motion:
        """The motion of a body from where it is that moves `pivot` by `travel` and turns it by the rotation vector `turn`, in radians;
        both of shape (3,), world axes: velocity and angular velocity times the length of the frame.
        """
    def motion_to(self, body: int, end: _PoseLike, pivot: ArrayLike | None = None) -> Motion:
        """The motion of a body from where it is to a pose, by the shortest arc."""
    def nearest(self, body: Body, pose: _PoseLike, *, cutoff: float | None = None, filter: Filter | None = None) -> Nearest | None:
        """The body nearest to one at a pose, if any is within `cutoff`, a length."""
    def overlap(self, body: Body, pose: _PoseLike, *, filter: Filter | None = None) -> list[Overlap]:
        """All bodies that a body meets at a pose, and those of which it is undecided."""
    def pose(self, body: int) -> Pose:
        """Where a body is."""
    def poses(self, bodies: Iterable[int] | None = None) -> _Array:
        """Where bodies are, shape (n, 7): x y z and quaternions x y z w. Of all bodies, in the order of `bodies`, without a list."""
    def ray(self, start: ArrayLike, end: ArrayLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, filter: Filter | None = None) -> Cast:
        """The first body that a point meets on the segment between two places, each of shape (3,); times are parts of that way."""
    def ray_all(self, start: ArrayLike, end: ArrayLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, filter: Filter | None = None) -> list[CastHit]:
        """All bodies that a point meets between two places, in the order of time."""
    def ray_any(self, start: ArrayLike, end: ArrayLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, filter: Filter | None = None) -> Verdict:
        """Whether a point meets any body between two places, a `Verdict`."""
    def refine(self, frame: WorldFrame, group: int, *, mode: Mode | str | None = None, time_of_impact: dict[str, Any] | None = None, intersect: dict[str, Any] | None = None) -> WorldFrame:
        """Queries the events of an order group of the last frame again, with narrower brackets: pass a smaller `tolerance` in
        `time_of_impact`. Returns the frame in its new order.
        """
    def remove(self, body: int) -> None:
        """Takes a body away, and its contacts without an event."""
    def restore(self, snapshot: bytes | bytearray | memoryview, shapes: dict[int, Body] | None = None) -> None:
        """Makes this world the one that a snapshot was taken of. `shapes` maps numbers of bodies that are not in this world now to
        their shapes.
        """
    def set_filter(self, body: int, filter: Filter | None) -> None:
        """Sets the filter of a body, from the next frame on."""
    def shape(self, body: int) -> Body:
        """The shape of a body."""
    def snapshot(self) -> bytes:
        """All that the frames to come depend on besides shapes, as bytes."""
    def teleport(self, body: int, pose: _PoseLike) -> None:
        """Puts a body elsewhere; nothing between is met."""
    def teleport_all(self, bodies: Iterable[int], poses: _PosesLike) -> None:
        """Puts many bodies elsewhere: a sequence of bodies and their poses."""
    def undo_frame(self) -> None:
        """Takes the last frame back: every body is where it was when the frame began."""
    def user(self, body: int) -> int:
        """The key of a body."""

@final
class WorldFrame:
    """The contacts of a frame."""

    def __len__(self) -> int: ...
    @property
    def events(self) -> list[Event]:
        """The contacts in the order of time, a list of `Event`."""
    @property
    def number(self) -> int:
        """Its number, from 1."""
    @property
    def statistics(self) -> dict[str, Any]:
        """Counts of the frame and the seconds that its parts took, a dictionary."""
    def to_array(self) -> NDArray[np.void]:
        """The contacts in the order of time, a structured array."""

@final
class YawCuboid:
    """An upright cuboid: four corners in plan, shape (4, 2), in any order, between the heights `z`, shape (2,)."""

    def __new__(cls, corners: ArrayLike, z: ArrayLike) -> YawCuboid: ...
    @property
    def corners(self) -> _Array:
        """The corners in plan, shape (4, 2)."""
    @property
    def z(self) -> tuple[float, float]:
        """Lowest and highest z."""

def _page(path: str | PathLike[str], frames: int | None = None) -> tuple[str, int]:
    """The page that shows a file, as HTML, and how many of its lines were refused."""

def answer(case: dict[str, Any] | str, *, certify: bool = False) -> dict[str, Any]:
    """Answers a line of a case file, a dictionary or its text: the answer as `interframe query --json` writes it, a dictionary.

    With `certify` it has the certificate under `proof`, if there is one.
    """

def closest_approach(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, tolerance: float | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> ClosestApproach:
    """How near two moving bodies come to each other, and when."""

def contact_intervals(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> ContactIntervals:
    """All times of the frame at which two moving bodies are in contact, as brackets of where each contact begins and ends.

    The options are those of `time_of_impact`.
    """

def contact_manifold(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, prediction: float | None = None, max_pivots: int | None = None, state: PairState | None = None) -> ContactManifold:
    """Where two bodies at poses touch, or are at most `prediction` (a length, 0 by default) apart: up to four points."""

def contact_points(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, prediction: float | None = None, max_pivots: int | None = None, max_points: int | None = None, state: PairState | None = None) -> tuple[ContactManifold, NDArray[np.void]]:
    """The manifold of `contact_manifold`, and every contact of the two features, a structured array of at most `max_points` rows."""

def contains(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, max_pivots: int | None = None, state: PairState | None = None) -> Containment:
    """Whether body B lies inside A, exactly, and with what margin."""

def contains_point(set: ArrayLike, point: ArrayLike, *, method: SetsMethod | str | None = None, max_pivots: int | None = None) -> SetsAnswer:
    """Whether a point, shape (d,), lies in the hull of a set, shape (n, d) with d from 2 to 8, exactly."""

def cuboid_separation(a: YawCuboid, b: YawCuboid, *, safety_distance: float | None = None) -> CuboidSeparation:
    """Whether two upright cuboids are at most `safety_distance` (a length, 0) apart, exactly, and how far they are."""

def cuboid_separations(a: YawCuboid, others: Sequence[YawCuboid], *, safety_distance: float | None = None) -> NDArray[np.void]:
    """The separations of one upright cuboid from a sequence of others, a structured array."""

def distance(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, method: DistanceMethod | str | None = None, max_pivots: int | None = None, state: PairState | None = None) -> Distance:
    """How far two bodies at poses are apart, with a bound of the error."""

def distance_2d(a: Polygon, pose_a: ArrayLike, b: Polygon, pose_b: ArrayLike, *, method: DistanceMethod | str | None = None, max_pivots: int | None = None) -> Distance2:
    """Distance of two polygons at poses, each of shape (2,) or (3,): x, y and an angle in radians."""

def extended_boxes_meet(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, frame: Frame | str | None = None, state: PairState | None = None) -> Interframe:
    """Whether the extended oriented boxes of two moving bodies are apart: `SEPARATED`, proved, or `UNDECIDED`."""

def interframe(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, sweep: Sweep | str | None = None, frame: Frame | str | None = None, method: Method | str | None = None, max_pivots: int | None = None, sweep_rel_tol: float | None = None, state: PairState | None = None) -> Interframe:
    """Whether two moving bodies may meet between two frames. Costs least: it proves that they pass, or says "may hit".

    `sweep`: which hull stands for a moving body; `frame`: in which frame they are swept; `sweep_rel_tol`: by how
    much a certified sweep may be wider (1e-6).
    """

def interframe_vertices(a_start: ArrayLike, a_end: ArrayLike, b_start: ArrayLike, b_end: ArrayLike, *, method: Method | str | None = None, max_pivots: int | None = None) -> Interframe:
    """Whether the hulls of two deforming bodies' start and end vertices share a point, exactly: vertex i of a body moves from row i
    of its start to row i of its end, each of shape (n, 3), world frame.
    """

def intersect(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, method: Method | str | None = None, max_pivots: int | None = None, state: PairState | None = None) -> Intersection:
    """Whether two bodies at poses share a point, exactly. Touching is a hit.

    `method`: which solver; `max_pivots`: pivots in f64 before exact arithmetic takes over. Neither changes a verdict.
    """

def intersect_sets(a: ArrayLike, b: ArrayLike, *, method: SetsMethod | str | None = None, max_pivots: int | None = None) -> SetsAnswer:
    """Whether the hulls of two point sets, of shape (n, d) with d from 2 to 8, meet, exactly."""

def is_subset(a: ArrayLike, b: ArrayLike, *, method: SetsMethod | str | None = None, max_pivots: int | None = None) -> SetsAnswer:
    """Whether every point of set `a` lies in the hull of set `b`, exactly; both of shape (n, d) with d from 2 to 8."""

def minkowski_difference(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike) -> Body:
    """A - B as a body: the hull of all differences of a point of A and a point of B at poses."""

def minkowski_difference_2d(a: Polygon, pose_a: ArrayLike, b: Polygon, pose_b: ArrayLike) -> tuple[_Array, NDArray[np.uint32]]:
    """Corners of A - B at poses, shape (n, 2), and the numbers of the vertices of A and B that each comes from, shape (n, 2)."""

def minkowski_sum(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike) -> Body:
    """A + B as a body: the hull of all sums of a point of A and a point of B at poses."""

def minkowski_sum_2d(a: Polygon, pose_a: ArrayLike, b: Polygon, pose_b: ArrayLike) -> tuple[_Array, NDArray[np.uint32]]:
    """Corners of A + B at poses, shape (n, 2), and the numbers of the vertices of A and B that each comes from, shape (n, 2)."""

def mpr(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, rel_tol: float | None = None, max_iterations: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> MprDistance:
    """Signed distance of two convex bodies at poses by Minkowski portal refinement, with proved bounds.

    `rel_tol` is relative to the smaller body's radius (1e-4 by default); `max_iterations` limits the steps (100).
    """

def penetration(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, direction: ArrayLike | None = None, max_pivots: int | None = None, state: PairState | None = None) -> Penetration:
    """How deep two bodies at poses are in each other, and the shortest way out.

    With a `direction`, shape (3,), of any length: how far B must move along it until they are apart.
    """

def replay(capture: str) -> tuple[World, WorldFrame]:
    """Passes a captured frame again, from the text of `World.capture`: the world after it and the frame, the same bits as there."""

def time_of_exit(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, tolerance: float | None = None, target_margin: float | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> TimeOfExit:
    """Until when moving body B stays inside moving A: `INSIDE`, or a proved bracket of the first time it is not.

    `target_margin`: how far inside it must be, a length (0).
    """

def time_of_impact(a: Body, motion_a: _MotionLike, b: Body, motion_b: _MotionLike, *, method: TimeOfImpactMethod | str | None = None, tolerance: float | None = None, target_separation: float | None = None, initial_contact: InitialContact | str | None = None, budget: int | None = None, max_pivots: int | None = None, state: PairState | None = None) -> TimeOfImpact:
    """When two moving bodies first meet: a proved bracket of the first contact, or `SEPARATED`.

    `tolerance`: the gap that counts as contact, a length, 1e-6 of the smaller body's radius by default;
    `target_separation`: the distance at which they count as touching (0); `initial_contact`: what happens with a
    contact at the start; `budget`: distance solves at most.
    """

def verify(certificate: dict[str, Any] | str) -> Proved:
    """Checks a certificate, a dictionary or its JSON text, by the independent checker, which uses no solver.

    Raises `CertificateError`, whose `condition` is the number of what does not hold.
    """

def within(a: Body, pose_a: _PoseLike, b: Body, pose_b: _PoseLike, *, distance: float | None = None, max_pivots: int | None = None, state: PairState | None = None) -> Within:
    """Whether two bodies at poses are at most `distance` (a length, 0 by default) apart, exactly."""

