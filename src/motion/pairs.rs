//! Two bodies and where they are: the subject of a query.

use crate::error::Result;
use crate::motion::kinds::AcceptedKinds;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::motion::tolerance::{DEFAULT_REL_TOL, pair_size};
use crate::numeric::arithmetic::{U, norm1};
use crate::numeric::length_sum::LengthSum;
use crate::shape::body::{Body, Core};
use crate::shape::polytope::Polytope;

/// Two bodies at rest. Normals of answers point from A to B.
#[derive(Debug, Clone, Copy)]
pub struct PosedPair<'a> {
    /// The first body.
    pub a: Body<'a>,
    /// Where it is.
    pub pose_a: &'a Pose,
    /// The other body.
    pub b: Body<'a>,
    /// Where that is.
    pub pose_b: &'a Pose,
}

/// Two bodies on their way over a frame, t from 0 to 1. Normals of answers point from A to B.
#[derive(Debug, Clone, Copy)]
pub struct MovingPair<'a> {
    /// The first body.
    pub a: Body<'a>,
    /// Motion of A.
    pub motion_a: &'a Motion,
    /// The other body.
    pub b: Body<'a>,
    /// Motion of B.
    pub motion_b: &'a Motion,
}

impl<'a> MovingPair<'a> {
    /// Both at t = 0.
    pub(crate) fn at_start(&self) -> PosedPair<'a> {
        PosedPair::new(self.a, self.motion_a.start(), self.b, self.motion_b.start())
    }

    /// The gap up to which two convex bodies are near, in world units: the one that is given, or the default.
    pub(crate) fn tolerance(&self, given: Option<f64>) -> f64 {
        given.unwrap_or_else(|| DEFAULT_REL_TOL * self.convex_pair().size())
    }
}

/// Two bodies as the solvers know them. `P` is their place: a pose or a motion.
pub(crate) enum SolverPair<'a, P> {
    /// Two polytopes.
    Polytopes([&'a Polytope; 2], [&'a P; 2]),
    /// Two polytopes, of which at least one has a radius.
    Rounded(Cores<'a, P>),
    /// Two convex bodies, of which at least one is curved.
    Curved(ConvexPair<'a, P>),
    /// At least one body has several pieces, each convex.
    Pieces,
}

/// What every query asks of two bodies, each at its place: a pose or a motion.
macro_rules! two_bodies {
    ($pair:ident, $place:ty, $place_a:ident, $place_b:ident) => {
        impl<'a> $pair<'a> {
            /// Two bodies, each with its pose or its motion.
            #[inline]
            pub fn new(
                a: impl Into<Body<'a>>,
                $place_a: &'a $place,
                b: impl Into<Body<'a>>,
                $place_b: &'a $place,
            ) -> Self {
                let (a, b) = (a.into(), b.into());
                $pair {
                    a,
                    $place_a,
                    b,
                    $place_b,
                }
            }

            /// Returns the bodies as the kinds that solvers know, or the error that names the body that the query
            /// does not take.
            #[inline(always)]
            pub(crate) fn kinds(&self, takes: &AcceptedKinds) -> Result<SolverPair<'a, $place>> {
                if let Some((bodies, places)) = self.polytopes() {
                    return Ok(SolverPair::Polytopes(bodies, places));
                }
                match self.cores() {
                    Some(cores) if takes.radii => return Ok(SolverPair::Rounded(cores)),
                    _ => takes.check([self.a, self.b])?,
                }
                Ok(match self.has_pieces() {
                    true => SolverPair::Pieces,
                    false => SolverPair::Curved(self.convex_pair()),
                })
            }

            /// Returns both bodies with their places, where they are polytopes.
            #[inline(always)]
            pub(crate) fn polytopes(&self) -> Option<([&'a Polytope; 2], [&'a $place; 2])> {
                match (self.a, self.b) {
                    (Body::Polytope(a), Body::Polytope(b)) => {
                        Some(([a, b], [self.$place_a, self.$place_b]))
                    }
                    _ => None,
                }
            }

            /// Returns both bodies, for a query that takes polytopes only.
            pub(crate) fn only_polytopes(
                &self,
                takes: &AcceptedKinds,
            ) -> Result<([&'a Polytope; 2], [&'a $place; 2])> {
                self.polytopes()
                    .ok_or_else(|| takes.refused([self.a, self.b]))
            }

            /// Returns the polytopes at the bodies' cores, and the radii about them; None where a body is curved or
            /// has several pieces.
            #[inline(always)]
            pub(crate) fn cores(&self) -> Option<Cores<'a, $place>> {
                let ((a, radius_a), (b, radius_b)) = (self.a.core()?, self.b.core()?);
                Some(Cores {
                    bodies: [a, b],
                    places: [self.$place_a, self.$place_b],
                    radii: [radius_a, radius_b],
                })
            }

            /// Returns the cores, for a query that takes convex bodies that are not curved.
            #[inline(always)]
            pub(crate) fn cores_for(&self, takes: &AcceptedKinds) -> Result<Cores<'a, $place>> {
                self.cores().ok_or_else(|| takes.refused([self.a, self.b]))
            }

            /// Returns both bodies, of any kind, with their places.
            pub(crate) fn convex_pair(&self) -> ConvexPair<'a, $place> {
                let [(a, radius_a), (b, radius_b)] = [self.a.of_any_kind(), self.b.of_any_kind()];
                ConvexPair {
                    cores: [a, b],
                    places: [self.$place_a, self.$place_b],
                    radii: [radius_a, radius_b],
                }
            }
        }
    };
}

