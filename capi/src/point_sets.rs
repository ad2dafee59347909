//! Point sets in two and three dimensions: do their hulls meet, is one inside the other?

use crate::boundary::{Fault, coordinates, enter, output, required};
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::Result;
use interframe::Settings;
use interframe::{
    SetPlane, SetsIntersection, SpanColumn, Subset, contains_point, intersect_sets, is_subset,
};

/// Two lists of points, x y x y ... or x y z x y z ...; convex hulls are meant. Any finite points,
/// in any order, with duplicates and points inside. A list may be empty, and then NULL.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_point_sets_input {
    /// Points of A.
    pub a: *const f64,
    /// Number of A's points.
    pub a_count: usize,
    /// Points of B.
    pub b: *const f64,
    /// Number of B's points.
    pub b_count: usize,
    /// Numbers a point: 2 or 3.
    pub dimension: i32,
}

/// What a column of the set program is, dimension + 2 numbers.
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
    /// What it is.
    pub kind: ifr_span_kind,
    /// Which one, from 0.
    pub index: u32,
}

/// A line or plane between two sets: the proof that they are apart.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_set_plane {
    /// Unit length to rounding, the third number 0 in two dimensions. On the input's numbers, in
    /// real arithmetic, max normal.a < min normal.b, unless span_count is not 0: then it is the
    /// exact normal rounded.
    pub normal: [f64; 3],
    /// normal.x about half-way between the sets. Information only.
    pub offset: f64,
    /// 0: the normal is the proof. Otherwise dimension + 2, and the exact normal is the first
    /// numbers of the p with p.column = 0 for columns of points and 1 for the others.
    pub span_count: u32,
    /// Those columns.
    pub span: [ifr_span_column; 5],
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 4],
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

/// Answer of ifr_point_sets_intersect. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_point_sets_result {
    /// Separated or hit: a call that succeeds is never undecided here.
    pub verdict: ifr_verdict,
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Pivots of the simplex.
    pub iterations: u32,
    /// Whether plane and the distances are set: when separated, unless a set is empty.
    pub has_plane: bool,
    /// Whether point and the weights are set: when hit.
    pub has_point: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// The proof of separation, normal from A to B.
    pub plane: ifr_set_plane,
    /// A lower bound of the distance: the optimum over the root of the dimension.
    pub distance_by_optimum: f64,
    /// A lower bound of the distance: the gap along the plane. Hardly ever the lesser of the two.
    pub distance_by_plane: f64,
    /// A common point, to rounding.
    pub point: [f64; 3],
    /// How many of weights_a are meant.
    pub weight_count_a: u32,
    /// How many of weights_b are meant.
    pub weight_count_b: u32,
    /// The proof of a hit: the hulls of these few points meet. Rounded weights of the common point.
    pub weights_a: [ifr_point_weight; 5],
    /// The same for B.
    pub weights_b: [ifr_point_weight; 5],
}

/// Answer of ifr_point_sets_subset. All zero after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_subset_result {
    /// Whether the hull of A lies in the hull of B, boundary included. False after a failed call.
    pub is_subset: bool,
    /// Whether plane is set: when not a subset, unless B is empty.
    pub has_plane: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Pivots of the simplex over all points.
    pub iterations: u32,
    /// When not a subset: the first point of A that lies outside. Otherwise 0.
    pub outside: u32,
    /// The proof: B on one side, that point on the other, normal from B.
    pub plane: ifr_set_plane,
}

/// Answer of ifr_point_sets_member. All zero after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_member_result {
    /// Whether the point lies in the hull, boundary included. False after a failed call.
    pub is_member: bool,
    /// Whether plane is set: for a point outside, unless the set is empty.
    pub has_plane: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Pivots of the simplex.
    pub iterations: u32,
    /// Of a member: how many of weights are meant.
    pub weight_count: u32,
    /// The proof: the point lies in the hull of these few points. Rounded weights.
    pub weights: [ifr_point_weight; 5],
    /// The proof: the set on one side, the point on the other, normal from the set.
    pub plane: ifr_set_plane,
}

/// Do the convex hulls of two point sets meet? Decided as in real arithmetic on the numbers given:
/// touching is a hit; the empty set meets nothing.
///
/// settings: NULL for the defaults; max_pivots counts here times dimension + 2, method is not
/// looked at. For bodies that are asked about again and again, ifr_intersect is faster by far.
/// Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_point_sets_intersect(
    input: *const ifr_point_sets_input,
    settings: *const ifr_settings,
    out: *mut ifr_point_sets_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let input = required(input, "input")?;
            let settings = settings::read(settings)?;
            *out = match input.dimension {
                2 => input.ask::<2, _>(&settings, intersect_sets)?.into(),
                3 => input.ask::<3, _>(&settings, intersect_sets)?.into(),
                value => return Err(unknown_dimension(value)),
            };
            Ok(())
        })
    }
}

