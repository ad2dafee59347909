//! One look at what the last frame left: its separating plane, or its portal.
//!
//! Most pairs of a coherent scene are settled here, before any linear program is built. Whatever
//! the state holds, an answer from here is proved on this frame's numbers.

use nalgebra::Vector3;

use super::portal::Portal;
use super::problem::{Difference, Extent};
use super::ray_simplex::accuracy;
use crate::geometry::arithmetic::dot;
use crate::geometry::support::Start;
use crate::sweep::SupportMapping;

/// The extent along `n`, of about unit length, if it still separates.
#[inline(always)]
pub(crate) fn plane_separates<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    n: &Vector3<f64>,
) -> Option<Extent> {
    let extent = m.support(n, Start::Hint);
    // A state is plain memory: nothing is assumed of n but what is checked here.
    (extent.gap() > 0.0 && is_unit(n) && m.proves_apart(n, 1.0, &extent)).then_some(extent)
}

/// To 1e-12, which the room in the rounding bounds covers.
#[inline(always)]
fn is_unit(n: &Vector3<f64>) -> bool {
    (dot(n, n) - 1.0).abs() < 1e-12
}

/// A kept portal placed in this frame, if its ids are valid and it still proves a hit.
#[inline(always)]
pub(crate) fn portal_holds<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    ids_a: &[u32; 3],
    ids_b: &[u32; 3],
) -> Option<(Portal, [f64; 4])> {
    let mut portal = Portal::default();
    for k in 0..3 {
        // Kept ids are one too high: 0 means none.
        let (id_a, id_b) = (ids_a[k].wrapping_sub(1), ids_b[k].wrapping_sub(1));
        if id_a >= m.a.id_count() || id_b >= m.b.id_count() {
            return None;
        }
        portal.columns[k] = m.column(id_a, id_b);
    }
    let weights = portal.proves_hit(&m.interior(), accuracy(m))?;
    Some((portal, weights))
}
