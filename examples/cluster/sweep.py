"""Writes a Monte-Carlo sweep as `motions.parquet` and `shapes.parquet`: do the fragments of a burst rotor cut a line?

    python sweep.py FOLDER --fragments 20000

A rotor bursts at the origin. Pieces of blades, and sectors of the rim, leave at 150 to 400 m/s within 15 degrees of its plane,
and tumble. Each row is the flight of one fragment past one target in 10 ms: two hydraulic lines of 12 mm that stand in for
each other, or the tank's wall of 2 mm. Lengths are metres.
"""

import argparse
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import interframe_ccd as ic

TARGETS = ["line_1", "line_2", "tank"]
ALONG_Y = [np.sqrt(0.5), 0, 0, np.sqrt(0.5)]  # turns z to -y
PLACES = np.array([[1.2, 0, 0.1, *ALONG_Y], [1.25, 0, -0.1, *ALONG_Y], [1.5, 0.2, 0, 0, 0, 0, 1]])


def shapes():
    """The bodies by name."""
    corner = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    blade = corner * [0.06, 0.025, 0.002] + np.outer(corner[:, 0] * corner[:, 1], [0, 0, 0.008])  # twisted
    angles = np.radians([-40, -13, 13, 40])
    sectors = [
        [[radius * np.cos(turn) - 0.18, radius * np.sin(turn), z] for radius in (0.15, 0.2) for turn in ends for z in (-0.02, 0.02)]
        for ends in zip(angles, angles[1:])
    ]
    line = ic.Body.cylinder(1, 0.006)
    return {
        "blade": ic.Body.hull(blade),
        "rim": ic.Body.compound([ic.Body.hull(sector) for sector in sectors]),
        "line_1": line,
        "line_2": line,
        "tank": ic.Body.cuboid([0.001, 0.4, 0.3]),
    }


def motions(rng, first, count):
    """The rows of `count` fragments, of which the first has the number `first`: three each."""
    speed = rng.uniform(150, 400, count)
    around, aside = rng.uniform(-np.pi, np.pi, count), rng.uniform(-np.pi / 12, np.pi / 12, count)
    way = 0.01 * speed[:, None] * np.column_stack([np.cos(aside) * np.cos(around), np.cos(aside) * np.sin(around), np.sin(aside)])
    attitude = rng.normal(size=(count, 4))
    attitude /= np.linalg.norm(attitude, axis=1, keepdims=True)
    start = np.column_stack([np.zeros((count, 3)), attitude])
    turn = rng.normal(0, 6, (count, 3))  # radians in 10 ms
    kind = np.where(rng.random(count) < 0.8, "blade", "rim")

    def numbers(rows):
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), rows.shape[1])

    each = len(TARGETS)
    return pa.table({
        "id": each * first + np.arange(each * count),
        "shape_a": np.repeat(kind, each),
        "shape_b": np.tile(TARGETS, count),
        "start_a": numbers(np.repeat(start, each, axis=0)),
        "end_a": numbers(np.repeat(way, each, axis=0)),
        "turn_a": numbers(np.repeat(turn, each, axis=0)),
        "start_b": numbers(np.tile(PLACES, (count, 1))),
    })


def write(folder, fragments, seed=1, row_group=10_002):
    """Writes both files, with at most `row_group` rows, which are one partition, at a time."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bodies = shapes()
    table = pa.table({"name": list(bodies), "body": [body.to_bytes() for body in bodies.values()]})
    pq.write_table(table, folder / "shapes.parquet")
    rng, step = np.random.default_rng(seed), max(1, row_group // len(TARGETS))
    tables = (motions(rng, first, min(step, fragments - first)) for first in range(0, fragments, step))
    table = next(tables)
    with pq.ParquetWriter(folder / "motions.parquet", table.schema, compression="zstd") as file:
        file.write_table(table)
        for table in tables:
            file.write_table(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="where the two files go")
    parser.add_argument("--fragments", type=int, default=20_000, help="each has three rows")
    parser.add_argument("--seed", type=int, default=1)
    write(**vars(parser.parse_args()))
