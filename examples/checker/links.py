"""Links: the gap stays open between two times (C50 to C56)."""

from fractions import Fraction

from .enclosure import HIGH, ZERO, Ball, Spin, Unsure, Vector, exact, largest, smaller, turned, turned_back
from .exact import bits_of, cross, dot, integer, on_own_unit, separates, spanned, sub, unit_of
from .scene import decided
from .text import need

MOST_LOOKS = 256


class Side:
    """Points of a moving body, by their arms at t = 0."""

    def __init__(self, moving, arms, solid=None):
        self.moving, self.arms, self.solid = moving, arms, solid
        self.turns = moving.turns
        self._known = {}

    def enclosed(self):
        bits = Ball.bits
        if bits not in self._known:
            self._known[bits] = Enclosed(self)
        return self._known[bits]


class Enclosed:
    """What a side's arms are to as many bits as are kept."""

    def __init__(self, side):
        arms = side.arms
        reach = max(max(map(abs, x)) for x in arms)
        drop = max(0, reach.bit_length() - Ball.bits)
        self.drop, self.off = drop, 1 if drop else 0
        self.exact_arms, self.solid = arms, side.solid
        self.arms = [tuple(c >> drop for c in x) for x in arms] if drop else arms
        self.one_norm = max(abs(x) + abs(y) + abs(z) for x, y, z in self.arms)
        # The squares of r, and of S times what is kept beside them, of each.
        self._lengths = [dot(x, x) for x in arms]
        self.reach = Ball(max(self._lengths)).root()
        self.spin = side.moving.spin() if side.turns else None
        self.speed = ZERO
        if side.turns:
            # w is along the axis, which is exact.
            axis = side.moving.axis
            self._ways = [dot(y, y) for y in (cross(axis, x) for x in arms)]
            self._per_way = self.spin.rate / Ball(dot(axis, axis)).root()
            self.speed = Ball(max(self._ways)).root() * self._per_way
        self._circle_parts = self._rates = None

    def rates(self):
        """r and S of C54 of each."""
        if self._rates is None:
            reaches = [Ball(x).root() for x in self._lengths]
            speeds = [ZERO] * len(reaches)
            if self.spin is not None:
                speeds = [Ball(x).root() * self._per_way for x in self._ways]
            self._rates = list(zip(reaches, speeds))
        return self._rates

    def _along(self, n, t):
        """n.x of each at t, n in world axes: integers, their radius and exponent."""
        if self.spin is not None:
            n = turned_back(self.spin.matrix(t), n)
        a, b, c = n.x
        r = n.r * (self.one_norm + 3 * self.off) + self.off * n.one_norm()
        return [a * x + b * y + c * z for x, y, z in self.arms], r, n.e + self.drop

    def farthest(self, n, t):
        """The largest n.x."""
        if self.solid is not None:
            return self.solid.farthest(n if self.spin is None else turned_back(self.spin.matrix(t), n))
        along, r, e = self._along(n, t)
        return Ball(max(along), r, e)

    def each(self, n, t):
        """Every n.x."""
        along, r, e = self._along(n, t)
        return [Ball(x, r, e) for x in along]

    def circle(self, n):
        """No n.x is above this at any time."""
        w = self.spin.w
        if self._circle_parts is None:
            arms = [Vector(x, self.off, self.drop) for x in self.arms]
            self._circle_parts = [(w.dot(x), w.cross(x).norm()) for x in arms]
        along, across = n.dot(w), n.cross(w).norm()
        return largest([along * p + across * q for p, q in self._circle_parts]) / w.dot(w)


