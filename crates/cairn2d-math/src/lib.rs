//! Vectors, rotations, deterministic functions and SIMD lanes of the cairn2d physics engine.
//!
//! All types are plain values: no state, no allocation, no I/O. The one invariant of the crate: **every
//! function returns the same bits on every machine**. It uses only IEEE `+ - * / sqrt`, comparisons and
//! integer operations, never a fused multiply-add, a reciprocal estimate or the platform's maths library.
//!
//! ```
//! # mod cairn2d { pub use cairn2d_math::{Pose, Rot, vec2}; }
//! use cairn2d::{Pose, Rot, vec2};
//! let pose = Pose::new(vec2(1.0, 2.0), Rot::from_angle(core::f32::consts::FRAC_PI_2));
//! let p = pose.transform_point(vec2(3.0, 0.0));
//! assert!(p.distance(vec2(1.0, 5.0)) < 1e-6);
//! ```

#![deny(unsafe_code)]

mod aabb;
mod aim;
#[cfg(any(feature = "mint-05", feature = "glam-034"))]
mod convert;
mod dvec2;
#[cfg_attr(
    all(not(miri), any(target_arch = "x86_64", target_arch = "x86", target_arch = "aarch64")),
    expect(unsafe_code, reason = "the register of the modes is reached by instructions only")
)]
mod float_mode;
#[expect(unsafe_code, reason = "intrinsics and gathers by row number; every other module is safe")]
pub mod lanes;
mod pose;
mod rot;
mod shown;
mod smooth;
mod steering;
mod trig;
mod vec2;

#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!(
    "without SSE2 this target calculates with the x87 unit, which rounds twice: results would differ"
);

pub use aabb::Aabb;
pub use aim::{
    Aim, Thrust, aim, aim_accelerating, aim_falling, aim_lobbed, steer, thrust_to_meet, turn_toward,
};
pub use dvec2::DVec2;
pub use float_mode::StandardFloats;
pub use lanes::LaneLevel;
pub use lanes::small_rotation;
pub use pose::Pose;
pub use rot::Rot;
#[doc(hidden)]
pub use shown::Shown;
pub use smooth::{
    approach, approach_angle, approach_half, approach_ratio, decay, follow, lerp_ratio, wrap_angle,
    zoom_about,
};
pub use steering::{Approach, arrive, closest_approach, homing};
pub use trig::{acos, asin, atan2, cos, exp, exp_m1, ln, pow, sin, sin_cos, tan};
pub use vec2::{Vec2, vec2};
