//! SIMD behind one small trait: the same kernel source runs 1, 4, 8 or 16 lanes wide.
//!
//! A kernel is a generic function over [`Lanes`], marked `#[inline(always)]`. Only its outermost caller
//! selects the instructions, with [`with_lanes!`](crate::with_lanes), which compiles the kernel once per
//! instruction set inside a function with these instructions enabled. Code that is not inlined into that
//! function is compiled without them: correct, but slow.
//!
//! **Invariant: results never depend on the lanes.** Every operation here is exact per lane by IEEE 754, the
//! order of operations is the kernel's own, and there is no fused multiply-add, reciprocal estimate or sum
//! across lanes. IEEE 754 leaves only the sign and payload of a NaN open, and no NaN enters the engine.
//!
//! ```
//! # mod cairn2d { pub use cairn2d_math as math; }
//! use cairn2d::math::{lanes::{LaneLevel, Lanes}, with_lanes};
//!
//! #[inline(always)]
//! fn double<L: Lanes>(l: L, values: &mut [f32]) {
//!     for chunk in values.chunks_exact_mut(L::COUNT) {
//!         let x = l.load(chunk);
//!         l.store(x + x, chunk);
//!     }
//! }
//!
//! let mut values = [1.0; 32];
//! with_lanes!(LaneLevel::best(), lanes => double(lanes, &mut values));
//! assert_eq!(values, [2.0; 32]);
//! ```
//!
//! Rows are the engine's layout for state that is accessed by index: 4, 8 or 16 contiguous floats of one body
//! or shape, so a gather reads whole cache lines and transposes in registers. Hardware gathers would access
//! the same lines once per float, and are microcoded on some processors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod kernels;
mod level;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod quad;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2Lanes;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512Lanes;
pub use kernels::{MAX_SMALL_ROTATION, renormalize, rotate, small_rotation, small_rotation_w};
pub use level::{AnyLanes, LaneLevel, ParseLaneLevelError};
#[cfg(target_arch = "aarch64")]
pub use quad::NeonLanes;
#[cfg(any(test, not(target_arch = "x86_64")))]
pub use quad::QuadLanes;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use quad::Wasm128Lanes;
pub use scalar::Scalar;
#[cfg(target_arch = "x86_64")]
pub use sse2::Sse2Lanes;

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The bit of a row index that makes a scatter skip the row; a gather ignores it.
pub const SKIP_BIT: u32 = 1 << 31;

/// Bound of row indices, without [`SKIP_BIT`]: more rows than fit into the memory of any current machine.
pub const MAX_ROWS: u32 = 1 << 29;

/// The largest [`Lanes::COUNT`] of this target: arrays of this size hold one value per lane for any
/// instruction set.
pub const MAX_LANES: usize = if cfg!(target_arch = "x86_64") { 16 } else { 4 };

