//! Options of a terrain, and their range checks.

use cairn2d::{CollisionFilter, IntoShape, Material, ShapeDef, ValueError, Vec2};

/// Most samples in a row and in a column.
pub const MAX_SIDE: u32 = 16_384;

/// Most samples of a field.
pub const MAX_SAMPLES: u32 = 1 << 26;

/// Most materials.
pub const MAX_MATERIALS: usize = 256;

/// Largest coordinate of a field, in spacings: beyond it, coordinates are too coarse for an outline.
pub const FARTHEST: f32 = 65_536.0;

/// A kind of ground.
///
/// ```
/// use cairn2d_terrain::GroundMaterial;
/// let rock = GroundMaterial { friction: 0.8, hardness: f32::INFINITY, ..GroundMaterial::default() };
/// assert_eq!(rock.density, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundMaterial {
    /// Coulomb friction `[-]`, 0 to 1e6. Default 0.6.
    pub friction: f32,
    /// Restitution `[-]`, 0 to 1. Default 0.
    pub restitution: f32,
    /// Density of bodies that come loose `[kg/m^2]`, 1e-6 to 1e6. Default 1.
    pub density: f32,
    /// Distance by which a carve recedes in this material `[m]`, at least 0. Infinite ground cannot be
    /// carved. Default 0.
    pub hardness: f32,
    /// Material id of the shapes, for hooks and material pairs. Default 0.
    pub id: u64,
}

impl Default for GroundMaterial {
    fn default() -> GroundMaterial {
        GroundMaterial { friction: 0.6, restitution: 0.0, density: 1.0, hardness: 0.0, id: 0 }
    }
}

impl GroundMaterial {
    /// A shape with this surface.
    pub(crate) fn surface(&self, shape: impl IntoShape) -> ShapeDef {
        let mut material = Material::default().friction(self.friction).restitution(self.restitution);
        material.id = self.id;
        shape.material(material)
    }

    fn check(&self) -> Result<(), ValueError> {
        check("friction", self.friction, 0.0, 1.0e6)?;
        check("restitution", self.restitution, 0.0, 1.0)?;
        check("density", self.density, 1.0e-6, 1.0e6)?;
        check("hardness", self.hardness, 0.0, f32::INFINITY)
    }
}

/// What happens to ground that is connected with no anchored edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loose {
    /// It becomes dynamic bodies.
    #[default]
    Fall,
    /// It stays where it is.
    Stay,
    /// It is removed.
    Vanish,
}

/// Options of a terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainDef {
    /// Place of the lower left sample `[m]`, up to [`FARTHEST`] spacings. Default (0, 0).
    pub origin: Vec2,
    /// Distance of neighbouring samples `[m]`, 0.02 to 1000. Default 0.1.
    pub spacing: f32,
    /// Samples in a row and in a column, 1 to [`MAX_SIDE`] each, and at most [`MAX_SAMPLES`] in all.
    /// Default 256 each.
    pub size: [u32; 2],
    /// Largest distance of the outline from the interpolated field `[m]`, 0 to the spacing. Default 0.002.
    pub tolerance: f32,
    /// Kinds of ground, 1 to [`MAX_MATERIALS`]. Default one.
    pub materials: Vec<GroundMaterial>,
    /// Whether ground at the left, right, lower and upper edge of the field is held. Default all but the
    /// upper one.
    pub anchored: [bool; 4],
    /// Default [`Loose::Fall`].
    pub loose: Loose,
    /// Smallest area of a body that comes loose `[m^2]`, 0 to 1e6. Smaller pieces are removed.
    /// Default 0.05.
    pub min_area: f32,
    /// Most samples that become bodies in one step, at least 1; further islands wait for the next steps.
    /// One island is made in any case. Default 4096.
    pub max_loose: u32,
    /// Speed at which bodies inside fresh ground are moved out `[m/s]`, 0 to 1e6. Default 5.
    pub push_speed: f32,
    /// Filter of all shapes.
    pub filter: CollisionFilter,
}

impl Default for TerrainDef {
    fn default() -> TerrainDef {
        TerrainDef {
            origin: Vec2::ZERO,
            spacing: 0.1,
            size: [256, 256],
            tolerance: 0.002,
            materials: vec![GroundMaterial::default()],
            anchored: [true, true, true, false],
            loose: Loose::Fall,
            min_area: 0.05,
            max_loose: 4096,
            push_speed: 5.0,
            filter: CollisionFilter::default(),
        }
    }
}

impl TerrainDef {
    /// # Errors
    /// The first option that is out of its range.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        check("spacing", self.spacing, 0.02, 1000.0)?;
        let [columns, rows] = self.size;
        check("columns", columns as f32, 1.0, MAX_SIDE as f32)?;
        check("rows", rows as f32, 1.0, MAX_SIDE as f32)?;
        let samples = u64::from(columns) * u64::from(rows);
        check("samples", samples as f32, 1.0, MAX_SAMPLES as f32)?;
        let far = FARTHEST * self.spacing;
        for (low, count, name) in [(self.origin.x, columns, "origin x"), (self.origin.y, rows, "origin y")] {
            check(name, low, -far, far - count as f32 * self.spacing)?;
        }
        check("tolerance", self.tolerance, 0.0, self.spacing)?;
        check("materials", self.materials.len() as f32, 1.0, MAX_MATERIALS as f32)?;
        for material in &self.materials {
            material.check()?;
        }
        check("min_area", self.min_area, 0.0, 1.0e6)?;
        check("max_loose", self.max_loose as f32, 1.0, MAX_SAMPLES as f32)?;
        check("push_speed", self.push_speed, 0.0, 1.0e6)
    }
}

pub(crate) fn check(name: &'static str, value: f32, low: f32, high: f32) -> Result<(), ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(()) } else { Err(ValueError::new(name, value, low, high)) }
}
