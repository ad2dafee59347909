"""Certificates about fixed points, all exact: C30 to C34, C80 and C81.

`reach` is how far apart points may be that meet, in the unit of the points.
"""

from .exact import comes_within, holds_origin, on_own_unit, separates, spanned, sub
from .links import named
from .text import need


def plane(normal, a, b, reach):
    need(any(normal), "C30", "the normal is 0")
    need(separates(on_own_unit(normal), a, b, reach), "C30", "the plane does not separate")


def span(pairs, a, b, reach):
    need(1 <= len(pairs) <= 3, "C31", "a span takes one to three pairs")
    named(pairs, [len(a), len(b)])
    need(separates(spanned_by(pairs, a, b), a, b, reach), "C31", "the span does not separate")


def spanned_by(pairs, a, b):
    return spanned([sub(a[i], b[j]) for i, j in pairs])


def columns(pairs, a, b, reach):
    need(1 <= len(pairs) <= 4, "C32", "there are one to four columns")
    named(pairs, [len(a), len(b)])
    near = comes_within([sub(a[i], b[j]) for i, j in pairs], reach**2)
    need(near, "C32", "the columns do not hold the origin" if not reach else "the columns do not come so near")


def farther(by, a, b, reach):
    need(by["distance"] >= 0, "C33", f"`distance` is {by['distance']}")
    if "normal" in by:
        need(any(by["normal"]), "C33", "the normal is 0")
        n = on_own_unit(by["normal"])
    else:
        need(1 <= len(by["span"]) <= 3, "C33", "a span takes one to three pairs")
        named(by["span"], [len(a), len(b)])
        n = spanned([sub(a[i], b[j]) for i, j in by["span"]])
    need(separates(n, a, b, reach), "C33", "the gap is not larger than the distance")


def nearer(by, a, b, reach):
    need(by["distance"] >= 0, "C34", f"`distance` is {by['distance']}")
    pairs = by["pairs"]
    need(1 <= len(pairs) <= 4, "C34", "there are one to four pairs")
    named(pairs, [len(a), len(b)])
    near = comes_within([sub(a[i], b[j]) for i, j in pairs], reach**2)
    need(near, "C34", "the pairs do not come so near")


def inside(simplices, a, b, condition="C80"):
    need(len(simplices) == len(b), condition, f"{len(simplices)} simplices for {len(b)} vertices")
    for j, ids in enumerate(simplices):
        need(1 <= len(ids) <= 4, condition, "a simplex has one to four vertices")
        named([(i, 0) for i in ids], [len(a), 1])
        held = holds_origin([sub(a[i], b[j]) for i in ids])
        need(held, condition, f"vertex {j} of B is not in its simplex")


def outside(by, a, b):
    j = by["vertex"]
    need(j < len(b), "C13", f"vertex {j} of B is named, which has {len(b)}")
    if not a:
        need(len(by) == 1, "C81", "A is empty, and a plane is given")
        return
    need(len(by) == 2, "C81", "`outside` has neither a normal nor a span")
    if "normal" in by:
        need(any(by["normal"]), "C81", "the normal is 0")
        n = on_own_unit(by["normal"])
    else:
        ids = by["span"]
        need(1 <= len(ids) <= 3, "C81", "a span takes one to three vertices")
        named([(i, j) for i in ids], [len(a), len(b)])
        n = spanned([sub(a[i], b[j]) for i in ids])
    need(separates(n, a, [b[j]]), "C81", f"vertex {j} of B is not outside")
