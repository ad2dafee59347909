//! The types that fields of answers have: as Python objects, as columns of structured arrays, and as text.

use interframe::nalgebra::Vector3;
use interframe::{ContactPoint, DistanceBracket, Feature, PieceId, Plane};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::arrays::array_of;
use crate::enums::Named;

/// Stands in a column for a number of a vertex, face or piece that is not there.
pub const NO_INDEX: u32 = u32::MAX;

/// A type of fields.
pub trait Field {
    /// Bytes in a structured array.
    const SIZE: usize;
    /// Alignment there.
    const ALIGN: usize;

    /// The format of the column, as numpy's dtype takes it.
    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;

    /// Writes the column of one row.
    fn write(&self, out: &mut [u8]);

    /// The field as a Python object.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;

    /// The field as text, for `repr`.
    fn text(&self) -> String;
}

/// An answer as a row of a structured array.
pub trait Record {
    /// Bytes of a row.
    const SIZE: usize;

    /// The dtype of the array.
    fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;

    /// Writes the row.
    fn write(&self, out: &mut [u8]);
}

/// Where fields of these sizes and alignments lie, and last the size of the row.
pub const fn offsets<const N: usize>(fields: &[(usize, usize)]) -> [usize; N] {
    let mut all = [0; N];
    let (mut at, mut k): (usize, usize) = (0, 0);
    while k < fields.len() {
        let (size, align) = fields[k];
        at = at.div_ceil(align) * align;
        all[k] = at;
        at += size;
        k += 1;
    }
    all[k] = at.div_ceil(8) * 8;
    all
}

/// The dtype of rows with these fields.
pub fn dtype<'py>(
    py: Python<'py>,
    names: &[&str],
    formats: Vec<Bound<'py, PyAny>>,
    offsets: &[usize],
    size: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let keys = PyDict::new(py);
    keys.set_item("names", PyList::new(py, names)?)?;
    keys.set_item("formats", PyList::new(py, formats)?)?;
    keys.set_item("offsets", PyList::new(py, &offsets[..names.len()])?)?;
    keys.set_item("itemsize", size)?;
    py.import("numpy")?.getattr("dtype")?.call1((keys,))
}

fn text_format<'py>(py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(format.into_pyobject(py)?.into_any())
}

/// The format of a column of `shape` items.
fn shaped<'py>(
    py: Python<'py>,
    format: Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let shape = PyTuple::new(py, shape)?;
    Ok((format, shape).into_pyobject(py)?.into_any())
}

macro_rules! numbers {
    ($($type:ty: $format:literal;)+) => {$(
        impl Field for $type {
            const SIZE: usize = size_of::<$type>();
            const ALIGN: usize = size_of::<$type>();

            fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                text_format(py, $format)
            }

            #[inline(always)]
            fn write(&self, out: &mut [u8]) {
                out[..size_of::<$type>()].copy_from_slice(&self.to_ne_bytes());
            }

            fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(self.into_pyobject(py)?.into_any())
            }

            fn text(&self) -> String {
                format!("{self:?}")
            }
        }
    )+};
}

numbers! {
    f64: "f8";
    u32: "u4";
    u64: "u8";
}

impl Field for bool {
    const SIZE: usize = 1;
    const ALIGN: usize = 1;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        text_format(py, "?")
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        out[0] = u8::from(*self);
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.into_pyobject(py)?.to_owned().into_any())
    }

    fn text(&self) -> String {
        (if *self { "True" } else { "False" }).into()
    }
}

impl<T: Named> Field for T {
    const SIZE: usize = 1;
    const ALIGN: usize = 1;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        text_format(py, "i1")
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        out[0] = self.number() as u8;
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py)
    }

    fn text(&self) -> String {
        self.name().into()
    }
}

impl<const N: usize> Field for [f64; N] {
    const SIZE: usize = 8 * N;
    const ALIGN: usize = 8;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        shaped(py, text_format(py, "f8")?, &[N])
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        for (k, number) in self.iter().enumerate() {
            out[8 * k..8 * k + 8].copy_from_slice(&number.to_ne_bytes());
        }
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(array_of(py, *self))
    }

    fn text(&self) -> String {
        format!("{self:?}")
    }
}

