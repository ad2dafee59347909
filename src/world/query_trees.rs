//! Makes the trees that spatial queries search (`here.rs`).

use crate::bvh::aabb::Aabb;
use crate::error::Result;
use crate::numeric::memory::check_memory;
use crate::world::bodies::{World, WorldBody};
use crate::world::here::{TreeHere, TreesHere};
use crate::world::jobs::Serial;
use crate::world::tree::Tree;
use crate::world::wide_tree::WideTree;

impl World {
    /// The tree of all bodies.
    pub(crate) fn tree_of_all(&self) -> Result<&Tree> {
        self.check_tree_memory(self.here.all.get().is_some())?;
        Ok(self.here.all.get_or_init(|| {
            let indices = self.bodies().map(|body| body.side.id.index());
            self.tree_of(indices.collect())
        }))
    }

    /// The trees of the static and of the moving bodies.
    pub(crate) fn trees_by_mobility(&self) -> Result<[&TreeHere; 2]> {
        Ok([self.tree_of_fixed()?, self.tree_here(false)?])
    }

    /// The tree of the static bodies.
    pub(crate) fn tree_of_fixed(&self) -> Result<&TreeHere> {
        self.tree_here(true)
    }

    fn tree_here(&self, is_static: bool) -> Result<&TreeHere> {
        let TreesHere { fixed, moving, .. } = &self.here;
        let place = if is_static { fixed } else { moving };
        self.check_tree_memory(place.get().is_some())?;
        Ok(place.get_or_init(|| {
            let listed = self.listed(is_static).map(<[u32]>::to_vec);
            let of_kind = |body: &&WorldBody| body.is_static() == is_static;
            let search = || {
                self.bodies()
                    .filter(of_kind)
                    .map(|body| body.side.id.index())
            };
            let tree = self.tree_of(listed.unwrap_or_else(|| search().collect()));
            let mut wide = WideTree::default();
            let followed = wide.follow(&tree, &Serial);
            followed.expect("a loop leaves nothing out");
            TreeHere { tree, wide }
        }))
    }

    /// Fails unless there is the memory for a tree that is not made.
    fn check_tree_memory(&self, is_made: bool) -> Result<()> {
        match is_made {
            true => Ok(()),
            false => check_memory(self.slots.len(), 1024),
        }
    }

    /// A tree of bodies whose indices ascend.
    fn tree_of(&self, mut indices: Vec<u32>) -> Tree {
        indices.retain(|index| !self.body(*index).extent.is_empty());
        let measured = |index: &u32| {
            let body = self.body(*index);
            let room = body.extent.tolerance();
            body.extent.at(&body.shape.get(), body.pose(), room)
        };
        let boxes: Vec<Aabb> = indices.iter().map(measured).collect();
        let bounds = |index: u32| {
            let place = indices.binary_search(&index);
            boxes[place.expect("one of them")]
        };
        let mut tree = Tree::default();
        let made = tree.rebuild(&indices, &bounds, &Serial);
        made.map(|()| tree).expect("a loop leaves nothing out")
    }
}
