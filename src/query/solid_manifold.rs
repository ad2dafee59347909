//! The contacts of a solid: those of its surface, if their way out leads out.
//!
//! The shortest move that separates all pieces may lead inside, and a body wholly inside meets no piece. So the move is tested at
//! its end. If the bodies are in contact there, the one contact lies along the way out that `penetration` finds.

use crate::contact::contacts::{
    ContactList, ContactManifold, ContactManifoldOptions, ContactPoint,
};
use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::pair::PairState;
use crate::query::free_place::{beside, is_apart, size};
use crate::query::penetration::penetration;
use crate::query::penetration_answer::PenetrationOptions;
use crate::verdict::{Reason, Verdict};

/// Part of the bodies' size by which they may overlap after the move.
const TOUCHING: f64 = 1e-9;

/// Keeps the contacts of the surface if their way out is free at its end, otherwise finds another.
#[cold]
pub(super) fn led_out(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    surface: ContactManifold,
    all: Option<&mut ContactList<'_>>,
) -> Result<ContactManifold> {
    if surface.verdict == Verdict::Separated {
        if pair.inside()?.is_none_or(|inside| inside.point.is_none()) {
            return Ok(surface);
        }
    } else if is_free_after(pair, &surface)? {
        return Ok(surface);
    }
    let ask = PenetrationOptions {
        max_pivots: options.max_pivots,
        ..PenetrationOptions::default()
    };
    let deep = penetration(pair, &ask, &mut PairState::default())?;
    // A curved body that touches the surface to rounding is not proved to meet it.
    let (verdict, reason) = match surface.verdict {
        Verdict::Undecided => (deep.verdict, deep.reason),
        _ => (Verdict::Hit, Reason::None),
    };
    let mut found = ContactManifold {
        reason,
        decided_by: surface.decided_by.max(deep.decided_by),
        ..ContactManifold::none(verdict, surface.iterations, deep.decided_by)
    };
    if let (Some(_), Some(point_a), Some(point_b)) = (deep.normal, deep.point_a, deep.point_b) {
        let contact = ContactPoint {
            point_a,
            point_b,
            depth: deep.depth,
            id: 0,
        };
        (found.normal, found.count) = (deep.normal, 1);
        found.points[0] = contact;
        if let Some(all) = all {
            all.set_one(contact);
        }
    } else if let Some(all) = all {
        all.count = 0;
    }
    Ok(found)
}

/// Whether the bodies are apart, or touch, after the move of the deepest contact.
fn is_free_after(pair: &PosedPair<'_>, found: &ContactManifold) -> Result<bool> {
    let (Some(normal), Some(deepest)) = (found.normal, found.points().first()) else {
        return Ok(false);
    };
    let (by, more) = (normal * deepest.depth.max(0.0), TOUCHING * size(pair));
    Ok(is_apart(pair, &(by + normal * more))? || beside(pair, &by, more)?.is_some())
}
