//! A body of any kind, as the queries take it.

use std::sync::Arc;

use crate::body::polytope::Polytope;

/// A body that a query asks about: of whatever kind, borrowed. From a `&Polytope` by `into`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Body<'a> {
    /// A convex polytope.
    Polytope(&'a Polytope),
}

impl<'a> From<&'a Polytope> for Body<'a> {
    #[inline]
    fn from(body: &'a Polytope) -> Self {
        Body::Polytope(body)
    }
}

impl<'a> From<&'a Arc<Polytope>> for Body<'a> {
    #[inline]
    fn from(body: &'a Arc<Polytope>) -> Self {
        Body::Polytope(body)
    }
}
