//! Builds the scene: units, areas as chains or convex parts, names, and the account of the budget.

use core::fmt::Arguments;
use std::collections::BTreeSet;

use cairn2d::geometry::LINEAR_SLOP;
use cairn2d::{Polygon, Vec2};
use cairn2d_polygon::{Decompose, FillRule, MultiPolygon, decompose};
use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{
    BodyDesc, BodyKind, ChainDesc, JointDesc, MaterialDesc, MaterialRef, ShapeDesc,
};

use crate::error::{ImportError, Warnings};
use crate::grid::Owners;
use crate::options::{Budget, Ground, ImportOptions};
use crate::traits::Traits;

/// Units and directions of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Metres in a unit of the file.
    pub(crate) scale: f64,
    /// Whether the y-axis of the file points down.
    pub(crate) y_down: bool,
}

impl Frame {
    /// The frame of a file whose format has these units in a metre and this y-axis.
    pub(crate) fn new(options: &ImportOptions, units: f64, y_down: bool) -> Result<Frame, ImportError> {
        let units = options.pixels_per_metre.map_or(units, f64::from);
        if !(1.0e-6..=1.0e6).contains(&units) {
            return Err(ImportError::range(format!(
                "the units in a metre must be from 1e-6 to 1e6, but are {units}"
            )));
        }
        if !(options.tolerance > 0.0 && options.tolerance <= 1.0e6) {
            let reason = format!("the tolerance must be above 0, but is {}", options.tolerance);
            return Err(ImportError::range(reason));
        }
        Ok(Frame { scale: 1.0 / units, y_down: options.y_down.unwrap_or(y_down) })
    }

    /// The sign of y and of angles.
    pub(crate) fn sign(&self) -> f64 {
        if self.y_down { -1.0 } else { 1.0 }
    }

    /// A point of the file in the scene `[m]`.
    pub(crate) fn point(&self, point: [f64; 2]) -> [f32; 2] {
        // Adding zero makes a positive zero of a negative one.
        [(point[0] * self.scale) as f32 + 0.0, (point[1] * self.scale * self.sign()) as f32 + 0.0]
    }

    /// A length of the file in the scene `[m]`.
    pub(crate) fn length(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    /// An angle of the file, in its direction from x to y, in the scene `[rad]`.
    pub(crate) fn angle(&self, angle: f64) -> f32 {
        (angle * self.sign()) as f32 + 0.0
    }
}

/// Surfaces of an area on a grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surfaces<'a> {
    /// The surface of each cell.
    pub(crate) owners: &'a Owners,
    pub(crate) materials: &'a [MaterialDesc],
    /// A unit of the area `[m]`.
    pub(crate) scale: f64,
}

/// A scene that is being built.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    pub(crate) scene: Scene,
    pub(crate) warnings: Warnings,
    pub(crate) options: &'a ImportOptions,
    names: BTreeSet<String>,
    left: Budget,
}

impl<'a> Builder<'a> {
    /// An empty scene, named like the file `name` without folder and ending.
    pub(crate) fn new(name: &str, options: &'a ImportOptions) -> Builder<'a> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let name: String = name.chars().take(200).collect();
        Builder {
            scene: Scene::new(&name, ""),
            warnings: Warnings::default(),
            options,
            names: BTreeSet::new(),
            left: options.budget,
        }
    }

    /// Takes vertices from the budget.
    pub(crate) fn spend_vertices(&mut self, count: usize) -> Result<(), ImportError> {
        spend(&mut self.left.vertices, count, "vertices", self.options.budget.vertices)
    }

    /// Takes tiles from the budget.
    pub(crate) fn spend_tiles(&mut self, count: usize) -> Result<(), ImportError> {
        spend(&mut self.left.tiles, count, "tiles", self.options.budget.tiles)
    }

    /// Tiles left in the budget.
    pub(crate) fn tiles_left(&self) -> usize {
        self.left.tiles
    }

