//! Options of a gas, blasts, and their range checks.

use cairn2d::{ValueError, Vec2};

/// Most columns and rows of a grid.
pub const MAX_CELLS: u32 = 2048;

/// Largest coordinate of the grid and of blasts `[m]`.
pub const FARTHEST: f32 = 1.0e6;

/// How pressure follows from the state of the gas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// Constant temperature: pressure is the square of the speed of sound times the density.
    Isothermal {
        /// Speed of sound `[m/s]`, 0.01 to 10,000. Sub-steps of a step are proportional to it.
        sound_speed: f32,
    },
    /// Ideal gas with an energy of its own: strong blasts are hot, and their shocks are faster than sound.
    Ideal {
        /// Ratio of the specific heats `[-]`, 1.01 to 3; 1.4 for air.
        gamma: f32,
        /// Speed of sound of the ambient gas `[m/s]`, 0.01 to 10,000.
        sound_speed: f32,
    },
}

impl Model {
    /// Returns the speed of sound of the ambient gas `[m/s]`.
    pub fn sound_speed(self) -> f32 {
        match self {
            Model::Isothermal { sound_speed } | Model::Ideal { sound_speed, .. } => sound_speed,
        }
    }

    /// Returns the ratio of squared sound speed, times density, to pressure `[-]`.
    pub fn gamma(self) -> f32 {
        match self {
            Model::Isothermal { .. } => 1.0,
            Model::Ideal { gamma, .. } => gamma,
        }
    }
}

/// What lies beyond an edge of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A wall.
    Closed,
    /// Ambient gas at rest: waves leave, and gas flows in.
    Open,
}

/// Options of a gas.
///
/// ```
/// use cairn2d_gas::{Gas, GasDef, Model};
/// let model = Model::Ideal { gamma: 1.4, sound_speed: 60.0 };
/// let def = GasDef { cells: [64, 32], model, ..GasDef::default() };
/// assert_eq!(Gas::new(def)?.totals().mass, 64.0 * 32.0 * 0.0625 * f64::from(0.01_f32));
/// # Ok::<(), cairn2d::ValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GasDef {
    /// Lower left corner of the grid `[m]`, up to 1e6. Default (-10, 0).
    pub origin: Vec2,
    /// Width and height of a cell `[m]`, 0.001 to 1000. Default 0.25.
    pub cell: f32,
    /// Number of columns and of rows, 4 to [`MAX_CELLS`] each. Default 80 and 40.
    pub cells: [u32; 2],
    /// Default isothermal with a sound speed of 40.
    pub model: Model,
    /// Density of the ambient gas `[kg/m^2]`, 1e-6 to 1e6. Default 0.01: a hundredth of
    /// the default density of shapes.
    pub density: f32,
    /// Rate at which density and pressure return to ambient `[1/s]`, 0 to 1000. Default 0.5.
    pub drain: f32,
    /// Rate at which velocities decay `[1/s]`, 0 to 1000. Default 0.5.
    pub damping: f32,
    /// Rate at which gas beside a wall takes on the wall's velocity along it `[1/s]`, 0 to 1000. Default 0.
    pub friction: f32,
    /// Left, right, lower and upper edge. Default open.
    pub edges: [Edge; 4],
    /// Most sub-steps of a step, 1 to 1024. Gas that needs more runs slower in that step. Default 32.
    pub max_sub_steps: u32,
    /// Whether shapes of the world are walls, and feel the gas. Default true.
    pub bodies: bool,
    /// Change of a sleeping body's speed in a step that wakes it `[m/s]`, 0 to 1e6. Default 0.05.
    pub wake_above: f32,
}

impl Default for GasDef {
    fn default() -> GasDef {
        GasDef {
            origin: Vec2::new(-10.0, 0.0),
            cell: 0.25,
            cells: [80, 40],
            model: Model::Isothermal { sound_speed: 40.0 },
            density: 0.01,
            drain: 0.5,
            damping: 0.5,
            friction: 0.0,
            edges: [Edge::Open; 4],
            max_sub_steps: 32,
            bodies: true,
            wake_above: 0.05,
        }
    }
}

impl GasDef {
    /// Returns the pressure of the ambient gas `[N/m]`.
    pub fn pressure(&self) -> f32 {
        let sound = self.model.sound_speed();
        self.density * (sound * sound) / self.model.gamma()
    }

    /// # Errors
    /// The first option that is out of its range.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        check_vector("origin", self.origin, FARTHEST)?;
        check("cell", self.cell, 0.001, 1000.0)?;
        check("columns", self.cells[0] as f32, 4.0, MAX_CELLS as f32)?;
        check("rows", self.cells[1] as f32, 4.0, MAX_CELLS as f32)?;
        check("sound_speed", self.model.sound_speed(), 0.01, 1.0e4)?;
        if let Model::Ideal { gamma, .. } = self.model {
            check("gamma", gamma, 1.01, 3.0)?;
        }
        check("density", self.density, 1.0e-6, 1.0e6)?;
        check("drain", self.drain, 0.0, 1000.0)?;
        check("damping", self.damping, 0.0, 1000.0)?;
        check("friction", self.friction, 0.0, 1000.0)?;
        check("max_sub_steps", self.max_sub_steps as f32, 1.0, 1024.0)?;
        check("wake_above", self.wake_above, 0.0, 1.0e6)
    }
}

/// A sudden release of gas and energy in a disc.
///
/// ```
/// use cairn2d_gas::{Blast, Gas, GasDef};
/// let mut gas = Gas::new(GasDef::default())?;
/// gas.explode(&Blast::new([0.0, 5.0], 0.8, 4000.0))?;
/// gas.advance(0.001, None)?;
/// assert!(gas.at([0.0, 5.0]).density > 0.02);
/// # Ok::<(), cairn2d::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// Centre `[m]`, up to 1e6.
    pub center: Vec2,
    /// Radius `[m]`, 0 to 1e6. At least the cell of the centre is filled.
    pub radius: f32,
    /// Energy `[J/m]`, 0 to 1e12. An isothermal gas gets the mass whose pressure times volume is that energy.
    pub energy: f32,
    /// Mass `[kg/m]`, 0 to 1e9, at the temperature of the ambient gas.
    pub mass: f32,
}

impl Blast {
    /// A blast of energy `[J/m]` without mass in a disc with a centre `[m]` and a radius `[m]`.
    pub fn new(center: impl Into<Vec2>, radius: f32, energy: f32) -> Blast {
        Blast { center: center.into(), radius, energy, mass: 0.0 }
    }

    /// The blast with a mass `[kg/m]`.
    #[must_use]
    pub fn mass(self, mass: f32) -> Blast {
        Blast { mass, ..self }
    }

    /// # Errors
    /// The first number that is out of its range.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        check_vector("blast center", self.center, FARTHEST)?;
        check("blast radius", self.radius, 0.0, FARTHEST)?;
        check("blast energy", self.energy, 0.0, 1.0e12)?;
        check("blast mass", self.mass, 0.0, 1.0e9)
    }
}

pub(crate) fn check(name: &'static str, value: f32, low: f32, high: f32) -> Result<(), ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(()) } else { Err(ValueError::new(name, value, low, high)) }
}

pub(crate) fn check_vector(name: &'static str, value: Vec2, most: f32) -> Result<(), ValueError> {
    check(name, value.x, -most, most)?;
    check(name, value.y, -most, most)
}
