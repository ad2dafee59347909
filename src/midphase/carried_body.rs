//! How two bodies and the boxes in them go through one frame, that of the larger body.

use nalgebra::{Matrix3, Vector3};

use crate::bvh::aabb::Aabb;
use crate::motion::moving_box::MovingBox;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, norm1, rotate, rotate_back};
use crate::numeric::scaling::length_up;
use crate::shape::body::Body;
use crate::shape::pieces::Pieces;

/// One of the two bodies, as it goes through the common frame.
pub(super) struct CarriedBody<'a> {
    pub(super) pieces: Option<Pieces<'a>>,
    pub(super) carry: Carry,
    /// Box of the whole body.
    pub(super) whole: MovingBox,
}

/// Transform of boxes from a body's frame to the common one.
pub(super) struct Carry {
    /// None where the frame is the body's own at the start.
    matrix: Option<Matrix3<f64>>,
    offset: Vector3<f64>,
    by: [f64; 3],
    pub(super) turn: Option<Turn>,
    /// The radius, what roundings lose, and what is wanted.
    pub(super) more: f64,
}

pub(super) struct Turn {
    /// Body frame.
    pivot: Vector3<f64>,
    /// Common frame, at the start.
    at: Vector3<f64>,
    /// Not below that of the whole frame.
    angle: f64,
}

