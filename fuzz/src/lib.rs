//! Bodies, places and motions of any bytes, and the law that answers about them are held to.
//!
//! Numbers are drawn from kinds that hurt: lattices on which points coincide, round-offs of them, and any bits. Bytes that
//! run out read as 0, so that each prefix of an input is an input.

pub mod law;

use interframe::{
    Curved, HeightField, Motion, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions,
};
use nalgebra::{Quaternion, Vector3};

/// Largest number whose rounding a sampled pose can be held to.
pub const MODERATE: f64 = 1e60;

/// Reads values from bytes.
pub struct Bytes<'a> {
    rest: &'a [u8],
    /// Largest size of a number that was read.
    pub largest: f64,
    /// Largest angle of a turn that was read, in radians.
    pub turned: f64,
}

impl<'a> Bytes<'a> {
    pub fn new(rest: &'a [u8]) -> Self {
        Bytes {
            rest,
            largest: 0.0,
            turned: 0.0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else {
            return 0;
        };
        self.rest = rest;
        *first
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    pub fn flip(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// A finite number.
    pub fn number(&mut self) -> f64 {
        let x = match self.byte() {
            kind @ 0..160 => f64::from(i32::from(kind % 16) - 8) * 0.25,
            160..200 => f64::from(self.byte() as i8) / 32.0,
            200..230 => f64::from(u16::from_le_bytes([self.byte(), self.byte()]) as i16) / 4096.0,
            230..245 => {
                let lattice = f64::from(self.byte() as i8) * 0.25;
                lattice + lattice * f64::EPSILON * f64::from(self.byte() as i8)
            }
            245..250 => f64::from(self.byte() as i8) * f64::from(self.byte()).exp2().powi(3),
            _ => f64::from_bits(self.word()),
        };
        let x = if x.is_finite() { x } else { 0.0 };
        self.largest = self.largest.max(x.abs());
        x
    }

    pub fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.number())
    }

    pub fn points(&mut self, most: usize) -> Vec<Vector3<f64>> {
        let count = self.below(most + 1);
        (0..count).map(|_| self.vector()).collect()
    }

    pub fn length(&mut self) -> f64 {
        self.number().abs()
    }

    pub fn pose(&mut self) -> Pose {
        let at = self.vector();
        let q = match self.below(3) {
            0 => Quaternion::identity(),
            1 => Quaternion::from(std::array::from_fn(|_| f64::from(self.byte() as i8))),
            _ => Quaternion::from(std::array::from_fn(|_| f64::from(self.byte() % 3) - 1.0)),
        };
        let q = match q.norm() {
            0.0 => Quaternion::identity(),
            norm => q / norm,
        };
        Pose::new(at, q).expect("finite, of norm 1")
    }

    pub fn motion_from(&mut self, start: Pose) -> Option<Motion> {
        let kind = self.below(4);
        let pivot = if self.flip() {
            self.vector()
        } else {
            Vector3::zeros()
        };
        match kind {
            0 => Some(Motion::fixed(start)),
            1 => Motion::translation(start, self.vector()).ok(),
            2 => Motion::between(start, self.pose(), pivot).ok(),
            _ => {
                let end = self.vector();
                let before = self.largest;
                let turn = self.vector();
                self.largest = before;
                self.turned = self.turned.max(turn.norm());
                Motion::from_turn(start, end, turn, pivot).ok()
            }
        }
    }

    fn polytope(&mut self) -> Polytope {
        Polytope::new(&self.points(14)).expect("finite points")
    }

    fn curved(&mut self) -> Option<Curved> {
        let lengths = std::array::from_fn(|_| self.length());
        match self.below(3) {
            0 => Curved::cylinder(lengths[0], lengths[1]),
            1 => Curved::cone(lengths[0], lengths[1]),
            _ => Curved::ellipsoid(lengths),
        }
        .ok()
    }

    /// A convex body.
    pub fn convex(&mut self) -> Option<SharedBody> {
        let body = match self.below(4) {
            0..3 => SharedBody::new(self.polytope()),
            _ => self.curved()?.into(),
        };
        match self.below(3) {
            0 => body.rounded(self.length()).ok(),
            _ => Some(body),
        }
    }

    /// Any body.
    pub fn body(&mut self) -> Option<SharedBody> {
        match self.below(10) {
            0 => {
                let parts: Option<Vec<_>> = (0..self.below(4))
                    .map(|_| Some((self.convex()?, self.pose())))
                    .collect();
                SharedBody::compound(&parts?).ok()
            }
            1 => {
                let vertices = self.points(9);
                let (n, count) = (vertices.len().max(1), self.below(10));
                let triangles: Vec<_> = (0..count)
                    .map(|_| std::array::from_fn(|_| self.below(n) as u32))
                    .collect();
                let options = TriangleMeshOptions {
                    one_sided: self.flip(),
                    ..Default::default()
                };
                Some(
                    TriangleMesh::new(&vertices, &triangles, &options)
                        .ok()?
                        .into(),
                )
            }
            2 => {
                let (rows, columns) = (self.below(4), 1 + self.below(4));
                let heights: Vec<f64> = (0..rows * columns).map(|_| self.number()).collect();
                let spacing = [self.length(), self.length()];
                let origin = [self.number(), self.number()];
                Some(
                    HeightField::new(&heights, columns, spacing, origin)
                        .ok()?
                        .into(),
                )
            }
            _ => self.convex(),
        }
    }
}
