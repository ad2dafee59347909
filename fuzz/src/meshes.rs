//! Any bytes as a mesh file: triangles name vertices, each corner of a face is in them, and what is read is a body.

#![no_main]

use interframe::{Polytope, TriangleMesh, TriangleMeshOptions};
use interframe_meshes::{Format, MeshFile};
use libfuzzer_sys::fuzz_target;

/// Sizes beyond which reading says all, and building takes long.
const FEW: usize = 400;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    let format = match kind {
        b'O' => Format::Obj,
        b'F' => Format::Off,
        _ => Format::Stl,
    };
    let Ok(mesh) = MeshFile::parse(rest, format) else {
        return;
    };
    let count = mesh.vertices.len();
    assert!(count > 0 && mesh.vertices.iter().flatten().all(|x| x.is_finite()));
    let is_vertex = |triangle: &[u32; 3]| triangle.iter().all(|v| (*v as usize) < count);
    assert!(mesh.joined_corners().iter().all(is_vertex));
    for name in mesh.part_names() {
        let part = mesh.part(name).expect("a part that it names");
        assert!(part.iter().all(|corner| mesh.vertices.contains(corner)) || count > FEW);
    }
    if count > FEW {
        return;
    }
    let hull = Polytope::new(&mesh.vertices).expect("finite");
    hull.validate().expect("a hull");
    if let Ok(surface) = mesh.surface() {
        let built = TriangleMesh::new(&mesh.vertices, surface, &TriangleMeshOptions::default());
        assert_eq!(built.expect("its triangles").triangles(), surface);
    }
});
