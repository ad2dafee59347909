#!/usr/bin/env python3
"""A second pair of eyes: checks the proofs of `interframe query --json --certificate`.

Shares nothing with the library but the file format (docs/CERTIFICATES.md). Rational poses are
checked with fractions, turning bodies with mpmath's intervals. Slow and short on purpose.

    interframe query cases.jsonl --json --certificate | python3 examples/verify.py
"""
import itertools, json, sys
from fractions import Fraction as F
from mpmath import iv, mp

iv.prec, mp.prec = 120, 200
dot = lambda a, b: a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
cross = lambda a, b: [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
add = lambda a, b: [x + y for x, y in zip(a, b)]
sub = lambda a, b: [x - y for x, y in zip(a, b)]
scale = lambda a, s: [x * s for x in a]
norm = lambda a: iv.sqrt(dot(a, a))
exact = lambda v: [F(x) for x in v]
to_iv = lambda v: [iv.mpf(x.numerator) / x.denominator for x in exact(v)]


def turned(q, v):  # R(q) v / |q|^2, in the arithmetic of q
    x, y, z, w = q
    s = cross((x, y, z), v)
    t = add(scale(s, w), cross((x, y, z), s))
    return add(v, scale(t, 2 / (x * x + y * y + z * z + w * w)))


class Moving:
    """x(t) = path(t) + exp(t w) arm, arms and path relative to A's start position."""

    def __init__(self, motion, vertices, origin):
        q0, end = exact(motion["start"]["q"]), motion["end"]
        p0, e, c = exact(motion["start"]["p"]), exact(end["p"]), exact(motion["pivot"])
        self.arms = [turned(q0, sub(exact(v), c)) for v in vertices]
        self.first = add(sub(p0, exact(origin)), turned(q0, c))
        self.shift = sub(e, p0)
        if "turn" in end:
            self.w = to_iv(end["turn"])
            self.turns = any(end["turn"])
        else:
            a, b = q0, exact(end["q"])  # d = b a^-1
            v = sub(sub(scale(b[:3], a[3]), scale(a[:3], b[3])), cross(b[:3], a[:3]))
            s = a[3] * b[3] + dot(a, b)
            self.turns = any(v)
            self.shift = add(self.shift, sub(turned(b, c), turned(q0, c)))
            if s == 0:
                raise ValueError("half a turn between two poses")
            v = v if s > 0 else scale(v, -1)
            m = lambda x: mp.mpf(x.numerator) / x.denominator
            sine = mp.sqrt(sum(m(x) ** 2 for x in v))
            half = mp.atan2(sine, m(abs(s)))  # to 200 bits; the interval is wider
            about = lambda x: iv.mpf(m(x) * 2 * half / sine) + iv.mpf([-1, 1]) * iv.mpf(2) ** (10 - iv.prec)
            self.w = [about(x) for x in v] if self.turns else to_iv([0, 0, 0])
        if not any(c) and all(not any(exact(v)) for v in vertices):
            self.turns = False  # a point at its pivot
        self.turning_arms = [to_iv(a) for a in self.arms]
        self.reach = max(norm(a).b for a in self.turning_arms)
        self.speed = max(norm(cross(self.w, a)).b for a in self.turning_arms) if self.turns else iv.mpf(0)

    def path(self, t):
        return add(self.first, scale(self.shift, F(t)))

    def rational(self, i, t):  # of a body that does not turn, or at t = 0
        return add(self.path(t), self.arms[i])

    def point(self, i, t):
        arm = rotated(self.w, t, self.turning_arms[i]) if self.turns else self.turning_arms[i]
        return add(to_iv(self.path(t)), arm)


def rotated(w, t, v):  # exp(t w) v
    rate = norm(w)
    if rate.b == 0:
        return v
    c, s = iv.cos(rate * t), iv.sin(rate * t)
    u = scale(w, 1 / rate)
    return add(add(scale(v, c), scale(cross(u, v), s)), scale(u, dot(u, v) * (1 - c)))


def holds_origin(m):  # exactly: some simplex of at most four points does
    for k in range(1, 5):
        for p in itertools.combinations(m, k):
            if k == 1 and not any(p[0]):
                return True
            if k == 2 and p[0] != p[1] and not any(cross(*p)) and dot(*p) <= 0:
                return True
            if k == 3:
                n = cross(sub(p[1], p[0]), sub(p[2], p[0]))
                if any(n) and dot(n, p[0]) == 0 and all(dot(n, cross(p[i - 2], p[i - 1])) >= 0 for i in range(3)):
                    return True
            if k == 4:
                d = [(-1) ** i * dot(q[0], cross(q[1], q[2])) for i in range(4) for q in [p[:i] + p[i + 1 :]]]
                if sum(d) != 0 and (min(d) >= 0 or max(d) <= 0):
                    return True
    return False


def separates(n, a, b):
    return max(dot(n, x) for x in a) < min(dot(n, x) for x in b)


def spanned(m):  # minus the point nearest to the origin on the point, line or plane through m
    if len(m) == 1:
        return scale(m[0], -1)
    if len(m) == 2:
        e = sub(m[1], m[0])
        return scale(add(scale(m[0], dot(m[1], e)), scale(m[1], -dot(m[0], e))), -1)
    n = cross(sub(m[1], m[0]), sub(m[2], m[0]))
    return scale(n, -dot(n, m[0]))


def fixed(kind, proof, a, b):
    """Certificates about given point sets a and b, in fractions."""
    if kind == "plane":
        assert separates(exact(proof["normal"]), a, b), "the plane does not separate"
        return "separated"
    m = [sub(a[i], b[j]) for i, j in proof["pairs"]]
    if kind == "span":
        assert 1 <= len(m) <= 3 and separates(spanned(m), a, b), "the span does not separate"
        return "separated"
    assert kind == "columns" and len(m) <= 4 and holds_origin(m), "no common point"
    return "hit"


def hull_points(hulls, body, vertices):
    """Start and end pose of one body, relative to A's start or A's moving pivot."""
    motion, q1, a = hulls["motions"][body], exact(hulls["end_q"][body]), hulls["motions"][0]
    kappa = lambda m, q: sub(turned(exact(m["start"]["q"]), exact(m["pivot"])), turned(q, exact(m["pivot"])))
    origin, last = exact(a["start"]["p"]), exact(motion["end"]["p"])
    if "turn" in motion["end"]:
        last = add(last, kappa(motion, q1))
    if hulls["relative"]:
        last = sub(last, exact(a["end"]["p"]))
        if "turn" not in a["end"]:
            last = add(last, kappa(a, exact(hulls["end_q"][0])))
    else:
        last = sub(last, origin)
    first, q0 = sub(exact(motion["start"]["p"]), origin), exact(motion["start"]["q"])
    return [add(turned(q0, exact(v)), first) for v in vertices] + [add(turned(q1, exact(v)), last) for v in vertices]


def stays_open(a, b, t0, n0, nu, margin, ta, tb, depth=60):
    """n(t).(b - a) > margin |n| on [ta, tb], by chords and a bound on second derivatives, or, along a
    plane that does not turn, by the circles on which a turning body's vertices stay."""
    length, turn = norm(n0), norm(cross(nu, n0)).b
    normal = lambda t: rotated(nu, iv.mpf(t) - t0, n0)

    def look(t):
        n = normal(t)
        apart = dot(n, sub(to_iv(b.path(t)), to_iv(a.path(t)))) - margin * length
        reach = [highest(a, n, t), highest(b, scale(n, -1), t)]
        assert (apart - reach[0] - reach[1]).a > 0, f"no gap at t = {t}"
        return t, apart, reach

    def highest(body, n, t):  # max n.x over the arms
        n = rotated(body.w, -iv.mpf(t), n) if body.turns else n
        values = [dot(n, x) for x in body.turning_arms]
        return iv.mpf([max(v.a for v in values), max(v.b for v in values)])

    def circle(body, n):
        if not body.turns or turn > 0:
            return None
        square, across = dot(body.w, body.w), norm(cross(n, body.w))
        return max(((dot(n, body.w) * dot(body.w, x) + across * norm(cross(body.w, x))) / square).b for x in body.turning_arms)

    def bend(body, n, step):
        d = sub(body.w, nu) if body.turns else scale(nu, -1)
        tilt = min((norm(cross(n, d)) + norm(d) * turn * step).b, (norm(d) * length).b)
        slip = min((norm(d) * body.reach).b, (body.speed + norm(nu) * body.reach).b)
        return (tilt * body.speed + turn * slip).b

    def open_between(s, t):
        far = max(norm(sub(to_iv(b.path(x)), to_iv(a.path(x)))).b for x in (s[0], t[0]))
        path = turn * (norm(nu).b * far + 2 * norm(sub(to_iv(b.shift), to_iv(a.shift))).b)
        n, step = normal(s[0]), iv.mpf(t[0]) - s[0]
        for chosen in itertools.product(*[[False, True] if c is not None else [False] for c in circles]):
            p, q, k = s[1], t[1], path
            for i, by_circle in enumerate(chosen):
                p, q = (p - circles[i], q - circles[i]) if by_circle else (p - s[2][i], q - t[2][i])
                k += 0 if by_circle else bend((a, b)[i], n, step)
            if p.a > 0 and q.a > 0 and ((iv.sqrt(p) + iv.sqrt(q)) ** 2).a > (k * step**2 / 2).b:
                return True
        return False

    circles = [circle(a, n0), circle(b, scale(n0, -1))]
    stack = [(look(ta), look(tb), depth)]
    while stack:
        s, t, depth = stack.pop()
        if open_between(s, t):
            continue
        assert depth, f"no proof from {s[0]} to {t[0]}"
        m = look((s[0] + t[0]) / 2)
        stack += [(s, m, depth - 1), (m, t, depth - 1)]


def balls_apart(a, b, centers, sum_r, ta, tb, depth=60):
    m = (ta + tb) / 2
    at = lambda body, c, t: add(to_iv(body.path(t)), rotated(body.w, t, c) if body.turns else c)
    apart = lambda t: sub(at(b, centers[1], t), at(a, centers[0], t))
    speed = norm(sub(to_iv(b.shift), to_iv(a.shift))).b + sum(
        norm(cross(x.w, c)).b for x, c in ((a, centers[0]), (b, centers[1])) if x.turns
    )
    spare = (norm(apart(m)) - sum_r).a
    assert spare > 0, f"the balls meet at t = {m}"
    if spare > (speed * (iv.mpf(tb) - ta) / 2).b:
        return
    assert depth, "no proof for the balls"
    balls_apart(a, b, centers, sum_r, ta, m, depth - 1)
    balls_apart(a, b, centers, sum_r, m, tb, depth - 1)


def chain(proof, motions, vertices, free_from):
    origin = motions[0]["start"]["p"]
    a, b = (Moving(m, v, origin) for m, v in zip(motions, vertices))
    s, covered = iv.mpf(proof["separation"]), proof["from"]
    assert 0 <= covered <= 1 and proof["separation"] >= 0
    for link in proof["links"]:
        (kind, by), t0, t1 = next(iter(link["by"].items())), link["t0"], link["t1"]
        assert 0 <= t0 <= covered <= t1 <= 1 and t0 <= t1, "the links leave a gap"
        if kind == "plane":
            assert any(by["normal"])
            stays_open(a, b, iv.mpf(t0), to_iv(by["normal"]), to_iv(by["turn"]), s, t0, t1)
        elif kind == "balls":
            for list_, c, r in zip(vertices, by["centers"], by["radii"]):
                assert all(dot(d, d) <= F(r) ** 2 for v in list_ for d in [sub(exact(v), exact(c))]), "outside its ball"
            arms = [to_iv(turned(exact(m["start"]["q"]), sub(exact(c), exact(m["pivot"])))) for m, c in zip(motions, by["centers"])]
            balls_apart(a, b, arms, s + iv.mpf(by["radii"][0]) + by["radii"][1], t0, t1)
        elif a.turns or b.turns:  # what is spanned at the start, as a plane
            assert kind == "span" and t0 == 0
            n = spanned([sub(a.rational(i, 0), b.rational(j, 0)) for i, j in by["pairs"]])
            largest = max(map(abs, n))
            stays_open(a, b, iv.mpf(0), to_iv([x / largest for x in n]), to_iv([0, 0, 0]), s, t0, t1)
        else:
            assert kind == "span" and proof["separation"] == 0
            late = lambda i, list_: (i % len(list_), t1 if i >= len(list_) else t0)
            m = []
            for i, j in by["pairs"]:
                (i, t), (j, u) = late(i, vertices[0]), late(j, vertices[1])
                assert t == u, "a pair mixes two times"
                m.append(sub(a.rational(i, t), b.rational(j, u)))
            for t in (t0, t1):
                points = [[x.rational(i, t) for i in range(len(x.arms))] for x in (a, b)]
                assert separates(spanned(m), *points), "the span does not separate"
        covered = t1
    if "contact" not in proof:
        return "separated" if proof["links"] and proof["from"] <= free_from and covered == 1 else "undecided"
    ((kind, hit),) = proof["contact"].items()
    if kind == "near":
        assert covered <= hit["t"] <= 1

        def mean(body, weighted):
            total = sum(F(x["weight"]) for x in weighted)
            assert total > 0 and all(x["weight"] >= 0 for x in weighted)
            points = [scale(body.point(x["id"], hit["t"]), iv.mpf(x["weight"])) for x in weighted]
            return [sum(p[i] for p in points) / (iv.mpf(total.numerator) / total.denominator) for i in range(3)]

        assert norm(sub(mean(a, hit["a"]), mean(b, hit["b"]))).b <= hit["gap"], "not that near"
        return "hit"
    (t0, t1), columns = hit["times"], hit["columns"]
    assert 0 <= t0 <= t1 <= 1 and proof["from"] <= t0 and covered <= t1 and len(columns) <= 8
    assert t0 == t1 or not (a.turns or b.turns), "only bodies that do not turn overlap between two times"
    when = lambda c: t1 if c.get("late") else t0
    if not (a.turns or b.turns) or t1 == 0:
        m = [sub(a.rational(c["pair"][0], when(c)), b.rational(c["pair"][1], when(c))) for c in columns]
        assert holds_origin(m), "no common point"
        return "hit"
    m = [sub(a.point(c["pair"][0], t0), b.point(c["pair"][1], t0)) for c in columns]
    rest = [-sum(x[i] * c["weight"] for x, c in zip(m, columns)) for i in range(3)]
    for three in itertools.combinations(range(len(m)), 3):
        x, others = [m[i] for i in three], set(range(len(m))) - set(three)
        volume = dot(x[0], cross(x[1], x[2]))
        if 0 in volume or not any(columns[i]["weight"] > 0 for i in others):
            continue
        det = lambda i: dot(*(lambda y: (y[0], cross(y[1], y[2])))([rest if j == i else x[j] for j in range(3)]))
        if all(c["weight"] >= 0 for c in columns) and all((columns[k]["weight"] + det(i) / volume).a >= 0 for i, k in enumerate(three)):
            return "hit"
    raise AssertionError("no common point is proved")


def check(proof, bodies, free_from):
    vertices = [bodies[v] if isinstance(v, str) else v for v in (proof["a"], proof["b"])]
    placement, certificate = proof["placement"], proof["certificate"]
    if certificate == "empty":
        assert not all(vertices), "neither body is empty"
        return "separated"
    ((kind, by),) = certificate.items()
    if placement == "lists":
        return fixed(kind, by, *(list(map(exact, v)) for v in vertices))
    ((place, given),) = placement.items()
    if place == "motions":
        assert kind == "chain"
        return chain(by, given, vertices, free_from)
    if place == "poses":
        origin = exact(given[0]["p"])
        points = [[add(turned(exact(g["q"]), exact(x)), sub(exact(g["p"]), origin)) for x in v] for g, v in zip(given, vertices)]
        return fixed(kind, by, *points)
    return fixed(kind, by, *(hull_points(given, i, v) for i, v in enumerate(vertices)))


def main():
    bodies, counts, lines, end = {}, {}, 0, None
    for text in open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin:
        line = json.loads(text)
        if "end" in line:
            end = line["end"]
            continue
        lines += 1
        if "body" in line:
            bodies[line["body"]] = line["vertices"]
        if "proof" in line:
            try:
                try:
                    found = check(line["proof"], bodies, line.get("free_from", 0))
                except AssertionError:  # more digits, for what happens in almost no time or space
                    iv.prec, mp.prec = 2400, 2480
                    found = check(line["proof"], bodies, line.get("free_from", 0))
                found = found if line.get("verdict", found) == found else "rejected"
            except (AssertionError, ValueError, KeyError, IndexError, ZeroDivisionError) as reason:
                found = "rejected"
                print(f"rejected {line.get('id', lines)}: {reason}")
            iv.prec, mp.prec = 120, 200
            counts[found] = counts.get(found, 0) + 1
    whole = end == {"lines": lines, "proofs": sum(counts.values())}
    print(f"{lines} lines, {counts}" + ("" if whole else ", truncated"))
    sys.exit(not whole or "rejected" in counts)


if __name__ == "__main__":
    main()