/// Does the convex hull of A lie in the convex hull of B? Exact, as ifr_point_sets_intersect: A may
/// touch B's boundary from inside. The empty set is a subset of every set, and the only one of
/// the empty set. settings as there. Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_point_sets_subset(
    input: *const ifr_point_sets_input,
    settings: *const ifr_settings,
    out: *mut ifr_subset_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let input = required(input, "input")?;
            let settings = settings::read(settings)?;
            *out = match input.dimension {
                2 => input.ask::<2, _>(&settings, is_subset)?.into(),
                3 => input.ask::<3, _>(&settings, is_subset)?.into(),
                value => return Err(unknown_dimension(value)),
            };
            Ok(())
        })
    }
}

/// Does a point lie in the convex hull of a set? The set is the input's a; its b is the point, and
/// b_count must be 1. Exact: the boundary belongs to the hull. settings as in
/// ifr_point_sets_intersect. Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_point_sets_member(
    input: *const ifr_point_sets_input,
    settings: *const ifr_settings,
    out: *mut ifr_member_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let input = required(input, "input")?;
            let settings = settings::read(settings)?;
            if input.b_count != 1 {
                return Err(Fault::UnknownValue {
                    name: "input.b_count",
                    value: i32::try_from(input.b_count).unwrap_or(i32::MAX),
                });
            }
            *out = match input.dimension {
                2 => input.ask::<2, _>(&settings, member)?,
                3 => input.ask::<3, _>(&settings, member)?,
                value => return Err(unknown_dimension(value)),
            };
            Ok(())
        })
    }
}

/// `b` is one point.
fn member<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    settings: &Settings,
) -> Result<ifr_member_result> {
    let answer = contains_point(a, &b[0], settings)?;
    let mut out = ifr_member_result {
        is_member: answer.is_member,
        has_plane: answer.plane.is_some(),
        decided_by: answer.decided_by.into(),
        iterations: answer.iterations,
        plane: answer.plane.as_ref().map(Into::into).unwrap_or_default(),
        ..Default::default()
    };
    out.weight_count = write_weights(answer.weights.as_deref(), &mut out.weights);
    Ok(out)
}

fn unknown_dimension(value: i32) -> Fault {
    Fault::UnknownValue {
        name: "input.dimension",
        value,
    }
}

impl ifr_point_sets_input {
    /// The answer to a question about both sets, in D dimensions.
    ///
    /// # Safety
    /// The lists are NULL, misaligned, or hold D numbers a point that nobody writes meanwhile.
    unsafe fn ask<const D: usize, T>(
        &self,
        settings: &Settings,
        question: impl Fn(&[[f64; D]], &[[f64; D]], &Settings) -> Result<T>,
    ) -> std::result::Result<T, Fault> {
        // SAFETY: the caller's promise is the same.
        let (a, b) = unsafe {
            (
                coordinates::<D>(self.a, self.a_count, "input.a")?,
                coordinates::<D>(self.b, self.b_count, "input.b")?,
            )
        };
        question(a, b, settings).map_err(Fault::input("input.a, then input.b"))
    }
}

impl<const D: usize> From<&SetPlane<D>> for ifr_set_plane {
    fn from(plane: &SetPlane<D>) -> Self {
        let mut out = ifr_set_plane {
            offset: plane.offset,
            ..Default::default()
        };
        out.normal[..D].copy_from_slice(&plane.normal);
        let columns = plane.spanned_by.iter().flatten();
        for (to, column) in out.span.iter_mut().zip(columns) {
            *to = (*column).into();
            out.span_count += 1;
        }
        out
    }
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

impl<const D: usize> From<SetsIntersection<D>> for ifr_point_sets_result {
    fn from(answer: SetsIntersection<D>) -> Self {
        let mut out = ifr_point_sets_result {
            verdict: answer.verdict.into(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            has_plane: answer.plane.is_some(),
            has_point: answer.point.is_some(),
            plane: answer.plane.as_ref().map(Into::into).unwrap_or_default(),
            ..Default::default()
        };
        if let Some(bounds) = answer.bounds {
            out.distance_by_optimum = bounds.by_optimum;
            out.distance_by_plane = bounds.by_plane;
        }
        if let Some(point) = answer.point {
            out.point[..D].copy_from_slice(&point);
        }
        let weights = answer.weights.as_ref();
        let on_a = weights.map(|w| &w.on_a[..]);
        let on_b = weights.map(|w| &w.on_b[..]);
        out.weight_count_a = write_weights(on_a, &mut out.weights_a);
        out.weight_count_b = write_weights(on_b, &mut out.weights_b);
        out
    }
}

impl<const D: usize> From<Subset<D>> for ifr_subset_result {
    fn from(answer: Subset<D>) -> Self {
        ifr_subset_result {
            is_subset: answer.is_subset,
            has_plane: answer.plane.is_some(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            outside: answer.outside.unwrap_or(0),
            plane: answer.plane.as_ref().map(Into::into).unwrap_or_default(),
            reserved: [0; 2],
        }
    }
}

/// Writes at most D + 1 weights; how many.
fn write_weights(weights: Option<&[(u32, f64)]>, out: &mut [ifr_point_weight; 5]) -> u32 {
    let weights = weights.unwrap_or_default();
    debug_assert!(weights.len() <= out.len());
    for (to, &(index, weight)) in out.iter_mut().zip(weights) {
        *to = ifr_point_weight {
            weight,
            index,
            ..ifr_point_weight::default()
        };
    }
    weights.len() as u32
}
