//! Options of a liquid and their range checks.

use cairn2d::{Aabb, ValueError, Vec2};

/// Most cells of a grid, with its margin.
pub const MAX_CELLS: usize = 1 << 20;

/// Most particles of a liquid.
pub const MAX_PARTICLES: u32 = 1 << 20;

/// Largest coordinate of the bounds `[m]`.
pub const FARTHEST: f32 = 1.0e6;

/// Options of a liquid.
///
/// ```
/// use cairn2d::Aabb;
/// use cairn2d_particles::{Particles, ParticlesDef};
/// let bounds = Aabb::new([-5.0, 0.0], [5.0, 6.0]);
/// let water = Particles::new(ParticlesDef { bounds, spacing: 0.08, ..ParticlesDef::default() })?;
/// assert_eq!(water.len(), 0);
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ParticlesDef {
    /// Box that the liquid lives in `[m]`, coordinates up to 1e6. Particles that leave it are removed. The
    /// grid has at most [`MAX_CELLS`] cells of twice the spacing. Default (-16, -16) to (16, 16).
    pub bounds: Aabb,
    /// Distance of neighbouring particles at rest `[m]`, 0.001 to 100. Default 0.1.
    pub spacing: f32,
    /// Density `[kg/m^2]`, 1e-6 to 1e6. Default 1, the default density of shapes.
    pub density: f32,
    /// Acceleration by gravity in terms of that of the world `[-]`, -1e3 to 1e3. Default 1.
    pub gravity_scale: f32,
    /// Rate at which slow motion decays `[1/s]`, 0 to 1000. Motion faster than the waves of one cell decays
    /// at a lower rate, motion slower than a tenth of them at twenty times the rate. Applies to liquid that
    /// rests on static shapes only, so that liquid and bodies in free fall keep their momentum. Default 0.3.
    pub damping: f32,
    /// Kinematic viscosity `[m^2/s]`, 0 to 1e4. Liquid with some sticks to walls. Default 0.
    pub viscosity: f32,
    /// Most sub-steps of a step, 1 to 64. Default 8. A sub-step lets no particle cross more than about two
    /// cells; the liquid slows down where more would be needed.
    pub max_sub_steps: u32,
    /// Most particles, 1 to [`MAX_PARTICLES`]. Default 100,000.
    pub capacity: u32,
    /// Change of a sleeping body's speed in a step that wakes it `[m/s]`, 0 to 1e6. Default 0.05.
    pub wake_above: f32,
}

impl Default for ParticlesDef {
    fn default() -> ParticlesDef {
        ParticlesDef {
            bounds: Aabb::new([-16.0, -16.0], [16.0, 16.0]),
            spacing: 0.1,
            density: 1.0,
            gravity_scale: 1.0,
            damping: 0.3,
            viscosity: 0.0,
            max_sub_steps: 8,
            capacity: 100_000,
            wake_above: 0.05,
        }
    }
}

impl ParticlesDef {
    /// Width of a cell `[m]`.
    pub fn cell(&self) -> f32 {
        2.0 * self.spacing
    }

    /// # Errors
    /// The first option that is out of its range.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        let Aabb { min, max } = self.bounds;
        check_vector("bounds", min, FARTHEST)?;
        check_vector("bounds", max, FARTHEST)?;
        check("spacing", self.spacing, 0.001, 100.0)?;
        // Coordinates far out have too few bits for cells that small.
        let reach = [min.x, min.y, max.x, max.y].map(f32::abs).into_iter().fold(0.0, larger);
        check("bounds, in spacings", reach / self.spacing, 0.0, 1.0e5)?;
        let size = max - min;
        check("width of the bounds", size.x, 4.0 * self.spacing, 2.0 * FARTHEST)?;
        check("height of the bounds", size.y, 4.0 * self.spacing, 2.0 * FARTHEST)?;
        let cells = (size.x / self.cell() + 6.0) * (size.y / self.cell() + 6.0);
        check("cells", cells, 0.0, MAX_CELLS as f32)?;
        check("density", self.density, 1.0e-6, 1.0e6)?;
        check("gravity_scale", self.gravity_scale, -1.0e3, 1.0e3)?;
        check("damping", self.damping, 0.0, 1000.0)?;
        check("viscosity", self.viscosity, 0.0, 1.0e4)?;
        check("max_sub_steps", self.max_sub_steps as f32, 1.0, 64.0)?;
        check("capacity", self.capacity as f32, 1.0, MAX_PARTICLES as f32)?;
        check("wake_above", self.wake_above, 0.0, 1.0e6)
    }
}

pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

pub(crate) fn clamped(value: f32, low: f32, high: f32) -> f32 {
    if value > low { if value < high { value } else { high } } else { low }
}

pub(crate) fn check(name: &'static str, value: f32, low: f32, high: f32) -> Result<(), ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(()) } else { Err(ValueError::new(name, value, low, high)) }
}

pub(crate) fn check_vector(name: &'static str, value: Vec2, most: f32) -> Result<(), ValueError> {
    check(name, value.x, -most, most)?;
    check(name, value.y, -most, most)
}
