//! Settings of a world: what the caller may choose, with defaults, ranges and the check that keeps bad values out.

use cairn2d_math::{LaneLevel, Vec2};

use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;
use crate::tables::setters::setters;

/// Settings of a [`World`](crate::World). Start from [`WorldConfig::default`] and change what you need, by methods or fields.
///
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; }
/// use cairn2d::{World, WorldConfig};
/// let world = World::new(WorldConfig::default().gravity([0.0, -9.8]).sub_steps(8).threads(2))?;
/// assert_eq!(world.config().sub_steps, 8);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorldConfig {
    /// Acceleration of every dynamic body \[m/s²\]. Default (0, -10).
    pub gravity: Vec2,
    /// Solver sub-steps of one step, 1 to 64. More is stiffer and slower. Default 4.
    pub sub_steps: u32,
    /// Whether islands at rest fall asleep. Default true.
    pub sleeping: bool,
    /// Whether fast bodies are stopped at static and kinematic shapes they would pass through. Default true.
    pub continuous: bool,
    /// Approach speed under which contacts do not bounce \[m/s\], at least 0. Default 1.
    pub restitution_threshold: f32,
    /// Restitution from which impacts are resolved at their exact time, all that meet at once together \[-\], at least 0. What bounces less
    /// bounces at the end of the step, contact by contact, which is cheaper in heaps that hardly bounce at all. Above 1: none. Default 0.25.
    pub exact_restitution: f32,
    /// Speed limit of every body \[m/s\], above 0. Default 400.
    pub max_linear_speed: f32,
    /// Spin limit of every body \[rad/s\], above 0. Default 1e6, which is none: the solver never lets a body turn by more than an eighth of a
    /// turn in a sub-step, at 60 steps of 4 sub-steps 188 rad/s.
    pub max_angular_speed: f32,
    /// Stiffness of contacts \[Hz\], above 0; held below an eighth of the sub-step rate. Default 30.
    pub contact_hertz: f32,
    /// Damping of contacts \[-\], at least 0. Default 10.
    pub contact_damping_ratio: f32,
    /// Speed at which overlaps are pushed apart at most \[m/s\], at least 0. Default 3.
    pub contact_push_speed: f32,
    /// Stiffness of joints \[Hz\], above 0; held below a quarter of the sub-step rate, and lower where more than three joints hold a body that is
    /// light for what hangs on it. Default 60.
    pub joint_hertz: f32,
    /// Damping of joints \[-\], at least 0. Default 2.
    pub joint_damping_ratio: f32,
    /// Threads that step the world, the calling one included, 1 to 64. Results do not depend on it. Default 1.
    pub threads: usize,
    /// Instruction set of the wide kernels. Results do not depend on it. Default [`LaneLevel::fastest`].
    pub lanes: LaneLevel,
    /// Whether positions have 64 bits, so that bodies are as precise a hundred thousand kilometres out as next to the origin. Functions that end
    /// in `64`, and [`World::seen_from`](crate::World::seen_from), then reach all of it. What names points of the world
    /// with 32 bits stays within the usual million metres: explosions, areas of fields, grabs, ropes of pulleys, characters and cars. Default false.
    ///
    /// # Cost
    /// Instructions of a step, 0.1.0 of 2026-11-21: 9 % more in a drum of 2,025 boxes, 11 % in a heap of 5,050, wherever the first body was put. Boxes of the
    /// broad phase count from there, or from the origin after [`World::shift_origin`](crate::World::shift_origin), with 32 bits. Ten thousand kilometres
    /// away from that they are too large by a metre, and contacts that never touch make it 100 % in the drum and 43 % in the heap.
    /// Worlds that are not large pay up to 0.5 % for the choice.
    pub large_world: bool,
    /// Mark in the ids of this world: ids of a world with another tag are rejected. Default 0.
    pub id_tag: u8,
}

impl Default for WorldConfig {
    fn default() -> WorldConfig {
        WorldConfig {
            gravity: Vec2::new(0.0, -10.0),
            sub_steps: 4,
            sleeping: true,
            continuous: true,
            restitution_threshold: 1.0,
            exact_restitution: 0.25,
            max_linear_speed: 400.0,
            max_angular_speed: 1.0e6,
            contact_hertz: 30.0,
            contact_damping_ratio: 10.0,
            contact_push_speed: 3.0,
            joint_hertz: 60.0,
            joint_damping_ratio: 2.0,
            threads: 1,
            lanes: LaneLevel::fastest(),
            large_world: false,
            id_tag: 0,
        }
    }
}

setters!(WorldConfig {
    sub_steps: u32,
    sleeping: bool,
    continuous: bool,
    restitution_threshold: f32,
    exact_restitution: f32,
    max_linear_speed: f32,
    max_angular_speed: f32,
    contact_hertz: f32,
    contact_damping_ratio: f32,
    contact_push_speed: f32,
    joint_hertz: f32,
    joint_damping_ratio: f32,
    threads: usize,
    lanes: LaneLevel,
    large_world: bool,
    id_tag: u8,
} into { gravity: Vec2 });

impl WorldConfig {
    /// Default settings with this gravity \[m/s²\].
    pub fn with_gravity(gravity: impl Into<Vec2>) -> WorldConfig {
        WorldConfig { gravity: gravity.into(), ..WorldConfig::default() }
    }

    /// The switch for long chains with heavy ends: 16 sub-steps, and joints as stiff as these let them be (a quarter of the sub-step rate).
    ///
    /// Thirty links with an end of a hundred times the mass of a link then open by 7 mm at most while they swing, with a thousand times by
    /// 4 cm; with the default settings it is 10 cm and metres.
    ///
    /// # Cost
    /// Four times that of the solver with the default settings.
    #[must_use]
    pub fn stiff_joints(self) -> WorldConfig {
        WorldConfig { sub_steps: 16, joint_hertz: 1.0e6, ..self }
    }

    /// Whether every value is in its range.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn validate(&self) -> Result<(), ValueError> {
        check("gravity x", self.gravity.x, Bound::Finite)?;
        check("gravity y", self.gravity.y, Bound::Finite)?;
        check("sub_steps", self.sub_steps as f32, Bound::Range(1.0, 64.0))?;
        check("restitution_threshold", self.restitution_threshold, Bound::NonNegative)?;
        check("exact_restitution", self.exact_restitution, Bound::NonNegative)?;
        check("max_linear_speed", self.max_linear_speed, Bound::Range(1.0e-3, 1.0e6))?;
        check("max_angular_speed", self.max_angular_speed, Bound::Range(1.0e-3, 1.0e6))?;
        check("contact_hertz", self.contact_hertz, Bound::Range(1.0e-3, 1.0e6))?;
        check("contact_damping_ratio", self.contact_damping_ratio, Bound::Range(0.0, 1.0e4))?;
        check("contact_push_speed", self.contact_push_speed, Bound::Range(0.0, 1.0e6))?;
        check("joint_hertz", self.joint_hertz, Bound::Range(1.0e-3, 1.0e6))?;
        check("joint_damping_ratio", self.joint_damping_ratio, Bound::Range(0.0, 1.0e4))?;
        check("threads", self.threads as f32, Bound::Range(1.0, 64.0))?;
        if !self.lanes.is_available() {
            return Err(ValueError::lanes(self.lanes));
        }
        Ok(())
    }
}
