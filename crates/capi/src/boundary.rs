//! Where C memory becomes references, and errors and panics become a status. Nearly all unsafe
//! code of the C interface is here.

use std::any::Any;
use std::borrow::Cow;
use std::ffi::CStr;
use std::fmt::{self, Write};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};

use libc::c_char;
use nalgebra::Vector3;

use crate::memory::give;
use crate::pair_state::ifr_pair_state;
use crate::status::ifr_status::{self, *};
use crate::status::{IFR_ERROR_MESSAGE_SIZE, ifr_error};
use crate::text::{ALLOCATE, ifr_bytes, ifr_text};
use interframe::certificate::Failure;
use interframe::for_c::{Number, check_memory};
use interframe::{Error, PairState, Polytope};

pub(crate) type Result<T> = std::result::Result<T, Fault>;

/// Why a call cannot answer.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The argument or field, as C spells it, in two parts.
    at: [&'static str; 2],
    /// Which entry of the first, where that is a list.
    entry: Option<usize>,
    wrong: Wrong,
}

#[derive(Debug)]
pub(crate) enum Wrong {
    Null,
    Misaligned {
        align: usize,
    },
    UnknownValue(i32),
    /// The number of a method that does not answer.
    Method(i32),
    OutOfRange {
        index: usize,
        count: usize,
    },
    TooSmall {
        needed: usize,
        capacity: usize,
        /// Unit of the count.
        unit: &'static str,
    },
    /// A number of a list.
    NotFinite {
        index: usize,
        value: f64,
    },
    /// The library's error.
    Refused(Error),
    /// The library's error about an entry of a list.
    Entry {
        index: usize,
        error: Error,
    },
    Rejected(Failure),
    /// What is wrong with a mesh file.
    File(String),
    /// What is wrong with a captured frame.
    Capture(String),
    /// Memory has run out: the number of bytes that cannot be allocated.
    OutOfMemory(usize),
    /// The library has allocated already.
    TooLate,
}

impl Wrong {
    /// The library's error about a list of points of so many numbers.
    #[cold]
    pub(crate) fn of_a_list(error: Error, dimension: usize) -> Self {
        let (point, axis, value) = match error {
            Error::NonFiniteVertex { index, axis, value } => {
                (index, "xyz".find(axis).unwrap_or_default(), value)
            }
            error => return Wrong::Refused(error),
        };
        let index = dimension * point + axis;
        Wrong::NotFinite { index, value }
    }

    /// Returns the fault of the argument or field with this name.
    #[cold]
    pub(crate) fn at(self, name: &'static str) -> Fault {
        self.in_part(name, "")
    }

    /// Returns the fault of a part of an argument.
    #[cold]
    pub(crate) fn in_part(self, name: &'static str, part: &'static str) -> Fault {
        Fault {
            at: [name, part],
            entry: None,
            wrong: self,
        }
    }
}

/// A query's refusal as a fault in a field of its input.
impl From<Error> for Fault {
    #[cold]
    fn from(error: Error) -> Self {
        Wrong::Refused(error).at("input")
    }
}

impl From<Failure> for Fault {
    #[cold]
    fn from(failure: Failure) -> Self {
        Wrong::Rejected(failure).at("certificate")
    }
}

impl Fault {
    /// In an entry of the list that it names.
    #[cold]
    pub(crate) fn of_entry(self, index: usize) -> Self {
        Fault {
            entry: Some(index),
            ..self
        }
    }