class Gap:
    """g(t) along n(t) = exp((t - t0) nu) N, between the points of two sides, and what bends it.

    N is an integer vector, `spin` None or what gives exp(t nu), `margin` a ball."""

    def __init__(self, scene, sides, normal, spin, margin, t0=0.0):
        self.scene, self.sides = scene, sides
        self.normal, self.spin, self.t0 = normal, spin, t0
        self.margin = margin
        self._looks, self._known = {}, {}

    def prepared(self):
        bits = Ball.bits
        if bits not in self._known:
            self._known[bits] = Prepared(self)
        return self._known[bits]

    def look(self, t):
        """(g, n, n.P - s |n|, max n.x, max -n.y, |nu x P| of C54's P) at t."""
        key = (Ball.bits, t)
        if key not in self._looks:
            self._looks[key] = self._look(t)
        return self._looks[key]

    def _look(self, t):
        kept = self.prepared()
        when = exact(t)
        n = kept.normal
        if kept.spin is not None:
            n = turned(kept.spin.matrix(when - exact(self.t0)), n)
        unit = bits_of(t)
        path = self.scene.apart(t, unit)
        apart = n.dot(Vector(path, 0, -unit)) - kept.margin
        x = kept.a.farthest(n, when)
        y = kept.b.farthest(-n, when)
        return apart - x - y, n, apart, x, y, kept.sweeps(path, unit)

    def holds_between(self, ta, tb, closed=False, circles=True):
        """The test of C54. `closed`: p is 0, which is enough (C85)."""
        kept = self.prepared()
        (_, n, apart_a, xa, ya, sweeps_a), (_, _, apart_b, xb, yb, sweeps_b) = self.look(ta), self.look(tb)
        step = exact(tb) - exact(ta)
        bend = kept.bend_of_path(largest([*sweeps_a, *sweeps_b]))
        unsure = False
        for by_circle in kept.choices if circles else kept.choices[:1]:
            p, q, k = apart_a, apart_b, bend
            for side, circle, at_a, at_b, sign in (
                (kept.a, by_circle[0], xa, xb, 1),
                (kept.b, by_circle[1], ya, yb, -1),
            ):
                if circle:
                    bound = kept.circle(side, sign)
                    p, q = p - bound, q - bound
                else:
                    p, q = p - at_a, q - at_b
                    k = k + kept.bend(side, n, step, side.reach, side.speed)
            if closed and any(by_circle):
                continue
            try:
                if _chord(ZERO if closed else p, q, (k * step * step).doubled(-1), closed):
                    return True
            except Unsure:
                unsure = True
        curved = any(side.solid is not None for side in (kept.a, kept.b))
        if circles and not closed and kept.slip and not curved:
            opened, sure = self._holds_for_each(ta, tb, step)
            if opened:
                return True
            unsure |= not sure
        if unsure and Ball.bits < HIGH:
            raise Unsure
        return False

    def _holds_for_each(self, ta, tb, step):
        """The test of C54 that strikes out points; and whether it was sure of those that it left."""
        kept = self.prepared()
        (_, n, apart_a, _, _, sweeps_a), (_, late, apart_b, _, _, sweeps_b) = self.look(ta), self.look(tb)
        half = (step * step).doubled(-1)
        bend = ZERO if kept.still else kept.bend_of_path(largest([*sweeps_a, *sweeps_b]))
        left = []
        for side, sign in ((kept.a, 1), (kept.b, -1)):
            if kept.spin is not None and side is kept.still:
                own = map(kept.bend_of_path, map(largest, zip(sweeps_a, sweeps_b)))
            else:
                own = (kept.bend(side, n, step, *rates) for rates in side.rates())
            starts = side.each(n if sign > 0 else -n, exact(ta))
            ends = side.each(late if sign > 0 else -late, exact(tb))
            left.append(list(zip(starts, ends, own)))
        sure = True
        for i in (0, 1, 0, 1):
            p, q, k = map(largest, zip(*left[1 - i]))
            p, q, k = apart_a - p, apart_b - q, bend + k
            kept_in = []
            for point in left[i]:
                at_a, at_b, of_one = point
                try:
                    if _chord(p - at_a, q - at_b, (k + of_one) * half):
                        continue
                except Unsure:
                    sure = False
                kept_in.append(point)
            left[i] = kept_in
            if not kept_in:
                return True, sure
        return False, sure


def _chord(p, q, bend, closed=False):
    """(sqrt p + sqrt q)^2 > bend, p and q above 0."""
    if closed:
        return q.sign() > 0 and (q - bend).sign() >= 0
    if p.sign() <= 0 or q.sign() <= 0:
        return False
    rest = bend - p - q
    try:
        if rest.sign() <= 0:
            return True
    except Unsure:
        pass
    return ((p * q).doubled(2) - rest * rest).sign() > 0


