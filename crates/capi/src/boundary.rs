//! Where C memory becomes references, and errors and panics become a status. Nearly all unsafe
//! code of the C interface is here.

use std::any::Any;
use std::borrow::Cow;
use std::ffi::CStr;
use std::fmt;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};

use libc::c_char;
use nalgebra::Vector3;

use crate::fault::{Result, Wrong};
use crate::memory::give;
use crate::pair_state::ifr_pair_state;
use crate::status::ifr_status::{self, *};
use crate::status::{IFR_ERROR_MESSAGE_SIZE, ifr_error};
use crate::text::{ALLOCATE, ifr_bytes, ifr_text};
use interframe::for_c::check_memory;
use interframe::{Error, PairState, Polytope};

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
    let message = match &outcome {
        Ok(Ok(())) => message_of(format_args!("")),
        Ok(Err(fault)) => message_of(format_args!("{fault}")),
        Err(payload) => message_of(format_args!("panic: {}", panic_text(&**payload))),
    };
    // SAFETY: the caller vouches for the memory; no alignment is assumed.
    unsafe { error.write_unaligned(ifr_error { status, message }) };
    status
}

/// The text of an error: as much of it as there is room for, written without memory of its own, which may have run out.
fn message_of(text: fmt::Arguments<'_>) -> [c_char; IFR_ERROR_MESSAGE_SIZE] {
    let mut bytes = [0; IFR_ERROR_MESSAGE_SIZE];
    let mut room = &mut bytes[..IFR_ERROR_MESSAGE_SIZE - 1];
    // A message that is cut short is one.
    let _ = room.write_fmt(text);
    let used = IFR_ERROR_MESSAGE_SIZE - 1 - room.len();
    let whole = std::str::from_utf8(&bytes[..used]).map_or_else(|cut| cut.valid_up_to(), str::len);
    bytes[whole..].fill(0);
    bytes.map(|byte| byte as c_char)
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
/// As [`write_bytes`]: `ifr_text` is laid out as `ifr_bytes`.
pub(crate) unsafe fn write_text(
    out: *mut ifr_text,
    error: *mut ifr_error,
    body: impl FnOnce() -> Result<String>,
) -> ifr_status {
    let names = ["text", "text.buffer", "text.capacity"];
    // SAFETY: the caller's promise is the same.
    unsafe {
        write_all(out.cast(), names, true, error, || {
            Ok((body()? + "\0").into_bytes())
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
    let names = ["bytes", "bytes.data", "bytes.capacity"];
    // SAFETY: the caller's promise is the same.
    unsafe { write_all(out, names, false, error, body) }
}

/// # Safety
/// As [`write_bytes`].
unsafe fn write_all(
    out: *mut ifr_bytes,
    [name, of_data, of_capacity]: [&'static str; 3],
    is_text: bool,
    error: *mut ifr_error,
    body: impl FnOnce() -> Result<Vec<u8>>,
) -> ifr_status {
    // SAFETY: the caller vouches for the memory; no reference to it is made.
    unsafe {
        enter(error, || {
            check_pointer(out, name)?;
            (*out).needed = 0;
            let ifr_bytes { data, capacity, .. } = *out;
            let allocates = data.is_null() && capacity == ALLOCATE;
            if capacity > 0 && !allocates {
                check_pointer(data, of_data)?;
                if is_text {
                    data.write(0);
                }
            }
            let bytes = body()?;
            let needed = bytes.len();
            if allocates {
                (*out).data = give(&bytes)?;
                (*out).capacity = needed;
            }
            (*out).needed = needed;
            if !allocates {
                check_room([needed, capacity], "bytes", of_capacity)?;
                data.copy_from_nonoverlapping(bytes.as_ptr(), needed);
            }
            Ok(())
        })
    }
}

#[cfg(test)]
#[path = "../../../ffi-tests/boundary.rs"]
mod tests;