    fn status(&self) -> ifr_status {
        match &self.wrong {
            Wrong::Null | Wrong::Misaligned { .. } => IFR_STATUS_BAD_POINTER,
            Wrong::UnknownValue(_) => IFR_STATUS_UNKNOWN_VALUE,
            Wrong::Method(_) => IFR_STATUS_METHOD,
            Wrong::OutOfRange { .. } => IFR_STATUS_OUT_OF_RANGE,
            Wrong::TooSmall { .. } => IFR_STATUS_BUFFER_TOO_SMALL,
            Wrong::NotFinite { .. } => IFR_STATUS_NOT_FINITE,
            Wrong::Rejected(_) => IFR_STATUS_REJECTED,
            Wrong::File(_) => IFR_STATUS_MESH_FILE,
            Wrong::Capture(_) => IFR_STATUS_WORLD,
            Wrong::OutOfMemory(_) => IFR_STATUS_OUT_OF_MEMORY,
            Wrong::TooLate => IFR_STATUS_TOO_LATE,
            Wrong::Refused(error) | Wrong::Entry { error, .. } => match error {
                Error::NonFiniteVertex { .. } | Error::NonFinite { .. } => IFR_STATUS_NOT_FINITE,
                Error::TooManyVertices { .. } => IFR_STATUS_TOO_MANY_VERTICES,
                Error::OutOfMemory { .. } => IFR_STATUS_OUT_OF_MEMORY,
                Error::InPair { source, .. } if matches!(**source, Error::OutOfMemory { .. }) => {
                    IFR_STATUS_OUT_OF_MEMORY
                }
                Error::QuaternionNorm { .. } => IFR_STATUS_QUATERNION_NORM,
                Error::Matrix { .. } => IFR_STATUS_MATRIX,
                Error::Bytes { .. } => IFR_STATUS_BYTES,
                Error::HalfTurn => IFR_STATUS_HALF_TURN,
                Error::Setting { .. } | Error::Length { .. } => IFR_STATUS_SETTING,
                Error::Body { .. } | Error::Part { .. } => IFR_STATUS_BODY,
                Error::Method { .. } => IFR_STATUS_METHOD,
                Error::TriangleIndex { .. } => IFR_STATUS_OUT_OF_RANGE,
                Error::HeightField { .. } => IFR_STATUS_SETTING,
                Error::NotARectangle { .. } => IFR_STATUS_NOT_A_RECTANGLE,
                Error::NoSuchBody { .. } => IFR_STATUS_NO_SUCH_BODY,
                Error::BodyMotion { .. } => IFR_STATUS_BODY_MOTION,
                Error::TooManyPairs { .. } => IFR_STATUS_TOO_MANY_PAIRS,
                Error::World { .. } => IFR_STATUS_WORLD,
                Error::EventSlots { .. } => IFR_STATUS_EVENT_SLOTS,
                Error::Jobs { .. } => IFR_STATUS_JOBS,
                // No input of C leads to another: this would be a defect of this crate.
                _ => IFR_STATUS_PANIC,
            },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = At(self);
        match &self.wrong {
            Wrong::Null => write!(f, "{at} is NULL"),
            Wrong::Misaligned { align } => write!(f, "{at} is not aligned to {align} bytes"),
            Wrong::UnknownValue(value) => {
                write!(f, "{at} is {value}, which is none of its values")
            }
            Wrong::Method(value) => {
                write!(f, "{at} is {value}, which does not answer this query")
            }
            Wrong::OutOfRange { index, count } => {
                write!(f, "{at} is {index}; it must be below {count}")
            }
            Wrong::TooSmall {
                needed,
                capacity,
                unit,
            } => write!(f, "{at} is {capacity}; the answer takes {needed} {unit}"),
            Wrong::NotFinite { index, value } => {
                write!(f, "{at}[{index}] is {value}; it must be finite")
            }
            Wrong::Entry { index, error } => write!(f, "{at}[{index}]: {error}"),
            Wrong::Rejected(failure) => write!(f, "{failure}"),
            Wrong::File(message) => write!(f, "{message}"),
            Wrong::Capture(message) => write!(f, "{at}: {message}"),
            Wrong::OutOfMemory(bytes) => write!(f, "{at}: out of memory: {bytes} bytes"),
            Wrong::TooLate => write!(f, "{at} is set after the library has allocated"),
            Wrong::Refused(error) => match error {
                Error::NonFinite { what, value } => {
                    write!(f, "{at}{} is {value}; it must be finite", c_field(what))
                }
                Error::Setting { name, value, range } => {
                    let dot = if self.at[0].is_empty() { "" } else { "." };
                    write!(
                        f,
                        "{at}{dot}{name} is {}; it must be {range}",
                        Number(value)
                    )
                }
                error => write!(f, "{at}: {error}"),
            },
        }
    }
}

/// The argument or field of a fault, as C spells it.
struct At<'a>(&'a Fault);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, part] = self.0.at;
        match self.0.entry {
            Some(index) => write!(f, "{name}[{index}]{part}"),
            None => write!(f, "{name}{part}"),
        }
    }
}

