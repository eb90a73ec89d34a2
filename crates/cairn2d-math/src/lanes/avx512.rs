//! Sixteen lanes on AVX-512, as Ice Lake and Zen 4 have it.
//!
//! Built like the eight AVX2 lanes, but masks are in mask registers, and rows of sixteen floats move as one
//! 32-byte access each: twice as many 16-byte loads would be the bottleneck of a contact pass.

use super::{Lanes, SKIP_BIT, Trash, join, join8, row_ptr, row_ptr_mut, sealed};
use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Sixteen lanes on AVX-512. Only [`Self::new`] makes one: the value is the proof that the instructions
/// exist.
#[derive(Clone, Copy, Debug)]
pub struct Avx512Lanes(());

impl Avx512Lanes {
    /// The token, if the processor has the instructions.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        // The second set of byte instructions distinguishes Ice Lake and Zen 4 from the first processors with
        // AVX-512. Those lower their clock so much that eight lanes are faster there.
        let exists = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        exists.then_some(Self(()))
    }
}

/// Sixteen f32.
#[derive(Clone, Copy, Debug)]
pub struct F16(__m512);

/// Evaluates intrinsics without memory access.
macro_rules! avx512 {
    ($value:expr) => {
        // SAFETY: every value here was made with a token, so the instructions exist.
        unsafe { $value }
    };
}

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for F16 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(avx512!($intrinsic(self.0, other.0)))
            }
        }
    };
}

operator!(Add, add, _mm512_add_ps);
operator!(Sub, sub, _mm512_sub_ps);
operator!(Mul, mul, _mm512_mul_ps);
operator!(Div, div, _mm512_div_ps);

impl Neg for F16 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(avx512!(_mm512_xor_ps(self.0, _mm512_set1_ps(-0.0))))
    }
}

impl sealed::Sealed for Avx512Lanes {}

impl Lanes for Avx512Lanes {
    const COUNT: usize = 16;
    type F = F16;
    type U = __m512i;
    type M = __mmask16;

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(
            enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn with_avx512<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        // SAFETY: the token proves that the instructions exist.
        unsafe { with_avx512(f) }
    }

