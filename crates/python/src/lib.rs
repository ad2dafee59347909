//! interframe for Python: a thin conversion of the library's interface. `docs/guide/PYTHON.md` is the guide.
//!
//! | module | what it holds |
//! |---|---|
//! | `bodies`, `mesh_files`, `motions` | bodies, poses and motions from arrays, meshes and files |
//! | `query_table` | the queries, from which `queries` (one pair) and `batch` (many) are made |
//! | `answers`, `fields`, `enums` | answers as objects and as rows of structured arrays |
//! | `more_queries`, `planar` | the queries of another form; polygons, upright cuboids, point sets |
//! | `world`, `world_queries`, `events` | bodies frame by frame, what is where, event functions |
//! | `cases`, `pages` | cases, captures, certificates; the viewer's pages |
//! | `arrays`, `arguments`, `options`, `errors`, `threads`, `pair_states` | what arguments are made of |

mod answers;
mod arguments;
mod arrays;
mod batch;
mod bodies;
mod cases;
mod enums;
mod errors;
mod events;
mod fields;
mod mesh_files;
mod more_queries;
mod motions;
mod options;
mod pages;
mod pair_states;
mod planar;
mod queries;
mod query_table;
mod threads;
mod world;
mod world_queries;

use pyo3::prelude::*;

/// The compiled part of interframe_ccd.
#[pymodule]
fn _interframe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    enums::register(module)?;
    answers::register(module)?;
    module.add_class::<bodies::PyBody>()?;
    module.add_class::<bodies::PyBodies>()?;
    module.add_class::<motions::PyPose>()?;
    module.add_class::<motions::PyPoses>()?;
    module.add_class::<motions::PyMotion>()?;
    module.add_class::<motions::PyMotions>()?;
    module.add_class::<pair_states::PyPairState>()?;
    module.add_class::<pair_states::PyPairStates>()?;
    module.add_class::<fields::PyFeature>()?;
    module.add_class::<fields::PyPieceId>()?;
    module.add_class::<fields::PyPlane>()?;
    queries::register(module)?;
    module.add_class::<world::PyWorld>()?;
    module.add_class::<world::PyWorldFrame>()?;
    module.add_class::<world::PyFilter>()?;
    module.add_class::<world_queries::PyCast>()?;
    module.add_class::<world_queries::PyCastHit>()?;
    module.add_class::<world_queries::PyOverlap>()?;
    module.add_class::<world_queries::PyNearest>()?;
    module.add_class::<world_queries::PyClosePair>()?;
    module.add_class::<events::PyContactEvents>()?;
    cases::register(module)?;
    let (lines, proofs) = (
        PyModule::new(py, "interframe_ccd.cases")?,
        PyModule::new(py, "interframe_ccd.certify")?,
    );
    cases::register_queries(&lines, &proofs)?;
    module.add("cases", &lines)?;
    module.add("certify", &proofs)?;
    let many = PyModule::new(py, "interframe_ccd.batch")?;
    batch::register(&many)?;
    more_queries::register(module, &many, &lines, &proofs)?;
    planar::register(module)?;
    pages::register(module)?;
    module.add("batch", &many)
}
