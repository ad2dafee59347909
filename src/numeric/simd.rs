//! The widest SIMD of the machine, chosen at run time.
//!
//! [`widest`] runs a whole query compiled for AVX2 where the machine has it, and [`argmax`] and [`at_most`] are
//! written with intrinsics because the compiler does not vectorise a search for
//! an index (measured: its lane loops are 2 times slower at 8 vertices) nor makes bits of comparisons; machines without AVX2
//! get its loops. Every path computes each product (x n.x + y n.y) + z n.z in the same order, fuses nothing
//! and gives ties to the lowest index, so the bits are the same. The lanes of a block are not chosen at run time: they are
//! four f64 ([`LANES`]) on every machine.

use nalgebra::Vector3;

use crate::numeric::vertices::{Block, LANES};

/// Runs `work` compiled for the widest instruction set of this machine. `work` must be inlined
/// (a closure over `#[inline(always)]` code) to gain anything.
#[inline(always)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    match fast() {
        Some(fast) => fast.run(work),
        None => plainly(work),
    }
}

/// The machine has what the fast copies are compiled for.
#[derive(Clone, Copy)]
pub(crate) struct Fast(());

/// None on an x86-64 without AVX2: a query that has a shared slow copy takes that one there, so that
/// nothing is compiled for such machines alone.
#[inline(always)]
pub(crate) fn fast() -> Option<Fast> {
    #[cfg(target_arch = "x86_64")]
    if cfg!(not(feature = "plain")) && !wide() {
        return None;
    }
    Some(Fast(()))
}

impl Fast {
    /// Runs `work` as [`widest`] does, without testing the machine's features again.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if cfg!(not(feature = "plain")) {
            // SAFETY: without that feature `fast` gives a `Fast` only where AVX2 was detected.
            return unsafe { x86::with_avx2(work) };
        }
        plainly(work)
    }
}

/// Runs `work` as [`widest`] does, with true. On machines without AVX2 it runs with false in a function of its own: a slow
/// copy, for which the solvers are those that all queries share. The closure must be `#[inline(always)]`.
#[inline(always)]
pub(crate) fn widest_or_shared<R>(work: impl FnOnce(bool) -> R) -> R {
    match fast() {
        Some(fast) => fast.run(
            #[inline(always)]
            || work(true),
        ),
        None => shared(work),
    }
}

/// Runs the slow copy of [`widest_or_shared`].
#[cold]
#[inline(never)]
pub(crate) fn shared<R>(work: impl FnOnce(bool) -> R) -> R {
    work(false)
}

/// A function of its own, as the wide one is: what is asked before it needs few registers.
#[inline(never)]
fn plainly<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Prefetches memory that will be read soon: the line of the first byte.
#[inline(always)]
pub(crate) fn prefetch<T>(what: &T) {
    prefetch_line(what, 0);
}

#[inline(always)]
#[allow(unsafe_code)]
fn prefetch_line<T>(what: &T, byte: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read, whatever the place.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = std::ptr::from_ref(what).cast::<i8>();
        _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(byte));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (what, byte);
}

/// Prefetches all of a value that will be read soon.
#[inline(always)]
pub(crate) fn prefetch_all<T>(what: &T) {
    const LINE: usize = 64;
    for byte in (0..size_of::<T>()).step_by(LINE) {
        prefetch_line(what, byte);
    }
    if align_of::<T>() < LINE {
        prefetch_line(what, size_of::<T>() - 1);
    }
}

/// Bits of the lanes where `a` is at most `b`: the first is the lowest.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn at_most(a: &[f32; 8], b: &[f32; 8]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if wide() {
        // SAFETY: AVX2 was just detected on the running machine.
        return unsafe { x86::at_most(a, b) };
    }
    at_most_plain(*a, *b)
}

/// Out of the way of the wide code around it, whose loops the compiler would cut to pieces for this one.
#[cold]
#[inline(never)]
fn at_most_plain(a: [f32; 8], b: [f32; 8]) -> u32 {
    (0..8).fold(0, |bits, k| bits | u32::from(a[k] <= b[k]) << k)
}

/// Largest `n.v` over the blocks, and the lowest index that reaches it; minus infinity for none.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn argmax(blocks: &[Block], n: &Vector3<f64>) -> (f64, u32) {
    #[cfg(target_arch = "x86_64")]
    if wide() {
        // Chosen here, so that the short scans are small enough to be inlined one by one: as calls
        // they cost a third of a look.
        // SAFETY: AVX2 was just detected on the running machine.
        return unsafe {
            match blocks {
                [b0, b1] => x86::few([b0, b1], n),
                [b0] => x86::few([b0], n),
                [b0, b1, b2] => x86::few([b0, b1, b2], n),
                [b0, b1, b2, b3] => x86::few([b0, b1, b2, b3], n),
                _ => x86::many(blocks, n.x, n.y, n.z),
            }
        };
    }
    if cfg!(all(target_arch = "x86_64", not(feature = "plain"))) {
        outlined(blocks, n)
    } else {
        argmax_plain(blocks, n)
    }
}

