//! Floating-point modes of the processor, and protection from those of a host.
//!
//! IEEE 754 lets a program choose the rounding mode, and processors can flush subnormal numbers to zero. Rust
//! defines results for the standard modes only, and so does this engine. But audio plug-ins, drivers and
//! libraries built with `-ffast-math` change the modes of their thread, and threads inherit them.
//! [`StandardFloats`] switches to the standard modes and back. Reading the modes costs a few instructions;
//! switching costs some tens of cycles, and only if the host has other modes.
//!
//! x86 has them in MXCSR (flush to zero, denormals are zero, rounding, masks of exceptions), 64-bit ARM in
//! FPCR. WebAssembly has no modes. On other processors nothing is changed, and [`StandardFloats::hold`]
//! detects the modes by computation.
//!
//! A guard object is not sufficient: the compiler does not model the modes, and moves divisions across the
//! instruction that changes them. It moves nothing across a call that is not inlined and has effects.
//!
//! Rejecting a step is not an alternative either, because a task system may provide threads with other modes
//! in the middle of a step.

use core::hint::black_box;

/// The standard floating-point modes: round to nearest, with subnormal numbers, without traps.
///
/// Every function of a world computes in them. Use this type for your own arithmetic that must give the same
/// bits on every machine, if another library may have changed your thread.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_math::{StandardFloats, vec2}; }
/// use cairn2d::{StandardFloats, vec2};
/// let speed = StandardFloats::within(|| vec2(3.0, 4.0).length());
/// assert_eq!(speed, 5.0);
/// ```
#[derive(Debug)]
pub struct StandardFloats {
    /// The modes of the host, if they must be restored.
    host: Option<control::Word>,
}

impl StandardFloats {
    /// Calls `calculate` in the standard modes; restores those of the host afterwards, even after a panic.
    #[inline]
    pub fn within<R>(calculate: impl FnOnce() -> R) -> R {
        let modes = StandardFloats::enter();
        let result = apart(calculate);
        drop(modes);
        result
    }

    /// Whether this thread computes in the standard modes, detected by computation: round to nearest, with
    /// subnormal numbers.
    pub fn hold() -> bool {
        let (one, tiny) = (black_box(1.0_f32), black_box(f32::MIN_POSITIVE));
        // Rounding away from zero, toward zero or down would change one of these.
        let nearest = one + black_box(1.0e-8) == one && -one - black_box(1.0e-8) == -one;
        let up = one + black_box(1.0e-7) > one && -one - black_box(1.0e-7) < -one;
        let kept = tiny * black_box(0.5) != 0.0 && black_box(f32::from_bits(1)) > 0.0;
        nearest && up && kept
    }

    #[inline]
    fn enter() -> StandardFloats {
        let found = control::read();
        if control::is_standard(found) { StandardFloats { host: None } } else { enter_from(found) }
    }
}

/// A call across which no arithmetic is moved, on targets with modes.
#[cfg_attr(not(target_family = "wasm"), inline(never))]
fn apart<R>(calculate: impl FnOnce() -> R) -> R {
    if cfg!(not(target_family = "wasm")) {
        // An opaque effect: without one the compiler might detect that the call has no effect, and move it.
        black_box(0_u8);
    }
    calculate()
}

impl Drop for StandardFloats {
    #[inline]
    fn drop(&mut self) {
        if let Some(host) = self.host {
            control::write(host);
        }
    }
}

#[cold]
fn enter_from(found: control::Word) -> StandardFloats {
    control::write(control::STANDARD);
    StandardFloats { host: Some(found) }
}

#[cfg(all(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")), not(miri)))]
mod control {
    use core::arch::asm;

    pub(super) type Word = u32;

    /// All exceptions masked, to nearest, nothing flushed.
    pub(super) const STANDARD: Word = 0x1f80;

    /// Status flags, which are not modes.
    const FLAGS: Word = 0x3f;

    #[inline(always)]
    pub(super) fn is_standard(word: Word) -> bool {
        word & 0xffff & !FLAGS == STANDARD
    }

    #[inline(always)]
    pub(super) fn read() -> Word {
        let mut word: Word = 0;
        // SAFETY: writes four bytes, to where `word` is; SSE is part of the target.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
        word
    }

    #[inline(always)]
    pub(super) fn write(word: Word) {
        // SAFETY: reads four bytes, from where `word` is. They are the standard modes or the previous content
        // of the register, so no reserved bit is set. The compiler assumes the standard modes: they are set
        // during the call, and outside of it the host's modes apply as before.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, preserves_flags)) };
    }
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod control {
    use core::arch::asm;

    pub(super) type Word = u64;

    /// Round to nearest, no flushing, no traps.
    pub(super) const STANDARD: Word = 0;

    #[inline(always)]
    pub(super) fn is_standard(word: Word) -> bool {
        word == STANDARD
    }

    #[inline(always)]
    pub(super) fn read() -> Word {
        let word: Word;
        // SAFETY: reads a register that every program may read.
        unsafe { asm!("mrs {}, fpcr", out(reg) word, options(nostack, preserves_flags)) };
        word
    }

    #[inline(always)]
    pub(super) fn write(word: Word) {
        // SAFETY: the standard modes, or the previous content of the register; see above about the compiler.
        unsafe { asm!("msr fpcr, {}", in(reg) word, options(nostack, preserves_flags)) };
    }
}

#[cfg(any(
    miri,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "x86", target_feature = "sse2"),
        target_arch = "aarch64"
    ))
))]
mod control {
    pub(super) type Word = ();

    pub(super) const STANDARD: Word = ();

    #[inline(always)]
    pub(super) fn is_standard((): Word) -> bool {
        true
    }

    #[inline(always)]
    pub(super) fn read() -> Word {}

    #[inline(always)]
    pub(super) fn write((): Word) {}
}

#[cfg(test)]
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
mod tests {
    use super::*;

    /// Possible modes of a host: four rounding modes, with and without subnormal numbers.
    #[cfg(target_arch = "x86_64")]
    const HOSTS: [control::Word; 7] = [0x3f80, 0x5f80, 0x7f80, 0x9f80, 0x1fc0, 0x9fc0, 0xffc0];
    #[cfg(target_arch = "aarch64")]
    const HOSTS: [control::Word; 5] = [1 << 22, 2 << 22, 3 << 22, 1 << 24, 7 << 22];

    #[test]
    fn host_float_mode_is_detected_and_restored() {
        assert!(StandardFloats::hold());
        for host in HOSTS {
            control::write(host);
            let before = StandardFloats::hold();
            let (within, deeper, third) = StandardFloats::within(|| {
                let (one, three) = (black_box(1.0_f32), black_box(3.0_f32));
                (StandardFloats::hold(), StandardFloats::within(StandardFloats::hold), one / three)
            });
            let after = control::read();
            control::write(control::STANDARD);
            assert!(!before && within && deeper, "{host:#x}: {before} {within} {deeper}");
            assert_eq!(third, 1.0 / 3.0);
            // Status flags are not modes.
            assert_eq!(after & !0x3f, host & !0x3f);
        }
    }

    #[test]
    fn panic_restores_the_host_float_mode() {
        control::write(HOSTS[0]);
        let panic = std::panic::catch_unwind(|| {
            StandardFloats::within(|| std::panic::resume_unwind(Box::new(())));
        });
        let after = control::read();
        control::write(control::STANDARD);
        assert!(panic.is_err());
        assert_eq!(after & !0x3f, HOSTS[0] & !0x3f);
    }
}
