//! Four lanes over any 128-bit instruction set, shared by NEON and WebAssembly SIMD. The instructions come
//! from `fearless_simd`, which x86-64 does not use because it takes seconds to compile; the tests build it
//! there too, so that the logic is covered on every machine.

use super::{Lanes, Trash, row_ptr, row_ptr_mut, sealed};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, mask32x4, u32x4};

/// Four lanes on the instruction set `S`.
#[derive(Clone, Copy, Debug)]
pub struct QuadLanes<S>(S);

/// Four lanes on NEON, the baseline of every 64-bit ARM.
#[cfg(target_arch = "aarch64")]
pub type NeonLanes = QuadLanes<fearless_simd::aarch64::Neon>;
/// Four lanes on WebAssembly's fixed-width SIMD.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub type Wasm128Lanes = QuadLanes<fearless_simd::wasm32::WasmSimd128>;

/// The same logic on x86-64, for tests only.
#[cfg(all(test, target_arch = "x86_64"))]
impl QuadLanes<fearless_simd::x86::Sse2> {
    pub(super) fn for_test() -> Self {
        fearless_simd::Level::new().as_sse2().map(Self).expect("every x86-64 has SSE2")
    }
}

#[cfg(target_arch = "aarch64")]
impl NeonLanes {
    /// The token, if the processor has the instructions.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        fearless_simd::Level::new().as_neon().map(Self)
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Wasm128Lanes {
    /// The token; the build guarantees the instructions.
    #[inline]
    #[must_use]
    pub fn available() -> Self {
        Self(fearless_simd::wasm32::WasmSimd128::assume_supported())
    }
}

/// Whether the instruction behind `min` and `max` returns the second operand for equal values and for NaN.
/// Others order zeros by sign and need a comparison and a selection.
const MIN_IS_SELECT: bool = cfg!(any(target_arch = "x86", target_arch = "x86_64"));

impl<S: Simd> sealed::Sealed for QuadLanes<S> {}

impl<S: Simd> Lanes for QuadLanes<S> {
    const COUNT: usize = 4;
    type F = f32x4<S>;
    type U = u32x4<S>;
    type M = mask32x4<S>;

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        self.0.vectorize(f)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> Self::F {
        self.0.splat_f32x4(value)
    }
    #[inline(always)]
    unsafe fn load_ptr(self, from: *const f32) -> Self::F {
        // SAFETY: the contract of this function guarantees four floats; an array of floats has the alignment
        // of a float.
        unsafe { from.cast::<[f32; 4]>().read() }.simd_into(self.0)
    }
    #[inline(always)]
    unsafe fn store_ptr(self, value: Self::F, to: *mut f32) {
        // SAFETY: the contract of this function guarantees four floats; an array of floats has the alignment
        // of a float.
        unsafe { to.cast::<[f32; 4]>().write(value.into()) }
    }
    #[inline(always)]
    fn lt(self, a: Self::F, b: Self::F) -> Self::M {
        self.0.simd_lt_f32x4(a, b)
    }
    #[inline(always)]
    fn le(self, a: Self::F, b: Self::F) -> Self::M {
        self.0.simd_le_f32x4(a, b)
    }
    #[inline(always)]
    fn eq(self, a: Self::F, b: Self::F) -> Self::M {
        self.0.simd_eq_f32x4(a, b)
    }
    #[inline(always)]
    fn select(self, mask: Self::M, yes: Self::F, no: Self::F) -> Self::F {
        self.0.select_f32x4(mask, yes, no)
    }
    #[inline(always)]
    fn min(self, a: Self::F, b: Self::F) -> Self::F {
        if MIN_IS_SELECT { self.0.min_f32x4(a, b) } else { self.select(self.lt(a, b), a, b) }
    }
    #[inline(always)]
    fn max(self, a: Self::F, b: Self::F) -> Self::F {
        if MIN_IS_SELECT { self.0.max_f32x4(a, b) } else { self.select(self.lt(b, a), a, b) }
    }
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        self.0.abs_f32x4(a)
    }
    #[inline(always)]
    fn sqrt(self, a: Self::F) -> Self::F {
        self.0.sqrt_f32x4(a)
    }

    #[inline(always)]
    fn and(self, a: Self::M, b: Self::M) -> Self::M {
        self.0.and_mask32x4(a, b)
    }
    #[inline(always)]
    fn or(self, a: Self::M, b: Self::M) -> Self::M {
        self.0.or_mask32x4(a, b)
    }
    #[inline(always)]
    fn xor(self, a: Self::M, b: Self::M) -> Self::M {
        self.0.xor_mask32x4(a, b)
    }
    #[inline(always)]
    fn not(self, a: Self::M) -> Self::M {
        self.0.not_mask32x4(a)
    }
    #[inline(always)]
    fn and_not(self, a: Self::M, b: Self::M) -> Self::M {
        self.0.and_mask32x4(a, self.0.not_mask32x4(b))
    }
    #[inline(always)]
    fn bits(self, a: Self::M) -> u32 {
        self.0.to_bitmask_mask32x4(a) as u32
    }
    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> Self::M {
        self.0.from_bitmask_mask32x4(u64::from(bits & 0xF))
    }