/// A type that stands for another one in columns and objects.
macro_rules! like {
    ($($type:ty as $other:ty: |$value:ident| $made:expr;)+) => {$(
        impl Field for $type {
            const SIZE: usize = <$other>::SIZE;
            const ALIGN: usize = <$other>::ALIGN;

            fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                <$other>::format(py)
            }

            #[inline(always)]
            fn write(&self, out: &mut [u8]) {
                let $value = self;
                <$other>::write(&$made, out);
            }

            fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let $value = self;
                <$other>::object(&$made, py)
            }

            fn text(&self) -> String {
                let $value = self;
                <$other>::text(&$made)
            }
        }
    )+};
}

like! {
    Vector3<f64> as [f64; 3]: |v| [v.x, v.y, v.z];
    interframe::nalgebra::Vector2<f64> as [f64; 2]: |v| [v.x, v.y];
}

/// Optional fields: None as an object, this value in a column.
macro_rules! optional {
    ($($type:ty: $none:expr;)+) => {$(
        impl Field for Option<$type> {
            const SIZE: usize = <$type>::SIZE;
            const ALIGN: usize = <$type>::ALIGN;

            fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                <$type>::format(py)
            }

            #[inline(always)]
            fn write(&self, out: &mut [u8]) {
                match self {
                    Some(value) => value.write(out),
                    None => ($none).write(out),
                }
            }

            fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                match self {
                    Some(value) => value.object(py),
                    None => Ok(py.None().into_bound(py)),
                }
            }

            fn text(&self) -> String {
                self.as_ref().map_or("None".into(), Field::text)
            }
        }
    )+};
}

optional! {
    f64: f64::NAN;
    u32: NO_INDEX;
    u64: u64::MAX;
    Vector3<f64>: [f64::NAN; 3];
    interframe::nalgebra::Vector2<f64>: [f64::NAN; 2];
    [PieceId; 2]: [PieceId { part: NO_INDEX, triangle: NO_INDEX }; 2];
    [Feature; 2]: [Feature::default(); 2];
    Plane: Plane { normal: Vector3::repeat(f64::NAN), offset: f64::NAN, spanned_by: None };
    DistanceBracket: DistanceBracket { lower: f64::NAN, upper: f64::NAN };
}

impl Field for [PieceId; 2] {
    const SIZE: usize = 16;
    const ALIGN: usize = 4;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let fields = [("part", "u4"), ("triangle", "u4")];
        shaped(py, fields.to_vec().into_pyobject(py)?, &[2])
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        for (k, piece) in self.iter().enumerate() {
            piece.part.write(&mut out[8 * k..]);
            piece.triangle.write(&mut out[8 * k + 4..]);
        }
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.map(PyPieceId).into_pyobject(py)?.into_any())
    }

    fn text(&self) -> String {
        format!(
            "[{}, {}]",
            PyPieceId(self[0]).__repr__(),
            PyPieceId(self[1]).__repr__()
        )
    }
}

/// Which piece of a body of several: a part of a compound, or a triangle of a mesh or height field.
#[pyclass(frozen, name = "PieceId", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyPieceId(PieceId);

#[pymethods]
impl PyPieceId {
    /// Number of the part, 0 for a triangle.
    #[getter]
    fn part(&self) -> u32 {
        self.0.part
    }

    /// Number of the triangle, 0 for a part.
    #[getter]
    fn triangle(&self) -> u32 {
        self.0.triangle
    }

    fn __repr__(&self) -> String {
        format!(
            "PieceId(part={}, triangle={})",
            self.0.part, self.0.triangle
        )
    }
}

