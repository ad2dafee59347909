"""Where the bodies are: placements and motions, C20 to C23.

All lengths are integers: a length x is x `den` 2^`unit`, `den` the product of the |q|^2 of the
quaternions, so that every rational position is an integer vector. Positions are relative to A's start.
"""

from fractions import Fraction
from math import sqrt

from .enclosure import HIGH, LOW, ZERO, Ball, Spin, Unsure, Vector, arc_tangent, cos_sin, exact, turned
from .exact import Rotation, add, bits_of, cross, dot, integer, integers, on_own_unit, sub, unit_of
from .shapes import Solid
from .text import need


def decided(look):
    """What `look` says, with as many bits as it takes; None where no number of bits tells."""
    for bits in (LOW, HIGH):
        Ball.bits = bits
        try:
            return look()
        except Unsure:
            pass
        finally:
            Ball.bits = LOW
    return None


class Grid:
    """A common denominator for lengths, and the rotations that it is made of."""

    def __init__(self, lengths, quaternions):
        self.unit = unit_of(lengths)
        self.rotations = {q: Rotation(q) for q in map(tuple, quaternions)}
        for q, rotation in self.rotations.items():
            sq = rotation.norm
            one = 1 << 2 * unit_of(q)
            need(998 * one <= 1000 * sq and 10000 * sq <= 10021 * one, "C20", "a quaternion is not of unit length")
        self.den = 1
        for rotation in self.rotations.values():
            self.den *= rotation.norm

    def plain(self, v):
        """A vector of lengths, on the grid."""
        return tuple(x * self.den for x in integers(v, self.unit))

    def turned(self, q, v):
        """R(q) v / |q|^2 of a difference in units, without `den`: on the grid."""
        rotation = self.rotations[tuple(q)]
        return rotation.apply(v, self.den // rotation.norm)

    def length(self, x):
        """An f64 length as a ball."""
        return exact(x) * Ball(self.den, 0, self.unit)

    def units(self, v):
        return integers(v, self.unit)


def posed_points(poses, bodies, reach=0.0):
    """The points of `poses` of both bodies, and a length, as integers."""
    lengths = [x for pose in poses for x in pose["p"]] + flat(bodies) + [reach]
    grid = Grid(lengths, [pose["q"] for pose in poses])
    origin = grid.plain(poses[0]["p"])
    placed = []
    for pose, body in zip(poses, bodies):
        at = sub(grid.plain(pose["p"]), origin)
        placed.append([add(grid.turned(pose["q"], grid.units(v)), at) for v in body])
    return *placed, integer(reach, grid.unit) * grid.den


def listed_points(bodies, reach):
    """The same of lists."""
    unit = unit_of([*flat(bodies), reach])
    return *([integers(v, unit) for v in body] for body in bodies), integer(reach, unit)


def flat(bodies):
    return [x for body in bodies for v in body for x in v]


def quaternions_of(motion):
    start, end = motion["start"]["q"], motion["end"].get("q")
    return [start] if end is None else [start, end]


def lengths_of(motion):
    return motion["start"]["p"] + motion["end"]["p"] + motion["pivot"]


def shorter_arc(motion):
    """v and s of a motion by `q`, as integers of one scale, s > 0."""
    *v0, s0 = on_own_unit(motion["start"]["q"])
    *v1, s1 = on_own_unit(motion["end"]["q"])
    s = s0 * s1 + dot(v0, v1)
    need(s != 0, "C21", "half a turn between two orientations has no shorter arc")
    x = cross(v1, v0)
    v = tuple(s0 * v1[k] - s1 * v0[k] - x[k] for k in range(3))
    return (v, s) if s > 0 else (tuple(-x for x in v), -s)


def hull_points(hulls, bodies, reach):
    """The same of `hulls`, those at the end behind those at the start (C22, C23)."""
    motions, ends = hulls["motions"], hulls["end_q"]
    quaternions = [m["start"]["q"] for m in motions] + ends
    grid = Grid(flat(bodies) + [x for m in motions for x in lengths_of(m)] + [reach], quaternions)
    for motion, q in zip(motions, ends):
        _check_end(motion, q)
    kappa = []
    for motion, q in zip(motions, ends):
        pivot = grid.units(motion["pivot"])
        kappa.append(sub(grid.turned(motion["start"]["q"], pivot), grid.turned(q, pivot)))
    a = motions[0]
    origin = grid.plain(a["start"]["p"])
    shift = (0, 0, 0)
    if hulls["relative"]:
        shift = sub(grid.plain(a["end"]["p"]), origin)
        if "q" in a["end"]:
            shift = sub(shift, kappa[0])
    placed = []
    for motion, q, k, body in zip(motions, ends, kappa, bodies):
        first = sub(grid.plain(motion["start"]["p"]), origin)
        last = sub(sub(grid.plain(motion["end"]["p"]), origin), shift)
        if "turn" in motion["end"]:
            last = add(last, k)
        units = [grid.units(v) for v in body]
        early = [add(grid.turned(motion["start"]["q"], v), first) for v in units]
        placed.append(early + [add(grid.turned(q, v), last) for v in units])
    return *placed, integer(reach, grid.unit) * grid.den


def _check_end(motion, q):
    if "q" in motion["end"]:
        shorter_arc(motion)
        need(list(q) == list(motion["end"]["q"]), "C22", "`end_q` is not the end of the motion")
        return
    turn = motion["end"]["turn"]
    m = max(map(abs, turn))
    e, length, half = turn, 1.0, 0.0
    if m > 0:
        e = [x / m for x in turn]
        length = sqrt((e[0] * e[0] + e[1] * e[1]) + e[2] * e[2])
        half = (m * length) / 2
        need(half < float("inf"), "C22", "the turn is beyond all numbers")
    start, end = Rotation(motion["start"]["q"]), Rotation(q)

    def near():
        c, s, r = cos_sin(exact(half))
        cosine, sine = Ball(c, r, -Ball.bits), Ball(s, r, -Ball.bits)
        x, y, z = (sine * (exact(part) / exact(length)) for part in e)
        norm = x * x + y * y + z * z + cosine * cosine
        two = Ball(2)
        wx, wy, wz = cosine * x, cosine * y, cosine * z
        d = (
            (norm - two * (y * y + z * z), two * (x * y - wz), two * (x * z + wy)),
            (two * (x * y + wz), norm - two * (x * x + z * z), two * (y * z - wx)),
            (two * (x * z - wy), two * (y * z + wx), norm - two * (x * x + y * y)),
        )
        # All multiplied by the norms.
        room = norm * Ball(start.norm * end.norm) / Ball(10**14)
        for i in range(3):
            for k in range(3):
                made = ZERO
                for j in range(3):
                    made = made + d[i][j] * Ball(start.rows[j][k])
                off = made * Ball(end.norm) - norm * Ball(start.norm * end.rows[i][k])
                if (room - off).sign() < 0 or (room + off).sign() < 0:
                    return False
        return True

    need(decided(near), "C22", "`end_q` is not the end of the turn")


class Moving:
    """x(t) = base + t travel + exp(t w) arm, arms and all on the grid."""

    def __init__(self, motion, body, grid, origin):
        self.motion, self.grid = motion, grid
        q0, end = motion["start"]["q"], motion["end"]
        self.pivot = grid.units(motion["pivot"])
        anchor = grid.turned(q0, self.pivot)
        start = grid.plain(motion["start"]["p"])
        self.base = add(sub(start, origin), anchor)
        self.travel = sub(grid.plain(end["p"]), start)
        self.arms = [self.arm(v) for v in body]
        if "turn" in end:
            self.by_turn = True
            self.axis = on_own_unit(end["turn"])
            turning = any(self.axis)
        else:
            self.by_turn = False
            self.axis, self.cosine = shorter_arc(motion)
            turning = any(self.axis)
            self.travel = add(self.travel, sub(grid.turned(end["q"], self.pivot), anchor))
        self.solid, self.around = None, self.arms
        if body.is_curved():
            self.solid = Solid(body, self.pivot, grid.rotations[tuple(q0)], grid.den, grid.unit)
            self.around = [grid.turned(q0, x) for x in self.solid.corners()]
        pinned = self.pivot == (0, 0, 0) and not any(map(any, body)) and not body.is_curved()
        self.turns = turning and not pinned
        self.body = body
        self._spins = {}

    def arm(self, v):
        """Of a body point, at t = 0."""
        return self.grid.turned(self.motion["start"]["q"], sub(self.grid.units(v), self.pivot))

    def rational(self, t):
        return not self.turns or t == 0 or (t == 1 and not self.by_turn)

    def positions(self, t, unit):
        """Of all vertices at a time at which they are rational, times 2^unit."""
        arms = self.arms
        if self.turns and t != 0:
            q1 = self.motion["end"]["q"]
            arms = [self.grid.turned(q1, sub(self.grid.units(v), self.pivot)) for v in self.body]
        at = self.path(t, unit)
        return [tuple((x << unit) + y for x, y in zip(arm, at)) for arm in arms]

    def path(self, t, unit):
        """The pivot, times 2^unit."""
        count = integer(t, unit)
        return tuple((b << unit) + count * u for b, u in zip(self.base, self.travel))

    def spin(self):
        """Of a body that turns."""
        bits = Ball.bits
        if bits not in self._spins:
            self._spins[bits] = Spin(self._rotation_vector())
        return self._spins[bits]

    def _rotation_vector(self):
        if self.by_turn:
            return Vector(self.axis, 0, -unit_of(self.motion["end"]["turn"]))
        axis = Vector(self.axis)
        sine = axis.norm()
        angle = arc_tangent(sine / Ball(self.cosine))
        return axis.times((angle / sine).doubled())

    def enclosed(self, arm, t):
        """Where an arm is at a time."""
        unit = bits_of(t)
        arm = Vector(arm)
        if self.turns and t != 0:
            arm = turned(self.spin().matrix(exact(t)), arm)
        return Vector(self.path(t, unit), 0, -unit) + arm


class Scene:
    """Two bodies in motion."""

    def __init__(self, motions, bodies, more_points=(), radii=Fraction(0)):
        """The grid holds `more_points` of the body frames, too. `radii`: the sum of both."""
        self.radii = radii
        lengths = flat([*bodies, [body.half for body in bodies], more_points]) + [x for m in motions for x in lengths_of(m)] + [radii]
        self.grid = Grid(lengths, [q for m in motions for q in quaternions_of(m)])
        origin = self.grid.plain(motions[0]["start"]["p"])
        self.a, self.b = (Moving(m, body, self.grid, origin) for m, body in zip(motions, bodies))
        self.origin = origin
        self.between = sub(self.b.base, self.a.base)
        self.travel = sub(self.b.travel, self.a.travel)

    def turns(self):
        return self.a.turns or self.b.turns

    def rational(self, t):
        return self.a.rational(t) and self.b.rational(t)

    def at(self, t, unit=None):
        """Exact positions of both."""
        unit = bits_of(t) if unit is None else unit
        return self.a.positions(t, unit), self.b.positions(t, unit)

    def reach(self, unit):
        """How far apart points are at most that meet, times 2^unit."""
        return integer(self.radii, self.grid.unit) * self.grid.den << unit

    def apart(self, t, unit):
        """P(t) times 2^unit."""
        count = integer(t, unit)
        return tuple((p << unit) + count * u for p, u in zip(self.between, self.travel))
