//! Which kinds of bodies each query takes, as a table, and the errors for the others.
//!
//! A query reads `pair.kinds(&TAKES)?` and answers each kind; nothing else refuses a body. The tables of `docs/guide/ROUND.md` and
//! `docs/guide/MESHES.md` are held against the queries by `tests/house/refusals.rs`.

use crate::error::{Error, Result};
use crate::shape::body::Body;

/// What a query takes beside polytopes.
pub(crate) struct AcceptedKinds {
    /// Its name in errors.
    query: &'static str,
    /// Bodies with a radius.
    pub(crate) radii: bool,
    /// Cylinders, cones and ellipsoids, as bodies or as pieces.
    curved: bool,
    /// Meshes, height fields and compounds.
    pieces: bool,
    /// Meshes that are solid.
    solids: bool,
}

macro_rules! table {
    ($($name:ident: $query:literal, $radii:literal, $curved:literal, $pieces:literal, $solids:literal;)*) => {
        $(pub(crate) const $name: AcceptedKinds = AcceptedKinds {
            query: $query,
            radii: $radii,
            curved: $curved,
            pieces: $pieces,
            solids: $solids,
        };)*
    };
}

table! {
    //                                                                         radii  curved pieces solids
    INTERSECT: "intersect",                                                    true,  true,  true,  true;
    WITHIN: "within",                                                          true,  true,  true,  true;
    DISTANCE: "distance",                                                      true,  true,  true,  true;
    PENETRATION: "penetration",                                                true,  true,  true,  true;
    PENETRATION_ALONG: "penetration along a direction",                        false, false, false, false;
    CONTACT_MANIFOLD: "contact_manifold",                                      true,  true,  true,  true;
    CONTAINS: "contains",                                                      true,  false, true,  true;
    CONTAINS_CONVEX: "contains",                                               true,  false, false, false;
    MPR: "mpr",                                                                true,  true,  false, false;
    MINKOWSKI_DIFFERENCE: "minkowski_difference",                              false, false, false, false;
    MINKOWSKI_SUM: "minkowski_sum",                                            false, false, false, false;
    INTERFRAME: "interframe",                                                  true,  false, true,  true;
    INTERFRAME_HULLS: "interframe with a sweep other than `certified`",        true,  false, false, false;
    INTERFRAME_PARTIAL: "interframe with a partial sweep",                     false, false, false, false;
    EXTENDED_BOXES_MEET: "extended_boxes_meet",                                true,  false, false, false;
    TIME_OF_IMPACT: "time_of_impact",                                          true,  true,  true,  true;
    START_IGNORED: "time_of_impact that ignores an initial contact",           true,  true,  true,  false;
    CONTACT_INTERVALS: "contact_intervals",                                    true,  true,  true,  true;
    CLOSEST_APPROACH: "closest_approach",                                      true,  true,  true,  true;
    TIME_OF_EXIT: "time_of_exit",                                              false, false, false, false;
}

impl AcceptedKinds {
    /// Refuses the first body that the query does not take.
    #[cold]
    #[inline(never)]
    pub(crate) fn check(&self, bodies: [Body<'_>; 2]) -> Result<()> {
        match bodies.iter().any(|body| self.fault(body).is_some()) {
            true => Err(self.refused(bodies)),
            false => Ok(()),
        }
    }

    /// Returns the error that names the first body that the query does not take.
    #[cold]
    pub(crate) fn refused(&self, [a, b]: [Body<'_>; 2]) -> Error {
        let (body, kind) = match self.fault(&a) {
            Some(kind) => ("a", kind),
            None => ("b", self.fault(&b).unwrap_or("is of another kind")),
        };
        Error::Body {
            query: self.query,
            body,
            kind,
        }
    }

    /// Returns why the query does not take a body, in words.
    fn fault(&self, body: &Body<'_>) -> Option<&'static str> {
        match body {
            Body::Rounded(_) if !self.radii => Some("has a radius"),
            Body::Curved(_) if !self.curved => Some("is curved"),
            Body::Pieces(_) if !self.pieces => Some("is of several pieces"),
            Body::Pieces(pieces) if !self.curved && pieces.is_curved() => Some("has a curved part"),
            Body::Pieces(pieces) if !self.solids && pieces.solid().is_some() => Some("is a solid"),
            _ => None,
        }
    }
}
