#!/usr/bin/env python3
"""Checks proof files by docs/guide/CERTIFICATES.md, and by nothing else: an independent second checker.

    verify.py FILE...        (or standard input)

Prints every line that it refuses, with the number of the condition that does not hold, then the counts.
The exit status is 0 when all is proved, 1 when a proof is refused, 2 when a file is not whole.
Standard library only. What is exact is decided in integers, the rest in enclosures (checker/enclosure.py).
"""

import json
import sys
from fractions import Fraction

sys.dont_write_bytecode = True

from checker import chain, claims, exits, fixed, scene, text  # noqa: E402
from checker.shapes import HULL, Body  # noqa: E402
from checker.text import Refused, need  # noqa: E402

PLACEMENTS = {
    "chain": ("motions",),
    "intervals": ("motions",),
    "exit": ("motions",),
    "plane": ("poses", "hulls", "lists"),
    "span": ("poses", "hulls", "lists"),
    "columns": ("poses", "hulls", "lists"),
    "inside": ("poses",),
    "outside": ("poses",),
    "farther": ("poses",),
    "nearer": ("poses",),
}


def check(proof, bodies):
    """What a proof proves, as claims.Proof."""
    parts = text.proof_parts(proof, "proof")
    shapes = parts.get("shapes", [HULL, HULL])
    vertices = [Body(_body(parts[name], name, bodies), shape) for name, shape in zip("ab", shapes)]
    (place, given), (kind, by) = parts["placement"], parts["certificate"]
    motions = given if place == "motions" else given["motions"] if place == "hulls" else []
    radii = parts.get("radii", [0.0, 0.0])
    need(min(radii) >= 0, "C14", "a radius is below 0")
    need(kind not in claims.CONTAINMENT or not any(radii), "C14", f"`{kind}` is about bodies without radii")
    for name, body in zip("AB", vertices):
        body.check(name)
    curved = any(body.is_curved() for body in vertices)
    spanned = kind == "span" or kind == "farther" and "span" in by
    unfit = kind in claims.CONTAINMENT or spanned or place in ("hulls", "lists")
    reach = sum(map(Fraction, radii))
    if kind == "empty":
        _sound(place, given, vertices)
        need(not (curved and unfit), "C16", f"`{place}` is not for curved bodies")
        need(not all(body.exists() for body in vertices), "C12", "neither body is empty")
        return claims.Proof(kind, "separated", place, vertices)
    need(place in PLACEMENTS[kind], "C24", f"`{kind}` does not go with `{place}`")
    need(not (curved and unfit), "C16", f"`{kind}` of `{place}` is not for curved bodies")
    if kind not in claims.CONTAINMENT:
        need(all(body.exists() for body in vertices), "C12", f"`{kind}` needs two bodies with vertices")
    if place == "motions":
        if kind == "exit":
            found = exits.check_exit(by, motions, vertices)
        else:
            run = {"chain": chain.check_chain, "intervals": chain.check_intervals}[kind]
            found = run(by, motions, vertices, reach)
        size, turn = claims.size_of(motions, vertices), claims.turn_of(motions)
        return claims.Proof(kind, found.verdict, place, vertices, found=found, size=size, turn=turn)
    if curved and kind in ("plane", "farther"):
        if kind == "farther":
            need(by["distance"] >= 0, "C33", f"`distance` is {by['distance']}")
        condition = "C30" if kind == "plane" else "C33"
        need(any(by["normal"]), condition, "the normal is 0")
        distance = by.get("distance")
        most = reach + Fraction(distance or 0.0)
        chain.resting_apart(by["normal"], given, vertices, most, condition)
        return claims.Proof(kind, "separated", place, vertices, distance=distance, poses=given, reach=reach)
    if kind in claims.WITHIN:
        points = scene.posed_points(given, vertices, reach + Fraction(by["distance"]))
        {"farther": fixed.farther, "nearer": fixed.nearer}[kind](by, *points)
        verdict = "hit" if kind == "nearer" else "separated"
        return claims.Proof(kind, verdict, place, vertices, distance=by["distance"])
    points = _points(place, given, vertices, reach)
    if kind == "plane":
        fixed.plane(by["normal"], *points)
    elif kind == "inside":
        fixed.inside(by["simplices"], *points[:2])
    elif kind == "outside":
        fixed.outside(by, *points[:2])
    else:
        {"span": fixed.span, "columns": fixed.columns}[kind](by["pairs"], *points)
    verdict = {"columns": "hit", "inside": "inside", "outside": "not_inside"}.get(kind, "separated")
    return claims.Proof(kind, verdict, place, vertices, points)


def _body(value, name, bodies):
    if isinstance(value, str):
        need(value in bodies, "C11", f"no line before gives the body {json.dumps(value)}")
        return bodies[value]
    return text.vertices(value, name)


