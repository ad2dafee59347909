//! Arrays of vectors in the caller's memory, as engines have them.

use libc::{c_void, size_t};

use crate::fault::{Result, Wrong};
use interframe::Error;
use interframe::for_c::check_memory;

/// Type of the numbers of an array. No type has the number 0, so that a zeroed struct is refused.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_scalar {
    /// float.
    IFR_SCALAR_FLOAT = 1,
    /// double.
    IFR_SCALAR_DOUBLE = 2,
    /// uint16_t.
    IFR_SCALAR_UINT16 = 3,
    /// uint32_t.
    IFR_SCALAR_UINT32 = 4,
}

use ifr_scalar::*;

/// An array of vectors in your memory, for example the positions in an array of vertices. Points and triangles have three
/// numbers each, heights one. The memory is read during the call only, with any alignment.
///
///     struct vertex { float position[3]; float normal[3]; } *vertices;
///     ifr_vectors points = {vertices->position, vertex_count, sizeof *vertices, IFR_SCALAR_FLOAT};
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_vectors {
    /// The first vector. May be NULL when count is 0.
    pub data: *const c_void,
    /// Number of vectors.
    pub count: size_t,
    /// Bytes from one vector to the next, at least the size of one; 0 if they lie one after another.
    pub stride: u32,
    /// An ifr_scalar: IFR_SCALAR_FLOAT or IFR_SCALAR_DOUBLE for points and heights, IFR_SCALAR_UINT16 or
    /// IFR_SCALAR_UINT32 for triangles.
    pub scalar: i32,
}

impl ifr_vectors {
    /// A list of D numbers each, all converted.
    ///
    /// # Safety
    /// `data` is NULL or points to the vectors, which nobody writes meanwhile.
    unsafe fn read<T: Copy, const D: usize>(
        &self,
        max: usize,
        name: &'static str,
    ) -> Result<Vec<[T; D]>> {
        let (count, size) = (self.count, size_of::<[T; D]>());
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.data.is_null() {
            return Err(Wrong::Null.in_part(name, ".data"));
        }
        if count > max {
            return Err(Wrong::Refused(Error::TooManyVertices { count, max }).at(name));
        }
        let stride = match self.stride as usize {
            0 => size,
            stride if stride < size => {
                return Err(Wrong::Refused(Error::Setting {
                    name: "stride",
                    value: stride as f64,
                    range: "0 or at least the bytes of a vector",
                })
                .at(name));
            }
            stride => stride,
        };
        // No slice may be longer than isize::MAX, nor reach beyond the last address.
        let room = (isize::MAX as usize).min(usize::MAX - self.data as usize);
        let limit = room.checked_sub(size).map_or(0, |room| room / stride + 1);
        if count > limit {
            let (index, count) = (count, limit + 1);
            return Err(Wrong::OutOfRange { index, count }.in_part(name, ".count"));
        }
        // The list, and what it is converted to.
        check_memory(count, 2 * size + 32)?;
        let first = self.data.cast::<u8>();
        // SAFETY: no vector is beyond the caller's memory, whose bytes are any number; alignment is not needed.
        let vector = |k: usize| unsafe { first.add(k * stride).cast::<[T; D]>().read_unaligned() };
        Ok((0..count).map(vector).collect())
    }

    fn no_such_scalar(&self, name: &'static str) -> crate::fault::Fault {
        Wrong::UnknownValue(self.scalar).in_part(name, ".scalar")
    }

    /// Points or heights, by their type.
    ///
    /// # Safety
    /// As [`read`](Self::read).
    pub(crate) unsafe fn floats<const D: usize>(
        &self,
        max: usize,
        name: &'static str,
    ) -> Result<Floats<D>> {
        // SAFETY: the caller's promise is the same.
        unsafe {
            match self.scalar {
                scalar if scalar == IFR_SCALAR_FLOAT as i32 => {
                    self.read(max, name).map(Floats::Single)
                }
                scalar if scalar == IFR_SCALAR_DOUBLE as i32 => {
                    self.read(max, name).map(Floats::Double)
                }
                _ => Err(self.no_such_scalar(name)),
            }
        }
    }

    /// Triangles.
    ///
    /// # Safety
    /// As [`read`](Self::read).
    pub(crate) unsafe fn triangles(&self, max: usize, name: &'static str) -> Result<Vec<[u32; 3]>> {
        // SAFETY: the caller's promise is the same.
        unsafe {
            match self.scalar {
                scalar if scalar == IFR_SCALAR_UINT16 as i32 => {
                    let narrow: Vec<[u16; 3]> = self.read(max, name)?;
                    Ok(narrow
                        .iter()
                        .map(|corners| corners.map(u32::from))
                        .collect())
                }
                scalar if scalar == IFR_SCALAR_UINT32 as i32 => self.read(max, name),
                _ => Err(self.no_such_scalar(name)),
            }
        }
    }
}

/// Vectors as they were in memory.
pub(crate) enum Floats<const D: usize> {
    Single(Vec<[f32; D]>),
    Double(Vec<[f64; D]>),
}

impl Floats<3> {
    /// The points.
    pub(crate) fn points(self) -> Vec<nalgebra::Vector3<f64>> {
        match self {
            Floats::Single(points) => points
                .into_iter()
                .map(|p| p.map(f64::from).into())
                .collect(),
            Floats::Double(points) => points.into_iter().map(Into::into).collect(),
        }
    }
}
