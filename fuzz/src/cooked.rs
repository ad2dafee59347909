//! Any bytes as a body, sealed so that content is read: what is accepted is the body that its own numbers make.

#![no_main]

use interframe::SharedBody;
use interframe_fuzz::{Bytes, law};
use libfuzzer_sys::fuzz_target;
use twin::random::case_generator;

#[path = "../../tests/common/cooked.rs"]
mod judge;

fuzz_target!(|bytes: &[u8]| {
    let mut sealed = match bytes.split_first() {
        // A body, with bytes changed here and there.
        Some((0..128, rest)) => {
            let mut from = Bytes::new(rest);
            let Some(body) = from.body() else {
                return;
            };
            let mut cooked = body.to_bytes();
            assert_eq!(
                format!("{:?}", SharedBody::from_bytes(&cooked).expect("its bytes")),
                format!("{body:?}")
            );
            for change in from.rest().as_chunks::<4>().0.iter().take(6) {
                let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % cooked.len();
                match change[2] % 4 {
                    0 => cooked[at] = change[3],
                    1 => cooked[at] ^= 1 << (change[3] % 8),
                    2 => {
                        drop(cooked.drain(at..(at + usize::from(change[3] % 32)).min(cooked.len())))
                    }
                    _ => {
                        let from = usize::from(change[3]) * 4 % cooked.len();
                        let size = 4.min(cooked.len() - from).min(cooked.len() - at);
                        cooked.copy_within(from..from + size, at);
                    }
                }
                if cooked.is_empty() {
                    return;
                }
            }
            cooked
        }
        Some((_, rest)) => rest.to_vec(),
        None => return,
    };
    judge::seal(&mut sealed);
    let Ok(body) = SharedBody::from_bytes(&sealed) else {
        return;
    };
    judge::check(&body, &mut case_generator(0, 0));
    let again = SharedBody::from_bytes(&body.to_bytes()).expect("its own bytes");
    assert_eq!(format!("{again:?}"), format!("{body:?}"));
    law::sees_itself(&body);
});
