"""Measures whole runs without Dask, with one worker and with two, in turns: motions a second, and processor time.

    python measure.py motions.parquet shapes.parquet --rounds 5
"""

import argparse
import resource
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import check


def processor_seconds():
    """Time on processors of this process, and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measured(motions, shapes, folder, workers, certificates):
    """Seconds of a run by the clock and on processors, with the start of the workers. No workers: in this process."""
    clock, processor = time.perf_counter(), processor_seconds()
    check.check(motions, shapes, folder, workers=workers, certificates=certificates)
    taken = time.perf_counter() - clock, processor_seconds() - processor
    shutil.rmtree(folder)
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("motions")
    parser.add_argument("shapes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--certificates", default="hits")
    given = parser.parse_args()
    rows = check.pq.read_metadata(given.motions).num_rows
    runs = {0: [], 1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.rounds):
            for workers, taken in runs.items():
                taken.append(measured(given.motions, given.shapes, Path(folder) / "answers", workers, given.certificates))
                print(f"{workers} workers: {taken[-1][0]:.1f} s by the clock, {taken[-1][1]:.1f} s on processors", flush=True)
    for workers, taken in runs.items():
        rates = sorted(rows / clock for clock, _ in taken)
        used = statistics.median(1e6 * processor / rows for _, processor in taken)
        spread = f"{rates[0]:.0f} to {rates[-1]:.0f}"
        print(f"{workers} workers: {statistics.median(rates):.0f} motions/s ({spread}), {used:.0f} us of a processor each")
    ratios = sorted(one[0] / two[0] for one, two in zip(runs[1], runs[2]))
    print(f"two workers beside one: {statistics.median(ratios):.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    main()
