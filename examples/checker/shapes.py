"""Bodies that are no hulls of vertices: cylinders, cones and ellipsoids (C15).

The vertices of one are points of it that the proof names.
"""

from .enclosure import Vector, largest
from .exact import integer, integers, sub, unit_of
from .text import need

HULL = ("hull", None)


class Body(list):
    """Vertices, and what the body is: the kind of its shape, and half the edges of the box about a curved one."""

    def __init__(self, vertices, shape=HULL):
        super().__init__(vertices)
        self.kind, by = shape
        self.half = [0.0] * 3
        if by is not None:
            self.half = by["radii"] if "radii" in by else [by["radius"], by["radius"], by["half_length"]]

    def is_curved(self):
        return self.kind != "hull"

    def exists(self):
        return bool(self) or self.is_curved()

    def check(self, name):
        need(min(self.half) >= 0, "C15", f"a length of {name} is below 0")
        for i, v in enumerate(self):
            need(not self.is_curved() or self._holds(v), "C15", f"vertex {i} of {name} lies outside its shape")

    def _holds(self, v):
        """Exactly."""
        unit = unit_of([*v, *self.half])
        (x, y, z), (a, b, c) = integers(v, unit), integers(self.half, unit)
        if abs(x) > a or abs(y) > b or abs(z) > c:
            return False
        if self.kind == "cylinder":
            return x * x + y * y <= a * a
        if self.kind == "cone":
            across = x * x + y * y
            return across <= a * a and across * (2 * c) ** 2 <= (a * (c - z)) ** 2
        # A radius of 0 leaves the coordinate 0.
        a, b, c = a or 1, b or 1, c or 1
        return (x * b * c) ** 2 + (y * a * c) ** 2 + (z * a * b) ** 2 <= (a * b * c) ** 2


class Solid:
    """A curved body with its pivot, on a grid: how far it reaches."""

    def __init__(self, body, pivot, rotation, den, unit):
        self.kind, self.pivot, self.rotation = body.kind, pivot, rotation
        self.half = [integer(x, unit) for x in body.half]
        # Arms are times that, and turned.
        self.factor = den // rotation.norm

    def corners(self):
        """Of the box about it, from the pivot."""
        a, b, c = self.half
        return [sub((x, y, z), self.pivot) for x in (-a, a) for y in (-b, b) for z in (-c, c)]

    def farthest(self, n):
        """The largest n.x, n in the axes of t = 0."""
        columns = [Vector(column) for column in zip(*self.rotation.rows)]
        e = [n.dot(column) for column in columns]
        x, y, z = (_times(part, half) for part, half in zip(e, self.half))
        if self.kind == "ellipsoid":
            far = (x * x + y * y + z * z).root()
        else:
            across = (x * x + y * y).root()
            far = across + largest([z, -z]) if self.kind == "cylinder" else largest([z, across - z])
        for part, c in zip(e, self.pivot):
            far = far - _times(part, c)
        return _times(far, self.factor)


def _times(ball, whole):
    return ball * type(ball)(whole)