def _points(place, given, vertices, reach):
    of = {"poses": scene.posed_points, "hulls": scene.hull_points}
    return of[place](given, vertices, reach) if place in of else scene.listed_points(vertices, reach)


def _sound(place, given, vertices):
    """The placement of an empty body has to be one, too."""
    if place == "motions":
        scene.Scene(given, vertices)
    else:
        _points(place, given, vertices, Fraction(0))


def kind_of(line):
    """What a line is, by its keys alone: C7."""
    if list(line) == ["end"]:
        return "end"
    return "proof" if "certificate" in line else "body" if "body" in line else "answer"


def holds_a_proof(value):
    """Whether a proof is somewhere in a value: C8."""
    if isinstance(value, dict):
        return "proof" in value or "certificate" in value or any(map(holds_a_proof, value.values()))
    return isinstance(value, list) and any(map(holds_a_proof, value))


_body_line = text.record({"body": text.text, "vertices": text.vertices})
_closing = text.record({"lines": text.identity, "proofs": text.identity})


class File:
    """One file, line by line."""

    def __init__(self, name):
        self.name, self.bodies = name, {}
        self.lines = self.proofs = self.bare = self.at = 0
        self.end = None
        self.found = {}
        self.of_pieces = self.contacts = 0
        self.refused = self.bad = 0

    def read(self, stream):
        for data in stream:
            self.at += 1
            data = data.removesuffix(b"\n")
            if not data.strip(b" \t\r") and len(data) <= text.MOST_BYTES:
                continue
            try:
                need(self.end is None, "C7", "a line after the last one")
                self.line(text.read_line(data))
            except Refused as why:
                self.bad += 1
                print(f"bad       {self.name}:{self.at}: {why}")
        self.finish()

    def line(self, line):
        kind = kind_of(line)
        if kind == "end":
            self.end = _closing(line["end"], "end")
            return
        self.lines += 1
        if kind == "proof":
            self.bare += 1
            self.proofs += 1
            self.proof(line, {})
        elif kind == "body":
            try:
                body = _body_line(line, "line")
            except Refused as why:
                raise Refused("C11", str(why)) from None
            need(body["body"] not in self.bodies, "C11", f"the body {json.dumps(body['body'])} is given twice")
            self.bodies[body["body"]] = body["vertices"]
        else:
            self.answer(line)

    def answer(self, line):
        proof = line.get("proof")
        self.proofs += proof is not None
        for key, value in line.items():
            right = key == "proof" or not holds_a_proof(value)
            need(right, "C8", f"{json.dumps(key)} holds a proof, which stands in the key `proof` alone")
        if proof is not None:
            self.proof(proof, line)

    def proof(self, proof, line):
        """A proof, and the answer beside it."""
        try:
            found = check(proof, self.bodies)
            claims.compare(line, found)
        except Refused as why:
            self.refused += 1
            name = line.get("id")
            name = f" ({name})" if isinstance(name, str) else ""
            print(f"rejected  {self.name}:{self.at}{name}: {why}".encode("ascii", "backslashreplace").decode())
            return
        self.of_pieces += line.get("pieces") is not None
        self.contacts += len(found.found.contacts) if found.kind == "intervals" else 0
        self.found[found.verdict] = self.found.get(found.verdict, 0) + 1

    def finish(self):
        try:
            if self.end is None:
                # Proofs alone, each of which is whole, or no JSON.
                need(self.lines and self.bare == self.lines, "C7", "it lacks its last line")
            else:
                right = self.end == {"lines": self.lines, "proofs": self.proofs}
                said = f"the last line speaks of {self.end['lines']} lines and {self.end['proofs']} proofs"
                need(right, "C7", said)
        except Refused as why:
            self.bad += 1
            print(f"bad       {self.name}: {self.lines} lines and {self.proofs} proofs: truncated or changed: {why}")
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self.found.items()))
        verified, without = sum(self.found.values()), self.lines - self.proofs
        counts = f"{verified} proofs verified ({kinds or 'none'}), {self.refused} rejected"
        print(f"{self.name}: {counts}; {without} lines without proof")
        if self.contacts:
            print(f"not certified: what lies inside {self.contacts} contact intervals")
        if self.of_pieces:
            print(f"not certified: what other pieces do, of {self.of_pieces} proofs about two each")
        return 2 if self.bad else 1 if self.refused else 0


def main(names):
    status = 0
    for name in names or ["-"]:
        file = File(name)
        try:
            stream = sys.stdin.buffer if name == "-" else open(name, "rb")
        except OSError as error:
            print(f"{name}: {error.strerror}", file=sys.stderr)
            status = 2
            continue
        with stream:
            file.read(stream)
        status = max(status, 2 if file.bad else 1 if file.refused else 0)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
