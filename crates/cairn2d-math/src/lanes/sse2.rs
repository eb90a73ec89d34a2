//! Four lanes on SSE2, the baseline of every x86-64. Built like the eight AVX2 lanes, without detection at
//! run time.

use super::{Lanes, SKIP_BIT, Trash, apart, join, join8, quarter, row_ptr, row_ptr_mut, sealed};
use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Four lanes on SSE2.
#[derive(Clone, Copy, Debug)]
pub struct Sse2Lanes;

/// Four f32.
#[derive(Clone, Copy, Debug)]
pub struct F4(__m128);

/// Evaluates intrinsics without memory access.
macro_rules! sse2 {
    ($value:expr) => {
        // SAFETY: every x86-64 has the instructions.
        unsafe { $value }
    };
}

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for F4 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(sse2!($intrinsic(self.0, other.0)))
            }
        }
    };
}

operator!(Add, add, _mm_add_ps);
operator!(Sub, sub, _mm_sub_ps);
operator!(Mul, mul, _mm_mul_ps);
operator!(Div, div, _mm_div_ps);

impl Neg for F4 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(sse2!(_mm_xor_ps(self.0, _mm_set1_ps(-0.0))))
    }
}

impl sealed::Sealed for Sse2Lanes {}

impl Lanes for Sse2Lanes {
    const COUNT: usize = 4;
    type F = F4;
    type U = __m128i;
    /// All bits of a lane set or none.
    type M = __m128;

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        apart(f)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> F4 {
        F4(sse2!(_mm_set1_ps(value)))
    }
    #[inline(always)]
    unsafe fn load_ptr(self, from: *const f32) -> F4 {
        // SAFETY: the contract of this function guarantees four floats.
        F4(unsafe { _mm_loadu_ps(from) })
    }
    #[inline(always)]
    unsafe fn store_ptr(self, value: F4, to: *mut f32) {
        // SAFETY: the contract of this function guarantees four floats.
        unsafe { _mm_storeu_ps(to, value.0) }
    }
    #[inline(always)]
    fn lt(self, a: F4, b: F4) -> __m128 {
        sse2!(_mm_cmplt_ps(a.0, b.0))
    }
    #[inline(always)]
    fn le(self, a: F4, b: F4) -> __m128 {
        sse2!(_mm_cmple_ps(a.0, b.0))
    }
    #[inline(always)]
    fn eq(self, a: F4, b: F4) -> __m128 {
        sse2!(_mm_cmpeq_ps(a.0, b.0))
    }
    #[inline(always)]
    fn select(self, mask: __m128, yes: F4, no: F4) -> F4 {
        F4(sse2!(_mm_or_ps(_mm_and_ps(mask, yes.0), _mm_andnot_ps(mask, no.0))))
    }
    #[inline(always)]
    fn min(self, a: F4, b: F4) -> F4 {
        F4(sse2!(_mm_min_ps(a.0, b.0)))
    }
    #[inline(always)]
    fn max(self, a: F4, b: F4) -> F4 {
        F4(sse2!(_mm_max_ps(a.0, b.0)))
    }
    #[inline(always)]
    fn abs(self, a: F4) -> F4 {
        F4(sse2!(_mm_andnot_ps(_mm_set1_ps(-0.0), a.0)))
    }
    #[inline(always)]
    fn sqrt(self, a: F4) -> F4 {
        F4(sse2!(_mm_sqrt_ps(a.0)))
    }

