//! Concave bodies: an area with holes becomes the convex parts of one body.

use core::fmt;

use cairn2d_dynamics::{Body, CollisionFilter, IntoShape, Material, ShapeDef};
use cairn2d_geometry::{Circle, HullError, LINEAR_SLOP, Mass, Polygon};
use cairn2d_polygon::{Decompose, MultiPolygon, PolygonError, decompose};

/// Error of an outline that cannot become a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum OutlineError {
    /// The decomposition rejected its settings.
    Polygon(PolygonError),
    /// The area is empty, or thinner than any shape.
    NoArea {
        /// Area \[m²\].
        area: f32,
    },
    /// A part of the decomposition is no valid polygon.
    Part {
        /// Position of the part in the decomposition.
        index: usize,
        /// What is wrong with it.
        error: HullError,
    },
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutlineError::Polygon(error) => write!(f, "outline: {error}"),
            OutlineError::NoArea { area } => write!(f, "outline has an area of {area} m² and no part"),
            OutlineError::Part { index, error } => write!(f, "part {index} of the outline: {error}"),
        }
    }
}

impl core::error::Error for OutlineError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            OutlineError::Polygon(error) => Some(error),
            OutlineError::Part { error, .. } => Some(error),
            OutlineError::NoArea { .. } => None,
        }
    }
}

impl From<PolygonError> for OutlineError {
    fn from(error: PolygonError) -> OutlineError {
        OutlineError::Polygon(error)
    }
}

/// An area as the shape of a body: how it is decomposed, its density and its material.
///
/// ```
/// use cairn2d::build::{Outline, WithOutline};
/// use cairn2d::prelude::*;
/// use cairn2d::polygon::MultiPolygon;
///
/// let arrow = [[0.0, 0.0], [1.0, -1.0], [0.0, 2.0], [-1.0, -1.0]].map(|[x, y]| vec2(x, y));
/// let arrow = MultiPolygon::from_ring(&arrow)?;
/// let body = Body::dynamic().with_outline(&Outline::new(&arrow, 0.02).density(3.0))?;
/// let mut world = World::new(WorldConfig::default())?;
/// let arrow = world.spawn(body)?;
/// assert_eq!(world.body(arrow).unwrap().shapes().count(), 2);
/// assert_eq!(world.body(arrow).unwrap().mass().mass, 6.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Outline<'a> {
    area: &'a MultiPolygon,
    decompose: Decompose,
    shape: ShapeDef,
}

impl<'a> Outline<'a> {
    /// Returns the area with a density of 1 kg/m² and the default material. `tolerance` \[m\] is the largest
    /// distance between the area and its convex parts, at least 0.
    pub fn new(area: &'a MultiPolygon, tolerance: f32) -> Outline<'a> {
        // Thinner parts catch in others. NaN stays NaN and is rejected by the decomposition.
        let min_width = if tolerance > LINEAR_SLOP { LINEAR_SLOP } else { tolerance };
        let decompose = Decompose { tolerance, min_width, ..Decompose::default() };
        Outline { area, decompose, shape: Circle::new(1.0).shape() }
    }

    /// Sets all settings of the decomposition.
    pub fn decompose(self, decompose: Decompose) -> Outline<'a> {
        Outline { decompose, ..self }
    }

    /// Sets the density \[kg/m²\], at least 0. Default 1.
    pub fn density(self, density: f32) -> Outline<'a> {
        Outline { shape: self.shape.density(density), ..self }
    }

    /// Sets the material.
    pub fn material(self, material: Material) -> Outline<'a> {
        Outline { shape: self.shape.material(material), ..self }
    }

    /// Sets the collision filter.
    pub fn filter(self, filter: CollisionFilter) -> Outline<'a> {
        Outline { shape: self.shape.filter(filter), ..self }
    }

    /// Takes everything but the geometry from the definition of a shape, density included.
    pub fn like(self, shape: ShapeDef) -> Outline<'a> {
        Outline { shape, ..self }
    }

    /// Returns the convex parts.
    ///
    /// # Errors
    /// [`OutlineError`] for a bad setting, or an area without parts. Parts thinner than half a millimetre are
    /// left out.
    pub fn shapes(&self) -> Result<Vec<ShapeDef>, OutlineError> {
        let parts = decompose(self.area, &self.decompose)?.parts;
        let mut shapes = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            match Polygon::new(part) {
                Ok(polygon) => shapes.push(self.shape.clone().reshaped(polygon)),
                Err(HullError::TooSmall { .. } | HullError::Collinear) => {}
                Err(error) => return Err(OutlineError::Part { index, error }),
            }
        }
        if shapes.is_empty() {
            return Err(OutlineError::NoArea { area: self.area.area() });
        }
        Ok(shapes)
    }

    /// Returns the mass of the area, which does not depend on its parts.
    pub fn mass(&self) -> Mass {
        let region = self.area.region();
        let unit = Mass { mass: region.area, center: region.centroid, inertia: region.second_moment };
        unit.scaled(self.shape.given_density())
    }
}

/// Bodies with an area as their shape.
pub trait WithOutline: Sized {
    /// Adds the convex parts of an area \[m\] in body coordinates, within a tolerance \[m\] of at least 0.
    /// The density is 1 kg/m² and the material the default. See [`with_outline`](Self::with_outline).
    ///
    /// ```
    /// use cairn2d::build::WithOutline;
    /// use cairn2d::prelude::*;
    /// use cairn2d::polygon::march::from_mask;
    ///
    /// // The opaque pixels of an image, 10 cm wide each.
    /// let alpha = [0, 255, 0, 255, 255, 255, 0, 255, 0];
    /// let plus = from_mask(&alpha, 3, 3, 128, 0.1)?;
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::dynamic().at([0.0, 2.0]).outline(&plus, 0.01)?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Outline::shapes`].
    fn outline(self, area: &MultiPolygon, tolerance: f32) -> Result<Self, OutlineError> {
        self.with_outline(&Outline::new(area, tolerance))
    }

    /// Adds the parts of an area. They are [`joined`](Body::joined), so bodies slide over them without
    /// catching at inner edges.
    ///
    /// Sets the mass of the body to that of the area. For a body with further shapes, set the sum of all by
    /// [`Body::mass`] afterwards, as `Mass::sum([outline.mass(), wheel.mass(1.0)])`.
    ///
    /// # Errors
    /// See [`Outline::shapes`].
    fn with_outline(self, outline: &Outline<'_>) -> Result<Self, OutlineError>;
}

impl WithOutline for Body {
    fn with_outline(self, outline: &Outline<'_>) -> Result<Body, OutlineError> {
        let body = self.mass(outline.mass()).joined();
        Ok(outline.shapes()?.into_iter().fold(body, Body::with))
    }
}
