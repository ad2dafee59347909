//! The committed shapes are what their generator writes.

#[path = "../../examples/make_shapes.rs"]
mod make_shapes;

use std::path::Path;

#[test]
fn the_generator_reproduces_the_committed_shapes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes/shapes");
    let shapes = make_shapes::shapes();
    for (name, text) in &shapes {
        let committed = std::fs::read_to_string(folder.join(name)).expect("a committed shape");
        assert_eq!(&committed.replace("\r\n", "\n"), text, "{name}");
    }
    let files = std::fs::read_dir(&folder)
        .expect("the folder of shapes")
        .count();
    assert_eq!(
        files,
        shapes.len(),
        "every committed shape has its generator"
    );
}
