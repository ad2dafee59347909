"""Exact geometry: f64 numbers as integers on one power of two, vectors of integers, signs."""

import itertools


def bits_of(x):
    """k such that x 2^k is an integer."""
    return x.as_integer_ratio()[1].bit_length() - 1


def unit_of(numbers):
    return max(map(bits_of, numbers), default=0)


def integer(x, unit):
    """x 2^unit; the unit is not below bits_of(x)."""
    n, d = x.as_integer_ratio()
    return n << (unit - d.bit_length() + 1)


def integers(v, unit):
    return tuple(integer(x, unit) for x in v)


def on_own_unit(v):
    """A vector of f64 as integers, of its own scale: for directions, whose length is nothing."""
    return integers(v, unit_of(v))


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def neg(a):
    return (-a[0], -a[1], -a[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


class Rotation:
    """R(q) in integers: its rows over |q|^2, which is `norm`."""

    def __init__(self, q):
        x, y, z, w = self.q = on_own_unit(q)
        self.norm = x * x + y * y + z * z + w * w
        self.rows = (
            (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
        )

    def apply(self, v, factor=1):
        a, b, c = self.rows
        turned = (dot(a, v), dot(b, v), dot(c, v))
        return turned if factor == 1 else scale(turned, factor)


def holds_origin(points):
    """Does the hull of these points hold the origin: do one to four of them, affinely independent, have
    weights >= 0 there (C32)?"""
    points = list(dict.fromkeys(points))
    if (0, 0, 0) in points:
        return True
    for p, q in itertools.combinations(points, 2):
        if not any(cross(p, q)) and dot(p, q) < 0:
            return True
    for p, q, r in itertools.combinations(points, 3):
        n = cross(sub(q, p), sub(r, p))
        if any(n) and dot(n, p) == 0 and min(dot(n, cross(q, r)), dot(n, cross(r, p)), dot(n, cross(p, q))) >= 0:
            return True
    for p, q, r, s in itertools.combinations(points, 4):
        qr, sp = cross(q, r), cross(s, p)
        volumes = (dot(s, qr), -dot(r, sp), dot(q, sp), -dot(p, qr))
        if sum(volumes) != 0 and (min(volumes) >= 0 or max(volumes) <= 0):
            return True
    return False


def comes_within(points, reach_sq):
    """Does the hull of one to four points hold one whose square is at most this: the point nearest to the
    origin of some of them, with weights >= 0 there, or the origin (C34)?"""
    if not reach_sq:
        return holds_origin(points)
    points = list(dict.fromkeys(points))
    if any(dot(p, p) <= reach_sq for p in points):
        return True
    for p, q in itertools.combinations(points, 2):
        g = sub(q, p)
        if dot(p, g) <= 0 <= dot(q, g):
            x = cross(p, q)
            if dot(x, x) <= reach_sq * dot(g, g):
                return True
    for p, q, r in itertools.combinations(points, 3):
        n = cross(sub(q, p), sub(r, p))
        if any(n) and min(dot(n, cross(q, r)), dot(n, cross(r, p)), dot(n, cross(p, q))) >= 0:
            if dot(n, p) ** 2 <= reach_sq * dot(n, n):
                return True
    return holds_origin(points)


def spanned(m):
    """The normal of C31: minus the point nearest to the origin on the point, line or plane through m."""
    if len(m) == 1:
        return neg(m[0])
    if len(m) == 2:
        p, q = m
        g = sub(q, p)
        return sub(scale(q, dot(p, g)), scale(p, dot(q, g)))
    p, q, r = m
    k = cross(sub(q, p), sub(r, p))
    return scale(k, -dot(k, p))


def gap_along(n, a, b):
    """min n.b - max n.a."""
    return min(dot(n, x) for x in b) - max(dot(n, x) for x in a)


def separates(n, a, b, reach=0):
    """The gap along n is positive (which no n = 0 fulfils), and larger than the reach."""
    gap = gap_along(n, a, b)
    return gap > 0 and gap**2 > reach**2 * dot(n, n)
