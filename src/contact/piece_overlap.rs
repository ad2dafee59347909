//! Two pieces that meet, and how they would part alone.

use std::collections::BTreeSet;

use nalgebra::Vector3;

use crate::contact::contacts::ContactPoint;
use crate::shape::pieces::PieceId;

/// Length of a way out, in depths of the pair that is the deepest by a way of its own: longer ones lead along a wall. About that
/// many are needed where two surfaces lean by 75 degrees.
pub(super) const MAX_WAY_RATIO: f64 = 4.0;

/// Distances that differ by this part of the size are one.
pub(super) const SAME_DISTANCE: f64 = 1e-12;

/// Normals that are the same to this are one.
pub(super) const SAME_NORMAL: f64 = 1e-9;

/// Two pieces that meet.
pub(super) struct PieceOverlap {
    pub(super) ids: [PieceId; 2],
    /// That of their own shortest way out, from A to B, and where they are the deepest.
    pub(super) normal: Vector3<f64>,
    pub(super) at: ContactPoint,
    /// Whether both surfaces have that normal there.
    pub(super) counts: bool,
    /// Whether rounding leaves nothing of a triangle's normal.
    pub(super) is_blurred: bool,
    /// The normals of the triangles, from A to B, towards each other's centres; and their opposites where a centre is in the
    /// plane.
    pub(super) faces: [[Option<Vector3<f64>>; 2]; 2],
    /// The centres of both pieces, world frame.
    pub(super) centers: [Vector3<f64>; 2],
}

impl PieceOverlap {
    pub(super) fn face_normals(&self) -> impl Iterator<Item = Vector3<f64>> {
        self.faces.into_iter().flatten().flatten()
    }
}

/// The normals that surfaces have, those of the deepest pairs first, then those of the triangles' faces; each with a pair that has
/// it. Where there is none, better any than none.
pub(super) fn candidates(overlaps: &[PieceOverlap], order: &[usize]) -> Vec<(usize, Vector3<f64>)> {
    let sound = || order.iter().filter(|&&k| !overlaps[k].is_blurred);
    let own = sound().filter(|&&k| overlaps[k].counts);
    let own = own.map(|&k| (k, overlaps[k].normal));
    let faces = sound().flat_map(|&k| overlaps[k].face_normals().map(move |n| (k, n)));
    let mut known = BTreeSet::new();
    let mut is_new = |n: &Vector3<f64>| {
        let [x, y, z]: [f64; 3] = n.map(|x| (x / SAME_NORMAL).round()).into();
        known.insert([x, y, z].map(|x| x as i64))
    };
    let all: Vec<_> = own.chain(faces).filter(|(_, n)| is_new(n)).collect();
    match all.is_empty() {
        true => order.iter().map(|&k| (k, overlaps[k].normal)).collect(),
        false => all,
    }
}