    #[inline(always)]
    fn and(self, a: __m128, b: __m128) -> __m128 {
        sse2!(_mm_and_ps(a, b))
    }
    #[inline(always)]
    fn or(self, a: __m128, b: __m128) -> __m128 {
        sse2!(_mm_or_ps(a, b))
    }
    #[inline(always)]
    fn xor(self, a: __m128, b: __m128) -> __m128 {
        sse2!(_mm_xor_ps(a, b))
    }
    #[inline(always)]
    fn not(self, a: __m128) -> __m128 {
        sse2!(_mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1))))
    }
    #[inline(always)]
    fn and_not(self, a: __m128, b: __m128) -> __m128 {
        sse2!(_mm_andnot_ps(b, a))
    }
    #[inline(always)]
    fn bits(self, a: __m128) -> u32 {
        sse2!(_mm_movemask_ps(a)) as u32
    }
    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> __m128 {
        sse2!({
            let lane_bit = _mm_setr_epi32(1, 2, 4, 8);
            let masked = _mm_and_si128(_mm_set1_epi32(bits as i32), lane_bit);
            _mm_castsi128_ps(_mm_cmpeq_epi32(masked, lane_bit))
        })
    }

    #[inline(always)]
    fn splat_u(self, value: u32) -> __m128i {
        sse2!(_mm_set1_epi32(value as i32))
    }
    #[inline(always)]
    unsafe fn load_u_ptr(self, from: *const u32) -> __m128i {
        // SAFETY: the contract of this function guarantees four values.
        unsafe { _mm_loadu_si128(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store_u_ptr(self, value: __m128i, to: *mut u32) {
        // SAFETY: the contract of this function guarantees four values.
        unsafe { _mm_storeu_si128(to.cast(), value) }
    }
    #[inline(always)]
    fn and_u(self, a: __m128i, b: __m128i) -> __m128i {
        sse2!(_mm_and_si128(a, b))
    }
    #[inline(always)]
    fn or_u(self, a: __m128i, b: __m128i) -> __m128i {
        sse2!(_mm_or_si128(a, b))
    }
    #[inline(always)]
    fn xor_u(self, a: __m128i, b: __m128i) -> __m128i {
        sse2!(_mm_xor_si128(a, b))
    }
    #[inline(always)]
    fn add_u(self, a: __m128i, b: __m128i) -> __m128i {
        sse2!(_mm_add_epi32(a, b))
    }
    #[inline(always)]
    fn sub_u(self, a: __m128i, b: __m128i) -> __m128i {
        sse2!(_mm_sub_epi32(a, b))
    }
    #[inline(always)]
    fn shl_u<const BITS: u32>(self, a: __m128i) -> __m128i {
        sse2!(_mm_sll_epi32(a, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    fn shr_u<const BITS: u32>(self, a: __m128i) -> __m128i {
        sse2!(_mm_srl_epi32(a, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    fn eq_u(self, a: __m128i, b: __m128i) -> __m128 {
        sse2!(_mm_castsi128_ps(_mm_cmpeq_epi32(a, b)))
    }
    #[inline(always)]
    fn select_u(self, mask: __m128, yes: __m128i, no: __m128i) -> __m128i {
        sse2!({
            let mask = _mm_castps_si128(mask);
            _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no))
        })
    }
    #[inline(always)]
    fn f_from_bits(self, a: __m128i) -> F4 {
        F4(sse2!(_mm_castsi128_ps(a)))
    }
    #[inline(always)]
    fn f_to_bits(self, a: F4) -> __m128i {
        sse2!(_mm_castps_si128(a.0))
    }

    #[inline(always)]
    unsafe fn gather_block<const STRIDE: usize>(self, base: *const f32, index: *const u32) -> [F4; 4] {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe {
            transpose([
                self.load_ptr(row_ptr::<STRIDE>(base, index, 0)),
                self.load_ptr(row_ptr::<STRIDE>(base, index, 1)),
                self.load_ptr(row_ptr::<STRIDE>(base, index, 2)),
                self.load_ptr(row_ptr::<STRIDE>(base, index, 3)),
            ])
        }
    }
    #[inline(always)]
    unsafe fn gather8(self, rows: *const [f32; 8], index: &[u32]) -> [F4; 8] {
        debug_assert!(index.len() >= 4, "lanes need 4 indices, got {}", index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { gather_half_rows::<8>(rows.cast(), index.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn gather16(self, rows: *const [f32; 16], index: &[u32]) -> [F4; 16] {
        debug_assert!(index.len() >= 4, "lanes need 4 indices, got {}", index.len());
        let base: *const f32 = rows.cast();
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        let (low, high) = unsafe {
            (
                gather_half_rows::<16>(base, index.as_ptr()),
                gather_half_rows::<16>(base.wrapping_add(8), index.as_ptr()),
            )
        };
        join8(low, high)
    }
    #[inline(always)]
    unsafe fn scatter_block<const STRIDE: usize>(self, base: *mut f32, index: *const u32, values: [F4; 4]) {
        // SAFETY: the contract of this function guarantees the indices and four floats at each place that is
        // not skipped.
        unsafe { scatter_blocks::<STRIDE, 1>(base, index, [values]) };
    }
    #[inline(always)]
    unsafe fn scatter8(self, rows: *mut [f32; 8], index: &[u32], values: [F4; 8]) {
        debug_assert!(index.len() >= 4, "lanes need 4 indices, got {}", index.len());
        let values = [quarter(&values, 0), quarter(&values, 1)];
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { scatter_blocks::<8, 2>(rows.cast(), index.as_ptr(), values) };
    }
    #[inline(always)]
    unsafe fn scatter16(self, rows: *mut [f32; 16], index: &[u32], values: [F4; 16]) {
        debug_assert!(index.len() >= 4, "lanes need 4 indices, got {}", index.len());
        let base: *mut f32 = rows.cast();
        let (low, high) =
            ([quarter(&values, 0), quarter(&values, 1)], [quarter(&values, 2), quarter(&values, 3)]);
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe {
            scatter_blocks::<16, 2>(base, index.as_ptr(), low);
            scatter_blocks::<16, 2>(base.wrapping_add(8), index.as_ptr(), high);
        }
    }
    #[inline(always)]
    unsafe fn scatter_block_all<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [F4; 4],
    ) {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe { write_blocks::<STRIDE, 1, false>(base, index, [values]) };
    }
    #[inline(always)]
    unsafe fn gather8_at(self, rows: *const [f32; 8], offsets: &[u32]) -> [F4; 8] {
        debug_assert!(offsets.len() >= 4, "lanes need 4 offsets, got {}", offsets.len());
        // SAFETY: the contract of this function guarantees the rows and the number of offsets.
        unsafe { gather_half_rows::<2>(rows.cast(), offsets.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn load_block<const STRIDE: usize>(self, base: *const f32) -> [F4; 4] {
        // SAFETY: the contract of this function guarantees four floats at each of the places.
        unsafe {
            transpose([
                self.load_ptr(base),
                self.load_ptr(base.add(STRIDE)),
                self.load_ptr(base.add(2 * STRIDE)),
                self.load_ptr(base.add(3 * STRIDE)),
            ])
        }
    }
    #[inline(always)]
    unsafe fn store_block<const STRIDE: usize>(self, base: *mut f32, values: [F4; 4]) {
        let rows = transpose(values);
        for (lane, &row) in rows.iter().enumerate() {
            // SAFETY: the contract of this function guarantees four floats at each of the places.
            unsafe { self.store_ptr(row, base.add(lane * STRIDE)) };
        }
    }
}

/// Reads eight consecutive floats per lane and transposes. Each index is read once for both halves.
///
/// # Safety
/// `index` is valid for reading four values, and every row for reading eight floats.
#[inline(always)]
unsafe fn gather_half_rows<const STRIDE: usize>(base: *const f32, index: *const u32) -> [F4; 8] {
    // SAFETY: the contract of this function guarantees the indices and eight floats at each of the places.
    let [a, b, c, d] = unsafe {
        [
            gather_pair(row_ptr::<STRIDE>(base, index, 0)),
            gather_pair(row_ptr::<STRIDE>(base, index, 1)),
            gather_pair(row_ptr::<STRIDE>(base, index, 2)),
            gather_pair(row_ptr::<STRIDE>(base, index, 3)),
        ]
    };
    join(transpose([a.0, b.0, c.0, d.0]), transpose([a.1, b.1, c.1, d.1]))
}

/// Reads both halves of eight floats.
///
/// # Safety
/// The place is valid for reading eight floats.
#[inline(always)]
unsafe fn gather_pair(from: *const f32) -> (F4, F4) {
    // SAFETY: the contract of this function.
    unsafe { (Sse2Lanes.load_ptr(from), Sse2Lanes.load_ptr(from.add(4))) }
}

/// Writes some consecutive blocks of four floats per lane; lanes with the skip bit write nothing. Most
/// blocks have no such lane, and then their addresses need no selection.
///
/// # Safety
/// `index` is valid for reading four values, and every row without the skip bit for writing these blocks; no
/// two of those are equal.
#[inline(always)]
unsafe fn scatter_blocks<const STRIDE: usize, const BLOCKS: usize>(
    base: *mut f32,
    index: *const u32,
    values: [[F4; 4]; BLOCKS],
) {
    const { assert!(SKIP_BIT == 1 << 31, "the skip bit is the sign") };
    // SAFETY: the contract of this function.
    unsafe {
        if _mm_movemask_ps(_mm_loadu_ps(index.cast())) != 0 {
            write_blocks::<STRIDE, BLOCKS, true>(base, index, values);
        } else {
            write_blocks::<STRIDE, BLOCKS, false>(base, index, values);
        }
    }
}

/// Writes blocks as [`scatter_blocks`]. Without `SKIPS`, no lane has the skip bit.
///
/// # Safety
/// As for [`scatter_blocks`].
#[inline(always)]
unsafe fn write_blocks<const STRIDE: usize, const BLOCKS: usize, const SKIPS: bool>(
    base: *mut f32,
    index: *const u32,
    mut values: [[F4; 4]; BLOCKS],
) {
    let mut trash = Trash::new();
    let trash = if SKIPS { trash.place() } else { base };
    for block in &mut values {
        *block = transpose(*block);
    }
    for lane in 0..4 {
        // SAFETY: the contract of this function guarantees the index and the row, if it is not skipped.
        unsafe {
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, lane, trash);
            for (number, block) in values.iter().enumerate() {
                Sse2Lanes.store_ptr(block[lane], to.add(4 * number));
            }
        }
    }
}

/// Exchanges rows and columns of a 4x4 matrix; its own inverse.
#[inline(always)]
fn transpose([a, b, c, d]: [F4; 4]) -> [F4; 4] {
    sse2!({
        let (ab_low, ab_high) = (_mm_unpacklo_ps(a.0, b.0), _mm_unpackhi_ps(a.0, b.0));
        let (cd_low, cd_high) = (_mm_unpacklo_ps(c.0, d.0), _mm_unpackhi_ps(c.0, d.0));
        [
            F4(_mm_movelh_ps(ab_low, cd_low)),
            F4(_mm_movehl_ps(cd_low, ab_low)),
            F4(_mm_movelh_ps(ab_high, cd_high)),
            F4(_mm_movehl_ps(cd_high, ab_high)),
        ]
    })
}
