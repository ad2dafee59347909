//! Vertices in blocks of four (x x x x y y y y z z z z): one layout that a SIMD scan streams and
//! a climb can still look up by index.

use nalgebra::Vector3;

pub(crate) const LANES: usize = 4;

/// Four vertices, coordinate by coordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Block {
    pub x: [f64; LANES],
    pub y: [f64; LANES],
    pub z: [f64; LANES],
}

/// A vertex list; the last block is padded with copies of the last vertex, which a scan that
/// breaks ties towards the lowest index never returns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Vertices {
    blocks: Box<[Block]>,
    len: usize,
}

impl Vertices {
    pub(crate) fn new(points: &[Vector3<f64>]) -> Self {
        let blocks = points
            .chunks(LANES)
            .map(|chunk| {
                let at = |lane: usize| chunk[lane.min(chunk.len() - 1)];
                Block {
                    x: std::array::from_fn(|lane| at(lane).x),
                    y: std::array::from_fn(|lane| at(lane).y),
                    z: std::array::from_fn(|lane| at(lane).z),
                }
            })
            .collect();
        Vertices {
            blocks,
            len: points.len(),
        }
    }

    /// Other points in place of three.
    pub(crate) fn set_three(&mut self, points: &[Vector3<f64>; 3]) {
        let [a, b, c] = points;
        self.blocks[0] = Block {
            x: [a.x, b.x, c.x, c.x],
            y: [a.y, b.y, c.y, c.y],
            z: [a.z, b.z, c.z, c.z],
        };
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The vertex at `index`. Panics past the padding of the last block.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Vector3<f64> {
        let block = &self.blocks[index / LANES];
        let lane = index % LANES;
        Vector3::new(block.x[lane], block.y[lane], block.z[lane])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Vector3<f64>> + Clone + '_ {
        (0..self.len).map(|i| self.get(i))
    }
}
