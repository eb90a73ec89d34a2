//! Soft bodies of discs and springs: blobs and cloth.

use cairn2d_dynamics::{Body, CollisionFilter, Distance, Error, IntoShape, Locks, World};
use cairn2d_geometry::Circle;
use cairn2d_math::{StandardFloats, Vec2};

use super::{Assembly, check_length, check_parts};
use crate::check::{check, check_vector};

/// A soft ball: a ring of discs around one in the middle, held by springs along the rim and to the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blob {
    /// Its middle \[m\].
    pub at: Vec2,
    /// Its radius \[m\], 1e-3 to 1e4.
    pub radius: f32,
    /// How many discs its rim has, 3 to 10,000. Default 16.
    pub discs: u32,
    /// Density of the discs [kg/m²]. Default 1.
    pub density: f32,
    /// Stiffness of the springs \[Hz\], above 0 to 1e6. Default 5.
    pub hertz: f32,
    /// Damping ratio of the springs \[-\], 0 to 1e4. Default 0.3.
    pub damping_ratio: f32,
}

impl Blob {
    /// A soft ball of this radius \[m\] about a point \[m\].
    pub fn new(at: impl Into<Vec2>, radius: f32) -> Blob {
        Blob { at: at.into(), radius, discs: 16, density: 1.0, hertz: 5.0, damping_ratio: 0.3 }
    }

    /// Makes the blob: the middle, then the rim counter-clockwise; for each disc of the rim a rigid rod to
    /// the one before, then springs to the middle.
    ///
    /// # Errors
    /// A value out of range; the world then holds nothing of it.
    pub fn build(&self, world: &mut World) -> Result<Assembly, Error> {
        StandardFloats::within(|| {
            check_vector("blob at", self.at, 1.0e6)?;
            check_length("blob radius", self.radius)?;
            check_parts("blob discs", self.discs, 3)?;
            check("blob hertz", self.hertz, (1.0e-3, 1.0e6))?;
            let count = self.discs as usize;
            let turn = core::f32::consts::TAU / self.discs as f32;
            // The discs of the rim nearly touch.
            let size = 0.45 * self.radius * turn;
            check_length("blob disc", size)?;
            Assembly::make(world, |blob, world| {
                let disc = |radius: f32| Circle::new(radius).density(self.density);
                // The middle only holds the springs; the rim is what others meet.
                let nobody = CollisionFilter { mask: 0, ..CollisionFilter::default() };
                let middle = Body::dynamic().at(self.at).with(disc(size).filter(nobody));
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

/// A cloth: a grid of discs, each tied to its neighbours by springs; it hangs by discs of its upper row.
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
    /// Holds every so many discs of the upper row, from the left, and the last one; 0 holds none. Default 4.
    pub held: u32,
}

impl Cloth {
    /// A cloth that hangs from its upper left corner \[m\] to the right and down, with this distance between
    /// its discs \[m\].
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

    /// Makes the cloth: its discs row by row from the top, and for each disc the springs to the left and
    /// upwards.
    ///
    /// # Errors
    /// A value out of range; the world then holds nothing of it.
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
                // Discs of a cloth pass through one another, or it could not fold.
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
