//! Where C memory becomes references, and errors and panics become a status. Nearly all unsafe
//! code of the C interface is here.

use std::any::Any;
use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::Vector3;

use crate::status::ifr_status::{self, *};
use crate::status::{IFR_ERROR_MESSAGE_SIZE, ifr_error};
use interframe::Error;
use interframe::Polytope;
use interframe::certificate::Failure;

/// Why a call cannot answer. `name` is the argument as C spells it.
#[derive(Debug)]
pub(crate) enum Fault {
    Null {
        name: &'static str,
    },
    Misaligned {
        name: &'static str,
        align: usize,
    },
    UnknownValue {
        name: &'static str,
        value: i32,
    },
    OutOfRange {
        name: &'static str,
        index: usize,
        count: usize,
    },
    BufferTooSmall {
        needed: usize,
        capacity: usize,
        /// What is counted.
        unit: &'static str,
    },
    Input {
        name: &'static str,
        error: Error,
    },
    Rejected(Failure),
}

impl Fault {
    /// For `map_err`: the library refused argument `name`.
    pub(crate) fn input(name: &'static str) -> impl Fn(Error) -> Fault {
        move |error| Fault::Input { name, error }
    }

    fn status(&self) -> ifr_status {
        match self {
            Fault::Null { .. } | Fault::Misaligned { .. } => IFR_STATUS_BAD_POINTER,
            Fault::UnknownValue { .. } => IFR_STATUS_UNKNOWN_VALUE,
            Fault::OutOfRange { .. } => IFR_STATUS_OUT_OF_RANGE,
            Fault::BufferTooSmall { .. } => IFR_STATUS_BUFFER_TOO_SMALL,
            Fault::Rejected(_) => IFR_STATUS_REJECTED,
            Fault::Input { error, .. } => match error {
                Error::NonFiniteVertex { .. }
                | Error::NonFiniteCoordinate { .. }
                | Error::NonFinite { .. } => IFR_STATUS_NOT_FINITE,
                Error::TooManyVertices { .. } => IFR_STATUS_TOO_MANY_VERTICES,
                Error::QuaternionNorm { .. } => IFR_STATUS_QUATERNION_NORM,
                Error::HalfTurn => IFR_STATUS_HALF_TURN,
                Error::Setting { .. } => IFR_STATUS_SETTING,
                Error::Method { .. } => IFR_STATUS_METHOD,
                // C gives one count for both lists, and every other error has a status: this would
                // be a defect of this crate.
                _ => IFR_STATUS_PANIC,
            },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Null { name } => write!(f, "{name} is NULL"),
            Fault::Misaligned { name, align } => {
                write!(f, "{name} is not aligned to {align} bytes")
            }
            Fault::UnknownValue { name, value } => {
                write!(f, "{name} is {value}, which is none of its values")
            }
            Fault::OutOfRange { name, index, count } => {
                write!(f, "{name} is {index}; it must be below {count}")
            }
            Fault::BufferTooSmall {
                needed,
                capacity,
                unit,
            } => write!(
                f,
                "capacity is {capacity}; the answer takes {needed} {unit}"
            ),
            Fault::Input { name, error } => write!(f, "{name}: {error}"),
            Fault::Rejected(failure) => write!(f, "{failure}"),
        }
    }
}

/// Runs the body of an entry point and reports how it ended.
///
/// # Safety
/// `error` is NULL or points to memory for an `ifr_error`, of any alignment.
pub(crate) unsafe fn enter(
    error: *mut ifr_error,
    body: impl FnOnce() -> Result<(), Fault>,
) -> ifr_status {
    // Unwind safety: bodies write nothing but zeroed outputs before their last step.
    let outcome = catch_unwind(AssertUnwindSafe(body));
    let (status, message) = match &outcome {
        Ok(Ok(())) => (IFR_STATUS_OK, Message::default()),
        Ok(Err(fault)) => (fault.status(), Message::of(fault)),
        Err(payload) => (IFR_STATUS_PANIC, Message::of(&panic_text(&**payload))),
    };
    if !error.is_null() {
        let report = ifr_error {
            status,
            message: message.bytes,
        };
        // SAFETY: the caller vouches for the memory; no alignment is assumed, and no reference
        // to it is made.
        unsafe { error.write_unaligned(report) };
    }
    status
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    format!("panic: {text}")
}

