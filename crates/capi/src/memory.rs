//! Where the library's memory comes from, and memory that a call gives away.
//!
//! The allocator is chosen once for the process: by `ifr_set_allocator`, or by the first allocation, which takes the
//! system's. So no block is freed by another allocator than its own. It is that of the C library alone: a Rust program chooses
//! its own by `#[global_allocator]`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering::*};

use libc::{c_void, size_t};

use crate::boundary::required;
use crate::entry::entry_without_error;
use crate::fault::{Result, Wrong};

/// Returns size bytes, aligned to alignment (a power of two), or NULL if there are none. It may be called on any thread, and
/// by several at once. It may not call the library.
pub type ifr_allocate_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, size: size_t, alignment: size_t) -> *mut c_void>;

/// Frees memory that allocate returned for these two numbers. See ifr_allocate_callback.
pub type ifr_free_callback = Option<
    unsafe extern "C" fn(user: *mut c_void, memory: *mut c_void, size: size_t, alignment: size_t),
>;

/// Where the library's memory comes from. Input of ifr_set_allocator.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_allocator {
    /// Allocates; not NULL.
    pub allocate: ifr_allocate_callback,
    /// Frees; not NULL.
    pub free: ifr_free_callback,
    /// Handed to both.
    pub user: *mut c_void,
}

/// No allocation yet.
const OPEN: u8 = 0;
/// A program's functions are being stored.
const STORING: u8 = 1;
/// The program's functions.
const PROGRAM: u8 = 2;
/// The system's allocator.
const SYSTEM: u8 = 3;

struct Memory {
    state: AtomicU8,
    program: UnsafeCell<Option<ifr_allocator>>,
}

#[global_allocator]
static MEMORY: Memory = Memory {
    state: AtomicU8::new(OPEN),
    program: UnsafeCell::new(None),
};

// SAFETY: `program` is written once, between OPEN and PROGRAM, by the thread that made it STORING, and read only after PROGRAM
// was seen. Its pointer is only handed back to the program's own functions.
unsafe impl Sync for Memory {}

impl Memory {
    /// The program's functions, if it has set some.
    #[inline]
    fn program(&self) -> Option<&ifr_allocator> {
        let state = self.state.load(Acquire);
        if state == SYSTEM {
            return None;
        }
        if state != PROGRAM && self.settle() == SYSTEM {
            return None;
        }
        // SAFETY: PROGRAM was seen, after which nobody writes.
        unsafe { (*self.program.get()).as_ref() }
    }

    /// The first allocation of the process takes the system's allocator.
    #[cold]
    fn settle(&self) -> u8 {
        loop {
            match self.state.compare_exchange(OPEN, SYSTEM, AcqRel, Acquire) {
                Ok(_) => return SYSTEM,
                Err(STORING) => spin_loop(),
                Err(state) => return state,
            }
        }
    }
}

// SAFETY: each block goes back to the allocator it came from, because that is chosen once; the system's gets every call unchanged,
// and the program's functions do what their types say.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match self.program() {
            // SAFETY: the caller's contract is the same.
            None => unsafe { System.alloc(layout) },
            Some(ifr_allocator { allocate, user, .. }) => {
                let Some(allocate) = allocate else {
                    return ptr::null_mut();
                };
                // SAFETY: whoever set it vouches for it.
                unsafe { allocate(*user, layout.size(), layout.align()).cast() }
            }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match self.program() {
            // SAFETY: the caller's contract is the same.
            None => unsafe { System.dealloc(block, layout) },
            Some(ifr_allocator { free, user, .. }) => {
                if let Some(free) = free {
                    // SAFETY: whoever set it vouches for it, and it gets what `alloc` was asked for.
                    unsafe { free(*user, block.cast(), layout.size(), layout.align()) }
                }
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if self.program().is_none() {
            // SAFETY: the caller's contract is the same.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the caller's contract is the same, and a block has as many bytes as were wanted.
        unsafe {
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if self.program().is_none() {
            // SAFETY: the caller's contract is the same.
            return unsafe { System.realloc(block, layout, size) };
        }
        // SAFETY: the caller promises that the new size is good for this alignment; both blocks have as many bytes as are copied.
        unsafe {
            let wanted = Layout::from_size_align_unchecked(size, layout.align());
            let moved = self.alloc(wanted);
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}

entry_without_error! {
    /// Lets all memory of the library come from your functions: bodies, worlds, frames, texts, and what a query needs. Call it
    /// before any other function of the library; the functions and their user pointer stay in use until the process ends.
    /// IFR_STATUS_TOO_LATE once the library has allocated, or if it was called before: then nothing changes. IFR_STATUS_BAD_POINTER
    /// if a function is NULL. Without it memory is the system's (malloc).
    ifr_set_allocator(allocator: *const ifr_allocator) = enter() {
        let given = *required(allocator, "allocator")?;
        if given.allocate.is_none() || given.free.is_none() {
            return Err(Wrong::Null.at("allocator"));
        }
        if MEMORY.state.compare_exchange(OPEN, STORING, AcqRel, Acquire).is_err() {
            return Err(Wrong::TooLate.at("allocator"));
        }
        *MEMORY.program.get() = Some(given);
        MEMORY.state.store(PROGRAM, Release);
        Ok(())
    }
}

/// Bytes before memory that is given away, which hold its size; also its alignment.
const HEAD: usize = 16;

fn block(size: usize) -> Result<Layout> {
    let whole = size
        .checked_add(HEAD)
        .and_then(|whole| Layout::from_size_align(whole, HEAD).ok());
    whole.ok_or_else(|| Wrong::OutOfMemory(size).at(""))
}

/// A copy of bytes for the program, which frees it by [`ifr_memory_free`].
pub(crate) fn give(bytes: &[u8]) -> Result<*mut u8> {
    let layout = block(bytes.len())?;
    // SAFETY: the size is not 0, and the head and the bytes fit into it.
    unsafe {
        let head = std::alloc::alloc(layout);
        if head.is_null() {
            return Err(Wrong::OutOfMemory(bytes.len()).at(""));
        }
        head.cast::<usize>().write(bytes.len());
        let memory = head.add(HEAD);
        memory.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        Ok(memory)
    }
}

/// Frees a text or bytes that a call allocated, because its capacity was IFR_ALLOCATE. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_memory_free(memory: *mut c_void) {
    if memory.is_null() {
        return;
    }
    // SAFETY: it came from `give`, and the caller gives up the only claim to it.
    unsafe {
        let head = memory.cast::<u8>().sub(HEAD);
        if let Ok(layout) = block(head.cast::<usize>().read()) {
            std::alloc::dealloc(head, layout);
        }
    }
}
