//! Selection of lanes at run time, once per world; results never depend on it.

#[cfg(target_arch = "x86_64")]
use super::Lanes;
use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

/// The lanes of a world. Results never depend on them.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LaneLevel {
    /// One lane, plain floats; available everywhere except in WebAssembly with `simd128`, where it would only
    /// enlarge the module.
    Scalar,
    /// Four lanes, every x86-64.
    Sse2,
    /// Eight lanes, x86-64 since about 2013.
    Avx2,
    /// Sixteen lanes, x86-64 with the AVX-512 of Ice Lake or Zen 4 and later.
    Avx512,
    /// Four lanes, every 64-bit ARM.
    Neon,
    /// Four lanes, WebAssembly built with `simd128`.
    Wasm128,
}

impl LaneLevel {
    /// Every level, narrow ones first.
    pub const ALL: [Self; 6] =
        [Self::Scalar, Self::Sse2, Self::Neon, Self::Wasm128, Self::Avx2, Self::Avx512];

    /// The narrowest lanes of the target: one, if these exist.
    #[doc(hidden)]
    pub const NARROWEST: Self = if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        Self::Wasm128
    } else {
        Self::Scalar
    };

    /// The widest lanes of this machine; detected once, then cached.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|level| level.is_available()).unwrap_or(Self::NARROWEST)
    }

    /// The fastest lanes of this build: the widest (see [`best`](Self::best)), but the narrowest if this
    /// crate is compiled without optimisation. There each operation is a call, and wide lanes take twice the
    /// time.
    #[must_use]
    pub fn fastest() -> Self {
        if cfg!(cairn2d_unoptimized) { Self::NARROWEST } else { Self::best() }
    }

    /// The levels that this machine has, narrow ones first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Whether this machine has the instructions.
    #[inline]
    #[must_use]
    pub fn is_available(self) -> bool {
        let found = FOUND.load(Ordering::Relaxed);
        let found = if found == 0 { find_levels() } else { found };
        found & self.bit() != 0
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Number of lanes: 1, 4, 8 or 16.
    #[must_use]
    pub const fn lane_count(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Sse2 | Self::Neon | Self::Wasm128 => 4,
            Self::Avx2 => 8,
            Self::Avx512 => 16,
        }
    }

    /// The name, as understood by `FromStr`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::Wasm128 => "wasm128",
        }
    }

    /// The token of this level, or of the best level if this machine lacks it; results are the same.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn lanes(self) -> AnyLanes {
        let level = if self.is_available() { self } else { Self::best() };
        match level {
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => AnyLanes::Sse2(super::Sse2Lanes),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is available, so `new` returned the token before.
            Self::Avx2 => AnyLanes::Avx2(unsafe { Lanes::assume() }),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx512 => AnyLanes::Avx512(unsafe { Lanes::assume() }),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => super::NeonLanes::new().map_or(AnyLanes::Scalar(super::Scalar), AnyLanes::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            _ => AnyLanes::Wasm128(super::Wasm128Lanes::available()),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            _ => AnyLanes::Scalar(super::Scalar),
        }
    }
}

/// The levels of this machine, one bit each; 0 before detection. Detection takes a hundred instructions, and
/// small kernels run by the thousand.
static FOUND: AtomicU8 = AtomicU8::new(0); // tidy: allow(what the processor has never changes)

#[cold]
fn find_levels() -> u8 {
    let mut found = 0;
    let mut add = |level: LaneLevel, exists: bool| found |= if exists { level.bit() } else { 0 };
    #[cfg(target_arch = "x86_64")]
    {
        add(LaneLevel::Sse2, true);
        add(LaneLevel::Avx2, super::Avx2Lanes::new().is_some());
        add(LaneLevel::Avx512, super::Avx512Lanes::new().is_some());
    }
    #[cfg(target_arch = "aarch64")]
    add(LaneLevel::Neon, super::NeonLanes::new().is_some());
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    add(LaneLevel::Wasm128, true);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    add(LaneLevel::Scalar, true);
    FOUND.store(found, Ordering::Relaxed);
    found
}

/// The best level of this machine.
impl Default for LaneLevel {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for LaneLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for LaneLevel {
    type Err = ParseLaneLevelError;

    /// Parses a name such as `"avx2"`, in lower case; the machine need not have the level.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        for level in Self::ALL {
            if level.name() == name {
                return Ok(level);
            }
        }
        Err(ParseLaneLevelError { name: name.to_owned() })
    }
}

/// A text that is not the name of a [`LaneLevel`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLaneLevelError {
    name: String,
}

impl fmt::Display for ParseLaneLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown lane level {:?}, expected one of", self.name)?;
        for level in LaneLevel::ALL {
            write!(f, " {level}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseLaneLevelError {}

/// The token of a [`LaneLevel`], on which [`with_lanes!`](crate::with_lanes) matches.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum AnyLanes {
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Scalar(super::Scalar),
    #[cfg(target_arch = "x86_64")]
    Sse2(super::Sse2Lanes),
    #[cfg(target_arch = "x86_64")]
    Avx2(super::Avx2Lanes),
    #[cfg(target_arch = "x86_64")]
    Avx512(super::Avx512Lanes),
    #[cfg(target_arch = "aarch64")]
    Neon(super::NeonLanes),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm128(super::Wasm128Lanes),
}

/// Evaluates an expression with the lanes of a level: `with_lanes!(level, lanes => kernel(lanes, data))`.
///
/// The expression is compiled once per instruction set of the target, each time inside a function with these
/// instructions enabled, with `lanes` bound to the token ([`Lanes`](crate::lanes::Lanes)). A level that the
/// machine lacks is replaced by its best one. The expression becomes the body of a closure, so `return` and
/// `?` leave only the expression. Functions that it calls must be `#[inline(always)]` to use the
/// instructions.
#[macro_export]
macro_rules! with_lanes {
    ($level:expr, $lanes:ident => $body:expr) => {
        $crate::with_any_lanes!($crate::lanes::LaneLevel::lanes($level), $lanes => $body)
    };
}

/// [`with_lanes!`](crate::with_lanes) for a token that was obtained before.
#[doc(hidden)]
#[macro_export]
macro_rules! with_any_lanes {
    ($any:expr, $lanes:ident => $body:expr) => {
        match $any {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            $crate::lanes::AnyLanes::Scalar($lanes) => $crate::__vectorized!($lanes => $body),
            #[cfg(target_arch = "x86_64")]
            $crate::lanes::AnyLanes::Sse2($lanes) => $crate::__vectorized!($lanes => $body),
            #[cfg(target_arch = "x86_64")]
            $crate::lanes::AnyLanes::Avx2($lanes) => $crate::__vectorized!($lanes => $body),
            #[cfg(target_arch = "x86_64")]
            $crate::lanes::AnyLanes::Avx512($lanes) => $crate::__vectorized!($lanes => $body),
            #[cfg(target_arch = "aarch64")]
            $crate::lanes::AnyLanes::Neon($lanes) => $crate::__vectorized!($lanes => $body),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $crate::lanes::AnyLanes::Wasm128($lanes) => $crate::__vectorized!($lanes => $body),
        }
    };
}

/// Evaluates an expression inside `vectorize`.
#[doc(hidden)]
#[macro_export]
macro_rules! __vectorized {
    ($lanes:ident => $body:expr) => {
        $crate::lanes::Lanes::vectorize(
            $lanes,
            #[inline(always)]
            || $body,
        )
    };
}
