//! The code of docs/COMPARE.md, compiled and run here, because only this package depends on parry.

#[cfg(doctest)]
#[doc = include_str!("../docs/COMPARE.md")]
struct Compare;
