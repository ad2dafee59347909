#!/usr/bin/env python3
"""Convex parts of a concave mesh, as a shape for cases and scenes.

    python3 -m pip install coacd numpy
    python3 examples/decompose.py MESH.obj PARTS.json [--threshold 0.05]
    interframe inspect MESH.obj PARTS.json

Writes {"compound": [{"vertices": [...]}, ...]}. `inspect` says how far the mesh reaches outside of the parts at most, which
no decomposition promises by itself. coacd is not part of this project: where it is missing this says so and ends.
"""
import argparse
import json
import sys


def read_obj(path):
    vertices, triangles = [], []
    with open(path, encoding="utf-8-sig") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if words[:1] == ["v"]:
                vertices.append([float(x) for x in words[1:4]])
            elif words[:1] == ["f"]:
                ids = [int(word.split("/")[0]) for word in words[1:]]
                ids = [i - 1 if i > 0 else len(vertices) + i for i in ids]
                triangles.extend([ids[0], ids[k], ids[k + 1]] for k in range(1, len(ids) - 1))
    # Corners at one place are one: parts are cut along what hangs together.
    places, ids = {}, []
    for vertex in vertices:
        ids.append(places.setdefault(tuple(vertex), len(places)))
    triangles = [[ids[i] for i in triangle] for triangle in triangles]
    return [list(place) for place in places], [t for t in triangles if len(set(t)) == 3]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mesh", help="a closed mesh (.obj)")
    parser.add_argument("parts", help="where the parts go (.json)")
    parser.add_argument("--threshold", type=float, default=0.05, help="concavity that is left, 0.01 to 1")
    args = parser.parse_args()
    try:
        import coacd
        import numpy
    except ImportError as missing:
        print(f"skipped: {missing}; install it with `python3 -m pip install coacd numpy`", file=sys.stderr)
        return 3
    vertices, triangles = read_obj(args.mesh)
    mesh = coacd.Mesh(numpy.array(vertices, dtype=float), numpy.array(triangles, dtype=int))
    parts = coacd.run_coacd(mesh, threshold=args.threshold)
    shape = {"compound": [{"vertices": numpy.asarray(points).tolist()} for points, _ in parts]}
    with open(args.parts, "w", encoding="utf-8") as out:
        json.dump(shape, out)
        out.write("\n")
    print(f"{len(parts)} parts of {len(triangles)} triangles written to {args.parts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