impl Field for [Feature; 2] {
    const SIZE: usize = 26;
    const ALIGN: usize = 4;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let vertices = shaped(py, text_format(py, "u4")?, &[2, 3])?;
        let kinds = shaped(py, text_format(py, "i1")?, &[2])?;
        dtype(
            py,
            &["vertices", "kind"],
            vec![vertices, kinds],
            &[0, 24],
            26,
        )
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        for (k, feature) in self.iter().enumerate() {
            let ids = feature.vertices();
            for j in 0..3 {
                let id = ids.get(j).copied().unwrap_or(NO_INDEX);
                id.write(&mut out[12 * k + 4 * j..]);
            }
            feature.kind.write(&mut out[24 + k..]);
        }
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.map(PyFeature).into_pyobject(py)?.into_any())
    }

    fn text(&self) -> String {
        format!(
            "[{}, {}]",
            PyFeature(self[0]).__repr__(),
            PyFeature(self[1]).__repr__()
        )
    }
}

/// A vertex, edge or face of a body.
#[pyclass(frozen, name = "Feature", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyFeature(Feature);

#[pymethods]
impl PyFeature {
    /// Its kind, a `FeatureKind`.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.kind.member(py)
    }

    /// Its one, two or three vertices, numbers as in `Body.vertices`, ascending.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.vertices())
    }

    fn __repr__(&self) -> String {
        format!(
            "Feature(kind={}, vertices={:?})",
            self.0.kind.name(),
            self.0.vertices()
        )
    }
}

impl Field for Plane {
    const SIZE: usize = 32;
    const ALIGN: usize = 8;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let formats = vec![<[f64; 3]>::format(py)?, f64::format(py)?];
        dtype(py, &["normal", "offset"], formats, &[0, 24], 32)
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        self.normal.write(out);
        self.offset.write(&mut out[24..]);
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyPlane(*self).into_pyobject(py)?.into_any())
    }

    fn text(&self) -> String {
        PyPlane(*self).__repr__()
    }
}

/// A plane between two bodies.
#[pyclass(frozen, name = "Plane", module = "interframe_ccd")]
#[derive(Clone, Copy)]
pub struct PyPlane(Plane);

#[pymethods]
impl PyPlane {
    /// Unit normal from A to B, world axes, shape (3,).
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.normal.object(py)
    }

    /// `normal` dot a point about half-way between the bodies.
    #[getter]
    fn offset(&self) -> f64 {
        self.0.offset
    }

    /// Pairs of vertices of A and B that define the plane exactly, where no f64 normal separates the bodies; otherwise None.
    #[getter]
    fn spanned_by(&self) -> Option<Vec<(u32, u32)>> {
        self.0.spanned_by.as_ref().map(|span| span.pairs().to_vec())
    }

    fn __repr__(&self) -> String {
        format!(
            "Plane(normal={}, offset={:?})",
            self.0.normal.text(),
            self.0.offset
        )
    }
}

impl Field for DistanceBracket {
    const SIZE: usize = 16;
    const ALIGN: usize = 8;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let formats = vec![f64::format(py)?, f64::format(py)?];
        dtype(py, &["lower", "upper"], formats, &[0, 8], 16)
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        [self.lower, self.upper].write(out);
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok((self.lower, self.upper).into_pyobject(py)?.into_any())
    }

    fn text(&self) -> String {
        format!("({:?}, {:?})", self.lower, self.upper)
    }
}

/// The contacts of a manifold: a list as an object; in a column four rows, NaN where there are fewer.
pub struct Contacts<'a>(pub &'a [ContactPoint]);

impl Field for Contacts<'_> {
    const SIZE: usize = 4 * 64;
    const ALIGN: usize = 8;

    fn format(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        shaped(py, <ContactPoint as Record>::dtype(py)?, &[4])
    }

    #[inline(always)]
    fn write(&self, out: &mut [u8]) {
        let mut none = ContactPoint::default();
        (none.point_a, none.point_b) = (Vector3::repeat(f64::NAN), Vector3::repeat(f64::NAN));
        none.depth = f64::NAN;
        for k in 0..4 {
            Record::write(self.0.get(k).unwrap_or(&none), &mut out[64 * k..]);
        }
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = self.0.iter().map(|at| crate::answers::PyContactPoint(*at));
        Ok(all.collect::<Vec<_>>().into_pyobject(py)?.into_any())
    }

    fn text(&self) -> String {
        format!("<{} contacts>", self.0.len())
    }
}
