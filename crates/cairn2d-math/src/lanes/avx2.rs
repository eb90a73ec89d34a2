//! Eight lanes on AVX2.
//!
//! Uses the intrinsics of `core::arch` and not portable types, because one layer of inlining less halves the
//! compile time of every kernel. A value of [`F8`] can only come from a token, so operators are safe too.
//! Gathers read two 16-byte halves per register and transpose within the halves: loads that never span two
//! earlier stores are forwarded without a stall.

use super::{Lanes, SKIP_BIT, Trash, join, join8, row_ptr, row_ptr_mut, sealed};
use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Eight lanes on AVX2. Only [`Self::new`] makes one: the value is the proof that the instructions exist.
#[derive(Clone, Copy, Debug)]
pub struct Avx2Lanes(());

impl Avx2Lanes {
    /// The token, if the processor has the instructions.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        // Also requires the bit-manipulation instructions of the first AVX2 processors, which speed up scalar
        // code between the lanes.
        let exists = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        exists.then_some(Self(()))
    }
}

/// Eight f32.
#[derive(Clone, Copy, Debug)]
pub struct F8(__m256);

/// Evaluates intrinsics without memory access.
macro_rules! avx2 {
    ($value:expr) => {
        // SAFETY: every value here was made with a token, so the instructions exist.
        unsafe { $value }
    };
}

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for F8 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(avx2!($intrinsic(self.0, other.0)))
            }
        }
    };
}

operator!(Add, add, _mm256_add_ps);
operator!(Sub, sub, _mm256_sub_ps);
operator!(Mul, mul, _mm256_mul_ps);
operator!(Div, div, _mm256_div_ps);

impl Neg for F8 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(avx2!(_mm256_xor_ps(self.0, _mm256_set1_ps(-0.0))))
    }
}

impl sealed::Sealed for Avx2Lanes {}

