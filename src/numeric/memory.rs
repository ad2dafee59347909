//! Memory that runs out is an error before the work begins.
//!
//! Builders use many lists, sets and sorts, of which some cannot be told that memory is out: the process would abort. So each
//! first allocates as much as it can ever need, and gives it back. What follows needs no more, as `tests/out_of_memory.rs` holds for
//! every budget. Only other threads that take the same memory meanwhile can still end it.

use std::hint::black_box;

use crate::error::{Error, Result};

/// Bytes that any work may need, whatever the counts.
const SMALL: usize = 16 << 10;

/// Blocks that are wanted at once, so that memory in pieces will do.
const BLOCKS: usize = 8;

/// Fails unless `count` items of `each` bytes can be allocated now, besides some thousand bytes.
pub fn check_memory(count: usize, each: usize) -> Result<()> {
    let wanted = count
        .checked_mul(each)
        .and_then(|bytes| bytes.checked_add(SMALL));
    let out = Error::OutOfMemory {
        bytes: wanted.unwrap_or(usize::MAX),
    };
    let block = wanted.ok_or_else(|| out.clone())?.div_ceil(BLOCKS);
    let mut blocks: [Vec<u8>; BLOCKS] = Default::default();
    for list in &mut blocks {
        list.try_reserve_exact(block).map_err(|_| out.clone())?;
    }
    black_box(&blocks);
    Ok(())
}

/// Memory that a list takes beside itself, in bytes.
pub(crate) fn heap_bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Whether a list has room for so many items more, which it takes if it must.
#[inline(always)]
pub(crate) fn has_room<T>(list: &mut Vec<T>, more: usize) -> bool {
    list.capacity() - list.len() >= more || list.try_reserve(more).is_ok()
}
