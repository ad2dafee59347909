//! Is a body inside a solid?
//!
//! A body B with an inside is in a solid if no triangle of the surface meets the inside of B, its boundary left out, and one point
//! of that is in the solid: so it may touch the surface from within. A point is in it as `intersect` says. A flat body is refused,
//! because it can lie in the surface and cross it at once.

use nalgebra::Vector3;

use crate::error::{Error, Result};
use crate::midphase::meets_interior::meets_interior;
use crate::motion::kinds;
use crate::motion::pairs::{Cores, PosedPair};
use crate::numeric::length_sum::LengthSum;
use crate::pair::PairState;
use crate::query::distance::{DistanceOptions, between_pieces, compare};
use crate::query::intersect::{IntersectOptions, intersect};
use crate::query::penetration::penetration;
use crate::query::penetration_answer::PenetrationOptions;
use crate::shape::body::Body;
use crate::shape::dimension::Dimension;
use crate::shape::pieces::PiecesKind;
use crate::shape::polytope::Polytope;
use crate::verdict::{ContainmentVerdict, DecidedBy, Verdict};

/// Whether B is inside A, a solid, and how far from the surface.
pub(super) struct InSolid {
    pub(super) verdict: ContainmentVerdict,
    pub(super) decided_by: DecidedBy,
    /// Distance of B from the surface, and by how much it may be off; only of what is inside.
    pub(super) margin: Option<[f64; 2]>,
}

#[cold]
pub(super) fn in_solid(pair: &PosedPair<'_>) -> Result<InSolid> {
    kinds::CONTAINS.check([pair.a, pair.b])?;
    refuse(pair)?;
    let mut found = InSolid {
        verdict: ContainmentVerdict::Inside,
        decided_by: DecidedBy::Float,
        margin: None,
    };
    pair.over_pieces(0.0, &mut |two, ids| {
        let corners = pair
            .a
            .pieces()
            .and_then(|pieces| pieces.corners(ids[0].triangle));
        let crosses = match corners {
            Some(corners) => crosses(two, (&corners, pair), &mut found.decided_by)?,
            None => None,
        };
        Ok(match crosses {
            Some(false) => 0.0,
            Some(true) => {
                found.verdict = ContainmentVerdict::NotInside;
                -1.0
            }
            None => {
                found.verdict = ContainmentVerdict::Undecided;
                0.0
            }
        })
    })?;
    if found.verdict == ContainmentVerdict::NotInside {
        return Ok(found);
    }
    for part in parts(&pair.b) {
        match holds(pair, &part, &mut found.decided_by)? {
            Some(true) => {}
            Some(false) => {
                found.verdict = ContainmentVerdict::NotInside;
                return Ok(found);
            }
            None => found.verdict = ContainmentVerdict::Undecided,
        }
    }
    if found.verdict == ContainmentVerdict::Inside {
        let gap = between_pieces(pair, &DistanceOptions::default())?;
        found.margin = Some([gap.separation, gap.error]);
    }
    Ok(found)
}

/// The convex parts of a body.
fn parts<'a>(body: &Body<'a>) -> impl Iterator<Item = Body<'a>> {
    let compound = body.pieces().and_then(|pieces| match pieces.kind() {
        PiecesKind::Compound(compound) => Some(compound),
        _ => None,
    });
    let whole = body.pieces().is_none().then_some(*body);
    let of_compound = compound.map(|body| (0..body.part_count()).map(|k| body.part(k)));
    whole.into_iter().chain(of_compound.into_iter().flatten())
}

/// Refuses what is not decided.
fn refuse(pair: &PosedPair<'_>) -> Result<()> {
    let refused = |body, kind| {
        let query = "contains";
        Err(Error::Body { query, body, kind })
    };
    if pair.a.of_any_kind().1 > 0.0 {
        return refused("a", "is a solid with a radius");
    }
    let is_surface = pair
        .b
        .pieces()
        .is_some_and(|pieces| !matches!(pieces.kind(), PiecesKind::Compound(_)));
    let is_flat = |part: Body<'_>| match part.core() {
        Some((core, 0.0)) => matches!(core.dimension(), Dimension::Flat | Dimension::Segment),
        _ => false,
    };
    match is_surface || parts(&pair.b).any(is_flat) {
        true => refused("b", "is flat, and A a solid"),
        false => Ok(()),
    }
}

/// Whether a triangle meets the inside of a convex body; None if that is not known.
fn crosses(
    two: &PosedPair<'_>,
    (corners, pair): (&[Vector3<f64>; 3], &PosedPair<'_>),
    decided_by: &mut DecidedBy,
) -> Result<Option<bool>> {
    let state = &mut PairState::default();
    let Some((core, radius)) = two.b.core() else {
        return Ok(None);
    };
    if radius == 0.0 && core.dimension() != Dimension::Solid {
        return Ok(Some(false));
    }
    let deep = penetration(two, &PenetrationOptions::default(), state)?;
    *decided_by = (*decided_by).max(deep.decided_by);
    if deep.verdict == Verdict::Separated {
        return Ok(Some(false));
    }
    if deep.depth - deep.error > 0.0 {
        return Ok(Some(true));
    }
    *decided_by = DecidedBy::Exact;
    if radius > 0.0 {
        let triangle = Polytope::few(corners)?;
        let cores = Cores::plain([&triangle, core], [pair.pose_a, two.pose_b]);
        return Ok(Some(
            compare(&cores, &LengthSum([radius, 0.0, 0.0])).is_lt(),
        ));
    }
    Ok(meets_interior((corners, pair.pose_a), (core, two.pose_b)))
}

/// Whether a point of the inside of a convex body is in the solid; no triangle meets that inside.
fn holds(
    pair: &PosedPair<'_>,
    part: &Body<'_>,
    decided_by: &mut DecidedBy,
) -> Result<Option<bool>> {
    let Some((core, radius)) = part.core() else {
        return Ok(None);
    };
    if core.is_empty() {
        return Ok(Some(true));
    }
    let is_solid = core.dimension() == Dimension::Solid;
    let point = match is_solid {
        true if core.center_error() > 0.0 && radius == 0.0 => return Ok(None),
        true if radius == 0.0 => core.center(),
        _ => core.vertex(0),
    };
    let point = Polytope::few(&[point])?;
    let beside = PosedPair::new(pair.a, pair.pose_a, &point, pair.pose_b);
    let found = intersect(
        &beside,
        &IntersectOptions::default(),
        &mut PairState::default(),
    )?;
    *decided_by = (*decided_by).max(found.decided_by);
    Ok(Some(found.verdict == Verdict::Hit))
}
