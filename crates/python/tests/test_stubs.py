"""The stubs have the names and the arguments of the package, and its programs pass the type checker."""

import subprocess
import sys
from pathlib import Path

import pytest

import interframe_ccd as ic

mypy = pytest.importorskip("mypy")
ROOT = Path(__file__).resolve().parents[3]

PROGRAM = """
import numpy as np
import interframe_ccd as ic

box = ic.Body.cuboid([1, 1, 1])
answer: ic.TimeOfImpact = ic.time_of_impact(box, ic.Motion.to([0, 0, 0], [5, 0, 0]), box, np.eye(4), budget=9)
time: float = answer.t_hi
rows = ic.batch.distance([box, box], np.zeros((2, 3)), [[0, 1]], threads=1)
mean = rows["separation"].mean()
"""


def check(*arguments, folder):
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def test_the_stubs_say_what_the_package_has(tmp_path):
    code, said = check("mypy.stubtest", "interframe_ccd", folder=tmp_path)
    assert code == 0, said


def test_a_typed_program_passes_and_a_wrong_one_does_not(tmp_path):
    (tmp_path / "right.py").write_text(PROGRAM)
    assert check("mypy", "--strict", "right.py", folder=tmp_path)[0] == 0
    (tmp_path / "wrong.py").write_text(PROGRAM.replace("budget=9", 'budget="nine"'))
    code, said = check("mypy", "--strict", "wrong.py", folder=tmp_path)
    assert code == 1 and "budget" in said


def test_everything_has_a_docstring():
    for name in ic.__all__:
        assert getattr(ic, name).__doc__, name
    for module in (ic.batch, ic.cases, ic.certify):
        for name in module.__all__:
            assert getattr(module, name).__doc__, name
    for owner in (ic.Body, ic.Pose, ic.Motion, ic.World, ic.ContactEvents, ic.TimeOfImpact):
        for name, member in vars(owner).items():
            assert name.startswith("_") or member.__doc__, f"{owner.__name__}.{name}"
