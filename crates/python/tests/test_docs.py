"""The programs of the guide, of the README and of the examples run as they are printed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "examples/python").glob("*.py"))


def programs(path):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / path).read_text(), re.M | re.S)


PROGRAMS = [
    pytest.param(program, id=f"{Path(path).stem}-{k}")
    for path in ("docs/guide/PYTHON.md", "README.md")
    for k, program in enumerate(programs(path))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_printed_program_runs(program, tmp_path):
    if "trimesh" in program:
        pytest.importorskip("trimesh")
    run([sys.executable, "-c", program], tmp_path)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path, tmp_path):
    pytest.importorskip("matplotlib")
    run([sys.executable, path], tmp_path)
    assert list(tmp_path.glob("*.png"))


def run(command, folder):
    environment = dict(os.environ, MPLBACKEND="Agg")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_the_readme_has_ten_lines():
    (program,) = programs("README.md")
    assert len(program.splitlines()) == 10


def test_the_notebook_shows_a_page(tmp_path):
    cells = json.loads((ROOT / "examples/python/notebook.ipynb").read_text())["cells"]
    (code,) = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    *program, last = code.splitlines()
    run([sys.executable, "-c", "\n".join([*program, f"assert '<iframe' in {last}._repr_html_()"])], tmp_path)