/// A set of lanes: a zero-sized token that proves that the instructions exist.
///
/// All comparisons with NaN are false. Bit or lane `i` always belongs to element `i` of memory.
pub trait Lanes: Copy + Debug + Send + Sync + Sized + sealed::Sealed + 'static {
    /// Number of lanes: 1, 4, 8 or 16.
    const COUNT: usize;
    /// One f32 per lane.
    type F: Copy
        + Debug
        + Add<Output = Self::F>
        + Sub<Output = Self::F>
        + Mul<Output = Self::F>
        + Div<Output = Self::F>
        + Neg<Output = Self::F>;
    /// One u32 per lane.
    type U: Copy + Debug;
    /// One truth value per lane.
    type M: Copy + Debug;

    /// Another token of this set.
    ///
    /// # Safety
    /// The instructions exist, as a token proved before.
    #[inline(always)]
    unsafe fn assume() -> Self {
        const { assert!(size_of::<Self>() == 0, "tokens carry nothing") };
        // SAFETY: the type has no bytes, and the contract of this function requires that the instructions
        // exist.
        unsafe { core::mem::zeroed() }
    }

    /// Runs `f`, compiled with the instructions of this set as far as it is inlined.
    ///
    /// Mark the closure `#[inline(always)]`, or use [`with_lanes!`](crate::with_lanes), which does.
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R;

    /// The same value in every lane.
    fn splat(self, value: f32) -> Self::F;
    /// Reads `COUNT` consecutive floats.
    ///
    /// # Safety
    /// `from` is valid for reading `COUNT` floats; alignment beyond that of a float is not needed.
    unsafe fn load_ptr(self, from: *const f32) -> Self::F;
    /// Writes `COUNT` consecutive floats.
    ///
    /// # Safety
    /// `to` is valid for writing `COUNT` floats; alignment beyond that of a float is not needed.
    unsafe fn store_ptr(self, value: Self::F, to: *mut f32);
    /// Whether `a < b`.
    fn lt(self, a: Self::F, b: Self::F) -> Self::M;
    /// Whether `a <= b`.
    fn le(self, a: Self::F, b: Self::F) -> Self::M;
    /// Whether `a == b`; zeros of either sign are equal.
    fn eq(self, a: Self::F, b: Self::F) -> Self::M;
    /// `yes` where the mask is set, else `no`.
    fn select(self, mask: Self::M, yes: Self::F, no: Self::F) -> Self::F;
    /// Exactly `if a < b { a } else { b }`.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// Exactly `if a > b { a } else { b }`.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    /// Clears the sign.
    fn abs(self, a: Self::F) -> Self::F;
    /// The square root, correctly rounded.
    fn sqrt(self, a: Self::F) -> Self::F;

    /// Whether both are set.
    fn and(self, a: Self::M, b: Self::M) -> Self::M;
    /// Whether at least one is set.
    fn or(self, a: Self::M, b: Self::M) -> Self::M;
    /// Whether exactly one is set.
    fn xor(self, a: Self::M, b: Self::M) -> Self::M;
    /// Whether it is not set.
    fn not(self, a: Self::M) -> Self::M;
    /// Whether `a` is set and `b` is not.
    fn and_not(self, a: Self::M, b: Self::M) -> Self::M;
    /// One bit per lane, lane 0 in bit 0; the bits from `COUNT` up are zero.
    fn bits(self, a: Self::M) -> u32;
    /// The mask with lane `i` set where bit `i` is; bits from `COUNT` up are ignored.
    fn mask_from_bits(self, bits: u32) -> Self::M;

    /// The same value in every lane.
    fn splat_u(self, value: u32) -> Self::U;
    /// Reads `COUNT` consecutive values.
    ///
    /// # Safety
    /// `from` is valid for reading `COUNT` values; alignment beyond that of a u32 is not needed.
    unsafe fn load_u_ptr(self, from: *const u32) -> Self::U;
    /// Writes `COUNT` consecutive values.
    ///
    /// # Safety
    /// `to` is valid for writing `COUNT` values; alignment beyond that of a u32 is not needed.
    unsafe fn store_u_ptr(self, value: Self::U, to: *mut u32);
    /// Bitwise and.
    fn and_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// Bitwise or.
    fn or_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// Bitwise exclusive or.
    fn xor_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// Sum modulo 2^32.
    fn add_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// Difference modulo 2^32.
    fn sub_u(self, a: Self::U, b: Self::U) -> Self::U;
    /// Shifts towards the high bits by `BITS`, in 0..32.
    fn shl_u<const BITS: u32>(self, a: Self::U) -> Self::U;
    /// Shifts towards the low bits by `BITS`, in 0..32, filling with zeros.
    fn shr_u<const BITS: u32>(self, a: Self::U) -> Self::U;
    /// Whether `a == b`.
    fn eq_u(self, a: Self::U, b: Self::U) -> Self::M;
    /// `yes` where the mask is set, else `no`.
    fn select_u(self, mask: Self::M, yes: Self::U, no: Self::U) -> Self::U;
    /// The float with these bits.
    fn f_from_bits(self, a: Self::U) -> Self::F;
    /// The bits of the float.
    fn f_to_bits(self, a: Self::F) -> Self::U;

    /// Reads four consecutive floats per lane, lane `i` at `base + stride * (index[i] & !SKIP_BIT)`, and
    /// transposes: element `k` of the result holds float `k` of every lane. The building block of all
    /// gathers.
    ///
    /// # Safety
    /// `index` is valid for reading `COUNT` values, and every place described above for reading four floats.
    unsafe fn gather_block<const STRIDE: usize>(self, base: *const f32, index: *const u32) -> [Self::F; 4];
    /// Writes four consecutive floats per lane: the inverse of [`Lanes::gather_block`]. Lanes whose index has
    /// [`SKIP_BIT`] set write nothing.
    ///
    /// # Safety
    /// `index` is valid for reading `COUNT` values, and every place of a lane without [`SKIP_BIT`] for
    /// writing four floats. No two such lanes have the same index.
    unsafe fn scatter_block<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [Self::F; 4],
    );
    /// Writes four consecutive floats per lane, as [`Lanes::scatter_block`], to all lanes: no index has
    /// [`SKIP_BIT`].
    ///
    /// # Safety
    /// As for [`Lanes::scatter_block`].
    #[inline(always)]
    unsafe fn scatter_block_all<const STRIDE: usize>(
        self,
        base: *mut f32,
        index: *const u32,
        values: [Self::F; 4],
    ) {
        // SAFETY: the contract of this function.
        unsafe { self.scatter_block::<STRIDE>(base, index, values) }
    }
    /// Reads four consecutive floats per lane, lane `i` at `base + STRIDE * i`, and transposes.
    ///
    /// # Safety
    /// Every place described above is valid for reading four floats.
    unsafe fn load_block<const STRIDE: usize>(self, base: *const f32) -> [Self::F; 4];
    /// Writes four consecutive floats per lane: the inverse of [`Lanes::load_block`].
    ///
    /// # Safety
    /// Every place described there is valid for writing four floats.
    unsafe fn store_block<const STRIDE: usize>(self, base: *mut f32, values: [Self::F; 4]);

    // The following functions are built from the operations above, once for all lanes.

    /// Whether `a > b`.
    #[inline(always)]
    fn gt(self, a: Self::F, b: Self::F) -> Self::M {
        self.lt(b, a)
    }
    /// Whether `a >= b`.
    #[inline(always)]
    fn ge(self, a: Self::F, b: Self::F) -> Self::M {
        self.le(b, a)
    }
    /// Whether any lane is set.
    #[inline(always)]
    fn any(self, a: Self::M) -> bool {
        self.bits(a) != 0
    }
    /// Whether every lane is set.
    #[inline(always)]
    fn all(self, a: Self::M) -> bool {
        self.bits(a) == u32::MAX >> (32 - Self::COUNT)
    }
    /// Zero in every lane.
    #[inline(always)]
    fn zero(self) -> Self::F {
        self.splat(0.0)
    }
    /// Reads the first `COUNT` floats.
    ///
    /// # Panics
    /// When the slice is shorter than `COUNT`.
    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::F {
        assert!(from.len() >= Self::COUNT, "lanes need {} floats, got {}", Self::COUNT, from.len());
        // SAFETY: the slice holds at least COUNT floats.
        unsafe { self.load_ptr(from.as_ptr()) }
    }
    /// Writes the first `COUNT` floats.
    ///
    /// # Panics
    /// When the slice is shorter than `COUNT`.
    #[inline(always)]
    fn store(self, value: Self::F, to: &mut [f32]) {
        assert!(to.len() >= Self::COUNT, "lanes need {} floats, got {}", Self::COUNT, to.len());
        // SAFETY: the slice holds at least COUNT floats.
        unsafe { self.store_ptr(value, to.as_mut_ptr()) }
    }
    /// Reads the first `COUNT` values.
    ///
    /// # Panics
    /// When the slice is shorter than `COUNT`.
    #[inline(always)]
    fn load_u(self, from: &[u32]) -> Self::U {
        assert!(from.len() >= Self::COUNT, "lanes need {} values, got {}", Self::COUNT, from.len());
        // SAFETY: the slice holds at least COUNT values.
        unsafe { self.load_u_ptr(from.as_ptr()) }
    }
    /// Writes the first `COUNT` values.
    ///
    /// # Panics
    /// When the slice is shorter than `COUNT`.
    #[inline(always)]
    fn store_u(self, value: Self::U, to: &mut [u32]) {
        assert!(to.len() >= Self::COUNT, "lanes need {} values, got {}", Self::COUNT, to.len());
        // SAFETY: the slice holds at least COUNT values.
        unsafe { self.store_u_ptr(value, to.as_mut_ptr()) }
    }

    /// Reads one row of four floats per lane: element `k` of the result holds float `k` of every lane's row.
    ///
    /// # Safety
    /// `index` has at least `COUNT` elements; each, without [`SKIP_BIT`], is the number of a row that may be
    /// read.
    #[inline(always)]
    unsafe fn gather4(self, rows: *const [f32; 4], index: &[u32]) -> [Self::F; 4] {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { self.gather_block::<4>(rows.cast(), index.as_ptr()) }
    }
    /// Reads one row of eight floats per lane.
    ///
    /// # Safety
    /// As for [`Lanes::gather4`].
    #[inline(always)]
    unsafe fn gather8(self, rows: *const [f32; 8], index: &[u32]) -> [Self::F; 8] {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        let base: *const f32 = rows.cast();
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        let (low, high) = unsafe {
            (
                self.gather_block::<8>(base, index.as_ptr()),
                self.gather_block::<8>(base.wrapping_add(4), index.as_ptr()),
            )
        };
        join(low, high)
    }
    /// Reads the first four floats of one row of eight per lane.
    ///
    /// # Safety
    /// As for [`Lanes::gather4`].
    #[inline(always)]
    unsafe fn gather8_low(self, rows: *const [f32; 8], index: &[u32]) -> [Self::F; 4] {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { self.gather_block::<8>(rows.cast(), index.as_ptr()) }
    }
    /// Reads the last four floats of one row of eight per lane.
    ///
    /// # Safety
    /// As for [`Lanes::gather4`].
    #[inline(always)]
    unsafe fn gather8_high(self, rows: *const [f32; 8], index: &[u32]) -> [Self::F; 4] {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { self.gather_block::<8>(rows.cast::<f32>().wrapping_add(4), index.as_ptr()) }
    }
    /// Reads one row of eight floats per lane, at offsets in words of eight bytes instead of row numbers: no
    /// address has to be computed.
    ///
    /// # Safety
    /// `offsets` has at least `COUNT` elements, without [`SKIP_BIT`]; each is four times the number of a row
    /// that may be read.
    #[inline(always)]
    unsafe fn gather8_at(self, rows: *const [f32; 8], offsets: &[u32]) -> [Self::F; 8] {
        debug_assert!(
            offsets.len() >= Self::COUNT,
            "lanes need {} offsets, got {}",
            Self::COUNT,
            offsets.len()
        );
        let base: *const f32 = rows.cast();
        // SAFETY: the contract of this function guarantees the rows and the number of offsets.
        let (low, high) = unsafe {
            (
                self.gather_block::<2>(base, offsets.as_ptr()),
                self.gather_block::<2>(base.wrapping_add(4), offsets.as_ptr()),
            )
        };
        join(low, high)
    }
    /// Reads one row of sixteen floats per lane.
    ///
    /// # Safety
    /// As for [`Lanes::gather4`].
    #[inline(always)]
    unsafe fn gather16(self, rows: *const [f32; 16], index: &[u32]) -> [Self::F; 16] {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        let base: *const f32 = rows.cast();
        let index = index.as_ptr();
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        let [a, b, c, d] = unsafe {
            [
                self.gather_block::<16>(base, index),
                self.gather_block::<16>(base.wrapping_add(4), index),
                self.gather_block::<16>(base.wrapping_add(8), index),
                self.gather_block::<16>(base.wrapping_add(12), index),
            ]
        };
        join8(join(a, b), join(c, d))
    }

    /// Writes one row of four floats per lane; lanes whose index has [`SKIP_BIT`] set write nothing.
    ///
    /// # Safety
    /// `index` has at least `COUNT` elements; each without [`SKIP_BIT`] is the number of a row that may be
    /// written, and no two of those are equal.
    #[inline(always)]
    unsafe fn scatter4(self, rows: *mut [f32; 4], index: &[u32], values: [Self::F; 4]) {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { self.scatter_block::<4>(rows.cast(), index.as_ptr(), values) }
    }
    /// Writes one row of eight floats per lane; lanes whose index has [`SKIP_BIT`] set write nothing.
    ///
    /// # Safety
    /// As for [`Lanes::scatter4`].
    #[inline(always)]
    unsafe fn scatter8(self, rows: *mut [f32; 8], index: &[u32], values: [Self::F; 8]) {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        let base: *mut f32 = rows.cast();
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe {
            self.scatter_block::<8>(base, index.as_ptr(), quarter(&values, 0));
            self.scatter_block::<8>(base.wrapping_add(4), index.as_ptr(), quarter(&values, 1));
        }
    }
    /// Writes the first four floats of one row of eight per lane; lanes whose index has [`SKIP_BIT`] set
    /// write nothing.
    ///
    /// # Safety
    /// As for [`Lanes::scatter4`].
    #[inline(always)]
    unsafe fn scatter8_low(self, rows: *mut [f32; 8], index: &[u32], values: [Self::F; 4]) {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe { self.scatter_block::<8>(rows.cast(), index.as_ptr(), values) }
    }
    /// Writes the first four floats of one row of eight per lane, at offsets as in [`Lanes::gather8_at`].
    ///
    /// # Safety
    /// As for [`Lanes::gather8_at`], for rows that may be written. Lanes with equal offsets leave the values
    /// of any of them.
    #[inline(always)]
    unsafe fn scatter8_low_at(self, rows: *mut [f32; 8], offsets: &[u32], values: [Self::F; 4]) {
        debug_assert!(
            offsets.len() >= Self::COUNT,
            "lanes need {} offsets, got {}",
            Self::COUNT,
            offsets.len()
        );
        // SAFETY: the contract of this function guarantees the rows and the number of offsets.
        unsafe { self.scatter_block_all::<2>(rows.cast(), offsets.as_ptr(), values) }
    }
    /// Writes one row of sixteen floats per lane; lanes whose index has [`SKIP_BIT`] set write nothing.
    ///
    /// # Safety
    /// As for [`Lanes::scatter4`].
    #[inline(always)]
    unsafe fn scatter16(self, rows: *mut [f32; 16], index: &[u32], values: [Self::F; 16]) {
        debug_assert!(index.len() >= Self::COUNT, "lanes need {} indices, got {}", Self::COUNT, index.len());
        let base: *mut f32 = rows.cast();
        let index = index.as_ptr();
        // SAFETY: the contract of this function guarantees the rows and the length of the index.
        unsafe {
            self.scatter_block::<16>(base, index, quarter(&values, 0));
            self.scatter_block::<16>(base.wrapping_add(4), index, quarter(&values, 1));
            self.scatter_block::<16>(base.wrapping_add(8), index, quarter(&values, 2));
            self.scatter_block::<16>(base.wrapping_add(12), index, quarter(&values, 3));
        }
    }

    /// Reads `COUNT` consecutive rows of four floats: element `k` of the result holds float `k` of every row.
    ///
    /// # Safety
    /// `rows` is valid for reading `COUNT` rows.
    #[inline(always)]
    unsafe fn load_rows4(self, rows: *const [f32; 4]) -> [Self::F; 4] {
        // SAFETY: the contract of this function guarantees the rows.
        unsafe { self.load_block::<4>(rows.cast()) }
    }
    /// Reads `COUNT` consecutive rows of eight floats.
    ///
    /// # Safety
    /// `rows` is valid for reading `COUNT` rows.
    #[inline(always)]
    unsafe fn load_rows8(self, rows: *const [f32; 8]) -> [Self::F; 8] {
        let base: *const f32 = rows.cast();
        // SAFETY: the contract of this function guarantees the rows.
        unsafe { join(self.load_block::<8>(base), self.load_block::<8>(base.wrapping_add(4))) }
    }
    /// Writes `COUNT` consecutive rows of four floats.
    ///
    /// # Safety
    /// `rows` is valid for writing `COUNT` rows.
    #[inline(always)]
    unsafe fn store_rows4(self, rows: *mut [f32; 4], values: [Self::F; 4]) {
        // SAFETY: the contract of this function guarantees the rows.
        unsafe { self.store_block::<4>(rows.cast(), values) }
    }
    /// Writes `COUNT` consecutive rows of eight floats.
    ///
    /// # Safety
    /// `rows` is valid for writing `COUNT` rows.
    #[inline(always)]
    unsafe fn store_rows8(self, rows: *mut [f32; 8], values: [Self::F; 8]) {
        let base: *mut f32 = rows.cast();
        // SAFETY: the contract of this function guarantees the rows.
        unsafe {
            self.store_block::<8>(base, quarter(&values, 0));
            self.store_block::<8>(base.wrapping_add(4), quarter(&values, 1));
        }
    }
}