impl Lanes for Avx2Lanes {
    const COUNT: usize = 8;
    type F = F8;
    type U = __m256i;
    /// All bits of a lane set or none.
    type M = __m256;

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        // SAFETY: the token proves that the instructions exist.
        unsafe { with_avx2(f) }
    }

    #[inline(always)]
    fn splat(self, value: f32) -> F8 {
        F8(avx2!(_mm256_set1_ps(value)))
    }
    #[inline(always)]
    unsafe fn load_ptr(self, from: *const f32) -> F8 {
        // SAFETY: the contract of this function guarantees eight floats; the token proves that the
        // instruction exists.
        F8(unsafe { _mm256_loadu_ps(from) })
    }
    #[inline(always)]
    unsafe fn store_ptr(self, value: F8, to: *mut f32) {
        // SAFETY: the contract of this function guarantees eight floats; the token proves that the
        // instruction exists.
        unsafe { _mm256_storeu_ps(to, value.0) }
    }
    #[inline(always)]
    fn lt(self, a: F8, b: F8) -> __m256 {
        avx2!(_mm256_cmp_ps::<_CMP_LT_OQ>(a.0, b.0))
    }
    #[inline(always)]
    fn le(self, a: F8, b: F8) -> __m256 {
        avx2!(_mm256_cmp_ps::<_CMP_LE_OQ>(a.0, b.0))
    }
    #[inline(always)]
    fn eq(self, a: F8, b: F8) -> __m256 {
        avx2!(_mm256_cmp_ps::<_CMP_EQ_OQ>(a.0, b.0))
    }
    #[inline(always)]
    fn select(self, mask: __m256, yes: F8, no: F8) -> F8 {
        F8(avx2!(_mm256_blendv_ps(no.0, yes.0, mask)))
    }
    #[inline(always)]
    fn min(self, a: F8, b: F8) -> F8 {
        F8(avx2!(_mm256_min_ps(a.0, b.0)))
    }
    #[inline(always)]
    fn max(self, a: F8, b: F8) -> F8 {
        F8(avx2!(_mm256_max_ps(a.0, b.0)))
    }
    #[inline(always)]
    fn abs(self, a: F8) -> F8 {
        F8(avx2!(_mm256_andnot_ps(_mm256_set1_ps(-0.0), a.0)))
    }
    #[inline(always)]
    fn sqrt(self, a: F8) -> F8 {
        F8(avx2!(_mm256_sqrt_ps(a.0)))
    }

    #[inline(always)]
    fn and(self, a: __m256, b: __m256) -> __m256 {
        avx2!(_mm256_and_ps(a, b))
    }
    #[inline(always)]
    fn or(self, a: __m256, b: __m256) -> __m256 {
        avx2!(_mm256_or_ps(a, b))
    }
    #[inline(always)]
    fn xor(self, a: __m256, b: __m256) -> __m256 {
        avx2!(_mm256_xor_ps(a, b))
    }
    #[inline(always)]
    fn not(self, a: __m256) -> __m256 {
        avx2!(_mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1))))
    }
    #[inline(always)]
    fn and_not(self, a: __m256, b: __m256) -> __m256 {
        avx2!(_mm256_andnot_ps(b, a))
    }
    #[inline(always)]
    fn bits(self, a: __m256) -> u32 {
        avx2!(_mm256_movemask_ps(a)) as u32
    }
    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> __m256 {
        avx2!({
            let lane_bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let masked = _mm256_and_si256(_mm256_set1_epi32(bits as i32), lane_bit);
            _mm256_castsi256_ps(_mm256_cmpeq_epi32(masked, lane_bit))
        })
    }

    #[inline(always)]
    fn splat_u(self, value: u32) -> __m256i {
        avx2!(_mm256_set1_epi32(value as i32))
    }
    #[inline(always)]
    unsafe fn load_u_ptr(self, from: *const u32) -> __m256i {
        // SAFETY: the contract of this function guarantees eight values; the token proves that the
        // instruction exists.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store_u_ptr(self, value: __m256i, to: *mut u32) {
        // SAFETY: the contract of this function guarantees eight values; the token proves that the
        // instruction exists.
        unsafe { _mm256_storeu_si256(to.cast(), value) }
    }
    #[inline(always)]
    fn and_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_and_si256(a, b))
    }
    #[inline(always)]
    fn or_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_or_si256(a, b))
    }
    #[inline(always)]
    fn xor_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_xor_si256(a, b))
    }
    #[inline(always)]
    fn add_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_add_epi32(a, b))
    }
    #[inline(always)]
    fn sub_u(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_sub_epi32(a, b))
    }
    #[inline(always)]
    fn shl_u<const BITS: u32>(self, a: __m256i) -> __m256i {
        avx2!(_mm256_sll_epi32(a, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    fn shr_u<const BITS: u32>(self, a: __m256i) -> __m256i {
        avx2!(_mm256_srl_epi32(a, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    fn eq_u(self, a: __m256i, b: __m256i) -> __m256 {
        avx2!(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)))
    }
    #[inline(always)]
    fn select_u(self, mask: __m256, yes: __m256i, no: __m256i) -> __m256i {
        avx2!(_mm256_blendv_epi8(no, yes, _mm256_castps_si256(mask)))
    }
    #[inline(always)]
    fn f_from_bits(self, a: __m256i) -> F8 {
        F8(avx2!(_mm256_castsi256_ps(a)))
    }
    #[inline(always)]
    fn f_to_bits(self, a: F8) -> __m256i {
        avx2!(_mm256_castps_si256(a.0))
    }

    #[inline(always)]
    unsafe fn gather_block<const STRIDE: usize>(self, base: *const f32, index: *const u32) -> [F8; 4] {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe {
            transpose([
                join_halves(row_ptr::<STRIDE>(base, index, 0), row_ptr::<STRIDE>(base, index, 4)),
                join_halves(row_ptr::<STRIDE>(base, index, 1), row_ptr::<STRIDE>(base, index, 5)),
                join_halves(row_ptr::<STRIDE>(base, index, 2), row_ptr::<STRIDE>(base, index, 6)),
                join_halves(row_ptr::<STRIDE>(base, index, 3), row_ptr::<STRIDE>(base, index, 7)),
            ])
        }
    }
    #[inline(always)]
    unsafe fn gather8(self, rows: *const [f32; 8], index: &[u32]) -> [F8; 8] {
        debug_assert!(index.len() >= 8, "lanes need 8 indices, got {}", index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { gather_half_rows::<8>(rows.cast(), index.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn gather16(self, rows: *const [f32; 16], index: &[u32]) -> [F8; 16] {
        debug_assert!(index.len() >= 8, "lanes need 8 indices, got {}", index.len());
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
    unsafe fn scatter_block<const STRIDE: usize>(self, base: *mut f32, index: *const u32, values: [F8; 4]) {
        // SAFETY: the contract of this function guarantees the indices and four floats at each place that is
        // not skipped.
        unsafe {
            if any_skipped(index) {
                scatter_quarters::<STRIDE, true>(base, index, values);
            } else {
                scatter_quarters::<STRIDE, false>(base, index, values);
            }
        }
    }
    #[inline(always)]
    unsafe fn scatter8(self, rows: *mut [f32; 8], index: &[u32], values: [F8; 8]) {
        debug_assert!(index.len() >= 8, "lanes need 8 indices, got {}", index.len());
        let (base, index) = (rows.cast(), index.as_ptr());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe {
            if any_skipped(index) {
                scatter_half_rows::<8, true>(base, index, values);
            } else {
                scatter_half_rows::<8, false>(base, index, values);
            }
        }
    }
    #[inline(always)]
    unsafe fn scatter16(self, rows: *mut [f32; 16], index: &[u32], values: [F8; 16]) {
        debug_assert!(index.len() >= 8, "lanes need 8 indices, got {}", index.len());
        let (base, index): (*mut f32, _) = (rows.cast(), index.as_ptr());
        let [a, b, c, d, e, f, g, h, high @ ..] = values;
        let low = [a, b, c, d, e, f, g, h];
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe {
            if any_skipped(index) {
                scatter_half_rows::<16, true>(base, index, low);
                scatter_half_rows::<16, true>(base.wrapping_add(8), index, high);
            } else {
                scatter_half_rows::<16, false>(base, index, low);
                scatter_half_rows::<16, false>(base.wrapping_add(8), index, high);
            }
        }
    }
    #[inline(always)]
    unsafe fn scatter_block_all<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [F8; 4],
    ) {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe { scatter_quarters::<STRIDE, false>(base, index, values) };
    }
    #[inline(always)]
    unsafe fn gather8_at(self, rows: *const [f32; 8], offsets: &[u32]) -> [F8; 8] {
        debug_assert!(offsets.len() >= 8, "lanes need 8 offsets, got {}", offsets.len());
        // SAFETY: the contract of this function guarantees the rows and the number of offsets.
        unsafe { gather_half_rows::<2>(rows.cast(), offsets.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn load_block<const STRIDE: usize>(self, base: *const f32) -> [F8; 4] {
        // SAFETY: the contract of this function guarantees four floats at each of the places.
        unsafe {
            transpose([
                join_halves(base, base.add(4 * STRIDE)),
                join_halves(base.add(STRIDE), base.add(5 * STRIDE)),
                join_halves(base.add(2 * STRIDE), base.add(6 * STRIDE)),
                join_halves(base.add(3 * STRIDE), base.add(7 * STRIDE)),
            ])
        }
    }
    #[inline(always)]
    unsafe fn store_block<const STRIDE: usize>(self, base: *mut f32, values: [F8; 4]) {
        let rows = transpose(values);
        for (j, &row) in rows.iter().enumerate() {
            // SAFETY: the contract of this function guarantees four floats at each of the places.
            unsafe { split_halves(row, base.add(j * STRIDE), base.add((j + 4) * STRIDE)) };
        }
    }
}

/// Reads eight consecutive floats per lane and transposes. Each index is read once for both halves.
///
/// # Safety
/// A token exists, `index` is valid for reading eight values, and every row for reading eight floats.
#[inline(always)]
unsafe fn gather_half_rows<const STRIDE: usize>(base: *const f32, index: *const u32) -> [F8; 8] {
    // SAFETY: the contract of this function guarantees the indices and eight floats at each of the places.
    let [a, b, c, d] = unsafe {
        [
            gather_pair::<STRIDE>(base, index, 0),
            gather_pair::<STRIDE>(base, index, 1),
            gather_pair::<STRIDE>(base, index, 2),
            gather_pair::<STRIDE>(base, index, 3),
        ]
    };
    join(transpose([a.0, b.0, c.0, d.0]), transpose([a.1, b.1, c.1, d.1]))
}

/// Both halves of the rows of lanes `j` and `j + 4`.
///
/// # Safety
/// As for [`gather_half_rows`].
#[inline(always)]
unsafe fn gather_pair<const STRIDE: usize>(base: *const f32, index: *const u32, j: usize) -> (F8, F8) {
    // SAFETY: the contract of this function.
    unsafe {
        let (first, second) = (row_ptr::<STRIDE>(base, index, j), row_ptr::<STRIDE>(base, index, j + 4));
        (join_halves(first, second), join_halves(first.add(4), second.add(4)))
    }
}

/// Whether any lane has the skip bit. Most blocks have none, and then their addresses need no selection.
///
/// # Safety
/// AVX2 exists, and `index` is valid for reading eight values.
#[inline(always)]
unsafe fn any_skipped(index: *const u32) -> bool {
    const { assert!(SKIP_BIT == 1 << 31, "the skip bit is the sign") };
    // SAFETY: the contract of this function.
    unsafe { _mm256_movemask_ps(_mm256_loadu_ps(index.cast())) != 0 }
}

/// Writes four consecutive floats per lane. Without `SKIPS`, no lane has the skip bit.
///
/// # Safety
/// A token exists, `index` is valid for reading eight values, and every row without the skip bit for writing
/// four floats; no two of those are equal.
#[inline(always)]
unsafe fn scatter_quarters<const STRIDE: usize, const SKIPS: bool>(
    base: *mut f32,
    index: *const u32,
    values: [F8; 4],
) {
    let mut trash = Trash::new();
    let trash = if SKIPS { trash.place() } else { base };
    let rows = transpose(values);
    for (j, &row) in rows.iter().enumerate() {
        // SAFETY: the contract of this function.
        unsafe {
            let low = row_ptr_mut::<STRIDE, SKIPS>(base, index, j, trash);
            let high = row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 4, trash);
            split_halves(row, low, high);
        }
    }
}

/// Writes eight consecutive floats per lane. Each index is read once for both halves.
///
/// # Safety
/// As for [`scatter_quarters`], and the rows are valid for writing eight floats.
#[inline(always)]
unsafe fn scatter_half_rows<const STRIDE: usize, const SKIPS: bool>(
    base: *mut f32,
    index: *const u32,
    values: [F8; 8],
) {
    let mut trash = Trash::new();
    let trash = if SKIPS { trash.place() } else { base };
    let [a, b, c, d, e, f, g, h] = values;
    let (lows, highs) = (transpose([a, b, c, d]), transpose([e, f, g, h]));
    for j in 0..4 {
        // SAFETY: the contract of this function.
        unsafe {
            let (low, high) = (lows[j].0, highs[j].0);
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, j, trash);
            _mm256_storeu_ps(to, _mm256_permute2f128_ps::<0x20>(low, high));
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 4, trash);
            _mm256_storeu_ps(to, _mm256_permute2f128_ps::<0x31>(low, high));
        }
    }
}

/// Reads the two halves of a register.
///
/// # Safety
/// AVX2 exists, and both places are valid for reading four floats.
#[inline(always)]
unsafe fn join_halves(low: *const f32, high: *const f32) -> F8 {
    // SAFETY: the contract of this function.
    F8(unsafe { _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high)) })
}

/// Writes the two halves of a register.
///
/// # Safety
/// AVX2 exists, and both places are valid for writing four floats.
#[inline(always)]
unsafe fn split_halves(value: F8, low: *mut f32, high: *mut f32) {
    // SAFETY: the contract of this function.
    unsafe {
        _mm_storeu_ps(low, _mm256_castps256_ps128(value.0));
        _mm_storeu_ps(high, _mm256_extractf128_ps::<1>(value.0));
    }
}

/// Exchanges rows and columns of the 4x4 matrix in each half; its own inverse.
#[inline(always)]
fn transpose([a, b, c, d]: [F8; 4]) -> [F8; 4] {
    avx2!({
        let (ab_low, ab_high) = (_mm256_unpacklo_ps(a.0, b.0), _mm256_unpackhi_ps(a.0, b.0));
        let (cd_low, cd_high) = (_mm256_unpacklo_ps(c.0, d.0), _mm256_unpackhi_ps(c.0, d.0));
        [
            F8(_mm256_shuffle_ps::<0x44>(ab_low, cd_low)),
            F8(_mm256_shuffle_ps::<0xEE>(ab_low, cd_low)),
            F8(_mm256_shuffle_ps::<0x44>(ab_high, cd_high)),
            F8(_mm256_shuffle_ps::<0xEE>(ab_high, cd_high)),
        ]
    })
}
