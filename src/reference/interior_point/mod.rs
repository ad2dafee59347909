//! The interior point method of the 2005 paper.

pub(crate) mod cholesky;
pub(crate) mod method;
pub(crate) mod stages;
pub(crate) mod weights;
pub(crate) mod working_set;
