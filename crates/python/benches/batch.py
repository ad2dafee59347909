"""100,000 pairs by `batch`, beside the same batch in Rust, one thread each, taken in turns; and what one call costs.

    python batch.py PROGRAM     the program is the example `batch` of crates/python
"""

import subprocess
import sys
import tempfile
import timeit
from pathlib import Path

import numpy as np

import interframe_ccd as ic

BODIES, PAIRS, RUNS, ROUNDS = 2_000, 100_000, 3, 5
MOST = 1.3


def main() -> int:
    rng = np.random.default_rng(7)
    turns = rng.normal(size=(BODIES, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    poses = np.hstack([rng.uniform(-3, 3, (BODIES, 3)), turns])
    travel = rng.normal(size=(BODIES, 3))
    pairs = rng.integers(0, BODIES, (PAIRS, 2)).astype("<u4")
    box = ic.Body.cuboid([0.5, 0.25, 1.0])
    bodies = ic.Bodies([box], np.zeros(BODIES, int))
    places = {
        "distance": ic.Poses(poses),
        "time_of_impact": ic.Motions.from_turns(poses, poses[:, :3] + travel, np.zeros((BODIES, 3))),
    }
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs"
        head = np.array([BODIES, PAIRS], "<u8").tobytes()
        path.write_bytes(head + np.hstack([poses, travel]).astype("<f8").tobytes() + pairs.tobytes())
        for query, field in [("distance", "separation"), ("time_of_impact", "t_hi")]:
            ask = getattr(ic.batch, query)
            rust, python, total = [], [], 0.0
            for _ in range(ROUNDS):
                lines = subprocess.check_output([sys.argv[1], query, path, str(RUNS)], text=True).split()
                rust += map(float, lines[::2])
                for _ in range(RUNS):
                    start = timeit.default_timer()
                    found = ask(bodies, places[query], pairs, threads=1)
                    python.append(timeit.default_timer() - start)
                total = float(lines[1])
            # The sums are of the same numbers in the same order.
            assert float(np.cumsum(found[field])[-1]) == total, (found[field].sum(), total)
            ratio = min(python) / min(rust)
            print(f"{query}: Rust {min(rust) * 1e3:.1f} ms, Python {min(python) * 1e3:.1f} ms, ratio {ratio:.3f}")
            slow += ratio > MOST
    here, there = ic.Pose(), ic.Pose([1.5, 0.25, 0.125])
    for name, call in [
        ("intersect, one pair", lambda: ic.intersect(box, here, box, there)),
        ("distance, one pair", lambda: ic.distance(box, here, box, there)),
        ("distance, one pair, places as arrays", lambda: ic.distance(box, poses[0], box, poses[1])),
    ]:
        print(f"{name}: {min(timeit.repeat(call, number=10_000)) / 10_000 * 1e6:.2f} microseconds")
    if slow:
        print(f"a batch takes more than {MOST} times as long as in Rust", file=sys.stderr)
    return int(slow > 0)


sys.exit(main())