class Prepared:
    """What does not change with time, to as many bits as are kept."""

    def __init__(self, gap):
        self.a, self.b = (side.enclosed() for side in gap.sides)
        self.normal = Vector(gap.normal)
        self.length = self.normal.norm()
        self.margin = gap.margin * self.length
        self.spin = gap.spin and gap.spin()
        self.nu, self.turning = ZERO, ZERO
        if self.spin is not None:
            self.nu, self.turning = self.spin.rate, self.spin.w.cross(self.normal).norm()
        self.travel = (Vector(gap.scene.travel).norm() * self.turning).doubled()
        # The body, if any, whose points only lengthen the path.
        self.still = next((side for side in (self.b, self.a) if side.spin is None), None)
        # d = w - nu of each body that moves against the plane, and |d|.
        self.slip = {}
        for side in (self.a, self.b):
            w = side.spin.w if side.spin is not None else None
            nu = self.spin.w if self.spin is not None else None
            if w is None and nu is None:
                continue
            d = w if nu is None else -nu if w is None else w - nu
            self.slip[side] = d, d.norm()
        able = [[False, True] if s.spin is not None else [False] for s in (self.a, self.b)]
        self.choices = [(x, y) for x in able[0] for y in able[1]]
        self._circles = {}

    def circle(self, side, sign):
        if side not in self._circles:
            if self.spin is None:
                self._circles[side] = side.circle(self.normal if sign > 0 else -self.normal)
            else:
                self._circles[side] = self.length * side.reach
        return self._circles[side]

    def sweeps(self, path, unit):
        """|nu x P|, P an integer vector times 2^-unit, or of each P that stands in its place."""
        if self.spin is None:
            return [ZERO]
        ends = [path]
        if self.still is not None:
            up = 1 if self.still is self.b else -1
            ends = [tuple(p + (up * c << unit) for p, c in zip(path, x)) for x in self.still.exact_arms]
        return [self.spin.w.cross(Vector(x, 0, -unit)).norm() for x in ends]

    def bend_of_path(self, sweep):
        """K_P of a path with this |nu x P|."""
        return self.turning * sweep + self.travel if self.spin is not None else ZERO

    def bend(self, side, n, step, reach, speed):
        """K_A, or K_B, of points that are no farther and no faster."""
        if side not in self.slip or side is self.still:
            return ZERO
        d, size = self.slip[side]
        k = ZERO
        if side.spin is not None:
            tilt = smaller(n.cross(d).norm() + size * self.turning * step, size * self.length)
            k = tilt * speed
        if self.spin is not None:
            k = k + self.turning * smaller(size * reach, speed + self.nu * reach)
        return k


class Looks:
    """C56."""

    def __init__(self):
        self.count = 0

    def take(self, n=1):
        self.count += n
        need(self.count <= MOST_LOOKS, "C56", f"the link takes more than {MOST_LOOKS} looks")


def stays_open(gap, ta, tb, condition, looks, closed=False):
    """g > 0 from ta to tb, by C54. `closed`: at ta it is 0, which is enough."""

    def opened(t):
        looks.take()
        sign = decided(lambda: gap.look(t)[0].sign())
        need(sign is not None, condition, f"no number of bits tells whether the gap is open at t = {t}")
        need(sign > 0, condition, f"at t = {t} the gap is not larger than the separation")

    if not closed:
        opened(ta)
    else:
        looks.take()
    if tb > ta:
        opened(tb)
    stack = [(ta, tb, closed)] if tb > ta else []
    while stack:
        s, t, closed = stack.pop()
        if decided(lambda: gap.holds_between(s, t, closed)):
            continue
        m = (s + t) / 2
        need(s < m < t, condition, f"no proof that the gap stays open from t = {s} to t = {t}")
        opened(m)
        stack += [(s, m, closed), (m, t, False)]