mod sealed {
    /// Prevents other crates from adding lanes, which our tests could not compare with ours.
    pub trait Sealed {}
}

/// Runs `f` in a separate function where no instructions have to be enabled: with the kernels of all lanes
/// inlined into one function, the optimiser would take minutes.
#[inline(never)]
fn apart<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Joins the two halves of a row.
#[inline(always)]
fn join<F: Copy>(low: [F; 4], high: [F; 4]) -> [F; 8] {
    [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]]
}

/// Joins the two halves of a long row.
#[inline(always)]
fn join8<F: Copy>(a: [F; 8], b: [F; 8]) -> [F; 16] {
    [a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]
}

/// The `n`-th group of four elements of a row.
#[inline(always)]
fn quarter<F: Copy, const N: usize>(values: &[F; N], n: usize) -> [F; 4] {
    [values[4 * n], values[4 * n + 1], values[4 * n + 2], values[4 * n + 3]]
}

/// The byte offset of a row, without the skip bit.
///
/// One 32-bit shift drops the skip bit for free; the rest of the factor fits the addressing modes of all
/// processors. It also drops the next bits, so row indices are below [`MAX_ROWS`].
#[inline(always)]
fn row_offset<const STRIDE: usize>(index: u32) -> usize {
    const { assert!(matches!(STRIDE, 2 | 4 | 8 | 16), "rows have 4, 8 or 16 floats, words 2") };
    ((index << (STRIDE.trailing_zeros() - 1)) as usize) << 3
}

