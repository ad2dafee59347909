//! The trees that spatial queries search: boxes of bodies at their current poses. The first query after a change makes the
//! trees that it needs (`query_trees.rs`).
//!
//! Casts and overlaps have two trees, so that the one of static bodies lasts until one of them changes. Empty bodies are in
//! no tree.

use std::sync::OnceLock;

use crate::bvh::aabb::Aabb;
use crate::error::Result;
use crate::motion::moving_box::BoxCast;
use crate::world::tree::{Item, Tree};
use crate::world::wide_tree::WideTree;

/// The trees of a world's bodies where they are; each is empty until a query needs it.
#[derive(Clone, Default)]
pub(crate) struct TreesHere {
    /// All bodies.
    pub(crate) all: OnceLock<Tree>,
    pub(crate) fixed: OnceLock<TreeHere>,
    pub(crate) moving: OnceLock<TreeHere>,
}

/// A tree of some bodies, and its wide form for casts.
#[derive(Debug, Clone)]
pub(crate) struct TreeHere {
    pub(crate) tree: Tree,
    pub(crate) wide: WideTree,
}

impl TreesHere {
    /// Forgets the trees, because bodies have changed; that of static ones only if one of them has.
    pub(crate) fn forget(&mut self, is_static: bool) {
        self.all.take();
        self.moving.take();
        if is_static {
            self.fixed.take();
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let halves = [&self.fixed, &self.moving].into_iter();
        let halves = halves.filter_map(|tree| tree.get());
        self.all.get().map_or(0, Tree::memory_bytes)
            + halves
                .map(|here| here.tree.memory_bytes() + here.wide.memory_bytes())
                .sum::<usize>()
    }
}

impl TreeHere {
    /// Calls `found` with every item whose box meets another one.
    pub(crate) fn visit(&self, bounds: &Aabb, found: impl FnMut(&Item)) {
        self.tree.visit(|other| other.meets(bounds), found);
    }

    /// Calls `found` as [`WideTree::cast`] does, with items.
    #[inline(always)]
    pub(crate) fn cast(
        &self,
        cast: &BoxCast,
        end: f64,
        mut found: impl FnMut(&Item) -> Result<f64>,
    ) -> Result<()> {
        let items = self.tree.items();
        let opens = |_| true;
        self.wide
            .cast(&self.tree, cast, end, opens, |item| found(&items[item]))
    }
}
