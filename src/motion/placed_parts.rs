//! Parts of a body at places of their own.

use std::sync::Arc;

use crate::bvh::aabb::Aabb;
use crate::error::{Error, Result};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, norm1, rotate_back};
use crate::numeric::memory::check_memory;
use crate::shape::body::SharedBody;
use crate::shape::compound::{Compound, PartPose, PartShape};
use crate::shape::curved::Curved;
use crate::shape::polytope::Polytope;

impl SharedBody {
    /// Convex parts, each at a pose in the frame of the whole, as one body: the union of their points.
    ///
    /// The corners of parts are moved to their places once, each coordinate rounded to the nearest f64: what comes out are the
    /// parts from then on, and what queries are exact about. A cylinder, cone or ellipsoid keeps its own frame; its pose and
    /// the body's are put together, to rounding, when it is queried. Allocates.
    ///
    /// # Errors
    /// [`Error::Part`] for a part that is itself of several pieces, and where a corner of one overflows.
    ///
    /// ```
    /// use interframe::{DistanceOptions, PairState, Pose, PosedPair, SharedBody, distance};
    /// use nalgebra::Vector3;
    ///
    /// let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0));
    /// let bell = SharedBody::compound(&[
    ///     (SharedBody::sphere(1.0)?, at(-2.0)?),
    ///     (SharedBody::sphere(1.0)?, at(2.0)?),
    /// ])?;
    /// let (here, there, ball) = (Pose::identity(), at(4.5)?, SharedBody::sphere(0.5)?);
    /// let pair = PosedPair::new(&bell, &here, &ball, &there);
    /// let found = distance(&pair, &DistanceOptions::default(), &mut PairState::default())?;
    /// assert!((found.separation - 1.0).abs() <= found.error);
    /// assert_eq!(found.pieces.unwrap()[0].part, 1);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn compound(parts: &[(SharedBody, Pose)]) -> Result<Self> {
        check_memory(parts.len(), BYTES_PER_PART)?;
        let mut shapes = Vec::with_capacity(parts.len());
        for (part, (body, pose)) in parts.iter().enumerate() {
            let shape = body.as_part().ok_or(Error::Part {
                part,
                what: "is itself of several pieces",
            })?;
            shapes.push(match *pose == Pose::identity() {
                true => shape,
                false => moved(shape, pose).map_err(|error| match error {
                    Error::OutOfMemory { .. } => error,
                    _ => Error::Part {
                        part,
                        what: "lands beyond f64 at its pose",
                    },
                })?,
            });
        }
        check_memory(parts.len(), BYTES_PER_PART)?;
        Ok(Compound::new(shapes).into())
    }
}

/// What the list of parts and their tree need at most, in bytes a part.
const BYTES_PER_PART: usize = 1024;

fn moved(shape: PartShape, pose: &Pose) -> Result<PartShape> {
    let corners =
        |body: &Polytope| -> Vec<_> { body.vertices().map(|v| pose.transform_point(&v)).collect() };
    Ok(match shape {
        PartShape::Polytope { core, radius } => PartShape::Polytope {
            core: Arc::new(Polytope::new(&corners(&core))?.moved_from(&core)),
            radius,
        },
        PartShape::Curved { body, .. } => part_at(body, pose)?,
    })
}

/// A curved part at a pose.
pub(crate) fn part_at(body: Arc<Curved>, pose: &Pose) -> Result<PartShape> {
    let corners = body
        .bounding_polytope()
        .vertices()
        .map(|v| pose.transform_point(&v));
    let around = Polytope::new(&corners.collect::<Vec<_>>())?;
    let margin = 64.0 * U * (body.bounding_polytope().reach() + norm1(&pose.translation()));
    Ok(PartShape::Curved {
        at: Some(PartPose {
            translation: pose.translation(),
            quaternion: pose.quaternion(),
            held: Aabb::around(around.vertices()).wider(margin),
        }),
        body,
    })
}

/// The pose of a part that stands somewhere in a body, to rounding.
pub(crate) fn placed(at: &PartPose, pose: &Pose) -> Result<Pose> {
    let translation = pose.transform_point(&at.translation);
    // Of two norms that are just near enough to 1 the product is not.
    let quaternion = pose.quaternion() * at.quaternion;
    Pose::new(translation, quaternion / quaternion.norm())
}

/// Returns the motion of a part that is placed in a moving body.
pub(crate) fn carried(at: &PartPose, motion: &Motion) -> Result<Motion> {
    let start = placed(at, motion.start())?;
    let own = Pose::new(at.translation, at.quaternion)?;
    let pivot = rotate_back(own.matrix(), &(motion.pivot() - at.translation));
    match motion.turn() {
        Some(turn) => {
            let by = motion.end_translation() - motion.start().translation();
            Motion::from_turn(start, start.translation() + by, turn, pivot)
        }
        None if motion.is_turning() => Motion::between(start, placed(at, motion.end())?, pivot),
        None if motion.start() == motion.end() => Ok(Motion::fixed(start)),
        None => Motion::translation(start, placed(at, motion.end())?.translation()),
    }
}
