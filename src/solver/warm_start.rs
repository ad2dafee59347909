//! The portal that the last frame left, in this frame.
//!
//! The columns are kept as vertex ids, so the portal turns with both bodies. After a hit it may
//! prove the next one. After a separation, and when it proves nothing, the simplex goes on from
//! it as long as the ray still crosses it: two or three pivots instead of eight.

use crate::pair::PairState;
use crate::solver::minkowski_difference::Difference;
use crate::solver::portal::Portal;
use crate::support::mapping::FloatMapping;

/// The kept columns where the vertices are in this frame; None when there are none or when an id
/// is not valid.
#[inline(always)]
pub(crate) fn kept_portal<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    state: &PairState,
) -> Option<Portal> {
    let mut portal = Portal::default();
    for (k, (id_a, id_b)) in state.columns().into_iter().enumerate() {
        if !m.a.has(id_a) || !m.b.has(id_b) {
            return None;
        }
        portal.columns[k] = m.column(id_a, id_b);
    }
    Some(portal)
}