/// Text in a fixed buffer, always ended by NUL, cut at a character boundary.
struct Message {
    bytes: [c_char; IFR_ERROR_MESSAGE_SIZE],
    len: usize,
}

impl Default for Message {
    fn default() -> Self {
        Message {
            bytes: [0; IFR_ERROR_MESSAGE_SIZE],
            len: 0,
        }
    }
}

impl Message {
    fn of(text: &impl fmt::Display) -> Self {
        let mut message = Message::default();
        // An error here means that the buffer is full, which is fine.
        let _ = write!(message, "{text}");
        message
    }
}

impl Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let mut utf8 = [0; 4];
            let utf8 = character.encode_utf8(&mut utf8).as_bytes();
            if self.len + utf8.len() >= IFR_ERROR_MESSAGE_SIZE {
                return Err(fmt::Error);
            }
            for &byte in utf8 {
                self.bytes[self.len] = byte as c_char;
                self.len += 1;
            }
        }
        Ok(())
    }
}

fn check_pointer<T>(pointer: *const T, name: &'static str) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err(Fault::Null { name });
    }
    if !pointer.is_aligned() {
        let align = align_of::<T>();
        return Err(Fault::Misaligned { name, align });
    }
    Ok(())
}

/// An input that must be there.
///
/// # Safety
/// `pointer` is NULL, misaligned, or points to a `T` that nobody writes while `'a` lasts.
pub(crate) unsafe fn required<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<&'a T, Fault> {
    check_pointer(pointer, name)?;
    // SAFETY: not NULL, aligned, and the caller vouches for the rest.
    Ok(unsafe { &*pointer })
}

/// An input that may be NULL.
///
/// # Safety
/// As [`required`].
pub(crate) unsafe fn optional<'a, T>(
    pointer: *const T,
    name: &'static str,
) -> Result<Option<&'a T>, Fault> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise is the same.
    unsafe { required(pointer, name) }.map(Some)
}

/// An output, set to its zero value. Call this before anything else can fail.
///
/// # Safety
/// `pointer` is NULL, misaligned, or points to memory for a `T`, initialised or not, that nobody
/// else touches while `'a` lasts.
pub(crate) unsafe fn output<'a, T: Default>(
    pointer: *mut T,
    name: &'static str,
) -> Result<&'a mut T, Fault> {
    check_pointer(pointer, name)?;
    // SAFETY: not NULL, aligned, the caller vouches for the memory; written before a reference
    // to it is made.
    unsafe {
        pointer.write(T::default());
        Ok(&mut *pointer)
    }
}

/// A pointer whose zero value is NULL: where a new object goes.
#[repr(transparent)]
pub(crate) struct Handle<T>(pub(super) *mut T);

impl<T> Default for Handle<T> {
    fn default() -> Self {
        Handle(std::ptr::null_mut())
    }
}

// The cast in `points` needs a Vector3<f64> to be three f64 in a row.
const _: () = assert!(size_of::<Vector3<f64>>() == 24 && align_of::<Vector3<f64>>() == 8);

/// A list of `count` points, x y z x y z ... NULL is fine when `count` is 0.
///
/// # Safety
/// `xyz` is NULL, misaligned, or points to 3 `count` numbers that nobody writes while `'a` lasts.
pub(crate) unsafe fn points<'a>(
    xyz: *const f64,
    count: usize,
    name: &'static str,
) -> Result<&'a [Vector3<f64>], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    check_pointer(xyz, name)?;
    // Also keeps the length in bytes below isize::MAX, which a slice demands.
    let max = Polytope::MAX_POINTS.min(isize::MAX as usize / size_of::<Vector3<f64>>());
    if count > max {
        let error = Error::TooManyVertices { count, max };
        return Err(Fault::Input { name, error });
    }
    // SAFETY: not NULL, aligned, short enough; nalgebra's Vector3 is repr(C) around [[f64; 3]; 1];
    // the caller vouches for the memory.
    Ok(unsafe { std::slice::from_raw_parts(xyz.cast::<Vector3<f64>>(), count) })
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
) -> Result<&'a [[f64; D]], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    check_pointer(numbers, name)?;
    // Also keeps the length in bytes below isize::MAX, which a slice demands.
    let max = Polytope::MAX_POINTS.min(isize::MAX as usize / size_of::<[f64; D]>());
    if count > max {
        let error = Error::TooManyVertices { count, max };
        return Err(Fault::Input { name, error });
    }
    // SAFETY: not NULL, aligned, short enough; the caller vouches for the memory.
    Ok(unsafe { std::slice::from_raw_parts(numbers.cast::<[f64; D]>(), count) })
}

