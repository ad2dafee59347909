"""What a line claims beside its proof: C90 to C104."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Optional

from . import fixed
from .chain import mean, resting_apart
from .enclosure import Ball, Vector, exact, largest
from .exact import bits_of, cross, dot, on_own_unit
from .scene import decided, flat
from .text import Refused, boolean, identity, listed, need, number, pairs, record, text, vector

CONTAINMENT = {"inside", "outside", "exit"}
WITHIN = {"farther", "nearer"}
EMPTY = {"empty", "empty of motions"}
MOTIONS = {"chain", "empty of motions"}
HELD = {"plane", "span", "columns", "chain", "intervals", "empty", "empty of motions"}


QUERIES = {
    "intersect", "within", "cuboid_separation", "interframe", "extended_boxes_meet",
    "time_of_impact", "contact_intervals", "closest_approach", "contains",
}  # fmt: skip
_contact_keys = {"contact": text, "gap": number, "exit_gap": number, "pieces": lambda value, _: value}


def _contact(value, name):
    """What is said of one contact; other keys are information."""
    need(type(value) is dict, "C6", f"`{name}` holds what is no object")
    return {key: read(value[key], key) for key, read in _contact_keys.items() if value.get(key) is not None}


def _number_or_null(value, name):
    """Null stands for a number beyond f64."""
    return None if value is None else number(value, name)


_point = listed(_number_or_null, 3, 3)
_contacts = listed(_contact)
_times = listed(number, 2, 2)
# Key: how it is read, and the certificates it may stand beside; beside the others it is refused, or information.
KEYS = {
    "query": (text, HELD | CONTAINMENT | WITHIN, ()),
    "verdict": (text, HELD | CONTAINMENT | WITHIN, ()),
    "pieces": (listed(record({"part": identity, "triangle": identity}), 2, 2), HELD | CONTAINMENT | WITHIN, ()),
    "error": (number, {"chain"}, HELD | CONTAINMENT | WITHIN),
    "t": (number, {"chain"}, HELD | CONTAINMENT | WITHIN),
    "about": (text, HELD, ()),
    "plane": (
        record({"normal": vector}, {"offset": _number_or_null, "spanned_by": pairs}),
        {"plane", "span", "chain"},
        (),
    ),
    "t_lo": (number, MOTIONS | {"exit"}, ()),
    "t_hi": (number, MOTIONS | {"exit"}, ()),
    "lower_bound": (number, MOTIONS, ()),
    "free_from": (number, MOTIONS, ()),
    "initial": (boolean, MOTIONS, ()),
    "contact": (text, MOTIONS, ()),
    "gap": (number, MOTIONS, ()),
    "point_a": (_point, MOTIONS, WITHIN),
    "point_b": (_point, MOTIONS, WITHIN),
    "target_separation": (number, MOTIONS | {"intervals"}, ()),
    "intervals": (listed(listed(_times, 2, 2)), {"intervals", "empty of motions"}, ()),
    "contacts": (_contacts, {"intervals", "empty of motions"}, ()),
    "target_margin": (number, {"exit"}, ()),
    "tolerance": (number, {"exit"}, ()),
    "depth": (number, {"exit"}, ()),
    "point": (_point, {"exit"}, HELD | CONTAINMENT | WITHIN),
    "distance": (number, WITHIN | EMPTY | {"chain"}, ()),
    "safety_distance": (number, WITHIN | EMPTY, ()),
}


@dataclass
class Proof:
    """What was given, and what it was found to prove."""

    kind: str
    verdict: str
    place: str
    bodies: list
    # Of fixed points: where those of A and B are, and how far apart they meet.
    points: list = field(default_factory=list)
    # Of `farther` and `nearer`.
    distance: Optional[float] = None
    # Of motions: what the certificate proves, and L of C98.
    found: object = None
    size: float = 0.0
    # The largest |coordinate| of a turn.
    turn: float = 0.0
    # Of bodies at rest of which one is curved.
    poses: list = field(default_factory=list)
    reach: Fraction = Fraction(0)

    def is_curved(self):
        return any(body.is_curved() for body in self.bodies)


def compare(line, proof):
    claims = {}
    kind = proof.kind
    if kind == "empty" and proof.place == "motions":
        kind = "empty of motions"
    for key, (read, beside, information) in KEYS.items():
        if line.get(key) is None or kind not in beside and kind in information:
            continue
        need(kind in beside, "C90", f"`{key}` is nothing that a certificate of kind `{proof.kind}` speaks of")
        try:
            claims[key] = read(line[key], key)
        except Refused as why:
            raise Refused("C90", str(why)) from None
    query = claims.get("query")
    need(query is None or query in QUERIES, "C90", f"no query `{query}` has certificates")
    if claims:
        _asked(claims, proof)
        _general(claims, proof)
        {"chain": _chain, "empty of motions": _empty, "intervals": _intervals, "exit": _exit}.get(kind, _none)(
            claims, proof
        )


def _none(claims, proof):
    pass


def _asked(claims, proof):
    """C102."""
    for key in ("distance", "safety_distance"):
        said = claims.get(key)
        right = said is None or said >= 0 and proof.distance in (None, said)
        need(right, "C102", f"the line's `{key}` is {said}, the proof's {proof.distance}")
    query = claims.get("query")
    key = {"within": "distance", "cuboid_separation": "safety_distance"}.get(query)
    need(key or proof.distance is None, "C102", "the proof is about a distance, the line of no query about one")
    if not key:
        return
    need(proof.kind in WITHIN | {"empty"}, "C102", f"the line is of `{query}`, the proof about no distance")
    need(key in claims, "C102", f"the line is of `{query}` without its `{key}`")


def _general(claims, proof):
    verdict = proof.verdict
    if proof.kind == "chain":
        found, begin = proof.found, claims.get("free_from", 0.0)
        if not found.contact and found.links and found.begin <= begin and found.end == 1:
            verdict = "separated"
        elif not found.contact:
            verdict = "undecided"
    said = claims.get("verdict", verdict)
    need(said == verdict, "C91", f"the line says {said}, the proof {verdict}")
    _pieces(claims, proof, verdict)
    about = claims.get("about")
    if about is not None:
        right = {"motion": ["motions"], "hull": ["hulls", "lists"]}.get(about, [])
        need(proof.place in right, "C99", f"the answer is not about `{about}`")
    if "plane" in claims:
        try:
            _plane(claims["plane"], proof)
        except Refused as why:
            raise Refused("C99", f"the line's plane: {why}") from None
    begin, until = claims.get("free_from"), min(claims.get("t_lo", 1.0), 1.0)
    need(begin is None or 0 <= begin <= until, "C94", f"`free_from` is {begin}; it must be from 0 to {until}")
    t_lo, t_hi = claims.get("t_lo", -math.inf), claims.get("t_hi", math.inf)
    need(t_lo <= t_hi, "C101" if proof.kind == "exit" else "C95", f"`t_lo` is {t_lo}, `t_hi` {t_hi}")


def _in_frame(claims, condition):
    for key in ("t_lo", "t_hi"):
        need(0 <= claims.get(key, 0.0) <= 1, condition, f"`{key}` is outside of the frame")


def _pieces(claims, proof, verdict):
    """C104."""
    for contact in claims.get("contacts", ()):
        need("pieces" not in contact, "C104", "contacts are of pieces, which nothing proves apart")
    if "pieces" in claims:
        of_all = verdict in ("separated", "inside") or proof.kind == "intervals" or claims.get("lower_bound", 0.0) > 0
        need(not of_all, "C104", "the line speaks of all pieces, the proof of two")


def _plane(plane, proof):
    """C99."""
    normal, pairs = plane["normal"], plane.get("spanned_by")
    need(pairs is None or not proof.is_curved(), "C16", "a span is not for curved bodies")
    if proof.kind == "chain":
        by = ("plane", {"normal": normal, "turn": [0.0] * 3})
        if pairs is not None:
            count_a, count_b = map(len, proof.bodies)
            pairs = [[i + count_a if j >= count_b and i < count_a else i, j] for i, j in pairs]
            by = ("span", {"pairs": pairs})
        proof.found.pair.link({"by": by, "t0": 0.0, "t1": 1.0}, 0.0)
        spans = lambda: proof.found.pair.spanned(pairs, 0.0, 1.0)
    elif pairs is not None:
        fixed.span(pairs, *proof.points)
        spans = lambda: fixed.spanned_by(pairs, *proof.points[:2])
    elif proof.is_curved():
        need(any(normal), "C30", "the normal is 0")
        resting_apart(normal, proof.poses, proof.bodies, proof.reach, "C30")
    else:
        fixed.plane(normal, *proof.points)
    if pairs is not None:
        n, m = on_own_unit(normal), spans()
        across = cross(n, m)
        along = dot(n, m) > 0 and dot(across, across) << 60 <= dot(n, n) * dot(m, m)
        need(along, "C99", "`normal` is not along what the pairs span")


def _demand(claims, *keys):
    """C92."""
    if "verdict" in claims:
        for key in keys:
            need(key in claims, "C92", f"the line lacks `{key}`")


def _same(claims, key, value, condition="C97"):
    said = claims.get(key, 0.0)
    need(said == value, condition, f"the line's `{key}` is {said}, the proof's {value}")


def _empty(claims, proof):
    """As links from 0 to 1, whatever the separation."""
    if claims.get("t_lo", -math.inf) > claims.get("free_from", 0.0):
        free = 0 <= claims.get("free_from", 0.0) and claims["t_lo"] <= 1
        need(free, "C94", "the line says free beyond the frame")
    _approach(claims, math.inf)
    _without_contact(claims)
    for key in ("intervals", "contacts"):
        need(not claims.get(key), "C100", f"the line has `{key}`, the proof has none")


def _without_contact(claims):
    _in_frame(claims, "C95")
    need(claims.get("t_hi", 1.0) == 1, "C95", "the line has a `t_hi`, the proof no contact")
    need(not claims.get("initial"), "C95", "the line says contact at the start, the proof has none")
    need("contact" not in claims, "C93", "the line has a contact, the proof none")
    need("gap" not in claims, "C96", "the line has a gap, the proof no contact")


def _chain(claims, proof):
    found, contact = proof.found, proof.found.contact
    _same(claims, "target_separation", found.separation)
    t_lo, begin = claims.get("t_lo", -math.inf), claims.get("free_from", 0.0)
    if t_lo > begin:
        free = found.links and found.begin <= begin and t_lo <= found.end
        need(free, "C94", f"the line says free from {begin} until {t_lo}, the proof from {found.begin} until {found.end}")
    whole = found.links and found.begin == 0 and found.end == 1
    _approach(claims, found.separation if whole else 0.0)
    if contact is None:
        if claims.get("query") == "closest_approach":
            _in_frame(claims, "C103")
            claims = {**claims, "t_hi": 1.0}
        return _without_contact(claims)
    _in_frame(claims, "C95")
    if claims.get("query") == "closest_approach":
        need(not claims.get("distance"), "C103", "the line says a distance, the proof a contact")
        need(claims.get("error", contact.gap) >= contact.gap, "C103", f"`error` is below a gap of {contact.gap}")
        within = contact.last <= claims.get("t", contact.last) <= claims.get("t_hi", 1.0)
        need(within, "C103", f"the line says contact at {claims.get('t')}, the proof by {contact.last}")
    if contact.kind == "near":
        _demand(claims, "contact", "t_lo", "t_hi", "gap")
    elif "about" not in claims:
        _demand(claims, "contact", "t_lo", "t_hi")
    said = claims.get("contact", contact.kind)
    need(said == contact.kind, "C93", f"the line says `{said}`, the proof `{contact.kind}`")
    t_hi = claims.get("t_hi", 1.0)
    need(contact.last <= t_hi, "C95", f"the line says contact by {t_hi}, the proof by {contact.last}")
    at_start = contact.last == 0
    said = claims.get("initial", at_start)
    need(said == at_start, "C95", f"`initial` is {said}, the contact at t = {contact.last}")
    gap = claims.get("gap", contact.gap)
    need(gap >= contact.gap, "C96", f"the line says a gap of {gap}, the proof of {contact.gap}")
    # Of bodies with radii the points are on the surfaces: information.
    if contact.kind == "near" and not found.scene.radii:
        for key, (moving, entries) in zip(("point_a", "point_b"), contact.points):
            if key in claims:
                where = lambda: mean(moving, entries, contact.last)
                _close(claims[key], where, proof, "C98", f"`{key}` is not where the proof has it")


def _approach(claims, proved):
    """C103."""
    lower, distance = claims.get("lower_bound", 0.0), claims.get("distance", math.inf)
    need(lower <= proved, "C103", f"`lower_bound` is {lower}, proved is {proved}")
    need(lower <= distance, "C103", f"`lower_bound` is {lower}, `distance` {distance}")


def _rounding(proof):
    """R of C98."""
    grid = proof.found.scene.grid
    size = grid.length(proof.size)
    part = exact(min(8.0, proof.turn * 2.0**-48))
    return size.doubled(-30) + size * part + grid.length(2.0**-1066)


def _close(said, where, proof, condition, why):
    """Within R of a point that is relative to A's start, in the coordinates that are not null."""
    grid = proof.found.scene.grid
    origin = proof.found.scene.origin
    room = _rounding(proof)

    known = [0.0 if x is None else x for x in said]

    def near():
        off = where() + Vector(origin) - Vector(*_on(grid, known))
        off = [x for x, y in zip(off.entries(), said) if y is not None]
        return all((room - x).sign() >= 0 and (room + x).sign() >= 0 for x in off)

    need(decided(near), condition, why)