/// The field of C that holds what the library calls so: `.end.p[0]` for `end.translation.x`.
fn c_field(what: &str) -> String {
    let field = what.replace("translation", "p").replace("quaternion", "q");
    let axis = field.rsplit_once('.').and_then(|(field, axis)| {
        let index = ["x", "y", "z", "w"].iter().position(|name| *name == axis)?;
        Some(format!(".{field}[{index}]"))
    });
    axis.unwrap_or_else(|| format!(": {what}"))
}

/// Runs the body of an entry point and reports how it ended.
///
/// # Safety
/// `error` is NULL or points to memory for an `ifr_error`, of any alignment.
#[inline(always)]
pub(crate) unsafe fn enter(error: *mut ifr_error, body: impl FnOnce() -> Result<()>) -> ifr_status {
    // Unwind safety: what a body leaves behind when it panics is zeroed by `call`.
    let outcome = catch_unwind(AssertUnwindSafe(body));
    // SAFETY: the caller's promise is the same; no reference to the memory is made.
    unsafe {
        if let Ok(Ok(())) = outcome {
            if !error.is_null() {
                (&raw mut (*error).status).write_unaligned(IFR_STATUS_OK);
                (&raw mut (*error).message).cast::<c_char>().write(0);
            }
            return IFR_STATUS_OK;
        }
        failed(outcome, error)
    }
}

/// # Safety
/// As [`enter`].
#[cold]
unsafe fn failed(outcome: std::thread::Result<Result<()>>, error: *mut ifr_error) -> ifr_status {
    let status = match &outcome {
        Ok(Ok(())) => IFR_STATUS_OK,
        Ok(Err(fault)) => fault.status(),
        Err(_) => IFR_STATUS_PANIC,
    };
    if error.is_null() {
        return status;
    }
    let mut text = Message::default();
    // A message that is cut short is one.
    let _ = match &outcome {
        Ok(Ok(())) => Ok(()),
        Ok(Err(fault)) => write!(text, "{fault}"),
        Err(payload) => write!(text, "panic: {}", panic_text(&**payload)),
    };
    let message = text.bytes;
    // SAFETY: the caller vouches for the memory; no alignment is assumed.
    unsafe { error.write_unaligned(ifr_error { status, message }) };
    status
}

/// The text of an error: as much of it as there is room for, written without memory of its own, which may have run out.
struct Message {
    bytes: [c_char; IFR_ERROR_MESSAGE_SIZE],
    length: usize,
}

impl Default for Message {
    fn default() -> Self {
        Message {
            bytes: [0; IFR_ERROR_MESSAGE_SIZE],
            length: 0,
        }
    }
}

impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut end = text.len().min(IFR_ERROR_MESSAGE_SIZE - 1 - self.length);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        for (to, byte) in self.bytes[self.length..]
            .iter_mut()
            .zip(text[..end].bytes())
        {
            *to = byte as c_char;
        }
        self.length += end;
        match end == text.len() {
            true => Ok(()),
            false => Err(fmt::Error),
        }
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// Zeroes an output unless it was written.
struct Output<R: Default>(*mut R);

impl<R: Default> Drop for Output<R> {
    fn drop(&mut self) {
        // SAFETY: `call` checked the pointer, and its caller vouches for the memory.
        unsafe { self.0.write(R::default()) };
    }
}

/// An entry point with one output: what `body` returns, or the zero value when it fails.
///
/// # Safety
/// `out` is NULL, misaligned, or points to memory for an `R`, initialised or not, that nobody else
/// touches meanwhile; `error` as in [`enter`].
#[inline(always)]
pub(crate) unsafe fn call<R: Default>(
    out: *mut R,
    name: &'static str,
    error: *mut ifr_error,
    body: impl FnOnce() -> Result<R>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same.
    unsafe { enter(error, || into(out, name, body)) }
}

