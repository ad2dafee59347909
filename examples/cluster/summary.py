"""Sums up a folder of answers: how often each pair of shapes hits, and what tests at the ends of the motions miss.

    python summary.py answers
    python summary.py answers --verify motions.parquet shapes.parquet

With `--verify`, every certificate is checked: that it holds, and that it proves what its row says about the motion of that row.
"""

import argparse
import json
import sys
from math import sqrt
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import interframe_ccd as ic
from check import read_manifest
from partition import InputError, Rows, read_shapes, sha256


def wilson(hits, count, z):
    """Wilson's interval of a rate of which `hits` of `count` were seen: it has its confidence for few hits too."""
    middle = hits + z * z / 2
    half = z * sqrt(hits * (count - hits) / count + z * z / 4)
    return max(0.0, (middle - half) / (count + z * z)), min(1.0, (middle + half) / (count + z * z))


def rates(folder, z=1.96):
    """A row for each pair of shapes. The interval of the rate takes each undecided row as a miss below, and as a hit above."""
    columns = ["shape_a", "shape_b", "verdict", "at_ends"]
    parts = read_manifest(folder)["parts"]
    table = pa.concat_tables([pq.read_table(Path(folder) / part["file"], columns=columns) for part in parts])
    for name in ("hit", "undecided"):
        table = table.append_column(name, pc.equal(table["verdict"], name).cast(pa.int64()))
    unseen = pc.fill_null(pc.invert(table["at_ends"]), False).cast(pa.int64())
    groups = table.append_column("unseen", unseen).group_by(["shape_a", "shape_b"])
    rows = groups.aggregate([("hit", "count"), ("hit", "sum"), ("undecided", "sum"), ("unseen", "sum")]).to_pylist()
    for row in sorted(rows, key=lambda row: (row["shape_a"], row["shape_b"])):
        count, hits, undecided = row["hit_count"], row["hit_sum"], row["undecided_sum"]
        yield {
            "shape_a": row["shape_a"], "shape_b": row["shape_b"], "motions": count, "hits": hits, "undecided": undecided,
            "rate": hits / count, "low": wilson(hits, count, z)[0], "high": wilson(hits + undecided, count, z)[1],
            "hits_between_ends": row["unseen_sum"],
        }  # fmt: skip


def verify(folder, motions, shapes):
    """Checks all certificates, and returns how many there are."""
    manifest, count = read_manifest(folder), 0
    if [manifest["inputs"]["motions"], manifest["inputs"]["shapes"]] != [sha256(motions), sha256(shapes)]:
        raise InputError(f"{folder}: holds the answers to other files than {motions} and {shapes}")
    bodies = read_shapes(shapes)
    for part in manifest["parts"]:
        rows = Rows(motions, part["row_group"])
        of_rows, moved = rows.bodies(bodies), rows.motions()
        for k, answer in enumerate(pq.read_table(Path(folder) / part["file"]).to_pylist()):
            if answer["certificate"] is not None:
                a, b = k, len(rows.ids) + k
                asked = json.loads(ic.cases.time_of_impact("", of_rows[a], moved[a], of_rows[b], moved[b]))
                if fault := refuted(answer, asked):
                    raise InputError(f"{folder}: {part['file']}: the certificate of id {answer['id']} {fault}")
                count += 1
    return count


def refuted(answer, asked):
    """What is wrong with the certificate of an answer to a question, which is a case line; or None."""
    proof = json.loads(answer["certificate"])
    try:
        proved = ic.verify(proof)
    except ic.CertificateError as error:
        return f"does not hold: {error}"
    for k, side in enumerate("ab"):
        motion, body = asked[f"motion_{side}"], asked[side]
        if "turn" in motion:
            motion["end"]["turn"] = motion.pop("turn")
        if proof["placement"]["motions"][k] != motion:
            return f"is about another motion of body {side.upper()}"
        # A hit of a body of several pieces is proved by one of them.
        pieces = body.get("compound", [body]) if answer["verdict"] == "hit" else [body]
        if not {"trimesh", "height_field"} & body.keys() and proved_body(proof, k) not in pieces:
            return f"is about another body {side.upper()}"
    is_free = proved.free[0] <= 0 and proved.free[1] >= answer["t_lo"]
    is_met = answer["verdict"] != "hit" or answer["t_lo"] <= proved.contact[0] <= proved.contact[1] <= answer["t_hi"]
    if proved.verdict != answer["verdict"] or not is_free or not is_met:
        return f"proves {proved.verdict}, apart in {proved.free}, contact in {proved.contact}, which is not what the row says"
    return None


def proved_body(proof, k):
    """The body of which a certificate speaks, as a case line has it."""
    shape = proof.get("shapes", ["hull", "hull"])[k]
    radius = proof.get("radii", [0, 0])[k]
    body = {"vertices": proof["ab"[k]]} if shape == "hull" else shape
    return {**body, "rounding": radius} if radius else body


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("answers", help="folder that check.py wrote")
    parser.add_argument("--verify", nargs=2, metavar=("MOTIONS", "SHAPES"), help="check all certificates")
    given = parser.parse_args()
    try:
        print(f"{'shapes':24} {'motions':>9} {'hits':>8} {'undecided':>9}  {'hit rate, 95%':30} hits that end poses miss")
        for row in rates(given.answers):
            interval = f"{row['rate']:.4%} ({row['low']:.4%} to {row['high']:.4%})"
            unseen = f"{row['hits_between_ends'] / row['hits']:.1%}" if row["hits"] else "-"
            name = f"{row['shape_a']}, {row['shape_b']}"
            print(f"{name:24} {row['motions']:9} {row['hits']:8} {row['undecided']:9}  {interval:30} {unseen}")
        if given.verify:
            print(f"{verify(given.answers, *given.verify)} certificates hold, and prove what their rows say")
    except (ValueError, OSError) as error:
        sys.exit(f"summary.py: {error}")
    except KeyboardInterrupt:
        sys.exit("summary.py: interrupted")


if __name__ == "__main__":
    main()
