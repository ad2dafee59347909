//! The widest SIMD of the machine, chosen at run time.
//!
//! Scans are written lane by lane on blocks of four, so the compiler turns them into vector code
//! for whatever instruction set it may use. The same code, compiled once for the plain target and
//! once with AVX2, is called through [`widest`]. Neither fuses a multiplication with an addition
//! and both sum in the same order, so the bits are the same.

use nalgebra::Vector3;

use super::vertices::{Block, LANES};

/// Runs `work` compiled for the widest instruction set of this machine. `work` must be inlined
/// (a closure over `#[inline(always)]` code) to gain anything.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was just detected on the running machine.
        return unsafe { with_avx2(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Largest `n.v` over the blocks, and the lowest index that reaches it.
#[inline(always)]
pub(crate) fn argmax(blocks: &[Block], n: &Vector3<f64>) -> (f64, u32) {
    let mut best = [f64::NEG_INFINITY; LANES];
    let mut at = [0_u64; LANES];
    for (k, block) in blocks.iter().enumerate() {
        let value = dots(block, n);
        for lane in 0..LANES {
            let better = value[lane] > best[lane];
            best[lane] = if better { value[lane] } else { best[lane] };
            at[lane] = if better { k as u64 } else { at[lane] };
        }
    }
    reduce(&best, &at)
}

/// `(x n.x + y n.y) + z n.z` of four vertices.
#[inline(always)]
fn dots(block: &Block, n: &Vector3<f64>) -> [f64; LANES] {
    std::array::from_fn(|l| (block.x[l] * n.x + block.y[l] * n.y) + block.z[l] * n.z)
}

/// Largest lane; ties go to the lowest index.
#[inline(always)]
fn reduce(best: &[f64; LANES], at: &[u64; LANES]) -> (f64, u32) {
    let (mut value, mut index) = (best[0], at[0] * LANES as u64);
    for lane in 1..LANES {
        let candidate = at[lane] * LANES as u64 + lane as u64;
        let better = best[lane] > value || (best[lane] == value && candidate < index);
        value = if better { best[lane] } else { value };
        index = if better { candidate } else { index };
    }
    (value, index as u32)
}