/// Out of the way of the wide code around it.
#[cold]
#[inline(never)]
fn outlined(blocks: &[Block], n: &Vector3<f64>) -> (f64, u32) {
    argmax_plain(blocks, n)
}

/// Whether to use AVX2. One load and a test: the standard library keeps what it detected.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn wide() -> bool {
    cfg!(not(feature = "plain")) && std::arch::is_x86_feature_detected!("avx2")
}

/// The scan of the plain target: a running maximum of each lane with its block's number (as f64, exact,
/// and as wide as the products), without branches, which the compiler vectorises.
#[inline(always)]
pub(crate) fn argmax_plain(blocks: &[Block], n: &Vector3<f64>) -> (f64, u32) {
    let (mut best, mut at) = ([f64::NEG_INFINITY; LANES], [0.0; LANES]);
    for (k, block) in blocks.iter().enumerate() {
        for l in 0..LANES {
            let d = (block.x[l] * n.x + block.y[l] * n.y) + block.z[l] * n.z;
            let better = d > best[l];
            best[l] = if better { d } else { best[l] };
            at[l] = if better { k as f64 } else { at[l] };
        }
    }
    let value = best.iter().fold(best[0], |m, &d| if d > m { d } else { m });
    let lanes = (0..LANES).filter(|&l| best[l] == value);
    let index = lanes.map(|l| at[l] as usize * LANES + l).min();
    (value, index.unwrap_or(0) as u32)
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use std::arch::x86_64::{
        __m256d, _CMP_EQ_OQ, _CMP_GT_OQ, _CMP_LE_OS, _mm_cvtsd_f64, _mm_max_pd, _mm_min_pd,
        _mm_unpackhi_pd, _mm256_add_pd, _mm256_blendv_pd, _mm256_broadcastsd_pd,
        _mm256_castpd256_pd128, _mm256_cmp_pd, _mm256_cmp_ps, _mm256_extractf128_pd,
        _mm256_loadu_pd, _mm256_loadu_ps, _mm256_max_pd, _mm256_movemask_pd, _mm256_movemask_ps,
        _mm256_mul_pd, _mm256_set_pd, _mm256_set1_pd,
    };

    use nalgebra::Vector3;

    use super::Block;
    use super::LANES;

    #[target_feature(enable = "avx2")]
    pub(crate) fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(crate) fn at_most(a: &[f32; 8], b: &[f32; 8]) -> u32 {
        // SAFETY: each array holds eight f32.
        let (a, b) = unsafe { (_mm256_loadu_ps(a.as_ptr()), _mm256_loadu_ps(b.as_ptr())) };
        _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OS>(a, b)) as u32
    }

    /// Up to this many blocks are kept in registers and searched by bit mask.
    const FEW: usize = 4;

    /// The maximum first; then the lowest set bit of the lanes that equal it.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(crate) fn few<const N: usize>(blocks: [&Block; N], n: &Vector3<f64>) -> (f64, u32) {
        const { assert!(N <= FEW) };
        let n = &spread(n);
        let mut d = [_mm256_set1_pd(0.0); N];
        for (d, block) in d.iter_mut().zip(blocks) {
            *d = dots(block, n);
        }
        let mut largest = d[0];
        for &d in &d[1..] {
            largest = _mm256_max_pd(largest, d);
        }
        let value = highest(largest);
        let every = _mm256_broadcastsd_pd(value);
        let mut mask = 0;
        for (k, &d) in d.iter().enumerate() {
            mask |= _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(d, every)) << (k * LANES);
        }
        // Of NaN no lane equals the maximum: then 0, as in plain code, and not 32.
        (_mm_cvtsd_f64(value), mask.trailing_zeros() & 31)
    }

    /// Two running maxima with their block numbers (as f64, exact), even and odd blocks apart so
    /// that neither waits for the other.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(crate) fn many(blocks: &[Block], x: f64, y: f64, z: f64) -> (f64, u32) {
        // By value: a reference would keep the direction in memory wherever it is computed.
        let n = &spread(&Vector3::new(x, y, z));
        let lowest = _mm256_set1_pd(f64::NEG_INFINITY);
        let (mut best0, mut best1) = (lowest, lowest);
        let zero = _mm256_set1_pd(0.0);
        let (mut at0, mut at1) = (zero, zero);
        let two = _mm256_set1_pd(2.0);
        let mut k = _mm256_set1_pd(0.0);
        let mut pairs = blocks.chunks_exact(2);
        for pair in &mut pairs {
            take(&mut best0, &mut at0, dots(&pair[0], n), k);
            take(&mut best1, &mut at1, dots(&pair[1], n), k);
            k = _mm256_add_pd(k, two);
        }
        if let [last] = pairs.remainder() {
            take(&mut best0, &mut at0, dots(last, n), k);
        }
        // Vertex numbers: 4 block + lane.
        let lanes = _mm256_set1_pd(LANES as f64);
        let first = _mm256_set_pd(3.0, 2.0, 1.0, 0.0);
        let second = _mm256_set_pd(7.0, 6.0, 5.0, 4.0);
        let index0 = _mm256_add_pd(_mm256_mul_pd(at0, lanes), first);
        let index1 = _mm256_add_pd(_mm256_mul_pd(at1, lanes), second);
        let value = highest(_mm256_max_pd(best0, best1));
        let every = _mm256_broadcastsd_pd(value);
        let none = _mm256_set1_pd(f64::INFINITY);
        let of =
            |best, index| _mm256_blendv_pd(none, index, _mm256_cmp_pd::<_CMP_EQ_OQ>(best, every));
        let (of0, of1) = (of(best0, index0), of(best1, index1));
        let smaller = _mm256_blendv_pd(of0, of1, _mm256_cmp_pd::<_CMP_GT_OQ>(of0, of1));
        let pair = _mm_min_pd(
            _mm256_castpd256_pd128(smaller),
            _mm256_extractf128_pd::<1>(smaller),
        );
        let index = _mm_cvtsd_f64(_mm_min_pd(pair, _mm_unpackhi_pd(pair, pair)));
        // Infinite only if every product is NaN; saturates.
        (_mm_cvtsd_f64(value), index as u32)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn spread(n: &Vector3<f64>) -> [__m256d; 3] {
        [
            _mm256_set1_pd(n.x),
            _mm256_set1_pd(n.y),
            _mm256_set1_pd(n.z),
        ]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn take(best: &mut __m256d, at: &mut __m256d, d: __m256d, k: __m256d) {
        let better = _mm256_cmp_pd::<_CMP_GT_OQ>(d, *best);
        *best = _mm256_blendv_pd(*best, d, better);
        *at = _mm256_blendv_pd(*at, k, better);
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn highest(d: __m256d) -> std::arch::x86_64::__m128d {
        let pair = _mm_max_pd(_mm256_castpd256_pd128(d), _mm256_extractf128_pd::<1>(d));
        _mm_max_pd(pair, _mm_unpackhi_pd(pair, pair))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn dots(block: &Block, n: &[__m256d; 3]) -> __m256d {
        // SAFETY: each array holds four f64.
        let (x, y, z) = unsafe {
            (
                _mm256_loadu_pd(block.x.as_ptr()),
                _mm256_loadu_pd(block.y.as_ptr()),
                _mm256_loadu_pd(block.z.as_ptr()),
            )
        };
        _mm256_add_pd(
            _mm256_add_pd(_mm256_mul_pd(x, n[0]), _mm256_mul_pd(y, n[1])),
            _mm256_mul_pd(z, n[2]),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::vertices::Vertices;

    #[test]
    fn lanes_are_compared_alike() {
        let some = [-1.0, -0.0, 0.0, 2.0, f32::INFINITY, f32::NAN];
        for k in 0..6_usize.pow(2) {
            let a: [f32; 8] = std::array::from_fn(|lane| some[(k + lane) % 6]);
            let b: [f32; 8] = std::array::from_fn(|lane| some[(k / 6 + lane * lane) % 6]);
            let expected: u32 = (0..8).filter(|l| a[*l] <= b[*l]).map(|l| 1 << l).sum();
            assert_eq!(at_most_plain(a, b), expected, "{a:?} {b:?}");
            assert_eq!(at_most(&a, &b), expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn all_scans_give_the_same_value_and_the_lowest_index() {
        for count in 1..60 {
            // Small integers: many ties.
            let at = |i: u32, k: u32| f64::from((i * 7 + k * 13 + i * i * k) % 5) - 2.0;
            let points: Vec<_> = (0..count)
                .map(|i| Vector3::new(at(i, 1), at(i, 2), at(i, 3)))
                .collect();
            let vertices = Vertices::new(&points);
            for k in 0..20 {
                let n = Vector3::new(at(k, 5), at(k, 6), at(k, 7));
                let dots = points.iter().map(|p| (p.x * n.x + p.y * n.y) + p.z * n.z);
                let first = |best: (f64, u32), (i, d)| if d > best.0 { (d, i) } else { best };
                let expected = (0..).zip(dots).fold((f64::NEG_INFINITY, 0), first);
                assert_eq!(argmax_plain(vertices.blocks(), &n), expected, "{count} {n}");
                assert_eq!(argmax(vertices.blocks(), &n), expected, "{count} {n}");
            }
        }
    }
}
