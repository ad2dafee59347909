//! The floor under every coherent query: one test of one plane, known to separate, with supports
//! that climb from the last frame's vertex. It proves nothing about rounding and keeps nothing, so
//! a library that answers as fast is as fast as one look.

use parry3d_f64::math::Vector;
use parry3d_f64::query::{ClosestPoints, closest_points};
use parry3d_f64::transformation::try_convex_hull;

use super::bodies::Body;
use super::contenders::{Contender, matrix, parry_body, parry_pose};
use super::workloads::{Frames, Run, Workload};

struct Graph {
    points: Vec<[f64; 3]>,
    /// Neighbours of vertex i: `neighbours[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    fn new(body: &Body) -> Self {
        let points: Vec<Vector> = body.points.iter().map(|&p| Vector::from(p)).collect();
        let (points, triangles) = try_convex_hull(&points).expect("a solid body has a hull");
        let mut near = vec![Vec::new(); points.len()];
        for [a, b, c] in triangles {
            // Every edge of a closed surface is walked once in each direction.
            for (from, to) in [(a, b), (b, c), (c, a)] {
                near[from as usize].push(to);
            }
        }
        let mut out = Graph {
            points: points.into_iter().map(Into::into).collect(),
            first: vec![0],
            neighbours: Vec::new(),
        };
        for list in near {
            out.neighbours.extend(list);
            out.first.push(out.neighbours.len() as u32);
        }
        out
    }

    /// Largest n.v, by climbing from `hint`.
    #[inline(always)]
    fn support(&self, n: [f64; 3], hint: &mut u32) -> f64 {
        let mut best = dot(n, self.points[*hint as usize]);
        loop {
            let at = *hint as usize;
            for &next in &self.neighbours[self.first[at] as usize..self.first[at + 1] as usize] {
                let value = dot(n, self.points[next as usize]);
                if value > best {
                    (best, *hint) = (value, next);
                }
            }
            if *hint as usize == at {
                return best;
            }
        }
    }
}

#[inline(always)]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Transpose of the rotation of `pose` (see [`matrix`]) times n.
#[inline(always)]
fn rotate_back(pose: &[f64; 12], n: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| pose[3 + i] * n[0] + pose[6 + i] * n[1] + pose[9 + i] * n[2])
}

/// One frame, prepared.
struct Look {
    a: [f64; 12],
    b: [f64; 12],
    normal: [f64; 3],
}

/// See the module.
pub struct Floor {
    a: Graph,
    b: Graph,
    looks: Vec<Look>,
    warmed: Vec<[u32; 2]>,
    runs: Vec<Run>,
}

impl Floor {
    pub fn new(body: &Body, work: &Workload) -> Self {
        let mut out = Floor {
            a: Graph::new(body),
            b: Graph::new(body),
            looks: looks(body, &work.timed),
            warmed: Vec::new(),
            runs: work.runs.clone(),
        };
        let warm = looks(body, &work.warm);
        for run in &work.runs {
            let mut hints = [0, 0];
            for look in &warm[run.warm.indices()] {
                out.separates(look, &mut hints);
            }
            out.warmed.push(hints);
        }
        out
    }

    #[inline(always)]
    fn separates(&self, look: &Look, [hint_a, hint_b]: &mut [u32; 2]) -> bool {
        let (x, y, n) = (&look.a, &look.b, look.normal);
        let apart = dot(n, [y[0] - x[0], y[1] - x[1], y[2] - x[2]]);
        let reach_a = self.a.support(rotate_back(x, n), hint_a);
        let reach_b = self.b.support(rotate_back(y, n.map(|c| -c)), hint_b);
        apart > reach_a + reach_b
    }
}

/// Poses as matrices and, where the bodies are apart, the normal of their nearest points.
fn looks(body: &Body, frames: &Frames) -> Vec<Look> {
    let (a, b) = (parry_body(body), parry_body(body));
    let mut out = Vec::new();
    for (x, y) in frames.a.iter().zip(&frames.b) {
        let near = closest_points(&parry_pose(x), &a, &parry_pose(y), &b, f64::MAX);
        out.push(Look {
            a: matrix(x),
            b: matrix(y),
            normal: match near {
                Ok(ClosestPoints::WithinMargin(p, q)) => (q - p).normalize_or_zero().into(),
                _ => [0.0; 3],
            },
        });
    }
    out
}

impl Contender for Floor {
    fn name(&self) -> &str {
        "floor"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut out = verdicts.iter_mut();
        for (run, warmed) in self.runs.iter().zip(&self.warmed) {
            let mut hints = *warmed;
            for (look, verdict) in self.looks[run.timed.indices()].iter().zip(&mut out) {
                *verdict = !self.separates(look, &mut hints);
            }
        }
    }
}
