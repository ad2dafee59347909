"""Certificates about motions: chains, contacts (C40 to C63) and contact intervals (C70 to C73)."""

import itertools
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Optional

from .enclosure import ZERO, Ball, Unsure, Vector, exact
from .exact import bits_of, comes_within, sub
from .links import Pair, named
from .scene import Scene, decided
from .text import MOST_LINKS, Refused, need


@dataclass
class Found:
    """A contact: its kind, its first and last time, its gap; of a near one, its two points."""

    kind: str
    first: float
    last: float
    gap: float = 0.0
    points: Optional[list] = None


@dataclass
class Proved:
    """What a certificate proves."""

    kind: str
    verdict: str
    about: str = ""
    separation: float = 0.0
    begin: float = 0.0
    end: float = 0.0
    links: bool = False
    contact: Optional[Found] = None
    gaps: list = field(default_factory=list)
    contacts: list = field(default_factory=list)
    exit: object = None
    scene: object = None
    pair: Optional[Pair] = None


def check_chain(by, motions, bodies, radii):
    pair = Pair(scene_of(motions, bodies, radii, by["links"]), bodies)
    separation = _separation(by["separation"], "C40")
    begin, end = check_links(pair, by, separation)
    proved = Proved("chain", "undecided", separation=separation, begin=begin, end=end)
    proved.links, proved.scene, proved.pair = bool(by["links"]), pair.scene, pair
    if "contact" in by:
        proved.contact = check_contact(pair, by["contact"], begin, end)
        proved.verdict = "hit"
    elif proved.links and begin == 0 and end == 1:
        proved.verdict = "separated"
    return proved


def check_intervals(by, motions, bodies, radii):
    """C70 to C73."""
    gaps, contacts = by["gaps"], by["contacts"]
    separation = _separation(by["separation"], "C70")
    need(len(gaps) == len(contacts) + 1, "C70", f"{len(contacts)} contacts lie between {len(gaps)} gaps")
    every = [link for gap in gaps for link in gap["links"]]
    need(len(every) <= MOST_LINKS, "C70", "too many links")
    pair = Pair(scene_of(motions, bodies, radii, every), bodies)
    proved = Proved("intervals", "undecided", separation=separation, scene=pair.scene)
    for gap in gaps:
        proved.gaps.append((*check_links(pair, gap, separation), bool(gap["links"])))
    for contact in contacts:
        proved.contacts.append({end: check_contact(pair, found, None, None) for end, found in contact.items()})
    if any("enter" in contact for contact in proved.contacts):
        proved.verdict = "hit"
    elif not contacts and proved.gaps[0] == (0.0, 1.0, True):
        proved.verdict = "separated"
    return proved


def resting_apart(normal, poses, bodies, reach, condition):
    """Bodies at rest of which one is curved."""
    motions = [{"start": pose, "end": pose, "pivot": [0.0] * 3} for pose in poses]
    by = {"normal": normal, "turn": [0.0] * 3}
    try:
        Pair(Scene(motions, bodies, (), reach), bodies).link({"by": ("plane", by), "t0": 0.0, "t1": 0.0}, 0.0)
    except Refused as why:
        raise Refused(condition, str(why)) from None


def scene_of(motions, bodies, radii, links):
    centers = [c for link in links if link["by"][0] == "balls" for c in link["by"][1]["centers"]]
    return Scene(motions, bodies, centers, radii)


def _separation(separation, condition):
    need(separation >= 0, condition, f"the separation is {separation}")
    return separation


def check_links(pair, by, separation):
    """The time that is proved free: `from` and T."""
    begin = by["from"]
    need(0 <= begin <= 1, "C40", f"`from` is {begin}")
    until = begin
    for i, link in enumerate(by["links"]):
        t0, t1 = link["t0"], link["t1"]
        need(0 <= t0 <= until, "C41", f"link {i} begins at t = {t0}, the links before it end at t = {until}")
        need(until <= t1 <= 1, "C41", f"link {i} ends at t = {t1}, the links before it at t = {until}")
        pair.link(link, separation)
        until = t1
    return begin, until


def check_contact(pair, contact, begin, end):
    """C60 to C63; of contact intervals `begin` and `end` are None."""
    kind, by = contact
    return {"overlap": _overlap, "near": _near}[kind](pair, by, begin, end)