/// Which of two bodies has the common frame: the larger.
pub(super) fn home(bodies: [&Body<'_>; 2]) -> usize {
    let size = |k: usize| match bodies[k].pieces() {
        Some(pieces) => pieces.bounding_volume().ball_radius,
        None => -1.0,
    };
    usize::from(size(1) > size(0))
}

pub(super) fn sides<'a>(
    bodies: [Body<'a>; 2],
    motions: [&Motion; 2],
    reach: f64,
) -> [CarriedBody<'a>; 2] {
    let home = home(bodies.each_ref());
    let start = motions[home].start();
    let axes = (!motions[home].is_turning()).then(|| *start.matrix());
    std::array::from_fn(|k| {
        let carry = Carry::new(
            &bodies[k],
            motions[k],
            (axes, start.translation()),
            k == home,
        );
        let carry = Carry {
            more: carry.more + if k == home { reach } else { 0.0 },
            ..carry
        };
        CarriedBody {
            whole: carry.whole(&bodies[k]),
            pieces: bodies[k].pieces(),
            carry,
        }
    })
}

impl Carry {
    #[inline(always)]
    fn new(
        body: &Body<'_>,
        motion: &Motion,
        (axes, origin): (Option<Matrix3<f64>>, Vector3<f64>),
        is_home: bool,
    ) -> Self {
        let start = motion.start();
        let into = |v: &Vector3<f64>| match &axes {
            Some(axes) => rotate_back(axes, v),
            None => *v,
        };
        let own = start.matrix();
        let matrix = match &axes {
            Some(_) if is_home => None,
            Some(axes) => Some(axes.transpose() * own),
            None => Some(*own),
        };
        let offset = into(&(start.translation() - origin));
        let (by, by_error) = motion.pivot_travel(1.0);
        let turn = motion.rotation_vector().map(|(turn, error)| {
            let at = match &matrix {
                Some(matrix) => rotate(matrix, &motion.pivot()),
                None => motion.pivot(),
            };
            Turn {
                pivot: motion.pivot(),
                at: at + offset,
                angle: (length_up(&turn) + error) * (1.0 + 8.0 * U),
            }
        });
        let radius = body.of_any_kind().1;
        // No sum of a point's coordinates is more.
        let farthest = 2.0 * body.bounding_polytope().reach();
        let size = farthest + norm1(&motion.turning_pivot()) + radius;
        let far = norm1(&start.translation()) + norm1(&origin) + norm1(&by);
        let margin = 512.0 * U * (size + far) + 4.0 * f64::MIN_POSITIVE;
        Carry {
            matrix,
            offset,
            by: into(&by).into(),
            turn,
            more: radius + margin + 4.0 * by_error,
        }
    }

    /// All of a body. A convex one of few corners is bounded corner by corner.
    fn whole(&self, body: &Body<'_>) -> MovingBox {
        match body {
            Body::Pieces(pieces) => self.carry(&pieces.bounding_volume().held),
            Body::Polytope(_) | Body::Rounded(_)
                if (1..=16).contains(&body.bounding_polytope().vertex_count()) =>
            {
                let points = || body.bounding_polytope().storage().iter();
                let posed = points().map(|p| match &self.matrix {
                    None => p,
                    Some(matrix) => rotate(matrix, &p) + self.offset,
                });
                self.carry_points(posed, points)
            }
            _ => self.carry(&Aabb::around(body.bounding_polytope().vertices())),
        }
    }

    pub(super) fn carry(&self, held: &Aabb) -> MovingBox {
        let [x, y, z] = std::array::from_fn(|k| held.high[k] - held.low[k]);
        // A node that is beyond f32, which is all of space.
        if !(x + y + z < f64::INFINITY) {
            return MovingBox::still(Aabb::ALL);
        }
        let (low, high) = (Vector3::from(held.low), Vector3::from(held.high));
        let center = low * 0.5 + high * 0.5;
        let half = high * 0.5 - low * 0.5;
        let there = match &self.matrix {
            None => *held,
            Some(matrix) => box_through(held, |p| rotate(matrix, p) + self.offset, matrix),
        };
        let arm = |turn: &Turn| length_up(&((center - turn.pivot).abs() + half));
        self.moving(there, arm)
    }

    #[inline(always)]
    pub(super) fn posed(&self, corners: &[Vector3<f64>; 3]) -> [Vector3<f64>; 3] {
        match &self.matrix {
            None => *corners,
            Some(matrix) => corners.map(|p| rotate(matrix, &p) + self.offset),
        }
    }

    /// Bounds points that are given twice: in the common frame, and in the body's for their distances from the pivot.
    #[inline(always)]
    pub(super) fn carry_points<I: Iterator<Item = Vector3<f64>>>(
        &self,
        posed: impl Iterator<Item = Vector3<f64>>,
        points: impl FnOnce() -> I,
    ) -> MovingBox {
        let there = Aabb::around(posed);
        self.moving(there, |turn| {
            let lengths = points().map(|p| length_up(&(p - turn.pivot)));
            lengths.fold(0.0, f64::max)
        })
    }

    #[inline(always)]
    fn moving(&self, there: Aabb, arm: impl FnOnce(&Turn) -> f64) -> MovingBox {
        let mut held = there;
        if let Some(turn) = &self.turn {
            let arm = arm(turn) * (1.0 + 8.0 * U);
            let arc = arm * turn.angle.min(2.0) * (1.0 + 8.0 * U);
            // Where lengths overflow, the comparison fails, and `with_room` makes it all of space.
            held = Aabb {
                low: std::array::from_fn(|k| (held.low[k] - arc).max(turn.at[k] - arm)),
                high: std::array::from_fn(|k| (held.high[k] + arc).min(turn.at[k] + arm)),
            };
        }
        MovingBox {
            start: held.with_room(self.more),
            by: self.by,
        }
    }
}

/// A box around one that is turned.
pub(super) fn box_through(
    held: &Aabb,
    posed: impl Fn(&Vector3<f64>) -> Vector3<f64>,
    matrix: &Matrix3<f64>,
) -> Aabb {
    let (low, high) = (Vector3::from(held.low), Vector3::from(held.high));
    let center = posed(&(low * 0.5 + high * 0.5));
    let half = rotate(&matrix.abs(), &(high * 0.5 - low * 0.5));
    Aabb {
        low: (center - half).into(),
        high: (center + half).into(),
    }
}
