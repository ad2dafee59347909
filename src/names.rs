//! Names of values, as cases, answers and the command line have them.

pub(crate) use interframe_certificate::named;
