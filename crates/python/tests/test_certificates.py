"""Certificates, cases, captures and pages."""

import json
from pathlib import Path

import numpy as np
import pytest

import interframe_ccd as ic

ROOT = Path(__file__).resolve().parents[3]
BOX = ic.Body.cuboid([1, 1, 1])
HERE = ic.Pose()


def test_certificates_hold_and_lies_do_not():
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(40):
        motion = ic.Motion.from_turn(rng.normal(size=3) * 4, rng.normal(size=3) * 4, rng.normal(size=3) * 3)
        answer, certificate = ic.certify.time_of_impact(BOX, motion, BOX, HERE)
        assert answer == ic.time_of_impact(BOX, motion, BOX, HERE)
        proved = ic.verify(certificate)
        assert proved.verdict == str(answer.verdict)
        assert ic.verify(json.dumps(certificate)).free == proved.free
        certificate["b"][0][0] -= 9.0
        try:
            assert ic.verify(certificate).verdict != "separated" or answer.verdict == ic.Verdict.SEPARATED
        except ic.CertificateError as error:
            assert error.condition > 0
            held += 1
    assert held > 10


def test_every_query_with_a_certificate():
    poses = (BOX, HERE, BOX, [2.5, 0, 0])
    motions = (BOX, ic.Motion.to([-5, 0, 0], [5, 0, 0]), BOX, HERE)
    inside = (ic.Body.cuboid([4, 4, 4]), HERE, BOX, HERE)
    wanted = {
        "intersect": (poses, "separated"),
        "within": (poses, "separated"),
        "contains": (inside, "inside"),
        "interframe": (motions, "hit"),
        "time_of_impact": (motions, "hit"),
        "contact_intervals": (motions, "hit"),
        "time_of_exit": (inside, "inside"),
    }
    for name, (arguments, verdict) in wanted.items():
        _, certificate = getattr(ic.certify, name)(*arguments)
        assert ic.verify(certificate).verdict == verdict, name
    assert ic.certify.distance(*poses)[1] is None


def test_cases_give_the_same_bits():
    state = ic.PairState()
    ic.distance(BOX, HERE, BOX, [3, 0.5, 0.25], state=state)
    line = ic.cases.distance("apart", BOX, HERE, BOX, [3, 0.5, 0.25], state=state, method="gjk")
    answer = ic.answer(line)
    again = ic.distance(BOX, HERE, BOX, [3, 0.5, 0.25], state=state, method="gjk")
    assert answer["id"] == "apart" and answer["separation"] == again.separation
    assert answer == ic.answer(json.loads(line))
    proved = ic.answer(ic.cases.intersect("x", BOX, HERE, BOX, [3, 0, 0]), certify=True)
    assert ic.verify(proved["proof"]).verdict == "separated"


def test_the_projects_cases_are_answered():
    count = 0
    for path in sorted((ROOT / "tests/cases").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            if '"mesh"' in line:
                continue
            try:
                answer = ic.answer(line)
            except ic.CaseError:
                continue
            count += "verdict" in answer
    assert count > 100


def test_pages():
    flight = ic.Motion.to([-5, 0, 0], [5, 0, 0])
    page = ic.view(ic.cases.time_of_impact("bullet", BOX, flight, BOX, HERE))
    assert "bullet" in page.html and page._repr_html_().startswith("<iframe srcdoc=")
    world = ic.World()
    ball = world.add(BOX, [0, 0, 0])
    assert "<html" in ic.view([world.capture({ball: ic.Motion.to([0, 0, 0], [1, 0, 0])})]).html
    assert "<html" in ic.view(ROOT / "examples/scenes/projectiles.json", frames=1).html
    with pytest.raises(ic.CaseError):
        ic.view("nowhere.jsonl")
    with pytest.raises(ic.CaseError):
        ic.view('{"id": "no query"}')
