//! The floor under every coherent query: one test of one plane, known to separate, with supports
//! that climb from the last frame's vertex. It proves nothing about rounding and keeps nothing, so
//! a library that answers as fast is as fast as one look.

use parry3d_f64::math::Vector;
use parry3d_f64::query::{ClosestPoints, closest_points};
use parry3d_f64::transformation::try_convex_hull;

use super::bodies::Body;
use super::contenders::{matrix, parry_body, parry_pose};
use super::driver::Contender;
use super::workloads::{Frames, Workload};

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

    #[inline(always)]
    fn separates(&self, look: &Look, [hint_a, hint_b]: &mut [u32; 2]) -> bool {
        let (x, y, n) = (&look.a, &look.b, look.normal);
        let apart = dot(n, [y[0] - x[0], y[1] - x[1], y[2] - x[2]]);
        let reach_a = self.support(rotate_back(x, n), hint_a);
        let reach_b = self.support(rotate_back(y, n.map(|c| -c)), hint_b);
        apart > reach_a + reach_b
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

/// The contender; see the module.
pub fn floor<'a>(body: &Body, work: &Workload) -> Contender<'a> {
    let graph = Graph::new(body);
    let (warm, timed) = (looks(body, &work.warm), looks(body, &work.timed));
    let hints = work.runs.iter().map(|run| {
        let mut hints = [0, 0];
        for look in &warm[run.warm.indices()] {
            graph.separates(look, &mut hints);
        }
        hints
    });
    let (warmed, runs): (Vec<[u32; 2]>, _) = (hints.collect(), work.runs.clone());
    Contender::new("floor", move |verdicts| {
        for (run, warmed) in runs.iter().zip(&warmed) {
            let mut hints = *warmed;
            for k in run.timed.indices() {
                verdicts[k] = !graph.separates(&timed[k], &mut hints);
            }
        }
    })
}

/// Poses as matrices and, where the bodies are apart, the normal of their nearest points.
fn looks(body: &Body, frames: &Frames) -> Vec<Look> {
    let shape = parry_body(body);
    let look = |(x, y)| {
        let near = closest_points(&parry_pose(x), &shape, &parry_pose(y), &shape, f64::MAX);
        Look {
            a: matrix(x),
            b: matrix(y),
            normal: match near {
                Ok(ClosestPoints::WithinMargin(p, q)) => (q - p).normalize_or_zero().into(),
                _ => [0.0; 3],
            },
        }
    };
    frames.a.iter().zip(&frames.b).map(look).collect()
}
