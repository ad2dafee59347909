//! A body of any kind at one pose, as f64 sees it. One that is curved, or has a radius, has no list of vertices: the
//! points that it answers are written down, and their numbers are the ids.

use std::cell::{Cell, OnceCell};

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{U, dot, norm, norm1, rotate, rotate_back};
use crate::shape::body::Core;
use crate::shape::curved::{Curved, CurvedShape};
use crate::shape::support::SearchStart;
use crate::support::mapping::FloatMapping;
use crate::support::posed::PosedBody;
use crate::support::swept_hull::{Offset, shortest_direction};

/// Points in one block of a buffer. Most queries write one or two blocks, and to clear them all took a fifth of a cast.
const BLOCK: usize = 16;

/// Points that are made when the first of them is written.
type Block = OnceCell<[Cell<Vector3<f64>>; BLOCK]>;

/// Number of blocks that hold so many points.
pub(crate) const fn blocks(room: usize) -> usize {
    room.div_ceil(BLOCK)
}

/// The last points that a body answered, [`BLOCK`] in each block; older ones are written over.
pub(crate) struct PointBuffer<const BLOCKS: usize> {
    blocks: [Block; BLOCKS],
    next: Cell<u32>,
}

/// Where a body writes down its points.
#[derive(Clone, Copy)]
pub(crate) struct PointWriter<'a> {
    blocks: &'a [Block],
    next: &'a Cell<u32>,
}

impl PointWriter<'_> {
    fn at(&self, id: u32) -> &Cell<Vector3<f64>> {
        let (id, room) = (id as usize, self.blocks.len() * BLOCK);
        // Most ids have not come round, and a division takes long.
        let at = if id < room { id } else { id % room };
        let zeros = || [const { Cell::new(Vector3::new(0.0, 0.0, 0.0)) }; BLOCK];
        &self.blocks[at / BLOCK].get_or_init(zeros)[at % BLOCK]
    }
}

impl<const BLOCKS: usize> PointBuffer<BLOCKS> {
    pub(crate) fn writer(&self) -> PointWriter<'_> {
        PointWriter {
            blocks: &self.blocks,
            next: &self.next,
        }
    }

    #[inline(always)]
    pub(crate) fn new() -> Self {
        PointBuffer {
            // A constant would be copied with the bytes of all its points.
            blocks: std::array::from_fn(|_| OnceCell::new()),
            next: Cell::new(0),
        }
    }
}

/// A few of the smallest numbers of f64.
const DENORMAL: f64 = f64::from_bits(16);

/// A body where `x = matrix v + offset`, in the query's frame, up to `rounding`.
#[derive(Clone, Copy)]
pub(crate) struct PosedAny<'a> {
    posed: PosedBody<'a>,
    /// The curved body around which `posed` is the box.
    curved: Option<&'a Curved>,
    /// About it, in the query's lengths.
    radius: f64,
    /// PointWriter of a body without a list.
    writer: Option<PointWriter<'a>>,
}

impl<'a> PosedAny<'a> {
    /// The body at the pose of `matrix` (times `scale`) and `offset`.
    pub(crate) fn new(
        core: Core<'a>,
        matrix: &'a Matrix3<f64>,
        offset: &Offset,
        scale: f64,
        writer: PointWriter<'a>,
    ) -> Self {
        let posed = PosedBody::new(core.bounding_polytope(), matrix, offset, scale);
        PosedAny::of(core, posed, writer)
    }

    /// The set of `posed`, or of the curved body that it is the box around.
    pub(crate) fn of(core: Core<'a>, mut posed: PosedBody<'a>, writer: PointWriter<'a>) -> Self {
        let (curved, writer) = match core {
            Core::Polytope(_) => (None, None),
            Core::Curved(body) => {
                // The direction is turned back, and may be off by that once more on each side of an edge. A product of
                // denormal lengths is off by their last places.
                let own = 60.0 * U * (body.bounding_polytope().reach() * posed.scale);
                posed.rounding += own + DENORMAL * posed.scale;
                (Some(body), Some(writer))
            }
        };
        PosedAny {
            posed,
            curved,
            radius: 0.0,
            writer,
        }
    }

    /// Adds a radius, in the query's lengths and perhaps rounded.
    pub(crate) fn rounded(mut self, radius: f64, writer: PointWriter<'a>) -> Self {
        if radius > 0.0 {
            self.radius = radius;
            self.writer = Some(writer);
            // The unit direction and its multiple; the sum with a point of the core.
            let reach = self.posed.body.reach() * self.posed.scale;
            self.posed.rounding += 16.0 * U * (radius + reach + norm1(&self.posed.offset));
        }
        self
    }

