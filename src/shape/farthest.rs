//! The few vertices that are farthest along a direction.
//!
//! The vertices of a convex body above any height form a connected part of its edge graph, so a
//! search from the highest one that always goes on from the best entries finds the `want` highest
//! without looking at the rest: its cost does not depend on how many there are.

use nalgebra::Vector3;

use crate::numeric::arithmetic::dot;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;

/// More are never asked for.
pub(crate) const MAX_FARTHEST: usize = 20;

/// Up to `want` vertices with their heights, the highest first; ties to the lowest id.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Farthest {
    entries: [(f64, u32); MAX_FARTHEST],
    len: usize,
    want: usize,
}

impl Farthest {
    pub(crate) fn new(want: usize) -> Self {
        Farthest {
            entries: [(f64::NEG_INFINITY, 0); MAX_FARTHEST],
            len: 0,
            want: want.min(MAX_FARTHEST),
        }
    }

    pub(crate) fn want(&self) -> usize {
        self.want
    }

    /// Takes a vertex in if it is among the highest so far; whether it was, and where.
    pub(crate) fn offer(&mut self, height: f64, id: u32) -> Option<usize> {
        let list = &self.entries[..self.len];
        let at = list.partition_point(|&(h, i)| h > height || (h == height && i < id));
        if at >= self.want || list.iter().any(|&(_, i)| i == id) {
            return None;
        }
        self.len = (self.len + 1).min(self.want);
        self.entries.copy_within(at..self.len - 1, at + 1);
        self.entries[at] = (height, id);
        Some(at)
    }

    pub(crate) fn entries(&self) -> &[(f64, u32)] {
        &self.entries[..self.len]
    }
}

impl Polytope {
    /// The `want` corners of largest `n.v`, from a support query that may start at `hint`.
    pub(crate) fn farthest(&self, n: &Vector3<f64>, hint: u32, want: usize) -> Farthest {
        let mut found = Farthest::new(want);
        let (height, id) = self.support_from(n, hint, SearchStart::Hint);
        found.offer(height, id);
        // Which entries have passed on their neighbours, in step with `found`.
        let mut done = [false; MAX_FARTHEST];
        while let Some(next) = (0..found.len).find(|&k| !done[k]) {
            done[next] = true;
            let corner = found.entries[next].1;
            for &w in self.neighbors(corner as usize) {
                let height = dot(n, &self.storage().get(w as usize));
                if let Some(at) = found.offer(height, w) {
                    done.copy_within(at..MAX_FARTHEST - 1, at + 1);
                    done[at] = false;
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_sorting_finds() {
        let ring = |i: u32| {
            let t = f64::from(i) * 0.7;
            Vector3::new(libm::cos(t), libm::sin(t), libm::sin(3.1 * t)).normalize()
        };
        for count in [1, 2, 3, 5, 40, 300] {
            let body = Polytope::new(&(0..count).map(ring).collect::<Vec<_>>()).expect("finite");
            for k in 0..20 {
                let n = ring(1000 + k);
                let mut all: Vec<(f64, u32)> = (0..body.vertex_count())
                    .map(|i| (dot(&n, &body.vertex(i)), i as u32))
                    .collect();
                all.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
                for want in [1, 4, 20] {
                    let found = body.farthest(&n, k, want);
                    assert_eq!(found.entries(), &all[..want.min(all.len())]);
                }
            }
        }
    }
}
