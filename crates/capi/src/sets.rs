//! Point sets in two to eight dimensions: what the queries about them share.

use libc::size_t;

use crate::boundary::{coordinates, finite};
use crate::fault::{Fault, Result};
use crate::method::read_method;
use crate::mirror::{answers, or_default, padded};
use interframe::{Error, SetPlane, SetsOptions, SpanColumn};

/// Largest dimension of a point set.
pub const IFR_MAX_DIMENSION: usize = 8;

/// A list of points, dimension numbers each, one point after the other; its convex hull is meant. Any
/// finite points, in any order, with duplicates and points inside.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_point_set {
    /// dimension times count numbers. May be NULL when count is 0.
    pub numbers: *const f64,
    /// Number of points. 0 is the empty set.
    pub count: size_t,
}

/// Kind of a column of the set program, dimension + 2 numbers.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_span_kind {
    /// Point index of A: (a; 1; 0).
    #[default]
    IFR_SPAN_KIND_A = 0,
    /// Point index of B: (-b; 0; 1).
    IFR_SPAN_KIND_B = 1,
    /// The unit vector of coordinate index.
    IFR_SPAN_KIND_PLUS = 2,
    /// Minus the unit vector of coordinate index.
    IFR_SPAN_KIND_MINUS = 3,
}

/// A column of the set program.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ifr_span_column {
    /// Its kind.
    pub kind: ifr_span_kind,
    /// Which one, from 0.
    pub index: u32,
}

impl From<SpanColumn> for ifr_span_column {
    fn from(column: SpanColumn) -> Self {
        let (kind, index) = match column {
            SpanColumn::A(index) => (ifr_span_kind::IFR_SPAN_KIND_A, index),
            SpanColumn::B(index) => (ifr_span_kind::IFR_SPAN_KIND_B, index),
            SpanColumn::Plus(index) => (ifr_span_kind::IFR_SPAN_KIND_PLUS, index),
            SpanColumn::Minus(index) => (ifr_span_kind::IFR_SPAN_KIND_MINUS, index),
        };
        ifr_span_column { kind, index }
    }
}

answers! {
    /// A hyperplane between two sets: the proof that they are apart.
    pub struct ifr_set_plane from <const D> plane: SetPlane<D> {
        /// Unit length to rounding, 0 beyond the dimension. On the input's numbers, in real arithmetic,
        /// max normal.a < min normal.b, unless span_count is not 0: then it is the exact normal
        /// rounded.
        pub normal: [f64; 8] = padded(plane.normal),
        /// normal.x about half-way between the sets. Information only.
        pub offset: f64,
        /// 0: the normal is the proof. Otherwise dimension + 2, and the exact normal is the first
        /// numbers of the p with p.column = 0 for columns of points and 1 for the others.
        pub span_count: u32 = plane.spanned_by.as_ref().map_or(0, Vec::len) as u32,
        /// Those columns.
        pub span: [ifr_span_column; 10] = padded(plane.spanned_by.iter().flatten().copied()),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 4] = [0; 4],
    }
}

/// A point of a set with its weight.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_point_weight {
    /// Positive; those of one set sum to 1 to rounding.
    pub weight: f64,
    /// Which point, from 0.
    pub index: u32,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 4],
}

answers! {
    /// Points of a set with their weights: the proof that the hull of these few holds a point.
    pub struct ifr_point_weights from weights: &Vec<(u32, f64)> {
        /// The first count of them are meant, at most dimension + 1; all zero beyond.
        pub entries: [ifr_point_weight; 9] = padded(
            weights.iter().map(|&(index, weight)| ifr_point_weight { weight, index, reserved: [0; 4] }),
        ),
        /// Number of points.
        pub count: u32 = weights.len() as u32,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 4] = [0; 4],
    }
}

impl ifr_point_set {
    /// # Safety
    /// The list is as [`coordinates`] demands.
    pub(crate) unsafe fn read<const D: usize>(&self, name: &'static str) -> Result<&[[f64; D]]> {
        // SAFETY: the caller's promise is the same.
        let points = unsafe { coordinates::<D>(self.numbers, self.count, name) }?;
        finite(points.as_flattened(), name)?;
        Ok(points)
    }
}

/// Reads the options that every query about sets has.
pub(crate) fn read_options(method: i32, max_pivots: u32) -> Result<SetsOptions> {
    let default = SetsOptions::default();
    Ok(SetsOptions {
        method: read_method(method)?,
        max_pivots: or_default(max_pivots, default.max_pivots),
    })
}

/// Refuses a dimension in which no query about sets is answered.
#[cold]
pub(crate) fn no_dimension(value: i32) -> Fault {
    Fault::from(Error::Setting {
        name: "dimension",
        value: value.into(),
        range: "from 2 to 8",
    })
}

/// The expression for the dimension D that the input has.
macro_rules! by_dimension {
    ($dimension:expr, $D:ident => $answer:expr) => {
        $crate::sets::by_dimension!(@ $dimension, $D => $answer, 2 3 4 5 6 7 8)
    };
    (@ $dimension:expr, $D:ident => $answer:expr, $($number:literal)+) => {
        match $dimension {
            $($number => {
                const $D: usize = $number;
                $answer
            })+
            value => Err($crate::sets::no_dimension(value)),
        }
    };
}

pub(crate) use by_dimension;
