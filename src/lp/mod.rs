//! Linear programs over the Minkowski difference.
