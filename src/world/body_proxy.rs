//! The data of a body that a frame reads most often.

use crate::world::filter::Filter;
use crate::world::ids::{BodyId, Side};

/// Body proxy: the data of a body that the search for pairs and the events need. It is small, so that the proxies of many
/// bodies are near each other in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyProxy {
    pub(crate) side: Side,
    /// Where it stands in the order of bodies.
    pub(crate) rank: u32,
    pub(crate) filter: Filter,
    pub(crate) fixed: bool,
    pub(crate) sensor: bool,
}

impl BodyProxy {
    pub(crate) const OF_NOBODY: BodyProxy = BodyProxy {
        side: Side {
            id: BodyId::NOBODY,
            user: 0,
        },
        rank: u32::MAX,
        filter: Filter {
            category: 0,
            mask: 0,
            group: 0,
        },
        fixed: true,
        sensor: false,
    };
}