    #[inline(always)]
    fn splat(self, value: f32) -> F16 {
        F16(avx512!(_mm512_set1_ps(value)))
    }
    #[inline(always)]
    unsafe fn load_ptr(self, from: *const f32) -> F16 {
        // SAFETY: the contract of this function guarantees sixteen floats; the token proves that the
        // instruction exists.
        F16(unsafe { _mm512_loadu_ps(from) })
    }
    #[inline(always)]
    unsafe fn store_ptr(self, value: F16, to: *mut f32) {
        // SAFETY: the contract of this function guarantees sixteen floats; the token proves that the
        // instruction exists.
        unsafe { _mm512_storeu_ps(to, value.0) }
    }
    #[inline(always)]
    fn lt(self, a: F16, b: F16) -> __mmask16 {
        avx512!(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(a.0, b.0))
    }
    #[inline(always)]
    fn le(self, a: F16, b: F16) -> __mmask16 {
        avx512!(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(a.0, b.0))
    }
    #[inline(always)]
    fn eq(self, a: F16, b: F16) -> __mmask16 {
        avx512!(_mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a.0, b.0))
    }
    #[inline(always)]
    fn select(self, mask: __mmask16, yes: F16, no: F16) -> F16 {
        F16(avx512!(_mm512_mask_blend_ps(mask, no.0, yes.0)))
    }
    #[inline(always)]
    fn min(self, a: F16, b: F16) -> F16 {
        F16(avx512!(_mm512_min_ps(a.0, b.0)))
    }
    #[inline(always)]
    fn max(self, a: F16, b: F16) -> F16 {
        F16(avx512!(_mm512_max_ps(a.0, b.0)))
    }
    #[inline(always)]
    fn abs(self, a: F16) -> F16 {
        F16(avx512!(_mm512_abs_ps(a.0)))
    }
    #[inline(always)]
    fn sqrt(self, a: F16) -> F16 {
        F16(avx512!(_mm512_sqrt_ps(a.0)))
    }

    #[inline(always)]
    fn and(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a | b
    }
    #[inline(always)]
    fn xor(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a ^ b
    }
    #[inline(always)]
    fn not(self, a: __mmask16) -> __mmask16 {
        !a
    }
    #[inline(always)]
    fn and_not(self, a: __mmask16, b: __mmask16) -> __mmask16 {
        a & !b
    }
    #[inline(always)]
    fn bits(self, a: __mmask16) -> u32 {
        u32::from(a)
    }
    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> __mmask16 {
        bits as u16
    }

    #[inline(always)]
    fn splat_u(self, value: u32) -> __m512i {
        avx512!(_mm512_set1_epi32(value as i32))
    }
    #[inline(always)]
    unsafe fn load_u_ptr(self, from: *const u32) -> __m512i {
        // SAFETY: the contract of this function guarantees sixteen values; the token proves that the
        // instruction exists.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store_u_ptr(self, value: __m512i, to: *mut u32) {
        // SAFETY: the contract of this function guarantees sixteen values; the token proves that the
        // instruction exists.
        unsafe { _mm512_storeu_si512(to.cast(), value) }
    }
    #[inline(always)]
    fn and_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx512!(_mm512_and_si512(a, b))
    }
    #[inline(always)]
    fn or_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx512!(_mm512_or_si512(a, b))
    }
    #[inline(always)]
    fn xor_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx512!(_mm512_xor_si512(a, b))
    }
    #[inline(always)]
    fn add_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx512!(_mm512_add_epi32(a, b))
    }
    #[inline(always)]
    fn sub_u(self, a: __m512i, b: __m512i) -> __m512i {
        avx512!(_mm512_sub_epi32(a, b))
    }
    #[inline(always)]
    fn shl_u<const BITS: u32>(self, a: __m512i) -> __m512i {
        avx512!(_mm512_sll_epi32(a, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    fn shr_u<const BITS: u32>(self, a: __m512i) -> __m512i {
        avx512!(_mm512_srl_epi32(a, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    fn eq_u(self, a: __m512i, b: __m512i) -> __mmask16 {
        avx512!(_mm512_cmpeq_epi32_mask(a, b))
    }
    #[inline(always)]
    fn select_u(self, mask: __mmask16, yes: __m512i, no: __m512i) -> __m512i {
        avx512!(_mm512_mask_blend_epi32(mask, no, yes))
    }
    #[inline(always)]
    fn f_from_bits(self, a: __m512i) -> F16 {
        F16(avx512!(_mm512_castsi512_ps(a)))
    }
    #[inline(always)]
    fn f_to_bits(self, a: F16) -> __m512i {
        avx512!(_mm512_castps_si512(a.0))
    }

    #[inline(always)]
    unsafe fn gather_block<const STRIDE: usize>(self, base: *const f32, index: *const u32) -> [F16; 4] {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe {
            transpose([
                gather_quarters::<STRIDE>(base, index, 0),
                gather_quarters::<STRIDE>(base, index, 1),
                gather_quarters::<STRIDE>(base, index, 2),
                gather_quarters::<STRIDE>(base, index, 3),
            ])
        }
    }
    #[inline(always)]
    unsafe fn scatter_block<const STRIDE: usize>(self, base: *mut f32, index: *const u32, values: [F16; 4]) {
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
    unsafe fn scatter_block_all<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [F16; 4],
    ) {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe { scatter_quarters::<STRIDE, false>(base, index, values) };
    }
    #[inline(always)]
    unsafe fn gather8_at(self, rows: *const [f32; 8], offsets: &[u32]) -> [F16; 8] {
        debug_assert!(offsets.len() >= 16, "lanes need 16 offsets, got {}", offsets.len());
        // SAFETY: the contract of this function guarantees the rows and the number of offsets.
        unsafe { gather_half_rows::<2>(rows.cast(), offsets.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn load_block<const STRIDE: usize>(self, base: *const f32) -> [F16; 4] {
        // SAFETY: the contract of this function guarantees four floats at each of the places.
        unsafe {
            transpose([
                load_quarters::<STRIDE>(base),
                load_quarters::<STRIDE>(base.add(STRIDE)),
                load_quarters::<STRIDE>(base.add(2 * STRIDE)),
                load_quarters::<STRIDE>(base.add(3 * STRIDE)),
            ])
        }
    }
    #[inline(always)]
    unsafe fn store_block<const STRIDE: usize>(self, base: *mut f32, values: [F16; 4]) {
        let rows = transpose(values);
        for (j, &row) in rows.iter().enumerate() {
            // SAFETY: the contract of this function guarantees four floats at each of the places.
            unsafe {
                let to = base.add(j * STRIDE);
                split_quarters(row, [to, to.add(4 * STRIDE), to.add(8 * STRIDE), to.add(12 * STRIDE)]);
            }
        }
    }

    #[inline(always)]
    unsafe fn gather8(self, rows: *const [f32; 8], index: &[u32]) -> [F16; 8] {
        debug_assert!(index.len() >= 16, "lanes need 16 indices, got {}", index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { gather_half_rows::<8>(rows.cast(), index.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn gather16(self, rows: *const [f32; 16], index: &[u32]) -> [F16; 16] {
        debug_assert!(index.len() >= 16, "lanes need 16 indices, got {}", index.len());
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
    unsafe fn scatter8(self, rows: *mut [f32; 8], index: &[u32], values: [F16; 8]) {
        debug_assert!(index.len() >= 16, "lanes need 16 indices, got {}", index.len());
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
    unsafe fn scatter16(self, rows: *mut [f32; 16], index: &[u32], values: [F16; 16]) {
        debug_assert!(index.len() >= 16, "lanes need 16 indices, got {}", index.len());
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
    unsafe fn load_rows8(self, rows: *const [f32; 8]) -> [F16; 8] {
        // SAFETY: the contract of this function guarantees sixteen rows.
        unsafe {
            transpose_half_rows([
                load_half_rows(rows),
                load_half_rows(rows.add(1)),
                load_half_rows(rows.add(2)),
                load_half_rows(rows.add(3)),
            ])
        }
    }
}

/// Reads eight consecutive floats per lane and transposes.
///
/// # Safety
/// A token exists, `index` is valid for reading sixteen values, and every row for reading eight floats.
#[inline(always)]
unsafe fn gather_half_rows<const STRIDE: usize>(base: *const f32, index: *const u32) -> [F16; 8] {
    // SAFETY: the contract of this function guarantees the indices and eight floats at each of the places.
    unsafe {
        transpose_half_rows([
            gather_group::<STRIDE>(base, index, 0),
            gather_group::<STRIDE>(base, index, 1),
            gather_group::<STRIDE>(base, index, 2),
            gather_group::<STRIDE>(base, index, 3),
        ])
    }
}

/// Reads eight consecutive floats of the lanes `j`, `j + 4`, `j + 8` and `j + 12`.
///
/// # Safety
/// As for [`gather_half_rows`].
#[inline(always)]
unsafe fn gather_group<const STRIDE: usize>(base: *const f32, index: *const u32, j: usize) -> (F16, F16) {
    // SAFETY: the contract of this function.
    unsafe {
        (
            join_halves(row_ptr::<STRIDE>(base, index, j), row_ptr::<STRIDE>(base, index, j + 4)),
            join_halves(row_ptr::<STRIDE>(base, index, j + 8), row_ptr::<STRIDE>(base, index, j + 12)),
        )
    }
}

/// Reads the rows 0, 4, 8 and 12 from `rows` on.
///
/// # Safety
/// A token exists, and these rows may be read.
#[inline(always)]
unsafe fn load_half_rows(rows: *const [f32; 8]) -> (F16, F16) {
    // SAFETY: the contract of this function.
    unsafe {
        (join_halves(rows.cast(), rows.add(4).cast()), join_halves(rows.add(8).cast(), rows.add(12).cast()))
    }
}

/// Whether any lane has the skip bit. Most blocks have none, and then their addresses need no selection.
///
/// # Safety
/// A token exists, and `index` is valid for reading sixteen values.
#[inline(always)]
unsafe fn any_skipped(index: *const u32) -> bool {
    const { assert!(SKIP_BIT == 1 << 31, "the skip bit is the sign") };
    // SAFETY: the contract of this function.
    unsafe { _mm512_movepi32_mask(_mm512_loadu_si512(index.cast())) != 0 }
}

/// Writes four consecutive floats per lane. Without `SKIPS`, no lane has the skip bit.
///
/// # Safety
/// As for [`scatter_half_rows`], for four floats.
#[inline(always)]
unsafe fn scatter_quarters<const STRIDE: usize, const SKIPS: bool>(
    base: *mut f32,
    index: *const u32,
    values: [F16; 4],
) {
    let mut trash = Trash::new();
    let trash = if SKIPS { trash.place() } else { base };
    let rows = transpose(values);
    for (j, &row) in rows.iter().enumerate() {
        // SAFETY: the contract of this function.
        unsafe {
            let to = [
                row_ptr_mut::<STRIDE, SKIPS>(base, index, j, trash),
                row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 4, trash),
                row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 8, trash),
                row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 12, trash),
            ];
            split_quarters(row, to);
        }
    }
}

/// Writes eight consecutive floats per lane that is not to be skipped. Without `SKIPS`, no lane has the skip
/// bit.
///
/// # Safety
/// A token exists, `index` is valid for reading sixteen values, and every row without the skip bit for
/// writing eight floats; no two of those are equal.
#[inline(always)]
unsafe fn scatter_half_rows<const STRIDE: usize, const SKIPS: bool>(
    base: *mut f32,
    index: *const u32,
    values: [F16; 8],
) {
    let mut trash = Trash::new();
    let trash = if SKIPS { trash.place() } else { base };
    let [a, b, c, d, e, f, g, h] = values;
    let (lows, highs) = (transpose([a, b, c, d]), transpose([e, f, g, h]));
    for j in 0..4 {
        // SAFETY: the contract of this function guarantees the token, the indices and eight floats at each
        // place not to be skipped.
        unsafe {
            // Block 0 of the low and of the high register make the row of lane j, blocks 1, 2 and 3 those of
            // the lanes 4, 8 and 12 further on.
            let select_01 = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let select_23 = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let (low, high) = (_mm512_castps_pd(lows[j].0), _mm512_castps_pd(highs[j].0));
            let rows_01 = _mm512_permutex2var_pd(low, select_01, high);
            let rows_23 = _mm512_permutex2var_pd(low, select_23, high);
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, j, trash);
            _mm256_storeu_pd(to.cast(), _mm512_castpd512_pd256(rows_01));
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 4, trash);
            _mm256_storeu_pd(to.cast(), _mm512_extractf64x4_pd::<1>(rows_01));
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 8, trash);
            _mm256_storeu_pd(to.cast(), _mm512_castpd512_pd256(rows_23));
            let to = row_ptr_mut::<STRIDE, SKIPS>(base, index, j + 12, trash);
            _mm256_storeu_pd(to.cast(), _mm512_extractf64x4_pd::<1>(rows_23));
        }
    }
}

/// Turns sixteen rows of eight floats into eight registers of sixteen. Element `j` holds the rows `j` and
/// `j + 4`, and the rows `j + 8` and `j + 12`.
#[inline(always)]
fn transpose_half_rows(groups: [(F16, F16); 4]) -> [F16; 8] {
    let [a, b, c, d] = groups;
    join(
        transpose([low_halves(a), low_halves(b), low_halves(c), low_halves(d)]),
        transpose([high_halves(a), high_halves(b), high_halves(c), high_halves(d)]),
    )
}

/// The first four floats of four rows.
#[inline(always)]
fn low_halves((first, second): (F16, F16)) -> F16 {
    F16(avx512!(_mm512_shuffle_f32x4::<0b10_00_10_00>(first.0, second.0)))
}

/// The last four floats of four rows.
#[inline(always)]
fn high_halves((first, second): (F16, F16)) -> F16 {
    F16(avx512!(_mm512_shuffle_f32x4::<0b11_01_11_01>(first.0, second.0)))
}

/// Reads two rows of eight floats.
///
/// # Safety
/// A token exists, and both places are valid for reading eight floats.
#[inline(always)]
unsafe fn join_halves(low: *const f32, high: *const f32) -> F16 {
    // SAFETY: the contract of this function.
    F16(unsafe {
        _mm512_insertf32x8::<1>(_mm512_castps256_ps512(_mm256_loadu_ps(low)), _mm256_loadu_ps(high))
    })
}

/// Reads four floats of the lanes `j`, `j + 4`, `j + 8` and `j + 12`.
///
/// # Safety
/// A token exists, `index` is valid for reading sixteen values, and all places for reading four floats.
#[inline(always)]
unsafe fn gather_quarters<const STRIDE: usize>(base: *const f32, index: *const u32, j: usize) -> F16 {
    // SAFETY: the contract of this function.
    unsafe {
        join_quarters([
            row_ptr::<STRIDE>(base, index, j),
            row_ptr::<STRIDE>(base, index, j + 4),
            row_ptr::<STRIDE>(base, index, j + 8),
            row_ptr::<STRIDE>(base, index, j + 12),
        ])
    }
}

/// Reads four floats of the rows 0, 4, 8 and 12 from `base` on.
///
/// # Safety
/// A token exists, and all places are valid for reading four floats.
#[inline(always)]
unsafe fn load_quarters<const STRIDE: usize>(base: *const f32) -> F16 {
    // SAFETY: the contract of this function.
    unsafe { join_quarters([base, base.add(4 * STRIDE), base.add(8 * STRIDE), base.add(12 * STRIDE)]) }
}

/// Reads the four quarters of a register.
///
/// # Safety
/// A token exists, and all places are valid for reading four floats.
#[inline(always)]
unsafe fn join_quarters([a, b, c, d]: [*const f32; 4]) -> F16 {
    // SAFETY: the contract of this function.
    F16(unsafe {
        let ab = _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(_mm_loadu_ps(a)), _mm_loadu_ps(b));
        let cd = _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(_mm_loadu_ps(c)), _mm_loadu_ps(d));
        _mm512_insertf32x8::<1>(_mm512_castps256_ps512(ab), cd)
    })
}

/// Writes the four quarters of a register.
///
/// # Safety
/// A token exists, and all places are valid for writing four floats.
#[inline(always)]
unsafe fn split_quarters(value: F16, to: [*mut f32; 4]) {
    // SAFETY: the contract of this function.
    unsafe {
        _mm_storeu_ps(to[0], _mm512_castps512_ps128(value.0));
        _mm_storeu_ps(to[1], _mm512_extractf32x4_ps::<1>(value.0));
        _mm_storeu_ps(to[2], _mm512_extractf32x4_ps::<2>(value.0));
        _mm_storeu_ps(to[3], _mm512_extractf32x4_ps::<3>(value.0));
    }
}

/// Exchanges rows and columns of the 4x4 matrix in each quarter; its own inverse.
#[inline(always)]
fn transpose([a, b, c, d]: [F16; 4]) -> [F16; 4] {
    avx512!({
        let (ab_low, ab_high) = (_mm512_unpacklo_ps(a.0, b.0), _mm512_unpackhi_ps(a.0, b.0));
        let (cd_low, cd_high) = (_mm512_unpacklo_ps(c.0, d.0), _mm512_unpackhi_ps(c.0, d.0));
        [
            F16(_mm512_shuffle_ps::<0x44>(ab_low, cd_low)),
            F16(_mm512_shuffle_ps::<0xEE>(ab_low, cd_low)),
            F16(_mm512_shuffle_ps::<0x44>(ab_high, cd_high)),
            F16(_mm512_shuffle_ps::<0xEE>(ab_high, cd_high)),
        ]
    })
}