    /// Second derivatives of how far the core reaches along a unit vector, in two directions x and y across it: xx, xy, yy. 0 of
    /// a polytope, and at edges those of the side that [`Curved::farthest`] answers.
    pub(crate) fn bend(&self, n: &Vector3<f64>, across: &[Vector3<f64>; 2]) -> [f64; 3] {
        // Vectors times the scale may have no squares.
        let scale = self.posed.scale;
        let back = |v: &Vector3<f64>| rotate_back(self.posed.matrix, v) * (1.0 / scale);
        self.curved.map_or([0.0; 3], |body| {
            body.bend(&back(n), &across.each_ref().map(back), scale)
        })
    }

    /// Whether the core is curved.
    pub(crate) fn is_curved(&self) -> bool {
        self.curved.is_some()
    }

    /// Whether the core is an ellipsoid, which bends everywhere and in all directions.
    pub(crate) fn is_ellipsoid(&self) -> bool {
        let ellipsoid = |body: &Curved| matches!(body.shape(), CurvedShape::Ellipsoid { .. });
        self.curved.is_some_and(ellipsoid)
    }

    /// Moves a point that is written down, with the body.
    pub(crate) fn carry_point(&self, id: u32, shift: &Vector3<f64>) {
        if let Some(writer) = self.writer {
            let at = writer.at(id);
            at.set(at.get() + shift);
        }
    }

    /// A point of the core farthest along `n`, and how far that is.
    fn farthest(&self, n: &Vector3<f64>) -> (f64, Vector3<f64>) {
        match self.curved {
            None => {
                // A climb would have to be doubted.
                let (value, id) = self.posed.scan(n);
                (value, self.posed.point(id))
            }
            Some(body) => {
                let v = body.farthest(&rotate_back(self.posed.matrix, n));
                let point = rotate(self.posed.matrix, &v) + self.posed.offset;
                (dot(n, &point), point)
            }
        }
    }
}

impl FloatMapping for PosedAny<'_> {
    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn support(&self, n: &Vector3<f64>, hint: u32, start: SearchStart) -> (f64, u32) {
        let (value, id, _) = self.support_point(n, hint, start);
        (value, id)
    }

    fn support_point(
        &self,
        n: &Vector3<f64>,
        hint: u32,
        start: SearchStart,
    ) -> (f64, u32, Vector3<f64>) {
        let Some(writer) = self.writer else {
            let (value, id) = self.posed.support(n, hint, start);
            return (value, id, self.posed.point(id));
        };
        let (mut value, mut point) = self.farthest(n);
        if self.radius > 0.0 {
            let length = norm(n);
            // Along a direction without length every point of the set is right.
            if length > 1e-140 {
                value += self.radius * length;
                point += n * (self.radius / length);
            }
        }
        let id = writer.next.get();
        writer.at(id).set(point);
        writer.next.set(id.wrapping_add(1));
        (value, id, point)
    }

    fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        match self.writer {
            None => self.posed.scan(n),
            Some(_) => self.support(n, 0, SearchStart::Table),
        }
    }

    fn point(&self, id: u32) -> Vector3<f64> {
        match self.writer {
            None => self.posed.point(id),
            Some(writer) => writer.at(id).get(),
        }
    }

    fn id_count(&self) -> u32 {
        match self.writer {
            None => self.posed.id_count(),
            Some(writer) => writer.next.get(),
        }
    }

    fn center(&self) -> Vector3<f64> {
        match self.curved {
            None => self.posed.center(),
            Some(_) => self.posed.offset,
        }
    }

    fn center_error(&self) -> f64 {
        match self.curved {
            None => self.posed.center_error(),
            Some(_) => 0.0,
        }
    }

    fn inscribed_radius(&self) -> f64 {
        let core = match self.curved {
            None => self.posed.inscribed_radius(),
            Some(body) => body.inscribed_radius() * self.posed.scale,
        };
        core + self.radius * (1.0 - 8.0 * U)
    }

    fn outer_radius(&self) -> f64 {
        self.posed.body.reach() * self.posed.scale + norm1(&self.posed.offset) * U + self.radius
    }

    fn rounding(&self) -> f64 {
        self.posed.rounding
    }

    fn shortest(&self) -> f64 {
        shortest_direction(self.posed.scale)
    }

    fn climb_slack(&self, id: u32) -> f64 {
        match self.writer {
            None => self.posed.climb_slack(id),
            Some(_) => 0.0,
        }
    }
}
