//! A solver of others, `good_lp`, as a second opinion.

pub(crate) mod sets;
pub(crate) mod stages;