    #[inline(always)]
    fn splat_u(self, value: u32) -> Self::U {
        self.0.splat_u32x4(value)
    }
    #[inline(always)]
    unsafe fn load_u_ptr(self, from: *const u32) -> Self::U {
        // SAFETY: the contract of this function guarantees four values; their array has the alignment of one.
        unsafe { from.cast::<[u32; 4]>().read() }.simd_into(self.0)
    }
    #[inline(always)]
    unsafe fn store_u_ptr(self, value: Self::U, to: *mut u32) {
        // SAFETY: the contract of this function guarantees four values; their array has the alignment of one.
        unsafe { to.cast::<[u32; 4]>().write(value.into()) }
    }
    #[inline(always)]
    fn and_u(self, a: Self::U, b: Self::U) -> Self::U {
        self.0.and_u32x4(a, b)
    }
    #[inline(always)]
    fn or_u(self, a: Self::U, b: Self::U) -> Self::U {
        self.0.or_u32x4(a, b)
    }
    #[inline(always)]
    fn xor_u(self, a: Self::U, b: Self::U) -> Self::U {
        self.0.xor_u32x4(a, b)
    }
    #[inline(always)]
    fn add_u(self, a: Self::U, b: Self::U) -> Self::U {
        self.0.add_u32x4(a, b)
    }
    #[inline(always)]
    fn sub_u(self, a: Self::U, b: Self::U) -> Self::U {
        self.0.sub_u32x4(a, b)
    }
    #[inline(always)]
    fn shl_u<const BITS: u32>(self, a: Self::U) -> Self::U {
        self.0.shl_u32x4(a, BITS)
    }
    #[inline(always)]
    fn shr_u<const BITS: u32>(self, a: Self::U) -> Self::U {
        self.0.shr_u32x4(a, BITS)
    }
    #[inline(always)]
    fn eq_u(self, a: Self::U, b: Self::U) -> Self::M {
        self.0.simd_eq_u32x4(a, b)
    }
    #[inline(always)]
    fn select_u(self, mask: Self::M, yes: Self::U, no: Self::U) -> Self::U {
        self.0.select_u32x4(mask, yes, no)
    }
    #[inline(always)]
    fn f_from_bits(self, a: Self::U) -> Self::F {
        a.bitcast()
    }
    #[inline(always)]
    fn f_to_bits(self, a: Self::F) -> Self::U {
        a.bitcast()
    }

    #[inline(always)]
    unsafe fn gather_block<const STRIDE: usize>(self, base: *const f32, index: *const u32) -> [Self::F; 4] {
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        let rows = unsafe {
            [
                self.load_ptr(row_ptr::<STRIDE>(base, index, 0)),
                self.load_ptr(row_ptr::<STRIDE>(base, index, 1)),
                self.load_ptr(row_ptr::<STRIDE>(base, index, 2)),
                self.load_ptr(row_ptr::<STRIDE>(base, index, 3)),
            ]
        };
        transpose(self.0, rows)
    }
    #[inline(always)]
    unsafe fn scatter_block<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [Self::F; 4],
    ) {
        let mut trash = Trash::new();
        let trash = trash.place();
        let [a, b, c, d] = transpose(self.0, values);
        // SAFETY: the contract of this function guarantees the indices and four floats at each place that is
        // not skipped.
        unsafe {
            self.store_ptr(a, row_ptr_mut::<STRIDE, true>(base, index, 0, trash));
            self.store_ptr(b, row_ptr_mut::<STRIDE, true>(base, index, 1, trash));
            self.store_ptr(c, row_ptr_mut::<STRIDE, true>(base, index, 2, trash));
            self.store_ptr(d, row_ptr_mut::<STRIDE, true>(base, index, 3, trash));
        }
    }
    #[inline(always)]
    unsafe fn scatter_block_all<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [Self::F; 4],
    ) {
        let [a, b, c, d] = transpose(self.0, values);
        // SAFETY: the contract of this function guarantees the indices and four floats at each of the places.
        unsafe {
            self.store_ptr(a, row_ptr_mut::<STRIDE, false>(base, index, 0, base));
            self.store_ptr(b, row_ptr_mut::<STRIDE, false>(base, index, 1, base));
            self.store_ptr(c, row_ptr_mut::<STRIDE, false>(base, index, 2, base));
            self.store_ptr(d, row_ptr_mut::<STRIDE, false>(base, index, 3, base));
        }
    }
    #[inline(always)]
    unsafe fn load_block<const STRIDE: usize>(self, base: *const f32) -> [Self::F; 4] {
        // SAFETY: the contract of this function guarantees four floats at each of the places.
        let rows = unsafe {
            [
                self.load_ptr(base),
                self.load_ptr(base.add(STRIDE)),
                self.load_ptr(base.add(2 * STRIDE)),
                self.load_ptr(base.add(3 * STRIDE)),
            ]
        };
        transpose(self.0, rows)
    }
    #[inline(always)]
    unsafe fn store_block<const STRIDE: usize>(self, base: *mut f32, values: [Self::F; 4]) {
        let [a, b, c, d] = transpose(self.0, values);
        // SAFETY: the contract of this function guarantees four floats at each of the places.
        unsafe {
            self.store_ptr(a, base);
            self.store_ptr(b, base.add(STRIDE));
            self.store_ptr(c, base.add(2 * STRIDE));
            self.store_ptr(d, base.add(3 * STRIDE));
        }
    }
}

/// Exchanges rows and columns of a 4x4 matrix; its own inverse.
#[inline(always)]
fn transpose<S: Simd>(simd: S, [a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let (ac_low, ac_high) = (simd.zip_low_f32x4(a, c), simd.zip_high_f32x4(a, c));
    let (bd_low, bd_high) = (simd.zip_low_f32x4(b, d), simd.zip_high_f32x4(b, d));
    [
        simd.zip_low_f32x4(ac_low, bd_low),
        simd.zip_high_f32x4(ac_low, bd_low),
        simd.zip_low_f32x4(ac_high, bd_high),
        simd.zip_high_f32x4(ac_high, bd_high),
    ]
}
