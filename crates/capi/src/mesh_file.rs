//! Mesh files: OBJ, STL and OFF.

use libc::{c_char, size_t};
use std::path::Path;

use interframe::for_c::check_memory;
use interframe_meshes::{Format, MeshError, MeshFile};

use crate::body::{checked, hull, ifr_body, ifr_polytope_options};
use crate::boundary::{destroy, input_list, optional, required, text};
use crate::entry::entry;
use crate::fault::{Fault, Wrong};
use crate::text::ifr_text;
use crate::vectors::{ifr_scalar, ifr_vectors};

/// Format of a mesh file.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_mesh_format {
    /// Wavefront OBJ: vertices, faces, and the names of objects and groups.
    IFR_MESH_FORMAT_OBJ = 1,
    /// STL, binary or text: which, the bytes say.
    IFR_MESH_FORMAT_STL = 2,
    /// Object File Format.
    IFR_MESH_FORMAT_OFF = 3,
}

/// A mesh file that was read: made by ifr_mesh_file_open or ifr_mesh_file_read, freed by ifr_mesh_file_destroy. Immutable:
/// any number of threads may use it.
pub struct ifr_mesh_file(MeshFile);

/// What reading needs at most, in bytes a byte of the file: OBJ, whose lines are kept while they are read.
const BYTES_PER_BYTE: usize = 64;

fn refused(error: MeshError) -> Fault {
    Wrong::File(error.to_string()).at("")
}

entry! {
    /// Reads a mesh file by its path, in UTF-8; the ending says the format (.obj, .stl, .off). Regular files of at most 256 MiB.
    /// Files may come from anywhere: what is wrong is IFR_STATUS_MESH_FILE, and the message names the line. Time and memory are in
    /// proportion to the size. On success *out is yours to destroy; on failure it is NULL.
    ifr_mesh_file_open(path: *const c_char, out: *mut *mut ifr_mesh_file) = create(out) {
        let path = text(path, "path")?;
        let path = Path::new(&*path);
        let size = path.metadata().map_or(0, |file| file.len());
        check_memory(size.min(MeshFile::MAX_SIZE) as usize, BYTES_PER_BYTE)?;
        let file = MeshFile::open(path);
        file.map(ifr_mesh_file).map_err(refused)
    }

    /// Reads a mesh file that is in memory: size bytes, and an ifr_mesh_format. See ifr_mesh_file_open. Nothing of data is kept.
    ifr_mesh_file_read(data: *const u8, size: size_t, format: i32, out: *mut *mut ifr_mesh_file) = create(out) {
        use ifr_mesh_format::*;
        let format = match format {
            of if of == IFR_MESH_FORMAT_OBJ as i32 => Format::Obj,
            of if of == IFR_MESH_FORMAT_STL as i32 => Format::Stl,
            of if of == IFR_MESH_FORMAT_OFF as i32 => Format::Off,
            of => return Err(Wrong::UnknownValue(of).at("format")),
        };
        let data = input_list(data, size, "data")?;
        check_memory(size, BYTES_PER_BYTE)?;
        let file = MeshFile::parse(data, format);
        file.map(ifr_mesh_file).map_err(refused)
    }
}

/// Frees a mesh file, and with it the memory of its vectors. NULL is fine. Bodies that were made of it stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_mesh_file_destroy(file: *mut ifr_mesh_file) {
    // SAFETY: it came from a `Handle`, and the caller gives up the only claim to it.
    unsafe { destroy(file) }
}

entry! {
    /// Writes the vertices, doubles, which ifr_polytope_create_from_vectors and ifr_trimesh_create_from_vectors take. They are the
    /// file's memory: not after it is destroyed.
    ifr_mesh_file_get_vertices(file: *const ifr_mesh_file, out: *mut ifr_vectors) = call(out, "out") {
        let vertices = &required(file, "file")?.0.vertices;
        Ok(ifr_vectors {
            data: vertices.as_ptr().cast(),
            count: vertices.len(),
            stride: 24,
            scalar: ifr_scalar::IFR_SCALAR_DOUBLE as i32,
        })
    }

    /// Writes the triangles of all faces, for ifr_trimesh_create_from_vectors. A face of more than three corners is cut into
    /// triangles that go round the same way. A file without faces, or with a face that crosses itself, is IFR_STATUS_MESH_FILE.
    /// They are the file's memory: not after it is destroyed.
    ifr_mesh_file_get_triangles(file: *const ifr_mesh_file, out: *mut ifr_vectors) = call(out, "out") {
        let triangles = required(file, "file")?.0.surface().map_err(refused)?;
        Ok(ifr_vectors {
            data: triangles.as_ptr().cast(),
            count: triangles.len(),
            stride: 12,
            scalar: ifr_scalar::IFR_SCALAR_UINT32 as i32,
        })
    }
}

/// Number of the file's named parts, the objects and groups of OBJ; 0 for other formats and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_mesh_file_part_count(file: *const ifr_mesh_file) -> size_t {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { required(file, "file") }.map_or(0, |file| file.0.part_names().count())
}

entry! {
    /// Writes the name of part index (below part_count), in the order of the file.
    ifr_mesh_file_get_part_name(file: *const ifr_mesh_file, index: size_t, text: *mut ifr_text) = write_text(text) {
        let file = required(file, "file")?;
        let index = checked(index, file.0.part_names().count())?;
        let name = file.0.part_names().nth(index);
        Ok(name.unwrap_or_default().to_owned())
    }

    /// Builds the convex hull of a part's vertices, by its name; of all vertices if part is NULL. options: see
    /// ifr_polytope_create.
    ifr_polytope_create_from_mesh_file(
        file: *const ifr_mesh_file, part: *const c_char, options: *const ifr_polytope_options, out: *mut *mut ifr_body,
    ) = create(out) {
        let file = &required(file, "file")?.0;
        let options = optional(options, "options")?;
        let body = match part.is_null() {
            true => hull(&file.vertices, options, "file"),
            false => {
                let vertices = file.part(&text(part, "part")?).map_err(refused)?;
                hull(&vertices, options, "part")
            }
        };
        body.map(ifr_body)
    }
}