/// Reads one index with a volatile access. Otherwise the optimiser computes the addresses of all lanes in a
/// vector register and extracts them again, which costs more shuffles than all transposes together.
///
/// # Safety
/// `index` is valid for reading at `lane`.
#[inline(always)]
unsafe fn read_index(index: *const u32, lane: usize) -> u32 {
    // SAFETY: the contract of this function.
    unsafe { index.add(lane).read_volatile() }
}

/// Address of the row that lane `lane` reads.
///
/// # Safety
/// `index` is valid for reading at `lane`; the row lies in the same allocation as `base`.
#[inline(always)]
unsafe fn row_ptr<const STRIDE: usize>(base: *const f32, index: *const u32, lane: usize) -> *const f32 {
    // SAFETY: the contract of this function guarantees index and row.
    unsafe { base.byte_add(row_offset::<STRIDE>(read_index(index, lane))) }
}

/// Memory for the writes of skipped lanes; never read.
#[repr(C, align(64))]
struct Trash(core::mem::MaybeUninit<[f32; 8]>);

impl Trash {
    #[inline(always)]
    fn new() -> Self {
        Self(core::mem::MaybeUninit::uninit())
    }

    /// The address, hidden from the optimiser: it would detect that the memory is never read, drop the
    /// writes, and add a branch before every other one.
    #[inline(always)]
    fn place(&mut self) -> *mut f32 {
        core::hint::black_box(self.0.as_mut_ptr().cast())
    }
}

/// Address that lane `lane` writes: its row, or `trash` if it is skipped. A conditional move instead of a
/// branch, because which bodies can move is unpredictable, and a mispredicted branch would cost more than all
/// stores together. Without `SKIPS`, no lane is skipped, and the move is saved.
///
/// # Safety
/// `index` is valid for reading at `lane`.
#[inline(always)]
unsafe fn row_ptr_mut<const STRIDE: usize, const SKIPS: bool>(
    base: *mut f32,
    index: *const u32,
    lane: usize,
    trash: *mut f32,
) -> *mut f32 {
    // SAFETY: the contract of this function guarantees the index.
    let index = unsafe { read_index(index, lane) };
    // Wrapping, because the row of a skipped lane need not exist.
    let row = base.wrapping_byte_add(row_offset::<STRIDE>(index));
    if SKIPS { core::hint::select_unpredictable(index & SKIP_BIT != 0, trash, row) } else { row }
}
