//! The portal that the last frame left, in this frame.
//!
//! The columns are kept as vertex ids, so the portal turns with both bodies. After a hit it may
//! prove the next one. After a separation, and when it proves nothing, the simplex goes on from
//! it as long as the ray still crosses it: two or three pivots instead of eight.

use crate::lp::portal::Portal;
use crate::lp::problem::{Column, Difference};
use crate::pair::PairState;
use crate::support::mapping::FloatMapping;

/// The kept columns where the vertices are in this frame; None when there are none or when an id
/// is not valid.
#[inline(always)]
pub(crate) fn kept_portal<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    ids_a: &[u32; 3],
    ids_b: &[u32; 3],
) -> Option<Portal> {
    let mut portal = Portal::default();
    for k in 0..3 {
        // Kept ids are one too high: 0 means none.
        let (id_a, id_b) = (ids_a[k].wrapping_sub(1), ids_b[k].wrapping_sub(1));
        if !m.a.has(id_a) || !m.b.has(id_b) {
            return None;
        }
        portal.columns[k] = m.column(id_a, id_b);
    }
    Some(portal)
}

/// Leaves the first `count` of three columns to the next frame: each id plus one, and 0 for none.
#[inline(always)]
pub(crate) fn keep_columns(state: &mut PairState, columns: &[Column; 3], count: usize) {
    for (k, column) in columns.iter().enumerate() {
        let used = u32::from(k < count);
        state.portal_a[k] = column.id_a.wrapping_add(1) * used;
        state.portal_b[k] = column.id_b.wrapping_add(1) * used;
    }
}
