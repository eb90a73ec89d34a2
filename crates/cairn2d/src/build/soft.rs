//! Soft bodies of discs and springs: blobs and cloth.

use cairn2d_dynamics::{Body, CollisionFilter, Distance, Error, IntoShape, Locks, World};
use cairn2d_geometry::Circle;
use cairn2d_math::{StandardFloats, Vec2};

use super::{Assembly, check_length, check_parts};
use crate::check::{check, check_vector};

/// A soft ball: a ring of discs around a disc in the middle, joined by springs along the rim and to the
/// middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blob {
    /// Its centre \[m\].
    pub at: Vec2,
    /// Its radius \[m\], 1e-3 to 1e4.
    pub radius: f32,
    /// Number of discs of the rim, 3 to 10,000. Default 16.
    pub discs: u32,
    /// Density of the discs [kg/m²]. Default 1.
    pub density: f32,
    /// Stiffness of the springs \[Hz\], above 0 to 1e6. Default 5.
    pub hertz: f32,
    /// Damping ratio of the springs \[-\], 0 to 1e4. Default 0.3.
    pub damping_ratio: f32,
}

impl Blob {
    /// A soft ball with this centre \[m\] and radius \[m\].
    pub fn new(at: impl Into<Vec2>, radius: f32) -> Blob {
        Blob { at: at.into(), radius, discs: 16, density: 1.0, hertz: 5.0, damping_ratio: 0.3 }
    }

    /// Makes the blob. Bodies: the middle, then the rim counter-clockwise. Joints: for each disc of the rim a
    /// rigid rod to the one before, then the springs to the middle.
    ///
    /// # Errors
    /// A value out of range; nothing is added to the world then.
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            check_vector("blob at", self.at, 1.0e6)?;
            check_length("blob radius", self.radius)?;
            check_parts("blob discs", self.discs, 3)?;
            check("blob hertz", self.hertz, (1.0e-3, 1.0e6))?;
            let count = self.discs as usize;
            let turn = core::f32::consts::TAU / self.discs as f32;
            // Adjacent discs of the rim nearly touch.
            let size = 0.45 * self.radius * turn;
            check_length("blob disc", size)?;
            Assembly::make(world, |blob, world| {
                let disc = |radius: f32| Circle::new(radius).density(self.density);
                // The middle collides with nothing; only the rim does.
                let nothing = CollisionFilter { mask: 0, ..CollisionFilter::default() };
                let middle = Body::dynamic().at(self.at).with(disc(size).filter(nothing));
                let middle = blob.spawn(world, middle)?;
                let radius = if self.radius > 2.0 * size { self.radius - size } else { 0.5 * self.radius };
                for n in 0..count {
                    let at = self.at + Vec2::from_angle(turn * n as f32) * radius;
                    blob.spawn(world, Body::dynamic().at(at).with(disc(size)))?;
                }
                for n in 0..count {
                    let [a, b] = [blob.bodies[1 + n], blob.bodies[1 + (n + 1) % count]];
                    blob.join(world, Distance::new(a, b))?;
                }
                for n in 0..count {
                    let spring = Distance::new(middle, blob.bodies[1 + n]);
                    blob.join(world, spring.spring(self.hertz, self.damping_ratio))?;
                }
                Ok(())
            })
        })
    }
}

/// A cloth: a grid of discs, each joined to its neighbours by springs, with discs of its upper row held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloth {
    /// Its upper left corner \[m\].
    pub at: Vec2,
    /// Discs across and down, each 2 to 10,000.
    pub discs: [u32; 2],
    /// Distance between neighbours \[m\], 1e-3 to 1e4.
    pub spacing: f32,
    /// Density of the discs [kg/m²]. Default 1.
    pub density: f32,
    /// Stiffness of the springs \[Hz\], above 0 to 1e6. Default 10.
    pub hertz: f32,
    /// Damping ratio of the springs \[-\], 0 to 1e4. Default 0.5.
    pub damping_ratio: f32,
    /// Force at which a spring tears \[N\]; `None` for never, the default.
    pub tear_force: Option<f32>,
    /// Every how many discs of the upper row one is held, from the left, and the last one too; 0 holds none.
    /// Default 4.
    pub held: u32,
}

impl Cloth {
    /// A cloth whose upper left corner is at this point \[m\] and whose discs have this spacing \[m\].
    pub fn new(at: impl Into<Vec2>, discs: [u32; 2], spacing: f32) -> Cloth {
        Cloth {
            at: at.into(),
            discs,
            spacing,
            density: 1.0,
            hertz: 10.0,
            damping_ratio: 0.5,
            tear_force: None,
            held: 4,
        }
    }

    /// Makes the cloth: the discs row by row from the top, and for each disc the springs to the left and
    /// upwards.
    ///
    /// # Errors
    /// A value out of range; nothing is added to the world then.
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            check_vector("cloth at", self.at, 1.0e6)?;
            check_length("cloth spacing", self.spacing)?;
            check("cloth hertz", self.hertz, (1.0e-3, 1.0e6))?;
            for count in self.discs {
                check_parts("cloth discs", count, 2)?;
            }
            let [columns, rows] = self.discs.map(|count| count as usize);
            Assembly::make(world, |cloth, world| {
                // Discs of one cloth do not collide with each other, so that it can fold.
                let filter = CollisionFilter { group: -1, ..CollisionFilter::default() };
                let disc = Circle::new(0.3 * self.spacing).density(self.density).filter(filter);
                for row in 0..rows {
                    for column in 0..columns {
                        let at = self.at + Vec2::new(column as f32, -(row as f32)) * self.spacing;
                        let hangs = row == 0 && self.holds(column, columns);
                        let locks = Locks { x: hangs, y: hangs, rotation: false };
                        let body =
                            cloth.spawn(world, Body::dynamic().at(at).locks(locks).with(disc.clone()))?;
                        let index = row * columns + column;
                        let neighbours = [(column > 0, 1), (row > 0, columns)];
                        for (_, back) in neighbours.into_iter().filter(|(there, _)| *there) {
                            let spring = Distance::new(cloth.bodies[index - back], body);
                            let spring = spring.spring(self.hertz, self.damping_ratio);
                            cloth.join(world, spring.break_at(self.tear_force, None))?;
                        }
                    }
                }
                Ok(())
            })
        })
    }

    fn holds(&self, column: usize, columns: usize) -> bool {
        self.held > 0 && (column.is_multiple_of(self.held as usize) || column + 1 == columns)
    }
}
