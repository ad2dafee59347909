//! Blocks as surfaces of triangles.

use nalgebra::Vector3;

/// The corners of a block of these half sides.
pub fn block(half: Vector3<f64>) -> Vec<Vector3<f64>> {
    let side = |i: u32, k: usize| if i >> k & 1 == 0 { -half[k] } else { half[k] };
    (0..8)
        .map(|i| Vector3::new(side(i, 0), side(i, 1), side(i, 2)))
        .collect()
}

/// The triangles of a block, outside counter-clockwise.
pub const SIDES: [[u32; 3]; 12] = [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
];