class Pair:
    """A scene and what its links share."""

    def __init__(self, scene, bodies):
        self.scene, self.bodies = scene, bodies
        self.a, self.b = (Side(body, body.around, body.solid) for body in (scene.a, scene.b))
        self.curved = self.a.solid is not None or self.b.solid is not None

    def link(self, link, separation):
        """The bodies stay apart by more than the separation: their vertices, by more than that and the radii."""
        (kind, by), t0, t1 = link["by"], link["t0"], link["t1"]
        need(kind == "plane" or not self.curved, "C16", "of a curved body links are proved by planes")
        {"plane": self._plane, "balls": self._balls, "span": self._span}[kind](by, t0, t1, separation)

    def _plane(self, by, t0, t1, separation):
        need(any(by["normal"]), "C50", "the normal is 0")
        if not any(by["turn"]) and not self.scene.turns() and not self.curved:
            return self._still_plane(by["normal"], t0, t1, self.scene.radii + Fraction(separation))
        turn, spin = by["turn"], None
        if any(turn):
            axis, unit = on_own_unit(turn), unit_of(turn)
            spin = lambda: Spin(Vector(axis, 0, -unit))
        margin = self.scene.grid.length(self.scene.radii + Fraction(separation))
        gap = Gap(self.scene, (self.a, self.b), on_own_unit(by["normal"]), spin, margin, t0)
        stays_open(gap, t0, t1, "C50", Looks())

    def _still_plane(self, normal, t0, t1, reach):
        """Exactly: the gap is linear in time."""
        n = on_own_unit(normal)
        least = max(dot(n, x) for x in self.a.arms) - min(dot(n, y) for y in self.b.arms)
        fine = bits_of(reach)
        # s |n| of the scale of n.P 2^unit, `fine` bits finer.
        margin = integer(reach, fine) * self.scene.grid.den << self.scene.grid.unit
        for t in (t0, t1):
            unit = bits_of(t)
            gap = dot(n, self.scene.apart(t, unit)) - (least << unit)
            room = (gap << fine) ** 2 > (margin << unit) ** 2 * dot(n, n)
            need(gap > 0 and room, "C50", f"at t = {t} the gap is not larger than the separation")

    def _span(self, by, t0, t1, separation):
        pairs = by["pairs"]
        turns = self.scene.turns()
        name = "C53" if turns else "C52"
        need(separation == 0, name, "a span takes a separation of 0")
        need(1 <= len(pairs) <= 3, name, "a span takes one to three pairs")
        counts = [len(body) for body in self.bodies]
        if turns:
            need(t0 == 0, name, "a span of bodies that turn begins at t = 0")
            named(pairs, counts)
            n = self.spanned(pairs, t0, t1)
            need(any(n), name, "the span has no normal")
            gap = Gap(self.scene, (self.a, self.b), n, None, self.scene.grid.length(self.scene.radii))
            return stays_open(gap, t0, t1, name, Looks())
        named(pairs, [2 * n for n in counts])
        need(all((i >= counts[0]) == (j >= counts[1]) for i, j in pairs), name, "a pair mixes two times")
        n = self.spanned(pairs, t0, t1)
        unit = max(bits_of(t0), bits_of(t1))
        for t in (t0, t1):
            a, b = self.scene.at(t, unit)
            need(separates(n, a, b, self.scene.reach(unit)), name, f"at t = {t} the span does not separate")

    def spanned(self, pairs, t0, t1):
        """n of C31 for pairs at these two times; of bodies that turn, at the first."""
        unit = max(bits_of(t0), bits_of(t1))
        ends = [self.scene.at(t, unit) for t in ((t0,) if self.scene.turns() else (t0, t1))]
        count_a, count_b = map(len, self.bodies)
        m = []
        for i, j in pairs:
            a, b = ends[i >= count_a]
            m.append(sub(a[i % count_a], b[j % count_b]))
        return spanned(m)

    def _balls(self, by, t0, t1, separation):
        centers, radii = by["centers"], by["radii"]
        need(min(radii) >= 0, "C51", "a radius is below 0")
        for name, body, c, r in zip("AB", self.bodies, centers, radii):
            outside = first_outside(body, c, r)
            need(outside is None, "C51", f"vertex {outside} of {name} lies outside its ball")
        movings = (self.scene.a, self.scene.b)
        sides = [Side(moving, [moving.arm(c)]) for moving, c in zip(movings, centers)]
        margin = ZERO
        for r in (*radii, separation, self.scene.radii):
            margin = margin + self.scene.grid.length(r)
        centres_stay_apart(self.scene, sides, margin, t0, t1)


def centres_stay_apart(scene, sides, margin, t0, t1):
    """Two points that move with their bodies are farther apart than `margin` (C55)."""
    looks = Looks()
    stack = [(t0, t1)]

    def apart(t):
        """C(t), and a vector along it of 64 bits."""
        (a, b) = (side.moving.enclosed(side.arms[0], t) for side in sides)
        c = b - a
        size = max(map(abs, c.x)).bit_length()
        if c.r and c.r.bit_length() > size - 44:
            raise Unsure
        return c, tuple(x >> max(0, size - 64) for x in c.x)

    while stack:
        ta, tb = stack.pop()
        looks.take()
        m = (ta + tb) / 2

        def proved():
            gap = Gap(scene, sides, apart(m)[1], None, margin)
            return gap.holds_between(ta, tb, circles=False)

        if decided(proved):
            continue
        spare = decided(lambda: (apart(m)[0].norm() - margin).sign())
        need(spare == 1, "C51", f"at t = {m} the balls are not apart")
        need(ta < m < tb, "C51", f"no proof that the balls stay apart from t = {ta} to t = {tb}")
        stack += [(ta, m), (m, tb)]


def named(pairs, counts):
    """C13."""
    for pair in pairs:
        for name, i, count in zip("AB", pair, counts):
            need(i < count, "C13", f"vertex {i} of {name} is named, which has {count}")


def first_outside(body, center, radius):
    unit = max(unit_of([x for v in body for x in v]), unit_of(center), bits_of(radius))
    c = [integer(x, unit) for x in center]
    most = integer(radius, unit) ** 2
    for i, v in enumerate(body):
        d = [integer(x, unit) - y for x, y in zip(v, c)]
        if dot(d, d) > most:
            return i
    return None
