//! Kreuzer's simplex for polytopes of any dimension.

pub(crate) mod exact;
pub(crate) mod point_sets;
pub(crate) mod proof;
pub(crate) mod sets;
pub(crate) mod stages;
pub(crate) mod tableau;