/// The body's answer into `out`, which is zeroed when there is none.
///
/// # Safety
/// `out` as in [`call`].
#[inline(always)]
pub(crate) unsafe fn into<R: Default>(
    out: *mut R,
    name: &'static str,
    body: impl FnOnce() -> Result<R>,
) -> Result<()> {
    check_pointer(out, name)?;
    let output = Output(out);
    let answer = body()?;
    let output = ManuallyDrop::new(output);
    // SAFETY: checked above, and the caller vouches for the memory.
    unsafe { output.0.write(answer) };
    Ok(())
}

/// A query: `ask` gets the input and the pair's state (an empty one for NULL).
///
/// # Safety
/// `input` as in [`required`], `state` likewise and nobody else's meanwhile; `result` and `error` as
/// in [`call`].
#[inline(always)]
pub(crate) unsafe fn answer<'a, I: 'a, T, R: Default + From<T>>(
    input: *const I,
    state: *mut ifr_pair_state,
    result: *mut R,
    error: *mut ifr_error,
    ask: impl FnOnce(&'a I, &mut PairState) -> Result<T>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same. A pair state is the library's own, word for word, and
    // any words are one.
    unsafe {
        call(result, "result", error, || {
            let input = required(input, "input")?;
            let mut empty = PairState::default();
            let state = if state.is_null() {
                &mut empty
            } else {
                check_pointer(state, "state")?;
                &mut *state.cast::<PairState>()
            };
            ask(input, state).map(R::from)
        })
    }
}

#[inline(always)]
pub(crate) fn check_pointer<T>(pointer: *const T, name: &'static str) -> Result<()> {
    if pointer.is_null() {
        return Err(Wrong::Null.at(name));
    }
    if !pointer.is_aligned() {
        let align = align_of::<T>();
        return Err(Wrong::Misaligned { align }.at(name));
    }
    Ok(())
}

/// Fails if there is less room than the answer takes, counted in a unit.
pub(crate) fn check_room(
    [needed, capacity]: [usize; 2],
    unit: &'static str,
    name: &'static str,
) -> Result<()> {
    match needed <= capacity {
        true => Ok(()),
        false => Err(Wrong::TooSmall {
            needed,
            capacity,
            unit,
        }
        .at(name)),
    }
}

/// An input that must be there.
///
/// # Safety
/// `pointer` is NULL, misaligned, or points to a `T` that nobody writes while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn required<'a, T>(pointer: *const T, name: &'static str) -> Result<&'a T> {
    check_pointer(pointer, name)?;
    // SAFETY: not NULL, aligned, and the caller vouches for the rest.
    Ok(unsafe { &*pointer })
}

/// An object that is changed.
///
/// # Safety
/// `pointer` is NULL, misaligned, or points to a `T` that nobody else touches while `'a` lasts.
pub(crate) unsafe fn required_mut<'a, T>(pointer: *mut T, name: &'static str) -> Result<&'a mut T> {
    check_pointer(pointer, name)?;
    // SAFETY: not NULL, aligned, and the caller vouches for the rest.
    Ok(unsafe { &mut *pointer })
}

/// An input that may be NULL.
///
/// # Safety
/// As [`required`].
pub(crate) unsafe fn optional<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<Option<&'a T>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise is the same.
    unsafe { required(pointer, name) }.map(Some)
}

/// A pointer whose zero value is NULL: where a new object goes.
#[repr(transparent)]
pub(crate) struct Handle<T>(*mut T);

impl<T> Default for Handle<T> {
    fn default() -> Self {
        Handle(std::ptr::null_mut())
    }
}

impl<T> From<T> for Handle<T> {
    fn from(object: T) -> Self {
        Handle(Box::into_raw(Box::new(object)))
    }
}

/// An entry point that makes an object: `out` is NULL when `make` fails.
///
/// # Safety
/// As [`call`].
pub(crate) unsafe fn create<T>(
    out: *mut *mut T,
    error: *mut ifr_error,
    make: impl FnOnce() -> Result<T>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same, and a handle is a pointer.
    unsafe {
        call(out.cast::<Handle<T>>(), "out", error, || {
            // The object itself, besides what `make` checks.
            check_memory(1, size_of::<T>())?;
            make().map(Handle::from)
        })
    }
}

