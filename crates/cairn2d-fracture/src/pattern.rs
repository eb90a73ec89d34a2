//! Patterns of cracks, and the settings of a fracture.

use cairn2d::{ValueError, Vec2};

use crate::cells::{self, Cells};
use crate::error::{FARTHEST, check, check_point};
use crate::plane::Bounds;

/// Largest number of cells of a pattern.
pub const MAX_CELLS: u32 = 1 << 16;

/// A division of the plane into convex cells. Points are in coordinates of the body \[m\].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Pattern {
    /// Voronoi cells of points spread at random in the body.
    Voronoi {
        /// Number of cells, 1 to [`MAX_CELLS`].
        count: u32,
        /// A point and a radius \[m\] within which most of the points lie. `None` spreads them evenly.
        focus: Option<(Vec2, f32)>,
    },
    /// Cells between rays from a point and rings around it, as in glass. The rings are closer inside.
    Radial {
        /// The point.
        center: Vec2,
        /// Number of rays, 3 to 4,096.
        rays: u32,
        /// Number of rings, 1 to 4,096; [`MAX_CELLS`] cells in all.
        rings: u32,
        /// Radius of the outermost ring \[m\], beyond which cells reach as far as the body.
        radius: f32,
    },
    /// Bricks along the axes of the body, each row shifted by half of a brick. The seed changes nothing.
    Bricks {
        /// Width and height of a brick \[m\], at least a millimetre.
        size: Vec2,
    },
    /// Voronoi cells of these points, at most [`MAX_CELLS`]. The seed changes nothing.
    Sites(Vec<Vec2>),
}

/// How a body breaks: a pattern, a seed, and the least size of pieces.
///
/// ```
/// use cairn2d_fracture::Fracture;
/// let glass = Fracture::radial([0.0, 0.5], 12, 5, 2.0).seed(7).min_area(0.01);
/// assert_eq!(glass.seed, 7);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Fracture {
    /// The pattern.
    pub pattern: Pattern,
    /// Seed of the random part of the pattern. Default 0.
    pub seed: u64,
    /// Pieces with less area \[m²\] are merged with a neighbour, at least 0. Default 0.
    pub min_area: f32,
    /// Pieces that are thinner \[m\] are merged with a neighbour, 0.001 or more. Default 0.01.
    pub min_width: f32,
}

impl Fracture {
    /// Returns a fracture with a pattern and default settings.
    pub fn new(pattern: Pattern) -> Fracture {
        Fracture { pattern, seed: 0, min_area: 0.0, min_width: 0.01 }
    }

    /// Returns a fracture into Voronoi cells.
    pub fn voronoi(count: u32) -> Fracture {
        Fracture::new(Pattern::Voronoi { count, focus: None })
    }

    /// Returns a fracture into Voronoi cells that are small within a radius \[m\] of a point of the body
    /// \[m\].
    pub fn impact(point: impl Into<Vec2>, radius: f32, count: u32) -> Fracture {
        Fracture::new(Pattern::Voronoi { count, focus: Some((point.into(), radius)) })
    }

    /// Returns a fracture along rays from a point of the body and rings around it, up to a radius \[m\].
    pub fn radial(center: impl Into<Vec2>, rays: u32, rings: u32, radius: f32) -> Fracture {
        Fracture::new(Pattern::Radial { center: center.into(), rays, rings, radius })
    }

    /// Returns a fracture into bricks of a width and height \[m\].
    pub fn bricks(width: f32, height: f32) -> Fracture {
        Fracture::new(Pattern::Bricks { size: Vec2::new(width, height) })
    }

    /// Sets the seed.
    pub fn seed(self, seed: u64) -> Fracture {
        Fracture { seed, ..self }
    }

    /// Sets the least area of a piece \[m²\].
    pub fn min_area(self, min_area: f32) -> Fracture {
        Fracture { min_area, ..self }
    }

    /// Sets the least width of a piece \[m\].
    pub fn min_width(self, min_width: f32) -> Fracture {
        Fracture { min_width, ..self }
    }

    /// # Errors
    /// The first setting that is out of range.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        check("min_area", self.min_area, 0.0, FARTHEST)?;
        check("min_width", self.min_width, 1.0e-3, FARTHEST)?;
        match &self.pattern {
            Pattern::Voronoi { count, focus } => {
                check("count", *count as f32, 1.0, MAX_CELLS as f32)?;
                if let Some((point, radius)) = focus {
                    check_point("focus", *point)?;
                    check("focus radius", *radius, 1.0e-3, FARTHEST)?;
                }
            }
            Pattern::Radial { center, rays, rings, radius } => {
                check_point("center", *center)?;
                check("rays", *rays as f32, 3.0, 4096.0)?;
                check("rings", *rings as f32, 1.0, 4096.0)?;
                check("cells", *rays as f32 * (*rings as f32 + 1.0), 1.0, MAX_CELLS as f32)?;
                check("radius", *radius, 1.0e-3, FARTHEST)?;
            }
            Pattern::Bricks { size } => {
                check("brick width", size.x, 1.0e-3, FARTHEST)?;
                check("brick height", size.y, 1.0e-3, FARTHEST)?;
            }
            Pattern::Sites(sites) => {
                check("sites", sites.len() as f32, 1.0, MAX_CELLS as f32)?;
                for &site in sites {
                    check_point("site", site)?;
                }
            }
        }
        Ok(())
    }

    /// The cells that cover a box, of a body that contains the points for which `contains` holds.
    ///
    /// # Errors
    /// Too many bricks.
    pub(crate) fn cells(
        &self,
        bounds: Bounds,
        contains: impl Fn([f64; 2]) -> bool,
    ) -> Result<Cells, ValueError> {
        match &self.pattern {
            Pattern::Voronoi { count, focus } => {
                let sites = cells::scatter(bounds, contains, *count, *focus, self.seed);
                Ok(cells::voronoi(&sites, bounds))
            }
            Pattern::Radial { center, rays, rings, radius } => {
                Ok(cells::radial(*center, [*rays, *rings], *radius, self.seed, bounds))
            }
            Pattern::Bricks { size } => {
                let [width, height] = bounds.size();
                let columns = width / f64::from(size.x) + 2.0;
                let rows = height / f64::from(size.y) + 1.0;
                check("bricks", (columns * rows) as f32, 0.0, MAX_CELLS as f32)?;
                Ok(cells::bricks(*size, bounds))
            }
            Pattern::Sites(sites) => {
                let sites: Vec<[f64; 2]> = sites.iter().map(|&site| crate::plane::wide(site)).collect();
                Ok(cells::voronoi(&sites, bounds))
            }
        }
    }
}