def _overlap(pair, by, begin, end):
    (first, last), columns = by["times"], by["columns"]
    need(0 <= first <= last <= 1, "C60", f"the times {first} and {last} are not in order")
    if begin is not None:
        need(begin <= first, "C60", f"the contact may be at t = {first}, before `from`")
        need(end <= last, "C60", f"the contact is by t = {last}, before the end of the links at t = {end}")
    need(1 <= len(columns) <= 8, "C60", f"{len(columns)} columns")
    need(all(c["weight"] >= 0 for c in columns), "C60", "a weight is below 0")
    scene = pair.scene
    need(first == last or not scene.turns(), "C60", "bodies that turn meet at one time, not between two")
    named([c["pair"] for c in columns], [len(body) for body in pair.bodies])
    if scene.rational(first):
        unit = max(bits_of(first), bits_of(last))
        ends = scene.at(first, unit), scene.at(last, unit)
        placed = [(ends[c.get("late", False)], c["pair"]) for c in columns]
        held = comes_within([sub(a[i], b[j]) for (a, b), (i, j) in placed], scene.reach(unit) ** 2)
        need(held, "C61", "the columns do not hold the origin")
    elif scene.radii:
        entries = [[{"id": c["pair"][k], "weight": c["weight"]} for c in columns] for k in (0, 1)]
        need(any(c["weight"] > 0 for c in columns), "C62", "the weights add up to 0")
        held = decided(lambda: _means_within(scene, entries, first, scene.radii))
        need(held, "C62", "the columns are not proved to come so near")
    else:
        held = decided(lambda: _corrected(scene, first, columns))
        need(held, "C62", "the columns are not proved to hold the origin")
    return Found("overlap", first, last)


def _corrected(scene, t, columns):
    """Three of the weights can be changed, by what the differences of the columns do not add up to (C62)."""
    kept = {}

    def at(moving, i):
        if (moving, i) not in kept:
            kept[moving, i] = moving.enclosed(moving.arms[i], t)
        return kept[moving, i]

    m = [at(scene.a, c["pair"][0]) - at(scene.b, c["pair"][1]) for c in columns]
    weights = [exact(c["weight"]) for c in columns]
    rest = Vector((0, 0, 0))
    for x, weight in zip(m, weights):
        rest = rest - x.times(weight)
    positive = [i for i, c in enumerate(columns) if c["weight"] > 0]
    unsure = False
    for three in itertools.combinations(range(len(m)), 3):
        if not any(i not in three for i in positive):
            continue
        p, q, r = (m[i] for i in three)
        try:
            if _solves(p, q, r, rest, [weights[i] for i in three]):
                return True
        except Unsure:
            unsure = True
    if unsure:
        raise Unsure
    return False


def _solves(p, q, r, rest, weights):
    qr = q.cross(r)
    volume = p.dot(qr)
    side = volume.sign()
    if side == 0:
        return False
    # Cramer's rule: u = det(rest in the place of one) / volume; l + u >= 0 times the volume.
    parts = (rest.dot(qr), rest.dot(r.cross(p)), rest.dot(p.cross(q)))
    for weight, part in zip(weights, parts):
        whole = weight * volume + part
        if (whole if side > 0 else -whole).sign() < 0:
            return False
    return True


def _near(pair, by, begin, end):
    t, gap = by["t"], by["gap"]
    need(0 <= t <= 1, "C63", f"the contact is at t = {t}")
    if begin is not None:
        need(begin <= t and end <= t, "C63", f"the contact is at t = {t}, the links end at t = {end}")
    need(gap >= 0, "C63", f"the gap is {gap}")
    for name, count in zip("ab", map(len, pair.bodies)):
        entries = by[name]
        need(1 <= len(entries) <= 8, "C63", f"`{name}` has {len(entries)} entries")
        need(all(x["weight"] >= 0 for x in entries), "C63", "a weight is below 0")
        need(any(x["weight"] > 0 for x in entries), "C63", f"the weights of `{name}` add up to 0")
        for x in entries:
            need(x["id"] < count, "C13", f"vertex {x['id']} of {name.upper()} is named, which has {count}")
    scene = pair.scene
    reach = scene.radii + Fraction(gap)
    if scene.rational(t):
        near = _exactly_near(scene, by, t, reach)
    else:
        near = decided(lambda: _means_within(scene, (by["a"], by["b"]), t, reach))
    need(near, "C63", f"at t = {t} the two points are not within the gap of {gap}")
    return Found("near", t, t, gap, [(scene.a, by["a"]), (scene.b, by["b"])])


def _means_within(scene, entries, t, reach):
    a, b = (mean(moving, side, t) for moving, side in zip((scene.a, scene.b), entries))
    return ((b - a).norm() - scene.grid.length(reach)).sign() <= 0


def mean(moving, entries, t):
    """Of vertices, by their weights."""
    total, sum_ = ZERO, Vector((0, 0, 0))
    for x in entries:
        weight = exact(x["weight"])
        total, sum_ = total + weight, sum_ + moving.enclosed(moving.arms[x["id"]], t).times(weight)
    return sum_.times(Ball(1) / total)


def _exactly_near(scene, by, t, reach):
    unit = bits_of(t)
    sums = []
    for points, entries in zip(scene.at(t), (by["a"], by["b"])):
        fine = max(bits_of(x["weight"]) for x in entries)
        total, sum_ = 0, (0, 0, 0)
        for x in entries:
            n, d = x["weight"].as_integer_ratio()
            weight = n << (fine - d.bit_length() + 1)
            total += weight
            sum_ = tuple(s + weight * c for s, c in zip(sum_, points[x["id"]]))
        sums.append((sum_, total))
    (a, u), (b, v) = sums
    apart = [x * v - y * u for x, y in zip(a, b)]
    n, d = reach.as_integer_ratio()
    most = (n * scene.grid.den << (scene.grid.unit + unit)) * u * v
    return d * d * sum(x * x for x in apart) <= most * most