    /// Adds a body under a name, which becomes unique, and returns its index.
    pub(crate) fn add(&mut self, mut body: BodyDesc, name: &str) -> Result<u32, ImportError> {
        spend(&mut self.left.bodies, 1, "bodies", self.options.budget.bodies)?;
        let shapes = cairn2d_scenes::format::shape_count(core::slice::from_ref(&body));
        spend(&mut self.left.shapes, shapes, "shapes", self.options.budget.shapes)?;
        body.name = (!name.is_empty()).then(|| self.unique(name));
        Ok(self.scene.add(body))
    }

    /// Adds a joint and returns its index.
    pub(crate) fn join(&mut self, joint: JointDesc) -> Result<u32, ImportError> {
        spend(&mut self.left.joints, 1, "joints", self.options.budget.joints)?;
        Ok(self.scene.join(joint))
    }

    /// The name, with a number if it is taken.
    fn unique(&mut self, name: &str) -> String {
        let name: String = name.chars().take(200).collect();
        let mut one = name.clone();
        if self.names.contains(&one) {
            // Numbered by the count of names, so that a thousand equal names do not try a thousand numbers.
            one = format!("{name} {}", self.names.len());
            while self.names.contains(&one) {
                one.push('\'');
            }
        }
        self.names.insert(one.clone());
        one
    }

    /// Adds an area to a body, as chains or convex parts; `scale` is a unit of the area `[m]`.
    pub(crate) fn add_area(
        &mut self,
        body: &mut BodyDesc,
        area: &MultiPolygon,
        scale: f64,
        traits: &Traits,
        first: Arguments<'_>,
    ) -> Result<(), ImportError> {
        if area.is_empty() {
            self.warnings.add("a shape without area is left out", first);
            return Ok(());
        }
        let mut rings = area.rings();
        if let (Some(ring), None) = (rings.next(), rings.next())
            && is_convex(ring)
        {
            self.add_polygon(body, ring, scale, traits, first);
            return Ok(());
        }
        if self.has_outlines(body, traits) {
            for ring in area.rings() {
                let points: Vec<(Vec2, usize)> =
                    scaled(ring, scale).into_iter().map(|point| (point, 0)).collect();
                self.add_chain(body, &points, &[], traits, first);
            }
            return Ok(());
        }
        let how = Decompose {
            tolerance: self.options.tolerance / scale as f32,
            min_width: 2.0 * LINEAR_SLOP / scale as f32,
            ..Decompose::default()
        };
        for part in decompose(area, &how)?.parts.iter() {
            self.add_polygon(body, part, scale, traits, first);
        }
        Ok(())
    }

    /// Adds a convex polygon to a body.
    fn add_polygon(
        &mut self,
        body: &mut BodyDesc,
        ring: &[Vec2],
        scale: f64,
        traits: &Traits,
        first: Arguments<'_>,
    ) {
        let points = scaled(ring, scale);
        if Polygon::new(&points).is_err() {
            self.warnings.add("a part too thin for the engine is left out", first);
            return;
        }
        let points: Vec<[f32; 2]> = points.into_iter().map(Into::into).collect();
        body.shapes.push(traits.dress(ShapeDesc::polygon(points, 0.0)));
    }

    /// Adds a closed chain of one-sided segments `[m]`, solid on its left. Each point has the index of the
    /// surface after it.
    fn add_chain(
        &mut self,
        body: &mut BodyDesc,
        points: &[(Vec2, usize)],
        surfaces: &[MaterialDesc],
        traits: &Traits,
        first: Arguments<'_>,
    ) {
        let points = spaced(points, true);
        if points.len() < 3 {
            self.warnings.add("an outline smaller than 5 mm is left out", first);
            return;
        }
        let surface = |&(_, index): &(Vec2, usize)| {
            MaterialRef::Inline(surfaces.get(index).copied().unwrap_or(traits.material))
        };
        let mut materials: Vec<MaterialRef> = points.iter().map(surface).collect();
        let material = materials[0].clone();
        if materials.iter().all(|other| *other == material) {
            materials.clear();
        }
        body.chains.push(ChainDesc {
            points: points.into_iter().map(|(point, _)| point.into()).collect(),
            closed: true,
            material,
            materials,
            one_way: traits.direction(),
            filter: traits.filter,
        });
    }

