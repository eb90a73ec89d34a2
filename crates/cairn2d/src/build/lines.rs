//! Ropes and bridges: rows of links, hinged to each other.

use cairn2d_dynamics::{Body, BodyId, CollisionFilter, Error, IntoShape, Revolute, World};
use cairn2d_geometry::{Capsule, Rect};
use cairn2d_math::{StandardFloats, Vec2};

use super::{Assembly, check_length, check_parts};
use crate::check::{check, check_vector};

/// A rope of capsules, hinged end to end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rope {
    /// Positions of its two ends \[m\].
    pub ends: [Vec2; 2],
    /// Number of links, 1 to 10,000.
    pub links: u32,
    /// Half the thickness \[m\], 1e-3 to 1e4. Default 0.05.
    pub radius: f32,
    /// Density of the links [kg/m²]. Default 1.
    pub density: f32,
    /// Bodies to which the ends are joined. Default none.
    pub tied_to: [Option<BodyId>; 2],
    /// Force at which a joint breaks \[N\]; `None` for never, the default.
    pub break_force: Option<f32>,
    /// Filter of the links. Default: collides with everything.
    pub filter: CollisionFilter,
}

impl Rope {
    /// A straight rope between two points \[m\].
    pub fn new(from: impl Into<Vec2>, to: impl Into<Vec2>, links: u32) -> Rope {
        Rope {
            ends: [from.into(), to.into()],
            links,
            radius: 0.05,
            density: 1.0,
            tied_to: [None; 2],
            break_force: None,
            filter: CollisionFilter::default(),
        }
    }

    /// Makes the rope: bodies and joints in order from the first end to the second.
    ///
    /// # Errors
    /// A value out of range, or a stale body id; nothing is added to the world then.
    ///
    /// # Examples
    /// ```
    /// use cairn2d::build::Rope;
    /// use cairn2d::prelude::*;
    /// let mut world = World::new(WorldConfig::default())?;
    /// let hook = world.spawn(Body::fixed().at([0.0, 5.0]))?;
    /// let mut rope = Rope::new([0.0, 5.0], [3.0, 5.0], 12);
    /// rope.tied_to[0] = Some(hook);
    /// let rope = rope.build(&mut world)?;
    /// assert_eq!((rope.bodies.len(), rope.joints.len()), (12, 12));
    /// # Ok::<(), cairn2d::Error>(())
    /// ```
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            let [from, to] = self.ends;
            check_vector("rope end", from, 1.0e6)?;
            check_vector("rope end", to, 1.0e6)?;
            check_parts("rope links", self.links, 1)?;
            check_length("rope radius", self.radius)?;
            let step = (to - from) / self.links as f32;
            check_length("rope link", step.length())?;
            Assembly::make(world, |rope, world| {
                let angle = cairn2d_math::atan2(step.y, step.x);
                let half = 0.5 * step.length();
                let link = Capsule::new([-half, 0.0], [half, 0.0], self.radius);
                let link = link.density(self.density).filter(self.filter);
                let mut last = self.tied_to[0];
                for n in 0..self.links {
                    let at = from + step * (n as f32 + 0.5);
                    let body = rope.spawn(world, Body::dynamic().at(at).rotated(angle).with(link.clone()))?;
                    if let Some(last) = last {
                        self.tie(rope, world, [last, body], from + step * n as f32)?;
                    }
                    last = Some(body);
                }
                match (last, self.tied_to[1]) {
                    (Some(last), Some(end)) => self.tie(rope, world, [last, end], to),
                    _ => Ok(()),
                }
            })
        })
    }

    fn tie(
        &self,
        rope: &mut Assembly,
        world: &mut World,
        [a, b]: [BodyId; 2],
        at: Vec2,
    ) -> Result<(), Error> {
        rope.join(world, Revolute::new(a, b).at(at).break_at(self.break_force, None))
    }
}

/// A bridge of planks between two banks, with friction in its hinges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bridge {
    /// The bodies of the banks; they may be the same.
    pub banks: [BodyId; 2],
    /// Positions of its two ends \[m\].
    pub ends: [Vec2; 2],
    /// Number of planks, 1 to 10,000.
    pub planks: u32,
    /// Thickness of the planks \[m\], 1e-3 to 1e4. Default 0.2.
    pub thickness: f32,
    /// Density of the planks [kg/m²]. Default 20.
    pub density: f32,
    /// Friction torque of each hinge \[N m\], at least 0. Default 50.
    pub friction_torque: f32,
    /// Force at which a hinge breaks \[N\]; `None` for never, the default.
    pub break_force: Option<f32>,
}

impl Bridge {
    /// A straight bridge from one bank to the other.
    pub fn new(banks: [BodyId; 2], from: impl Into<Vec2>, to: impl Into<Vec2>, planks: u32) -> Bridge {
        Bridge {
            banks,
            ends: [from.into(), to.into()],
            planks,
            thickness: 0.2,
            density: 20.0,
            friction_torque: 50.0,
            break_force: None,
        }
    }

    /// Makes the bridge: planks from the first bank to the second, and hinges in the same order, one more
    /// than planks.
    ///
    /// # Errors
    /// A value out of range, or a stale body id; nothing is added to the world then.
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            let [from, to] = self.ends;
            check_vector("bridge end", from, 1.0e6)?;
            check_vector("bridge end", to, 1.0e6)?;
            check_parts("bridge planks", self.planks, 1)?;
            check_length("bridge thickness", self.thickness)?;
            check("bridge friction torque", self.friction_torque, (0.0, 1.0e15))?;
            let step = (to - from) / self.planks as f32;
            check_length("bridge plank", step.length())?;
            Assembly::make(world, |bridge, world| {
                let angle = cairn2d_math::atan2(step.y, step.x);
                let plank = Rect::half(0.5 * step.length(), 0.5 * self.thickness).density(self.density);
                let mut last = self.banks[0];
                for n in 0..self.planks {
                    let at = from + step * (n as f32 + 0.5);
                    let body =
                        bridge.spawn(world, Body::dynamic().at(at).rotated(angle).with(plank.clone()))?;
                    self.tie(bridge, world, [last, body], from + step * n as f32)?;
                    last = body;
                }
                self.tie(bridge, world, [last, self.banks[1]], to)
            })
        })
    }

    fn tie(
        &self,
        bridge: &mut Assembly,
        world: &mut World,
        [a, b]: [BodyId; 2],
        at: Vec2,
    ) -> Result<(), Error> {
        // A motor with speed 0 acts as friction and damps the bridge.
        let hinge = Revolute::new(a, b).at(at).motor(0.0, self.friction_torque);
        bridge.join(world, hinge.break_at(self.break_force, None))
    }
}
