//! One lane of plain floats: the reference that all other lanes reproduce bit for bit, and the only one on
//! machines without SIMD.

use super::{Lanes, SKIP_BIT, apart, sealed};

/// One lane, plain f32 arithmetic; available everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar;

impl sealed::Sealed for Scalar {}

impl Lanes for Scalar {
    const COUNT: usize = 1;
    type F = f32;
    type U = u32;
    type M = bool;

    #[inline(always)]
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
        apart(f)
    }

    #[inline(always)]
    fn splat(self, value: f32) -> f32 {
        value
    }
    #[inline(always)]
    unsafe fn load_ptr(self, from: *const f32) -> f32 {
        // SAFETY: the contract of this function guarantees one float.
        unsafe { from.read() }
    }
    #[inline(always)]
    unsafe fn store_ptr(self, value: f32, to: *mut f32) {
        // SAFETY: the contract of this function guarantees one float.
        unsafe { to.write(value) }
    }
    #[inline(always)]
    fn lt(self, a: f32, b: f32) -> bool {
        a < b
    }
    #[inline(always)]
    fn le(self, a: f32, b: f32) -> bool {
        a <= b
    }
    #[inline(always)]
    fn eq(self, a: f32, b: f32) -> bool {
        a == b
    }
    #[inline(always)]
    fn select(self, mask: bool, yes: f32, no: f32) -> f32 {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn min(self, a: f32, b: f32) -> f32 {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn max(self, a: f32, b: f32) -> f32 {
        if a > b { a } else { b }
    }
    #[inline(always)]
    fn abs(self, a: f32) -> f32 {
        a.abs()
    }
    #[inline(always)]
    fn sqrt(self, a: f32) -> f32 {
        a.sqrt()
    }

    #[inline(always)]
    fn and(self, a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn or(self, a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn xor(self, a: bool, b: bool) -> bool {
        a ^ b
    }
    #[inline(always)]
    fn not(self, a: bool) -> bool {
        !a
    }
    #[inline(always)]
    fn and_not(self, a: bool, b: bool) -> bool {
        a & !b
    }
    #[inline(always)]
    fn bits(self, a: bool) -> u32 {
        u32::from(a)
    }
    #[inline(always)]
    fn mask_from_bits(self, bits: u32) -> bool {
        bits & 1 == 1
    }

    #[inline(always)]
    fn splat_u(self, value: u32) -> u32 {
        value
    }
    #[inline(always)]
    unsafe fn load_u_ptr(self, from: *const u32) -> u32 {
        // SAFETY: the contract of this function guarantees one value.
        unsafe { from.read() }
    }
    #[inline(always)]
    unsafe fn store_u_ptr(self, value: u32, to: *mut u32) {
        // SAFETY: the contract of this function guarantees one value.
        unsafe { to.write(value) }
    }
    #[inline(always)]
    fn and_u(self, a: u32, b: u32) -> u32 {
        a & b
    }
    #[inline(always)]
    fn or_u(self, a: u32, b: u32) -> u32 {
        a | b
    }
    #[inline(always)]
    fn xor_u(self, a: u32, b: u32) -> u32 {
        a ^ b
    }
    #[inline(always)]
    fn add_u(self, a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn sub_u(self, a: u32, b: u32) -> u32 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn shl_u<const BITS: u32>(self, a: u32) -> u32 {
        a << BITS
    }
    #[inline(always)]
    fn shr_u<const BITS: u32>(self, a: u32) -> u32 {
        a >> BITS
    }
    #[inline(always)]
    fn eq_u(self, a: u32, b: u32) -> bool {
        a == b
    }
    #[inline(always)]
    fn select_u(self, mask: bool, yes: u32, no: u32) -> u32 {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn f_from_bits(self, a: u32) -> f32 {
        f32::from_bits(a)
    }
    #[inline(always)]
    fn f_to_bits(self, a: f32) -> u32 {
        a.to_bits()
    }

    #[inline(always)]
    unsafe fn gather_block<const STRIDE: usize>(self, base: *const f32, index: *const u32) -> [f32; 4] {
        // SAFETY: the contract of this function guarantees the index and four floats there.
        unsafe { base.add((*index & !SKIP_BIT) as usize * STRIDE).cast::<[f32; 4]>().read() }
    }
    #[inline(always)]
    unsafe fn scatter_block<const STRIDE: usize>(self, base: *mut f32, index: *const u32, values: [f32; 4]) {
        // SAFETY: the contract of this function guarantees the index and, unless it is to be skipped, four
        // floats there.
        unsafe {
            if *index & SKIP_BIT == 0 {
                base.add(*index as usize * STRIDE).cast::<[f32; 4]>().write(values);
            }
        }
    }
    #[inline(always)]
    unsafe fn scatter_block_all<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [f32; 4],
    ) {
        // SAFETY: the contract of this function guarantees the index and four floats there.
        unsafe { base.add(*index as usize * STRIDE).cast::<[f32; 4]>().write(values) }
    }
    #[inline(always)]
    unsafe fn load_block<const STRIDE: usize>(self, base: *const f32) -> [f32; 4] {
        // SAFETY: the contract of this function guarantees four floats.
        unsafe { base.cast::<[f32; 4]>().read() }
    }
    #[inline(always)]
    unsafe fn store_block<const STRIDE: usize>(self, base: *mut f32, values: [f32; 4]) {
        // SAFETY: the contract of this function guarantees four floats.
        unsafe { base.cast::<[f32; 4]>().write(values) }
    }
}