/// Frees what a [`Handle`] was made of; NULL is fine.
///
/// # Safety
/// `object` is NULL or came from a `Handle`, and the caller gives up the only claim to it.
pub(crate) unsafe fn destroy<T>(object: *mut T) {
    if object.is_null() {
        return;
    }
    // SAFETY: no error struct; the caller's promise is the same.
    unsafe {
        enter(std::ptr::null_mut(), || {
            drop(Box::from_raw(object));
            Ok(())
        });
    }
}

// The cast in `points` needs a Vector3<f64> to be three f64 in a row.
const _: () = assert!(size_of::<Vector3<f64>>() == 24 && align_of::<Vector3<f64>>() == 8);

/// A list of `count` points, x y z x y z ... NULL is fine when `count` is 0.
///
/// # Safety
/// As [`coordinates`], for three numbers a point.
pub(crate) unsafe fn points<'a>(
    xyz: *const f64,
    count: usize,
    name: &'static str,
) -> Result<&'a [Vector3<f64>]> {
    // SAFETY: the caller's promise is the same.
    let points: &[[f64; 3]] = unsafe { coordinates(xyz, count, name) }?;
    // SAFETY: nalgebra's Vector3 is repr(C) around [[f64; 3]; 1].
    Ok(unsafe { std::slice::from_raw_parts(points.as_ptr().cast(), points.len()) })
}

/// A list of `count` points of D numbers each. NULL is fine when `count` is 0.
///
/// # Safety
/// `numbers` is NULL, misaligned, or points to D `count` numbers that nobody writes while `'a`
/// lasts.
pub(crate) unsafe fn coordinates<'a, const D: usize>(
    numbers: *const f64,
    count: usize,
    name: &'static str,
) -> Result<&'a [[f64; D]]> {
    if count == 0 {
        return Ok(&[]);
    }
    check_pointer(numbers, name)?;
    // Also keeps the length in bytes below isize::MAX, which a slice demands.
    let max = Polytope::MAX_POINTS.min(isize::MAX as usize / size_of::<[f64; D]>());
    if count > max {
        return Err(Wrong::Refused(Error::TooManyVertices { count, max }).at(name));
    }
    // SAFETY: not NULL, aligned, short enough; the caller vouches for the memory.
    Ok(unsafe { std::slice::from_raw_parts(numbers.cast::<[f64; D]>(), count) })
}

/// A list of `count` entries. NULL is fine when `count` is 0.
///
/// # Safety
/// `list` is NULL, misaligned, or points to `count` entries that nobody writes while `'a` lasts.
pub(crate) unsafe fn input_list<'a, T>(
    list: *const T,
    count: usize,
    name: &'static str,
) -> Result<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check_pointer(list, name)?;
    // A slice demands that its length in bytes is at most isize::MAX.
    let limit = isize::MAX as usize / size_of::<T>();
    if count > limit {
        let (index, count) = (count, limit + 1);
        return Err(Wrong::OutOfRange { index, count }.in_part(name, " count"));
    }
    // SAFETY: not NULL, aligned, short enough; the caller vouches for the memory.
    Ok(unsafe { std::slice::from_raw_parts(list, count) })
}

/// A list that is written: each entry is first set to its zero value, so this comes before all that may fail. NULL is fine
/// when `count` is 0.
///
/// # Safety
/// `list` is NULL, misaligned, or points to room for `count` entries that nothing else refers to
/// while `'a` lasts; they need not be initialised.
pub(crate) unsafe fn output_list<'a, T: Default>(
    list: *mut T,
    count: usize,
    [name, of_count]: [&'static str; 2],
) -> Result<&'a mut [T]> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_pointer(list, name)?;
    // Also keeps the length in bytes below isize::MAX, which a slice demands.
    let limit = Polytope::MAX_POINTS;
    if count > limit {
        let (index, count) = (count, limit + 1);
        return Err(Wrong::OutOfRange { index, count }.at(of_count));
    }
    // SAFETY: not NULL, aligned, short enough; the caller vouches for the memory, and every entry is
    // written before a reference to it is made.
    unsafe {
        for k in 0..count {
            list.add(k).write(T::default());
        }
        Ok(std::slice::from_raw_parts_mut(list, count))
    }
}

