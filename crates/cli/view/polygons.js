// Two polygons while you drag their corners: hulls, Minkowski sum and difference, and the steps of GJK.
//
// The page begins with the library's own answer. After a drag this module answers, in doubles and without proof; a test
// compares it with the library.

const sub2 = (a, b) => [a[0] - b[0], a[1] - b[1]];
const add2 = (a, b) => [a[0] + b[0], a[1] + b[1]];
const dot2 = (a, b) => a[0] * b[0] + a[1] * b[1];
const perp = (a, b) => a[0] * b[1] - a[1] * b[0];

// The corners of the hull of points, counter-clockwise.
export function hullOf(points) {
  const ordered = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const sorted = ordered.filter((p, k) => k === 0 || p[0] !== ordered[k - 1][0] || p[1] !== ordered[k - 1][1]);
  const half = (list) => {
    const out = [];
    for (const p of list) {
      while (out.length > 1 && perp(sub2(out[out.length - 1], out[out.length - 2]), sub2(p, out[out.length - 2])) <= 0) out.pop();
      out.push(p);
    }
    return out;
  };
  const lower = half(sorted);
  const upper = half(sorted.reverse());
  const ring = lower.slice(0, -1).concat(upper.slice(0, -1));
  return ring.length > 0 ? ring : sorted.slice(0, 1);
}

// A + B: the edges of both, merged by their angle, from the lowest corner on.
export function minkowskiSum(a, b) {
  if (a.length === 0 || b.length === 0) return [];
  const ring = (points) => {
    let first = 0;
    points.forEach((p, k) => {
      const low = points[first];
      if (p[1] < low[1] || (p[1] === low[1] && p[0] < low[0])) first = k;
    });
    const at = (k) => points[(first + k) % points.length];
    return { edges: points.length === 1 ? 0 : points.length, at, edge: (k) => sub2(at(k + 1), at(k)) };
  };
  const [of_a, of_b] = [ring(a), ring(b)];
  const out = [];
  let [i, j] = [0, 0];
  for (;;) {
    out.push(add2(of_a.at(i), of_b.at(j)));
    if (i >= of_a.edges && j >= of_b.edges) break;
    const turn = i >= of_a.edges ? -1 : j >= of_b.edges ? 1 : perp(of_a.edge(i), of_b.edge(j));
    if (turn >= 0) i++;
    if (turn <= 0) j++;
    if (i >= of_a.edges && j >= of_b.edges) break;
  }
  return out;
}

export const minkowskiDifference = (a, b) => minkowskiSum(a, b.map((p) => [-p[0], -p[1]]));

// Lengths below this part of the size of both are rounding.
const ROUNDING = 1e-14;

// The corner farthest along a direction, the first of equals.
function farthest(points, n) {
  let best = 0;
  for (let k = 1; k < points.length; k++) if (dot2(points[k], n) > dot2(points[best], n)) best = k;
  return best;
}

// Keeps the columns that span the point nearest to the origin.
function reduced(columns) {
  if (columns.length === 1) return { columns, nearest: columns[0].m, towards: columns[0].m };
  if (columns.length === 2) return onEdge(columns[0], columns[1]);
  const [p, q, r] = columns.map((column) => column.m);
  const area = perp(sub2(q, p), sub2(r, p));
  let best = null;
  for (const [i, j] of [[0, 1], [1, 2], [2, 0]]) {
    const side = perp(columns[i].m, columns[j].m);
    if (area !== 0 && side * Math.sign(area) > 0) continue;
    const found = onEdge(columns[i], columns[j]);
    if (!best || dot2(found.nearest, found.nearest) < dot2(best.nearest, best.nearest)) best = found;
  }
  return best || { columns, nearest: [0, 0], towards: null };
}

function onEdge(first, second) {
  const [p, q] = [first.m, second.m];
  const e = sub2(q, p);
  const along = -dot2(p, e);
  const length = dot2(e, e);
  if (!(along > 0)) return { columns: [first], nearest: p, towards: p };
  if (along >= length) return { columns: [second], nearest: q, towards: q };
  const t = along / length;
  const across = [-e[1], e[0]];
  const towards = perp(p, q) < 0 ? across : [e[1], -e[0]];
  return { columns: [first, second], nearest: add2(p, [e[0] * t, e[1] * t]), towards, weight: t };
}

const mean = (points) => {
  const sum = points.reduce(add2, [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
};

// GJK on A - B: each step's simplex, its point nearest to the origin, and the column that comes next.
export function gjk(a, b) {
  const steps = [];
  if (a.length === 0 || b.length === 0) return { steps, separation: Infinity };
  const support = (n) => {
    const [i, j] = [farthest(a, n), farthest(b, [-n[0], -n[1]])];
    return { m: sub2(a[i], b[j]), a: i, b: j };
  };
  let simplex = [support(sub2(mean(b), mean(a)))];
  const size = Math.max(...[...a, ...b].flat().map(Math.abs));
  let before = Infinity;
  let best = null;
  for (let step = 0; step < 64; step++) {
    const found = reduced(simplex);
    const distance = Math.hypot(...found.nearest);
    // A step that comes no nearer is rounding.
    if (found.towards && !(distance < before)) break;
    [before, best, simplex] = [distance, found, found.columns];
    const columns = simplex.map((column) => column.m);
    if (!found.towards) {
      steps.push({ columns, nearest: [0, 0] });
      return { steps, separation: 0 };
    }
    if (distance <= ROUNDING * size) {
      steps.push({ columns, nearest: found.nearest });
      return { steps, separation: 0, ...witnesses(a, b, found) };
    }
    const next = support([-found.towards[0], -found.towards[1]]);
    const known = simplex.some((column) => column.a === next.a && column.b === next.b);
    const gain = dot2(sub2(found.nearest, next.m), found.towards) / Math.hypot(...found.towards);
    if (known || gain <= 2 * ROUNDING * size) {
      steps.push({ columns, nearest: found.nearest });
      return { steps, separation: distance, ...witnesses(a, b, found) };
    }
    steps.push({ columns, nearest: found.nearest, support: next.m });
    simplex = [...simplex, next];
  }
  return { steps, separation: before, ...witnesses(a, b, best) };
}

// The points of A and of B whose difference is the nearest point.
function witnesses(a, b, { columns, weight }) {
  const [first, second] = columns;
  if (!second) return { point_a: a[first.a], point_b: b[first.b] };
  const on = (p, q) => [p[0] + (q[0] - p[0]) * weight, p[1] + (q[1] - p[1]) * weight];
  return { point_a: on(a[first.a], a[second.a]), point_b: on(b[first.b], b[second.b]) };
}

// Everything that the figure shows of two lists of corners.
export function figureOf(corners_a, corners_b, radii) {
  const [a, b] = [hullOf(corners_a), hullOf(corners_b)];
  const found = gjk(a, b);
  const separation = Math.max(0, found.separation - radii[0] - radii[1]);
  return {
    a,
    b,
    sum: minkowskiSum(a, b),
    difference: minkowskiDifference(a, b),
    steps: found.steps,
    separation,
    point_a: found.point_a,
    point_b: found.point_b,
  };
}