    /// Adds the union of areas with unlike surfaces as chains without gaps between the surfaces.
    pub(crate) fn add_surfaces(
        &mut self,
        body: &mut BodyDesc,
        area: &MultiPolygon,
        surfaces: &Surfaces<'_>,
        traits: &Traits,
        first: Arguments<'_>,
    ) {
        for ring in area.rings() {
            let split = surfaces.owners.split(ring).into_iter();
            let points: Vec<(Vec2, usize)> =
                split.map(|(point, surface)| (scaled_point(point, surfaces.scale), surface)).collect();
            self.add_chain(body, &points, surfaces.materials, traits, first);
        }
    }

    /// Whether an area of a body becomes chains.
    pub(crate) fn has_outlines(&self, body: &BodyDesc, traits: &Traits) -> bool {
        self.options.ground == Ground::Outlines && body.kind != BodyKind::Dynamic && !traits.sensor
    }

    /// Adds a line of segments `[m]` that collide on both sides.
    pub(crate) fn add_line(
        &mut self,
        body: &mut BodyDesc,
        points: &[Vec2],
        closed: bool,
        traits: &Traits,
        first: Arguments<'_>,
    ) {
        let points: Vec<(Vec2, ())> = points.iter().map(|&point| (point, ())).collect();
        let points = spaced(&points, closed);
        if points.len() < 2 {
            self.warnings.add("an outline smaller than 5 mm is left out", first);
            return;
        }
        let pairs = points.iter().zip(points.iter().skip(1).chain(closed.then_some(&points[0])));
        for (&(a, ()), &(b, ())) in pairs {
            body.shapes.push(traits.dress(ShapeDesc::segment(a.into(), b.into())));
        }
    }

    /// The area of rings; each spends its points.
    pub(crate) fn area(&mut self, rings: &[Vec<Vec2>], rule: FillRule) -> Result<MultiPolygon, ImportError> {
        self.spend_vertices(rings.iter().map(Vec::len).sum())?;
        Ok(MultiPolygon::from_rings(rings.iter().map(Vec::as_slice), rule)?)
    }

    /// Checks the scene and returns it.
    pub(crate) fn finish(self) -> Result<(Scene, Warnings), ImportError> {
        cairn2d_scenes::Limits::FILE.check(&self.scene)?;
        self.scene.validate()?;
        Ok((self.scene, self.warnings))
    }
}

fn scaled(points: &[Vec2], scale: f64) -> Vec<Vec2> {
    points.iter().map(|&point| scaled_point(point, scale)).collect()
}

fn scaled_point(point: Vec2, scale: f64) -> Vec2 {
    let to = |number: f32| (f64::from(number) * scale) as f32;
    Vec2::new(to(point.x), to(point.y))
}

/// Corners of an outline that becomes one polygon if it is convex.
const FEW_CORNERS: usize = 64;

/// Whether a counter-clockwise ring has few corners and none bends inwards.
fn is_convex(ring: &[Vec2]) -> bool {
    let at = |index: usize| ring[index % ring.len()];
    let turn = |index: usize| (at(index + 1) - at(index)).cross(at(index + 2) - at(index + 1));
    (3..=FEW_CORNERS).contains(&ring.len()) && (0..ring.len()).all(|index| turn(index) >= 0.0)
}

fn spend(left: &mut usize, count: usize, what: &str, most: usize) -> Result<(), ImportError> {
    *left = left.checked_sub(count).ok_or_else(|| ImportError::too_many(what, most))?;
    Ok(())
}

/// The points without those that are too near to their predecessor for a chain, with their values.
fn spaced<T: Copy>(points: &[(Vec2, T)], closed: bool) -> Vec<(Vec2, T)> {
    const NEAREST: f32 = 1.01 * LINEAR_SLOP;
    let mut kept: Vec<(Vec2, T)> = Vec::with_capacity(points.len());
    for &point in points {
        if kept.last().is_none_or(|last| last.0.distance(point.0) >= NEAREST) {
            kept.push(point);
        }
    }
    while closed && kept.len() > 1 && kept[0].0.distance(kept[kept.len() - 1].0) < NEAREST {
        kept.pop();
    }
    kept
}
