//! A body of any kind at one pose, as f64 sees it. A curved one has no list of vertices: the points that it answers
//! are written down, and their numbers are the ids.

use std::cell::Cell;

use nalgebra::{Matrix3, Vector3};

use crate::body::curved::Curved;
use crate::body::handle::Core;
use crate::body::support::Start;
use crate::numeric::arithmetic::{U, dot, norm1, rotate, rotate_back};
use crate::support::mapping::FloatMapping;
use crate::support::posed::PosedBody;
use crate::support::swept_hull::{Offset, shortest_direction};

/// The last `ROOM` points that a body answered; older ones are written over.
pub(crate) struct Trace<const ROOM: usize> {
    points: [Cell<Vector3<f64>>; ROOM],
    next: Cell<u32>,
}

/// Where a curved body writes down its points.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    points: &'a [Cell<Vector3<f64>>],
    next: &'a Cell<u32>,
}

impl Sheet<'_> {
    fn at(&self, id: u32) -> &Cell<Vector3<f64>> {
        &self.points[id as usize % self.points.len()]
    }
}

impl<const ROOM: usize> Trace<ROOM> {
    pub(crate) fn sheet(&self) -> Sheet<'_> {
        Sheet {
            points: &self.points,
            next: &self.next,
        }
    }

    pub(crate) fn new() -> Self {
        Trace {
            points: [const { Cell::new(Vector3::new(0.0, 0.0, 0.0)) }; ROOM],
            next: Cell::new(0),
        }
    }
}

/// A body where `x = matrix v + offset`, in the query's frame, up to `rounding`.
#[derive(Clone, Copy)]
pub(crate) struct PosedAny<'a> {
    posed: PosedBody<'a>,
    curved: Option<(&'a Curved, Sheet<'a>)>,
}

impl<'a> PosedAny<'a> {
    /// The body at the pose of `matrix` (times `scale`) and `offset`.
    pub(crate) fn new(
        core: Core<'a>,
        matrix: &'a Matrix3<f64>,
        offset: &Offset,
        scale: f64,
        sheet: Sheet<'a>,
    ) -> Self {
        let posed = PosedBody::new(core.around(), matrix, offset, scale);
        PosedAny::of(core, posed, sheet)
    }

    /// What `posed` is, or the curved body that it is the box around.
    pub(crate) fn of(core: Core<'a>, mut posed: PosedBody<'a>, sheet: Sheet<'a>) -> Self {
        let curved = match core {
            Core::Polytope(_) => None,
            Core::Curved(body) => {
                // The direction is turned back, and may be off by that once more on each side of an edge.
                posed.rounding += 60.0 * U * (body.around().reach() * posed.scale);
                Some((body, sheet))
            }
        };
        PosedAny { posed, curved }
    }
}

impl FloatMapping for PosedAny<'_> {
    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }

    fn support(&self, n: &Vector3<f64>, hint: u32, start: Start) -> (f64, u32) {
        let Some((body, sheet)) = self.curved else {
            return self.posed.support(n, hint, start);
        };
        let v = body.farthest(&rotate_back(self.posed.matrix, n));
        let point = rotate(self.posed.matrix, &v) + self.posed.offset;
        let id = sheet.next.get();
        sheet.at(id).set(point);
        sheet.next.set(id.wrapping_add(1));
        (dot(n, &point), id)
    }

    fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        match self.curved {
            None => self.posed.scan(n),
            Some(_) => self.support(n, 0, Start::Table),
        }
    }

    fn point(&self, id: u32) -> Vector3<f64> {
        match self.curved {
            None => self.posed.point(id),
            Some((_, sheet)) => sheet.at(id).get(),
        }
    }

    fn id_count(&self) -> u32 {
        match self.curved {
            None => self.posed.id_count(),
            Some((_, sheet)) => sheet.next.get(),
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
        match self.curved {
            None => self.posed.inscribed_radius(),
            Some((body, _)) => body.inscribed_radius() * self.posed.scale,
        }
    }

    fn outer_radius(&self) -> f64 {
        self.posed.body.reach() * self.posed.scale + norm1(&self.posed.offset) * U
    }

    fn rounding(&self) -> f64 {
        self.posed.rounding
    }

    fn shortest(&self) -> f64 {
        shortest_direction(self.posed.scale)
    }

    fn climb_slack(&self, id: u32) -> f64 {
        match self.curved {
            None => self.posed.climb_slack(id),
            Some(_) => 0.0,
        }
    }
}
