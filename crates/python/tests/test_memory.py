"""Memory that runs out is a MemoryError: each call is made in a process of its own that may take only so much more."""

import os
import resource
import subprocess
import sys

import numpy as np
import pytest

import interframe_ccd as ic

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the memory that a process has is read from /proc")

RNG = np.random.default_rng(0)
SPHERE, COUNT = ic.Body.sphere(1), 150
SQUARES = np.arange(COUNT * COUNT).reshape(COUNT, COUNT)
VERTICES = np.c_[np.argwhere(SQUARES >= 0), np.zeros(COUNT * COUNT)].astype(float)
TRIANGLES = np.stack([SQUARES[:-1, :-1], SQUARES[1:, :-1], SQUARES[1:, 1:]], -1).reshape(-1, 3)
MESH = ic.Body.mesh(VERTICES, TRIANGLES)
HULL = ic.Body.hull(RNG.normal(size=(3000, 3)))
POINTS = RNG.normal(size=(2**18, 3))
STARTS = RNG.uniform(-20, 20, (3000, 3))
WORLD = ic.World()
for start in STARTS:
    WORLD.add(SPHERE, start)
FRAME = WORLD.advance(mode="all")
BODIES, MOTIONS = ic.Bodies([SPHERE], np.zeros(3000, "u4")), ic.Motions(STARTS, STARTS[::-1])
PAIRS = RNG.integers(0, 3000, (100_000, 2))
CUBOIDS = [ic.YawCuboid([[0, 0], [1, 0], [1, 1], [0, 1]], [0, 1])] * 50_000
CALLS = {
    "to_bytes": MESH.to_bytes,
    "vertices and faces": lambda: [MESH.vertices, MESH.faces, HULL.vertices, HULL.faces],
    "mesh": lambda: ic.Body.mesh(VERTICES, TRIANGLES),
    "hull": lambda: ic.Body.hull(POINTS),
    "Poses": lambda: ic.Poses(POINTS),
    "Motions": lambda: ic.Motions(POINTS, POINTS),
    "Bodies": lambda: ic.Bodies([SPHERE], np.zeros(2**21, "u4")),
    "PairStates": lambda: ic.PairStates(2**18),
    "batch.distance": lambda: ic.batch.distance(BODIES, STARTS, PAIRS, threads=1),
    "contains_point": lambda: ic.contains_point(POINTS, [0, 0, 0]),
    "intersect_sets": lambda: ic.intersect_sets(POINTS, POINTS[:10]),
    "is_subset": lambda: ic.is_subset(POINTS[:2], POINTS),
    "Polygon": lambda: ic.Polygon(POINTS[:, :2]),
    "cuboid_separations": lambda: ic.cuboid_separations(CUBOIDS[0], CUBOIDS),
    "World.copy": lambda: [WORLD.copy() for _ in range(30)],
    "snapshot and restore": lambda: WORLD.restore(WORLD.snapshot()),
    "events": lambda: [FRAME.events, FRAME.to_array()],
    "poses": lambda: WORLD.poses(WORLD.bodies() * 20),
}


def taken(call, room):
    """How the process of a call ends that may take so many bytes more: 0 answered, 1 MemoryError, otherwise something else."""
    child = os.fork()
    if child == 0:
        pages = int(open("/proc/self/statm").read().split()[0])
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room,) * 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            call()
            os._exit(0)
        except MemoryError:
            os._exit(1)
        except BaseException:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("name", CALLS)
def test_memory_that_runs_out_is_an_exception(name):
    ends = [taken(CALLS[name], room << 18) for room in (*range(1, 40, 3), *range(40, 200, 20))]
    assert set(ends) <= {0, 1}, ends


READ = """
import resource, sys
import interframe_ccd as ic

path, kind, room = sys.argv[1:]
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + int(room),) * 2)
try:
    ic.Body.from_file(path, kind)
except MemoryError:
    sys.exit(1)
except BaseException:
    sys.exit(2)
"""


def test_a_mesh_file_that_needs_too_much_is_an_exception(tmp_path):
    file = tmp_path / "mesh.obj"
    lines = ["v %g %g %g" % tuple(vertex) for vertex in VERTICES] + ["f %d %d %d" % tuple(1 + triangle) for triangle in TRIANGLES]
    file.write_text("\n".join(lines))
    for kind in ("hull", "mesh"):
        ends = []
        # A new process each: what this one has freed would be room too.
        for room in (1, 4, 16, 32, 64, 512):
            command = [sys.executable, "-c", READ, file, kind, str(room << 20)]
            ends.append(subprocess.run(command, stderr=subprocess.DEVNULL).returncode)
        assert set(ends) <= {0, 1} and ends[0] == 1 and ends[-1] == 0, ends
