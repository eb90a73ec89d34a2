//! World settings with defaults, ranges and validation.

use cairn2d_math::{LaneLevel, Vec2};

use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;
use crate::tables::parts::{LARGE_WORLDS, LAYERS, check_part};
use crate::tables::setters::setters;

/// Settings of a [`World`](crate::World). Start from [`WorldConfig::default`] and change fields or call
/// methods.
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
    /// Solver sub-steps of one step, 1 to 64. More sub-steps are stiffer and slower. Default 4.
    pub sub_steps: u32,
    /// Whether islands at rest fall asleep. Default true.
    pub sleeping: bool,
    /// Whether bodies fall asleep in layers. Default false.
    ///
    /// A body at rest then falls asleep as soon as the bodies that carry it sleep or are static, even below
    /// restless bodies. It wakes when the forces on it change so much that it would move. Otherwise bodies
    /// that contacts and joints connect fall asleep and wake together. Bodies that joints connect always do.
    ///
    /// # Cost
    /// Piles of thousands of boxes under a restless body take a hundredth of the time. Steps with sleeping
    /// bodies cost a few thousand instructions for each one that an awake body touches and whose load
    /// changes. Heaps of random shapes gain little.
    pub layered_sleep: bool,
    /// Whether continuous collision stops fast bodies at static and kinematic shapes. Default true.
    pub continuous: bool,
    /// Restitution threshold: approach speed below which contacts have no restitution \[m/s\], at least 0.
    /// Default 1.
    pub restitution_threshold: f32,
    /// Restitution from which impacts are exact \[-\], at least 0; above 1 disables exact impacts. Default
    /// 0.25. Exact impacts are solved at their time within the step, all simultaneous ones together. Below
    /// this value, restitution is applied at the end of the step, contact by contact. That is cheaper in
    /// heaps with little restitution.
    pub exact_restitution: f32,
    /// Largest speed of a body \[m/s\], above 0. Default 400.
    pub max_linear_speed: f32,
    /// Largest angular speed of a body \[rad/s\], above 0. Default 1e6, which has no effect. The solver also
    /// limits rotation to an eighth of a turn per sub-step: 188 rad/s for 60 steps a second of 4 sub-steps.
    pub max_angular_speed: f32,
    /// Stiffness of contacts \[Hz\], above 0; limited to an eighth of the sub-step rate. Default 30.
    pub contact_hertz: f32,
    /// Damping ratio of contacts \[-\], at least 0. Default 10.
    pub contact_damping_ratio: f32,
    /// Largest speed at which overlaps are resolved \[m/s\], at least 0. Default 3.
    pub contact_push_speed: f32,
    /// Stiffness of joints \[Hz\], above 0; limited to a quarter of the sub-step rate. It is reduced further
    /// where more than three joints hold a body that is light compared to its load. Default 1e6, which is
    /// always the limit: 60 Hz for 60 steps a second of 4 sub-steps.
    pub joint_hertz: f32,
    /// Damping ratio of joints \[-\], at least 0. Default 2.
    pub joint_damping_ratio: f32,
    /// Number of threads that step the world, including the calling thread, 1 to 64. Results do not depend on
    /// it. Default 1.
    pub threads: usize,
    /// Instruction set of the wide kernels. Results do not depend on it. Default [`LaneLevel::fastest`].
    pub lanes: LaneLevel,
    /// Whether positions have 64 bits. Bodies are then as precise a hundred thousand kilometres away as near
    /// the origin. Default false.
    ///
    /// Functions that end in `64`, and [`World::seen_from`](crate::World::seen_from), reach the whole range.
    /// Functions that take world points with 32 bits stay within the usual million metres. These are
    /// explosions, areas of fields, grabs, ropes of pulleys, characters and cars.
    ///
    /// # Cost
    /// A step takes about 10 % more instructions near the broad-phase origin. That origin is the position of
    /// the first body, or the new origin after [`World::shift_origin`](crate::World::shift_origin). AABBs
    /// count from it with 32 bits. Ten thousand kilometres away they are a metre too large, and the extra
    /// contacts can double the cost. Worlds with 32-bit positions pay up to 0.5 %.
    pub large_world: bool,
    /// Tag in the ids of this world; ids with another tag are rejected. Default 0.
    pub id_tag: u8,
}

impl Default for WorldConfig {
    fn default() -> WorldConfig {
        WorldConfig {
            gravity: Vec2::new(0.0, -10.0),
            sub_steps: 4,
            sleeping: true,
            layered_sleep: false,
            continuous: true,
            restitution_threshold: 1.0,
            exact_restitution: 0.25,
            max_linear_speed: 400.0,
            max_angular_speed: 1.0e6,
            contact_hertz: 30.0,
            contact_damping_ratio: 10.0,
            contact_push_speed: 3.0,
            joint_hertz: 1.0e6,
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
    layered_sleep: bool,
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
    /// Returns default settings with this gravity \[m/s²\].
    pub fn with_gravity(gravity: impl Into<Vec2>) -> WorldConfig {
        WorldConfig { gravity: gravity.into(), ..WorldConfig::default() }
    }

    /// Returns settings for long chains with heavy ends: 16 sub-steps, and joints of the largest stiffness
    /// that these allow, a quarter of the sub-step rate, which is also the default.
    ///
    /// Example: a swinging chain of thirty links whose end has a hundred times the mass of a link opens by at
    /// most 7 mm, and with a thousand times by 4 cm. With the default settings it is 10 cm and metres.
    ///
    /// # Cost
    /// Four times the solver cost of the default settings.
    #[must_use]
    pub fn stiff_joints(self) -> WorldConfig {
        WorldConfig { sub_steps: 16, joint_hertz: 1.0e6, ..self }
    }

    /// Returns whether bodies sleep in layers.
    #[inline]
    pub(crate) fn is_layered(&self) -> bool {
        LAYERS && self.layered_sleep
    }

    /// Returns whether the world has cells.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        LARGE_WORLDS && self.large_world
    }

    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// The first value out of range.
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
        check_part("layers", LAYERS, self.layered_sleep)?;
        check_part("large_worlds", LARGE_WORLDS, self.large_world)?;
        if !self.lanes.is_available() {
            return Err(ValueError::lanes(self.lanes));
        }
        Ok(())
    }
}
