//! The hull of a deforming body: its vertices at the start and at the end of a frame, as two plain
//! lists in the world frame. Nothing is known of such a body beforehand, so every query looks at
//! every vertex.

use nalgebra::{Quaternion, Vector3};

use crate::numeric::arithmetic::{U, dot, norm1};
use crate::shape::farthest::Farthest;
use crate::shape::support::SearchStart;
use crate::support::extended_box::ExtendedBox;
use crate::support::mapping::{ExactCopy, FloatMapping, Source, SupportMapping};

/// Start and end vertices, with the query's origin at `origin` and lengths times `scale`.
#[derive(Clone, Copy)]
pub(crate) struct VertexLists<'a> {
    start: &'a [Vector3<f64>],
    end: &'a [Vector3<f64>],
    origin: Vector3<f64>,
    scale: f64,
    center: Vector3<f64>,
    reach: f64,
}

impl<'a> VertexLists<'a> {
    pub(crate) fn new(
        start: &'a [Vector3<f64>],
        end: &'a [Vector3<f64>],
        origin: Vector3<f64>,
        scale: f64,
    ) -> Self {
        let mut lists = VertexLists {
            start,
            end,
            origin,
            scale,
            center: Vector3::zeros(),
            reach: 0.0,
        };
        let weight = 1.0 / f64::from(lists.id_count().max(1));
        for id in 0..lists.id_count() {
            let p = lists.point(id);
            lists.reach = lists.reach.max(norm1(&p));
            lists.center += p * weight;
        }
        lists
    }
}

impl FloatMapping for VertexLists<'_> {
    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }

    fn support(&self, n: &Vector3<f64>, _hint: u32, _start: SearchStart) -> (f64, u32) {
        self.scan(n)
    }

    fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        let mut best = (f64::NEG_INFINITY, 0);
        for id in 0..self.id_count() {
            let value = dot(n, &self.point(id));
            if value > best.0 {
                best = (value, id);
            }
        }
        best
    }

    fn point(&self, id: u32) -> Vector3<f64> {
        let index = id as usize;
        let v = if index < self.start.len() {
            self.start[index]
        } else {
            self.end[index - self.start.len()]
        };
        if self.scale > 1.0 {
            // Scaled up, a far position would overflow.
            (v - self.origin) * self.scale
        } else {
            v * self.scale - self.origin * self.scale
        }
    }

    fn id_count(&self) -> u32 {
        (self.start.len() + self.end.len()) as u32
    }

    fn center(&self) -> Vector3<f64> {
        self.center
    }

    fn center_error(&self) -> f64 {
        // The true mean of the true vertices: the weight and each term are rounded, and each sum.
        (f64::from(self.id_count()) + 4.0) * U * self.reach
    }

    fn inscribed_radius(&self) -> f64 {
        0.0
    }

    fn outer_radius(&self) -> f64 {
        f64::INFINITY
    }

    fn rounding(&self) -> f64 {
        // Shift U, dot 3 U, sum of both bodies' values 2 U, normalised n 3 U; in 1-norms.
        16.0 * U * self.reach
    }

    fn climb_slack(&self, _id: u32) -> f64 {
        0.0
    }
}

impl SupportMapping for VertexLists<'_> {
    fn exact_copies(&self) -> Vec<ExactCopy<'_>> {
        [self.start, self.end]
            .into_iter()
            .map(|list| ExactCopy {
                source: Source::List(list),
                quaternion: Quaternion::identity(),
                plus: Vector3::zeros(),
                minus: self.origin,
                shifts: vec![],
                travels: vec![],
            })
            .collect()
    }

    fn farthest(&self, n: &Vector3<f64>, _hint: u32, found: &mut Farthest) {
        for id in 0..self.id_count() {
            found.offer(dot(n, &self.point(id)), id);
        }
    }

    fn extended_box(&self) -> Option<ExtendedBox> {
        None
    }
}