/// Three numbers.
///
/// # Safety
/// `xyz` is NULL, misaligned, or points to three numbers that nobody writes meanwhile.
pub(crate) unsafe fn vector(xyz: *const f64, name: &'static str) -> Result<[f64; 3]> {
    // SAFETY: three numbers are a [f64; 3]; the caller vouches for them.
    unsafe { required(xyz.cast::<[f64; 3]>(), name) }.copied()
}

/// Names the first number that is not finite: the library counts one list on from the other.
pub(crate) fn finite(numbers: &[f64], name: &'static str) -> Result<()> {
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(index) => {
            let value = numbers[index];
            Err(Wrong::NotFinite { index, value }.at(name))
        }
        None => Ok(()),
    }
}

/// A string; what is not UTF-8 in it is replaced by U+FFFD.
///
/// # Safety
/// `text` is NULL or points to bytes that end with NUL and that nobody writes while `'a` lasts.
pub(crate) unsafe fn text<'a>(text: *const c_char, name: &'static str) -> Result<Cow<'a, str>> {
    check_pointer(text, name)?;
    // SAFETY: not NULL; the caller vouches for the memory.
    Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// An entry point whose output is a text: the whole of it and its NUL, or the empty string.
///
/// # Safety
/// `out` is NULL, misaligned, or points to an `ifr_text` whose buffer is NULL or has room for `capacity`
/// bytes, none of which anybody else touches meanwhile; `error` as in [`enter`].
pub(crate) unsafe fn write_text(
    out: *mut ifr_text,
    error: *mut ifr_error,
    body: impl FnOnce() -> Result<String>,
) -> ifr_status {
    // SAFETY: the caller vouches for the memory; no reference to it is made.
    unsafe {
        enter(error, || {
            check_pointer(out, "text")?;
            (*out).needed = 0;
            let ifr_text {
                buffer, capacity, ..
            } = *out;
            let allocates = buffer.is_null() && capacity == ALLOCATE;
            if capacity > 0 && !allocates {
                check_pointer(buffer, "text.buffer")?;
                buffer.write(0);
            }
            let mut text = body()?;
            let needed = text.len() + 1;
            if allocates {
                text.push('\0');
                (*out).buffer = give(text.as_bytes())?.cast();
                (*out).capacity = needed;
                (*out).needed = needed;
                return Ok(());
            }
            (*out).needed = needed;
            check_room([needed, capacity], "bytes", "text.capacity")?;
            buffer.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
            buffer.add(text.len()).write(0);
            Ok(())
        })
    }
}

/// An entry point whose output is bytes: all of them or none.
///
/// # Safety
/// `out` is NULL, misaligned, or points to an `ifr_bytes` whose data is NULL or has room for `capacity` bytes, none of
/// which anybody else touches meanwhile; `error` as in [`enter`].
pub(crate) unsafe fn write_bytes(
    out: *mut ifr_bytes,
    error: *mut ifr_error,
    body: impl FnOnce() -> Result<Vec<u8>>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        enter(error, || {
            let out = required_mut(out, "bytes")?;
            out.needed = 0;
            let allocates = out.data.is_null() && out.capacity == ALLOCATE;
            if out.capacity > 0 && !allocates {
                check_pointer(out.data, "bytes.data")?;
            }
            let bytes = body()?;
            if allocates {
                out.data = give(&bytes)?;
                (out.capacity, out.needed) = (bytes.len(), bytes.len());
                return Ok(());
            }
            let (needed, capacity) = (bytes.len(), out.capacity);
            out.needed = needed;
            check_room([needed, capacity], "bytes", "bytes.capacity")?;
            out.data.copy_from_nonoverlapping(bytes.as_ptr(), needed);
            Ok(())
        })
    }
}

#[cfg(test)]
#[path = "../../../ffi-tests/boundary.rs"]
mod tests;
