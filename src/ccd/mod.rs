//! The questions: did they meet at these poses, did they meet between these frames.

mod decide;
pub mod interframe;
pub mod intersect;