two_bodies!(PosedPair, Pose, pose_a, pose_b);
two_bodies!(MovingPair, Motion, motion_a, motion_b);

/// Two bodies as polytopes, each with where it is (a [`Pose`]) or how it moves (a [`Motion`]), and the radius
/// about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cores<'a, P> {
    pub(crate) bodies: [&'a Polytope; 2],
    pub(crate) places: [&'a P; 2],
    pub(crate) radii: [f64; 2],
}

/// Part of all lengths that a distance comes of, by which it may be off beyond rounding.
pub(crate) const LENGTH_REL_ERROR: f64 = 3.0 * U;

impl<'a> Cores<'a, Motion> {
    pub(crate) fn at_start(&self) -> Cores<'a, Pose> {
        Cores {
            bodies: self.bodies,
            places: self.places.map(Motion::start),
            radii: self.radii,
        }
    }
}

impl Cores<'_, Pose> {
    /// Largest error of a distance beyond rounding.
    #[inline(always)]
    pub(crate) fn loosest(&self) -> f64 {
        let apart = self.places[1].translation() - self.places[0].translation();
        let reaches = self.bodies[0].reach() + self.bodies[1].reach();
        LENGTH_REL_ERROR * ((reaches + norm1(&apart)) + (self.radii[0] + self.radii[1]))
    }
}

impl<'a, P> Cores<'a, P> {
    #[inline(always)]
    pub(crate) fn both(&self) -> ([&'a Polytope; 2], [&'a P; 2]) {
        (self.bodies, self.places)
    }

    /// Returns the same bodies as convex ones of any kind.
    pub(crate) fn convex_pair(&self) -> ConvexPair<'a, P> {
        ConvexPair {
            cores: self.bodies.map(Core::Polytope),
            places: self.places,
            radii: self.radii,
        }
    }

    /// Polytopes without radii.
    pub(crate) fn plain(bodies: [&'a Polytope; 2], places: [&'a P; 2]) -> Self {
        Cores {
            bodies,
            places,
            radii: [0.0; 2],
        }
    }

    pub(crate) fn has_empty(&self) -> bool {
        self.bodies.iter().any(|body| body.is_empty())
    }

    /// Returns the size of the pair; see [`pair_size`].
    pub(crate) fn size(&self) -> f64 {
        pair_size([0, 1].map(|k: usize| self.bodies[k].bounding_radius() + self.radii[k]))
    }

    /// Distance of the cores of bodies that touch, plus `more`.
    pub(crate) fn touching_distance(&self, more: f64) -> LengthSum {
        LengthSum([more, self.radii[0], self.radii[1]])
    }
}

/// Two bodies of any kind, each with where it is or how it moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConvexPair<'a, P> {
    pub(crate) cores: [Core<'a>; 2],
    pub(crate) places: [&'a P; 2],
    pub(crate) radii: [f64; 2],
}

impl<'a, P> ConvexPair<'a, P> {
    /// Returns the size of the pair; see [`pair_size`].
    pub(crate) fn size(&self) -> f64 {
        pair_size([0, 1].map(|k: usize| self.radii[k] + self.cores[k].bounding_radius()))
    }

    /// Returns the same bodies at other places.
    pub(crate) fn at<'q, Q>(&self, places: [&'q Q; 2]) -> ConvexPair<'q, Q>
    where
        'a: 'q,
    {
        ConvexPair {
            cores: self.cores,
            places,
            radii: self.radii,
        }
    }

    /// Returns both as polytopes with radii, where neither is curved.
    pub(crate) fn uncurved(&self) -> Option<Cores<'a, P>> {
        let [a, b] = self.cores.map(|core| match core {
            Core::Polytope(body) => Some(body),
            Core::Curved(_) => None,
        });
        Some(Cores {
            bodies: [a?, b?],
            places: self.places,
            radii: self.radii,
        })
    }

    pub(crate) fn has_empty(&self) -> bool {
        self.bounding_polytopes().has_empty()
    }

    /// Returns how far each core reaches from its origin.
    pub(crate) fn reaches(&self) -> [f64; 2] {
        self.cores.map(|core| core.bounding_polytope().reach())
    }

    /// Curved cores as the boxes around them.
    pub(crate) fn bounding_polytopes(&self) -> Cores<'a, P> {
        Cores {
            bodies: self.cores.map(Core::bounding_polytope),
            places: self.places,
            radii: self.radii,
        }
    }
}