/// A list that is written: each entry is first set to its zero value. NULL is fine when `count` is 0.
///
/// # Safety
/// `list` is NULL, misaligned, or points to room for `count` entries that nothing else refers to
/// while `'a` lasts; they need not be initialised.
pub(crate) unsafe fn output_list<'a, T: Default>(
    list: *mut T,
    count: usize,
    name: &'static str,
) -> Result<&'a mut [T], Fault> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_pointer(list.cast_const(), name)?;
    // Also keeps the length in bytes below isize::MAX, which a slice demands.
    let max = Polytope::MAX_POINTS;
    if count > max {
        let (index, count) = (count, max);
        return Err(Fault::OutOfRange { name, index, count });
    }
    for k in 0..count {
        // SAFETY: not NULL, aligned; the caller vouches for the memory.
        unsafe { list.add(k).write(T::default()) };
    }
    // SAFETY: as above, and initialised.
    Ok(unsafe { std::slice::from_raw_parts_mut(list, count) })
}

/// Three numbers.
///
/// # Safety
/// `xyz` is NULL, misaligned, or points to three numbers that nobody writes meanwhile.
pub(crate) unsafe fn vector(xyz: *const f64, name: &'static str) -> Result<[f64; 3], Fault> {
    // SAFETY: three numbers are a [f64; 3]; the caller vouches for them.
    unsafe { required(xyz.cast::<[f64; 3]>(), name) }.copied()
}

/// A string; what is not UTF-8 in it is replaced by U+FFFD.
///
/// # Safety
/// `text` is NULL or points to bytes that end with NUL and that nobody writes while `'a` lasts.
pub(crate) unsafe fn text<'a>(
    text: *const c_char,
    name: &'static str,
) -> Result<Cow<'a, str>, Fault> {
    check_pointer(text, name)?;
    // SAFETY: not NULL; the caller vouches for the memory.
    Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// Where a text goes: the caller's buffer, which holds the empty string until the whole text is
/// known to fit.
pub(crate) struct TextOutput<'a> {
    buffer: *mut c_char,
    capacity: usize,
    needed: Option<&'a mut usize>,
}

/// Makes the buffer an empty string and `needed` 0. Call this before anything else can fail.
/// `buffer` may be NULL when `capacity` is 0, `needed` always.
///
/// # Safety
/// `buffer` is NULL or points to `capacity` bytes, `needed` is NULL, misaligned, or points to
/// memory for a usize, both initialised or not, that nobody else touches while `'a` lasts.
pub(crate) unsafe fn text_output<'a>(
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> Result<TextOutput<'a>, Fault> {
    if capacity > 0 && !buffer.is_null() {
        // SAFETY: the caller vouches for at least one byte.
        unsafe { buffer.write(0) };
    }
    let needed = if needed.is_null() {
        None
    } else {
        // SAFETY: the caller's promise is the same.
        Some(unsafe { output(needed, "needed") }?)
    };
    if capacity > 0 {
        check_pointer(buffer, "buffer")?;
    }
    Ok(TextOutput {
        buffer,
        capacity,
        needed,
    })
}

impl TextOutput<'_> {
    /// The whole text and its NUL, or nothing. `text` holds no NUL.
    pub(crate) fn write(self, text: &str) -> Result<(), Fault> {
        debug_assert!(!text.contains('\0'));
        let (capacity, needed) = (self.capacity, text.len() + 1);
        if let Some(out) = self.needed {
            *out = needed;
        }
        if needed > capacity {
            let unit = "bytes";
            return Err(Fault::BufferTooSmall {
                needed,
                capacity,
                unit,
            });
        }
        // SAFETY: `text_output`'s caller vouches for `capacity` bytes, which is enough; no
        // reference to them is made, and a fresh text does not overlap them.
        unsafe {
            self.buffer
                .copy_from_nonoverlapping(text.as_ptr().cast::<c_char>(), text.len());
            self.buffer.add(text.len()).write(0);
        }
        Ok(())
    }
}

