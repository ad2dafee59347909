//! Convex parts that move together as one body.

use std::sync::Arc;

use nalgebra::{Quaternion, Vector3};

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::BoxTree;
use crate::numeric::scaling::length_up;
use crate::shape::bounding_volume::BoundingVolume;
use crate::shape::curved::Curved;
use crate::shape::polytope::Polytope;

/// Convex parts that move together: the union of their points. Made by [`SharedBody::compound`](crate::SharedBody::compound).
///
/// Answers name the parts by their indices in the list. Parts may overlap; parts of one body are never compared with each other.
#[derive(Debug, Clone)]
pub struct Compound {
    parts: Box<[Part]>,
    tree: BoxTree,
    around: BoundingVolume,
    is_curved: bool,
    is_round: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) shape: PartShape,
    /// With its radius, body frame.
    held: Aabb,
}

/// A part's points, in the frame of the whole body.
#[derive(Debug, Clone)]
pub(crate) enum PartShape {
    Polytope {
        core: Arc<Polytope>,
        radius: f64,
    },
    Curved {
        body: Arc<Curved>,
        at: Option<PartPose>,
    },
}

/// A place of a part that can be put nowhere but by its pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PartPose {
    pub(crate) translation: Vector3<f64>,
    pub(crate) quaternion: Quaternion<f64>,
    /// A box that holds the part there, its radius left out.
    pub(crate) held: Aabb,
}

impl Part {
    /// Translation and quaternion x, y, z, w, if it is not simply there.
    pub(crate) fn place(&self) -> Option<[f64; 7]> {
        match &self.shape {
            PartShape::Curved { at: Some(at), .. } => {
                let (p, q) = (at.translation, at.quaternion.coords);
                Some([p.x, p.y, p.z, q.x, q.y, q.z, q.w])
            }
            _ => None,
        }
    }

    fn is_curved(&self) -> bool {
        matches!(self.shape, PartShape::Curved { .. })
    }

    fn is_round(&self) -> bool {
        self.is_curved() || self.shape.radius() > 0.0
    }

    pub(crate) fn same_points(&self, other: &Part) -> bool {
        match (&self.shape, &other.shape) {
            (
                PartShape::Polytope { core, radius },
                PartShape::Polytope {
                    core: its,
                    radius: its_radius,
                },
            ) => core.vertices().eq(its.vertices()) && radius == its_radius,
            (
                PartShape::Curved { body, at },
                PartShape::Curved {
                    body: its,
                    at: its_at,
                },
            ) => (body.shape(), body.radius(), at) == (its.shape(), its.radius(), its_at),
            _ => false,
        }
    }
}

impl PartShape {
    fn radius(&self) -> f64 {
        match self {
            PartShape::Polytope { radius, .. } => *radius,
            PartShape::Curved { body, .. } => body.radius(),
        }
    }

    fn core_held(&self) -> Aabb {
        let around = match self {
            PartShape::Polytope { core, .. } => core,
            PartShape::Curved { at: Some(at), .. } => return at.held,
            PartShape::Curved { body, .. } => body.bounding_polytope(),
        };
        Aabb::around(around.vertices())
    }
}

impl Compound {
    pub(crate) fn new(shapes: Vec<PartShape>) -> Self {
        let part = |shape: PartShape| Part {
            held: shape.core_held().wider(shape.radius()),
            shape,
        };
        let parts: Box<[Part]> = shapes.into_iter().map(part).collect();
        let held = parts
            .iter()
            .fold(Aabb::EMPTY, |held, part| held.and(&part.held));
        let around = BoundingVolume::new(held, |center| {
            let farthest = |part: &Part| match &part.shape {
                PartShape::Polytope { core, radius } => {
                    let corners = core.vertices().map(|p| length_up(&(p - center)));
                    (corners.fold(0.0, f64::max) + radius).next_up()
                }
                PartShape::Curved { .. } => {
                    let Aabb { low, high } = part.held;
                    let side = |k: usize| (high[k] - center[k]).max(center[k] - low[k]);
                    length_up(&Vector3::new(side(0), side(1), side(2)))
                }
            };
            let there = parts.iter().filter(|part| !part.held.is_empty());
            there.map(farthest).fold(0.0, f64::max)
        });
        Compound {
            tree: BoxTree::new(parts.iter().map(|part| part.held)),
            around,
            is_curved: parts.iter().any(Part::is_curved),
            is_round: parts.iter().any(Part::is_round),
            parts,
        }
    }

    /// Number of parts, empty ones included.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Whether any part is curved or has a radius.
    pub(crate) fn is_round(&self) -> bool {
        self.is_round
    }

    /// Whether any part is a cylinder, cone or ellipsoid.
    pub(crate) fn is_curved(&self) -> bool {
        self.is_curved
    }

    pub(crate) fn tree(&self) -> &BoxTree {
        &self.tree
    }

    pub(crate) fn bounding_volume(&self) -> &BoundingVolume {
        &self.around
    }

    pub(crate) fn held(&self, part: u32) -> Aabb {
        self.parts[part as usize].held
    }

    /// Memory that it takes, that of its parts included, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let part = |part: &Part| match &part.shape {
            PartShape::Polytope { core, .. } => core.memory_bytes(),
            PartShape::Curved { body, .. } => {
                size_of::<Curved>() + body.bounding_polytope().memory_bytes()
            }
        };
        size_of::<Self>()
            + self.parts.len() * size_of::<Part>()
            + self.parts.iter().map(part).sum::<usize>()
            + self.tree.heap_bytes()
            + self.around.hull.memory_bytes()
    }
}