def _on(grid, v):
    """A point of the world in units of the grid, which may be too coarse for it."""
    unit = max(map(bits_of, v))
    whole = tuple(n * grid.den * 2**unit // d for n, d in (x.as_integer_ratio() for x in v))
    return whole, 0, grid.unit - unit


def _intervals(claims, proof):
    found = proof.found
    _same(claims, "target_separation", found.separation)
    if found.contacts:
        _demand(claims, "intervals", "contacts")
    contacts = claims.get("contacts")
    if contacts is not None:
        need(len(contacts) == len(found.contacts), "C100", f"{len(contacts)} contacts, the proof has {len(found.contacts)}")
    intervals = claims.get("intervals")
    if intervals is not None:
        need(len(intervals) == len(found.contacts), "C100", f"{len(intervals)} intervals, the proof has {len(found.contacts)}")
        _brackets(intervals, found.gaps)
        _times_within(intervals, found.contacts)
    for claim, proved in zip(contacts or (), found.contacts):
        _one_contact(claim, proved)


def _brackets(intervals, gaps):
    free = 0.0
    for i, ((e0, e1), (x0, x1)) in enumerate([*intervals, [[1.0, 1.0]] * 2]):
        ordered = 0 <= e0 <= e1 <= x1 <= 1 and e0 <= x0 <= x1
        need(ordered, "C100", f"the times of interval {i} are not in order")
        begin, end, links = gaps[i]
        if free < e0:
            need(links and begin <= free and end >= e0, "C100", f"nothing proves that {free} to {e0} is free")
        free = x1


def _times_within(intervals, contacts):
    before = 0.0
    for i, (((e0, e1), (x0, x1)), proved) in enumerate(zip(intervals, contacts)):
        enter, leave = proved.get("enter"), proved.get("exit")
        within = enter is None or before <= enter.first and e0 <= enter.last <= e1
        need(within, "C100", f"the first contact of interval {i} is not where the line says")
        until = intervals[i + 1][0][0] if i + 1 < len(intervals) else 1.0
        begin = min(before, x0) if x0 == e0 else x0
        within = leave is None or begin <= leave.first <= x1 and leave.last <= max(x1, until)
        need(within, "C100", f"the last contact of interval {i} is not where the line says")
        before = x1


def _one_contact(claim, proved):
    enter, leave, kind = proved.get("enter"), proved.get("exit"), claim.get("contact")
    if kind is None:
        enter = None
    else:
        need(enter is not None and enter.kind == kind, "C100", f"the proof has no `enter` of the kind `{kind}`")
    for key, contact in ("gap", enter), ("exit_gap", leave):
        if contact is None:
            need(key not in claim, "C100", f"a `{key}` without a contact")
        else:
            need(key in claim or contact.kind != "near", "C100", f"a near contact without its `{key}`")
            said = claim.get(key, contact.gap)
            need(said >= contact.gap, "C100", f"the line says a gap of {said}, the proof {contact.gap}")


def _exit(claims, proof):
    """C97 and C101."""
    found = proof.found
    _same(claims, "target_margin", found.target)
    _in_frame(claims, "C101")
    t_lo = claims.get("t_lo", 0.0)
    until = max((to for to, beyond in found.held if beyond == 0), default=0.0)
    if not proof.bodies[1]:
        until = 1.0
    need(t_lo <= until, "C101", f"the line says inside until {t_lo}, the proof until {until}")
    through = [beyond for to, beyond in found.held if to == 1] if proof.bodies[1] else [0.0]
    need(through or "tolerance" not in claims, "C101", "the line has a `tolerance`, the proof none")
    if "tolerance" in claims or proof.verdict == "inside" and "verdict" in claims:
        least, tolerance = min(through), claims.get("tolerance", 0.0)
        need(tolerance >= least, "C101", f"inside up to {least} only, the line says {tolerance}")
    if found.outside is None:
        for key in ("depth", "point"):
            need(key not in claims, "C101", f"the line has `{key}`, the proof nothing outside")
        need(claims.get("t_hi", 1.0) == 1, "C101", "the line has a `t_hi`, the proof nothing outside")
        return
    _demand(claims, "t_lo", "t_hi", *(["depth"] if proof.bodies[0] else []))
    t = found.outside["t"]
    t_hi = claims.get("t_hi", 1.0)
    need(t_hi >= t, "C101", f"the line says outside by {t_hi}, the proof at {t}")
    body = found.scene.b
    if "point" in claims:
        where = lambda: body.enclosed(body.arms[found.outside["vertex"]], t)
        _close(claims["point"], where, proof, "C101", "`point` is not where the vertex is")
    if "depth" in claims and found.depth is not None:
        grid = found.scene.grid
        room = largest([_rounding(proof), grid.length(abs(found.target)).doubled(-30)])
        said = exact(claims["depth"]) * Ball(grid.den, 0, grid.unit)
        deep = decided(lambda: (found.depth() + room - said).sign() >= 0)
        need(deep, "C101", f"a depth of {claims['depth']} is not proved")


def size_of(motions, bodies):
    """L of C98."""
    ends = [x for m in motions for x in m["pivot"] + m["start"]["p"] + m["end"]["p"]]
    return max(map(abs, flat(bodies) + flat([[body.half for body in bodies]]) + ends))


def turn_of(motions):
    turns = [x for m in motions for x in m["end"].get("turn", ())]
    return max(map(abs, turns), default=0.0)