/// Where a list goes: `capacity` places of the caller's, written only as far as the list reaches.
/// NULL is fine when `capacity` is 0.
///
/// # Safety
/// `places` is NULL, misaligned, or points to memory for `capacity` values, initialised or not, that
/// nobody else touches while `'a` lasts.
pub(crate) unsafe fn list_output<'a, T: Copy + Default>(
    places: *mut T,
    capacity: usize,
    name: &'static str,
) -> Result<&'a mut [T], Fault> {
    if capacity == 0 {
        return Ok(&mut []);
    }
    check_pointer(places, name)?;
    // A slice may not be longer than isize::MAX bytes; no list that is asked for is.
    let capacity = capacity.min(isize::MAX as usize / size_of::<T>().max(1));
    // SAFETY: not NULL, aligned, short enough; the caller vouches for the memory; every place is
    // written before a reference to it is made.
    unsafe {
        for k in 0..capacity {
            places.add(k).write(T::default());
        }
        Ok(std::slice::from_raw_parts_mut(places, capacity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blank() -> ifr_error {
        ifr_error {
            status: IFR_STATUS_OK,
            message: [1; IFR_ERROR_MESSAGE_SIZE],
        }
    }

    fn text(error: &ifr_error) -> &str {
        // SAFETY: `enter` ends every message with NUL, which these tests would show by failing.
        unsafe { CStr::from_ptr(error.message.as_ptr()) }
            .to_str()
            .unwrap()
    }

    #[test]
    fn a_panic_becomes_a_status_with_its_text() {
        let mut error = blank();
        // SAFETY: `error` is a live ifr_error.
        let status = unsafe { enter(&mut error, || panic!("seven is {}", 7)) };
        assert_eq!(status, IFR_STATUS_PANIC);
        assert_eq!(error.status, IFR_STATUS_PANIC);
        assert_eq!(text(&error), "panic: seven is 7");
        // SAFETY: NULL is allowed.
        let status = unsafe { enter(std::ptr::null_mut(), || std::panic::panic_any(7_u8)) };
        assert_eq!(status, IFR_STATUS_PANIC);
    }

    #[test]
    fn success_clears_the_error() {
        let mut error = blank();
        // SAFETY: `error` is a live ifr_error.
        let status = unsafe { enter(&mut error, || Ok(())) };
        assert_eq!((status, error.status), (IFR_STATUS_OK, IFR_STATUS_OK));
        assert_eq!(text(&error), "");
    }

    #[test]
    fn the_error_struct_may_be_misaligned() {
        let mut memory = [0_u8; size_of::<ifr_error>() + 1];
        let error = memory[1..].as_mut_ptr().cast::<ifr_error>();
        // SAFETY: the memory is large enough; alignment is not asked for.
        let status = unsafe { enter(error, || Err(Fault::Null { name: "input" })) };
        assert_eq!(status, IFR_STATUS_BAD_POINTER);
        assert_eq!(&memory[5..19], b"input is NULL\0");
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        let long = "é".repeat(IFR_ERROR_MESSAGE_SIZE);
        let mut error = blank();
        // SAFETY: `error` is a live ifr_error.
        unsafe { enter(&mut error, || panic!("{long}")) };
        let cut = text(&error);
        assert!(cut.len() == IFR_ERROR_MESSAGE_SIZE - 1 || cut.len() == IFR_ERROR_MESSAGE_SIZE - 2);
        assert!(cut.ends_with('é'));
    }

    #[test]
    fn null_and_misaligned_pointers_are_faults() {
        let numbers = [0.0_f64; 4];
        let odd = numbers.as_ptr().cast::<u8>().wrapping_add(1).cast::<f64>();
        // SAFETY: neither pointer may be followed, and `numbers` is alive.
        unsafe {
            let null = std::ptr::null::<f64>();
            assert!(matches!(
                required(null, "x"),
                Err(Fault::Null { name: "x" })
            ));
            assert!(matches!(optional(null, "x"), Ok(None)));
            assert!(matches!(
                required(odd, "x"),
                Err(Fault::Misaligned { align: 8, .. })
            ));
            assert!(matches!(
                output(odd.cast_mut(), "x"),
                Err(Fault::Misaligned { .. })
            ));
            assert!(matches!(points(odd, 1, "x"), Err(Fault::Misaligned { .. })));
            assert!(matches!(points(null, 1, "x"), Err(Fault::Null { .. })));
            assert!(points(null, 0, "x").unwrap().is_empty());
            let fault = points(numbers.as_ptr(), usize::MAX, "x").unwrap_err();
            assert_eq!(fault.status(), IFR_STATUS_TOO_MANY_VERTICES);
        }
    }
}
