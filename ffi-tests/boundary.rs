//! How errors and panics end at the boundary, which C tests cannot make happen.

use super::*;
use crate::fault::c_field;

fn failure(body: impl FnOnce() -> Result<()>) -> (ifr_status, String) {
    let mut memory = [0x55_u8; size_of::<ifr_error>() + 1];
    let error = memory[1..].as_mut_ptr().cast::<ifr_error>();
    // SAFETY: the memory is large enough, its alignment does not matter; every message ends with NUL,
    // which these tests would show by failing.
    unsafe {
        let status = enter(error, body);
        assert_eq!((&raw const (*error).status).read_unaligned(), status);
        let message = CStr::from_ptr((&raw const (*error).message).cast());
        (status, message.to_str().unwrap().to_owned())
    }
}

#[test]
fn a_panic_becomes_a_status_with_its_text() {
    let (status, text) = failure(|| panic!("seven is {}", 7));
    assert_eq!((status, &*text), (IFR_STATUS_PANIC, "panic: seven is 7"));
    let mut out = 7_usize;
    // SAFETY: NULL is allowed.
    let status = unsafe {
        call(&mut out, "out", std::ptr::null_mut(), || {
            std::panic::panic_any(7_u8)
        })
    };
    assert_eq!((status, out), (IFR_STATUS_PANIC, 0));
}

#[test]
fn success_clears_the_error_and_a_fault_names_its_place() {
    assert_eq!(failure(|| Ok(())), (IFR_STATUS_OK, String::new()));
    let (status, text) = failure(|| Err(Wrong::Null.in_part("input", ".pair.a")));
    assert_eq!(status, IFR_STATUS_BAD_POINTER);
    assert_eq!(text, "input.pair.a is NULL");
    assert_eq!(c_field("end.translation.z"), ".end.p[2]");
    assert_eq!(c_field("length of turn"), ": length of turn");
}

#[test]
fn long_messages_are_cut_between_characters() {
    let long = "é".repeat(IFR_ERROR_MESSAGE_SIZE);
    let (_, cut) = failure(|| panic!("{long}"));
    assert!(cut.len() == IFR_ERROR_MESSAGE_SIZE - 1 || cut.len() == IFR_ERROR_MESSAGE_SIZE - 2);
    assert!(cut.ends_with('é'));
}
