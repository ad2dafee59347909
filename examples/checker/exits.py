"""Certificates of containment over a motion: C82 to C89."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Callable, Optional

from .enclosure import Vector, exact, turned
from .exact import bits_of, cross, dot, neg, on_own_unit, spanned, sub
from .fixed import inside as in_simplices
from .links import Gap, Looks, Side, stays_open
from .scene import Scene, decided
from .text import need


@dataclass
class Exit:
    """What an `exit` proves."""

    target: float
    scene: object
    verdict: str = "undecided"
    # Inside until the first, up to the second.
    held: list = field(default_factory=list)
    outside: Optional[dict] = None
    # How deep outside, as a ball on the grid; asked for with as many bits as are wanted.
    depth: Optional[Callable] = None


class Exits:
    def __init__(self, by, motions, bodies):
        self.bodies, self.faces, self.target = bodies, by["faces"], by["target"]
        self.scene = Scene(motions, bodies)
        self.normals = [self._face(loop) for loop in self.faces]

    def _face(self, loop):
        """k of a face, in A's frame, and its first vertex (C82)."""
        a = self.bodies[0]
        need(len(loop) >= 3, "C82", "a face has three vertices and more")
        for i in loop:
            need(i < len(a), "C13", f"vertex {i} of A is named, which has {len(a)}")
        at = [self.scene.grid.units(a[i]) for i in loop]
        k = cross(sub(at[1], at[0]), sub(at[2], at[0]))
        need(all(dot(k, sub(v, at[0])) == 0 for v in at), "C82", "a face is not flat")
        above = any(dot(k, sub(self.scene.grid.units(v), at[0])) > 0 for v in a)
        need(not above, "C82", "a vertex of A lies beyond a face")
        below = any(dot(k, sub(self.scene.grid.units(v), at[0])) < 0 for v in a)
        need(below, "C82", "A is flat, and has no faces")
        fan = (dot(k, cross(sub(v, at[0]), sub(w, at[0]))) > 0 for v, w in zip(at[1:], at[2:]))
        need(all(fan), "C82", "a face does not go round")
        return k, loop[0]

    def close(self):
        """The faces have no rim."""
        edges = Counter()
        for loop in self.faces:
            for i, j in zip(loop, loop[1:] + loop[:1]):
                edges[i, j] += 1
        need(all(edges[j, i] == n for (i, j), n in list(edges.items())), "C82", "the faces do not close")

    def inside(self, by):
        to, beyond = by["to"], by["beyond"]
        need(0 <= to <= 1, "C83", f"`to` is {to}")
        need(beyond >= 0, "C83", f"`beyond` is {beyond}")
        if "simplices" in by:
            return self._by_simplices(by, to, beyond)
        need(self.faces or not self.bodies[1], "C83", "there are no faces")
        walls = {}
        for wall in by["walls"]:
            face, times = wall["face"], wall["times"]
            need(face < len(self.faces), "C83", f"face {face} of {len(self.faces)} is named")
            need(face not in walls, "C83", f"face {face} is cut twice")
            cuts = [0.0, *times, to]
            rising = not times or all(s < t for s, t in zip(cuts, cuts[1:]))
            need(rising, "C83", "the times of a wall do not rise")
            walls[face] = times
        for face, (k, corner) in enumerate(self.normals if self.bodies[1] else []):
            self._wall(face, k, corner, [0.0, *walls.get(face, []), to], beyond)

    def _wall(self, face, k, corner, cuts, beyond):
        scene, to = self.scene, cuts[-1]
        a, b = scene.a, scene.b
        rotation = scene.grid.rotations[tuple(a.motion["start"]["q"])]
        k = rotation.apply(k)
        v0 = a.arms[corner]
        even = self.target == beyond
        if even and not any(any(cross(k, body.axis)) for body in (a, b) if body.turns):
            for t in (0.0, to):
                slack = self._exact_slack(k, v0, t)
                need(slack >= 0, "C84", f"at t = {t} a vertex of B is beyond face {face}")
            return
        closed = False
        if even:
            slack = self._exact_slack(k, v0, 0.0)
            need(slack >= 0, "C85", f"at t = 0 a vertex of B is beyond face {face}")
            closed = slack == 0
        if closed and to == 0:
            return
        margin = scene.grid.length(self.target) - scene.grid.length(beyond)
        sides = [Side(a, [v0]), Side(b, b.arms)]
        gap = Gap(scene, sides, neg(k), a.spin if a.turns else None, margin)
        for s, t in zip(cuts, cuts[1:]):
            grounded = closed and s == 0
            if not decided(lambda: all(self._clear(gap, when) for when in (s, t))):
                stays_open(gap, s, t, "C85", Looks(), closed=grounded)

    def _clear(self, gap, t):
        """Whether the gap is open at t whatever the angles are (C89)."""
        kept, unit = gap.prepared(), bits_of(t)
        a, b, n = kept.a, kept.b, kept.normal
        path = Vector(self.scene.apart(t, unit), 0, -unit)
        if a.spin is not None:
            w = a.spin.w
            apart = n.dot(w) * w.dot(path) - n.cross(w).norm() * w.cross(path).norm()
            apart, reach = apart / w.dot(w), kept.length * b.reach
        elif b.spin is not None:
            apart, reach = n.dot(path), kept.circle(b, -1)
        else:
            return False
        return (apart - kept.margin - n.dot(Vector(gap.sides[0].arms[0])) - reach).sign() > 0

    def _exact_slack(self, k, v0, t):
        """Least k.(v0 - b), where what turns does not change it."""
        unit = bits_of(t)
        apart = self.scene.apart(t, unit)
        most = max(dot(k, y) for y in self.scene.b.arms)
        return ((dot(k, v0) - most) << unit) - dot(k, apart)

    def _by_simplices(self, by, to, beyond):
        need(not self.scene.turns(), "C86", "simplices are for bodies that do not turn")
        need(self.target == 0 and beyond == 0, "C86", "simplices are for a target of 0, and nothing beyond")
        for t, simplices in zip((0.0, to), by["simplices"]):
            in_simplices(simplices, *self.scene.at(t), condition="C86")

    def outside(self, by):
        """The proved depth, on the grid, as a ball (C87)."""
        t, j = by["t"], by["vertex"]
        a, b = self.bodies
        need(0 <= t <= 1, "C87", f"`outside` is at t = {t}")
        need(j < len(b), "C13", f"vertex {j} of B is named, which has {len(b)}")
        if not a:
            need(len(by) == 2, "C87", "A is empty, and a plane is given")
            return None
        need(len(by) == 3, "C87", "`outside` has none of `face`, `normal` and `span`")
        rational = self.scene.rational(t)
        if "face" in by:
            need(by["face"] < len(self.faces), "C87", f"face {by['face']} of {len(self.faces)} is named")
        elif "normal" in by:
            need(any(by["normal"]), "C87", "the normal is 0")
            need(self.target >= 0, "C87", "a normal takes a target that is not below 0")
        else:
            need(self.target == 0 and rational, "C87", "a span takes rational positions and a target of 0")
            need(1 <= len(by["span"]) <= 3, "C87", "a span takes one to three vertices")
            for i in by["span"]:
                need(i < len(a), "C13", f"vertex {i} of A is named, which has {len(a)}")
        if rational and self.target == 0:
            need(self._exactly_outside(by, t, j), "C87", f"at t = {t} vertex {j} of B is not outside")
        else:
            out = decided(lambda: (self._beyond(by, t, j) + self.scene.grid.length(self.target)).sign())
            need(out == 1, "C87", f"at t = {t} vertex {j} of B is not outside")
        return lambda: self._beyond(by, t, j) + self.scene.grid.length(self.target)

    def _exactly_outside(self, by, t, j):
        a, b = self.scene.at(t)
        n = self._exact_normal(by, t, a, b[j])
        held = [a[self.normals[by["face"]][1]]] if "face" in by else a
        return max(dot(n, x) for x in held) < dot(n, b[j])

    def _exact_normal(self, by, t, a, point):
        if "face" in by:
            motion = self.scene.a.motion
            late = self.scene.a.turns and t != 0
            q = motion["end"]["q"] if late else motion["start"]["q"]
            return self.scene.grid.rotations[tuple(q)].apply(self.normals[by["face"]][0])
        if "normal" in by:
            return on_own_unit(by["normal"])
        return spanned([sub(a[i], point) for i in by["span"]])

    def _beyond(self, by, t, j):
        """(n.b - max n.a) / |n|."""
        scene = self.scene
        held = scene.a.arms
        if "span" in by:
            a, b = scene.at(t)
            n = Vector(spanned([sub(a[i], b[j]) for i in by["span"]]))
        elif "normal" in by:
            n = Vector(on_own_unit(by["normal"]))
        else:
            k, corner = self.normals[by["face"]]
            held = [held[corner]]
            n = Vector(scene.grid.rotations[tuple(scene.a.motion["start"]["q"])].apply(k))
            if scene.a.turns and t != 0:
                n = turned(scene.a.spin().matrix(exact(t)), n)
        point = scene.b.enclosed(scene.b.arms[j], t)
        unit = bits_of(t)
        path = Vector(scene.a.path(t, unit), 0, -unit)
        most = Side(scene.a, held).enclosed().farthest(n, exact(t))
        return (n.dot(point - path) - most) / n.norm()


def check_exit(by, motions, bodies):
    exits = Exits(by, motions, bodies)
    exits.close()
    found = Exit(by["target"], exits.scene)
    if "held" in by:
        need(by["held"]["beyond"] > 0, "C88", "`held` goes beyond by nothing")
    for name in ("inside", "held"):
        if name in by:
            exits.inside(by[name])
            found.held.append((by[name]["to"], by[name]["beyond"]))
    if "outside" in by:
        found.outside, found.depth = by["outside"], exits.outside(by["outside"])
    if not bodies[1]:
        found.verdict = "inside"
    elif found.outside:
        found.verdict = "not_inside"
    elif any(to == 1 for to, _ in found.held):
        found.verdict = "inside"
    return found
