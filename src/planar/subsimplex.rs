//! The simplex cases of the plane: a point, a segment, a triangle.

use nalgebra::Vector2;

/// A vertex of the difference A - B, and the pair of vertices that makes it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Column2 {
    pub(crate) m: Vector2<f64>,
    pub(crate) id_a: u32,
    pub(crate) id_b: u32,
}

/// Up to three columns, and the weights of their point nearest to the origin.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Subsimplex2 {
    pub(crate) columns: [Column2; 3],
    pub(crate) weights: [f64; 3],
    pub(crate) count: usize,
}

/// What [`Subsimplex2::reduce`] found.
pub(crate) enum Reduced2 {
    /// The nearest point, and a direction from the origin to it: across the edge where one holds
    /// it, so that it is good however near the point is.
    Nearest {
        point: Vector2<f64>,
        towards: Vector2<f64>,
    },
    /// The triangle seems to hold the origin.
    Holds,
}

impl Subsimplex2 {
    pub(crate) fn push(&mut self, column: Column2) {
        self.columns[self.count] = column;
        self.count += 1;
    }

    pub(crate) fn used(&self) -> &[Column2] {
        &self.columns[..self.count]
    }

    pub(crate) fn holds(&self, id_a: u32, id_b: u32) -> bool {
        let mut used = self.used().iter();
        used.any(|c| (c.id_a, c.id_b) == (id_a, id_b))
    }

    /// Keeps the columns that span the nearest point.
    pub(crate) fn reduce(&mut self) -> Reduced2 {
        match self.count {
            1 => self.vertex(0),
            2 => self.edge(0, 1),
            _ => self.triangle(),
        }
    }

    fn vertex(&mut self, k: usize) -> Reduced2 {
        self.columns[0] = self.columns[k];
        self.weights = [1.0, 0.0, 0.0];
        self.count = 1;
        let point = self.columns[0].m;
        Reduced2::Nearest {
            point,
            towards: point,
        }
    }

    fn edge(&mut self, i: usize, j: usize) -> Reduced2 {
        let (p, q) = (self.columns[i].m, self.columns[j].m);
        let e = q - p;
        let (length_sq, along) = (e.dot(&e), -p.dot(&e));
        // The origin is before p, beyond q, or beside the edge; an edge without length is p.
        if !(along > 0.0) {
            return self.vertex(i);
        }
        if along >= length_sq {
            return self.vertex(j);
        }
        let t = along / length_sq;
        let point = p + e * t;
        let across = Vector2::new(-e.y, e.x);
        let towards = if p.perp(&q) < 0.0 { across } else { -across };
        (self.columns[0], self.columns[1]) = (self.columns[i], self.columns[j]);
        self.weights = [1.0 - t, t, 0.0];
        self.count = 2;
        Reduced2::Nearest { point, towards }
    }

    /// The origin lies beyond an edge when it and the third corner are on different sides of it.
    /// Of these edges the nearest wins; of a triangle without area every edge is tried.
    fn triangle(&mut self) -> Reduced2 {
        let [p, q, r] = self.columns.map(|c| c.m);
        let area = (q - p).perp(&(r - p));
        let mut best: Option<(f64, Subsimplex2, Reduced2)> = None;
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let side = self.columns[i].m.perp(&self.columns[j].m);
            if area != 0.0 && side * area.signum() > 0.0 {
                continue;
            }
            let mut one = *self;
            let reduced = one.edge(i, j);
            if let Reduced2::Nearest { point, .. } = reduced {
                let distance_sq = point.dot(&point);
                if best.as_ref().is_none_or(|(least, ..)| distance_sq < *least) {
                    best = Some((distance_sq, one, reduced));
                }
            }
        }
        match best {
            Some((_, one, reduced)) => {
                *self = one;
                reduced
            }
            None => Reduced2::Holds,
        }
    }

    /// The weights of the origin, if the triangle holds it although every column errs by `error`.
    ///
    /// p x q moves by at most error (|p| + |q|) + error^2 and is computed to 3 U |p||q|.
    pub(crate) fn holds_origin(&self, error: f64) -> Option<[f64; 3]> {
        let [p, q, r] = self.columns.map(|c| c.m);
        let sides = [q.perp(&r), r.perp(&p), p.perp(&q)];
        let longest = [p, q, r]
            .iter()
            .fold(0.0, |most: f64, v| most.max(v.x.abs() + v.y.abs()));
        let bound = (3.1 * error + 4.0 * f64::EPSILON * longest) * longest + f64::MIN_POSITIVE;
        let sure = error < longest
            && (sides.iter().all(|&s| s > bound) || sides.iter().all(|&s| s < -bound));
        let sum = sides[0] + sides[1] + sides[2];
        sure.then(|| sides.map(|s| s / sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplex(points: &[[f64; 2]]) -> Subsimplex2 {
        let mut out = Subsimplex2::default();
        for &p in points {
            let m = Vector2::from(p);
            out.push(Column2 {
                m,
                id_a: 0,
                id_b: 0,
            });
        }
        out
    }

    #[test]
    fn a_triangle_without_area_has_a_nearest_point() {
        let mut flat = simplex(&[[-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]);
        let Reduced2::Nearest { point, .. } = flat.reduce() else {
            panic!("apart");
        };
        assert_eq!(point, Vector2::new(0.0, 1.0));
    }

    #[test]
    fn an_edge_points_from_the_origin_to_itself() {
        for s in [1.0, -1.0] {
            for points in [[[-1.0, s], [2.0, s]], [[2.0, s], [-1.0, s]]] {
                let Reduced2::Nearest { towards, .. } = simplex(&points).reduce() else {
                    panic!("apart");
                };
                assert_eq!(towards, Vector2::new(0.0, 3.0 * s));
            }
        }
    }

    #[test]
    fn holds_only_beyond_the_error() {
        let s = simplex(&[[-1.0, -1e-3], [1.0, -1e-3], [0.0, 1.0]]);
        assert!(s.holds_origin(1e-5).is_some());
        assert!(s.holds_origin(1e-2).is_none());
        let weights = s.holds_origin(0.0).expect("inside");
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
}
