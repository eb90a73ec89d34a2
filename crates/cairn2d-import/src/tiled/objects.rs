//! Objects of object layers: a body each.

use cairn2d::Vec2;
use cairn2d_polygon::FillRule;
use cairn2d_scenes::format::{BodyDesc, BoxDesc, CapsuleDesc, CircleDesc, Geometry, ShapeDesc};

use super::cells::Flips;
use super::model::{Object, Point};
use super::tiles::{piece_traits, tile_traits, whole_tile};
use super::{MapReader, apply};
use crate::error::ImportError;
use crate::outline;
use crate::traits::Traits;

/// The figure of an object, about its position with y down.
#[derive(Debug)]
pub(super) enum Figure {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
    Capsule([f64; 2]),
    Polygon(Vec<[f64; 2]>),
    Line(Vec<[f64; 2]>),
    Point,
    Tile(u32),
    Text,
}

impl Figure {
    /// The figure of an object.
    pub(super) fn of(object: &Object) -> Result<Figure, ImportError> {
        let numbers = [object.x, object.y, object.rotation.unwrap_or(0.0)];
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(ImportError::range("position and rotation must be finite"));
        }
        let list = |points: &[Point]| points.iter().map(|point| [point.x, point.y]).collect();
        if let Some(points) = &object.polygon {
            return Ok(Figure::Polygon(list(points)));
        }
        if let Some(points) = &object.polyline {
            return Ok(Figure::Line(list(points)));
        }
        if object.text {
            return Ok(Figure::Text);
        }
        let mut size = [0.0; 2];
        for (axis, (name, value)) in
            [("width", object.width), ("height", object.height)].into_iter().enumerate()
        {
            size[axis] = value.unwrap_or(0.0);
            if !(0.0..=1.0e9).contains(&size[axis]) {
                let reason = format!("must be from 0 to 1e9, but is {}", size[axis]);
                return Err(ImportError::range(reason).field(name));
            }
        }
        Ok(match object.gid {
            Some(gid) => Figure::Tile(gid),
            None if object.point || size == [0.0; 2] => Figure::Point,
            None if object.ellipse => Figure::Ellipse(size),
            None if object.capsule => Figure::Capsule(size),
            None => Figure::Rectangle(size),
        })
    }

    /// The outline, and whether it is an open line; `None` without one.
    pub(super) fn outline(self, tolerance: f64) -> Option<(Vec<[f64; 2]>, bool)> {
        match self {
            Figure::Rectangle([x, y]) => Some((vec![[0.0, 0.0], [0.0, y], [x, y], [x, 0.0]], false)),
            Figure::Ellipse(size) => {
                let half = size.map(|side| 0.5 * side);
                Some((outline::ellipse(half, half, tolerance), false))
            }
            Figure::Capsule(size) => Some((outline::capsule(size, tolerance), false)),
            Figure::Polygon(points) => Some((points, false)),
            Figure::Line(points) => Some((points, true)),
            Figure::Point | Figure::Tile(_) | Figure::Text => None,
        }
    }
}

impl MapReader<'_, '_> {
    /// Adds the body of an object.
    pub(super) fn object(
        &mut self,
        object: Object,
        offset: [f64; 2],
        base: &Traits,
    ) -> Result<(), ImportError> {
        let object = self.with_template(object)?;
        let figure = Figure::of(&object)?;
        let name = object.name.clone().unwrap_or_default();
        let position = self.frame.point([offset[0] + object.x, offset[1] + object.y]);
        let angle = self.frame.angle(object.rotation.unwrap_or(0.0).rem_euclid(360.0).to_radians());
        if let Figure::Tile(gid) = figure {
            return self.tile_object(&object, gid, (position, angle), base);
        }
        let mut traits = base.clone();
        apply(&mut traits, &object.properties)?;
        if traits.ignore {
            return Ok(());
        }
        let mut body = traits.body(position, angle);
        match figure {
            Figure::Text => {
                self.builder.warnings.add("texts are left out", format_args!("{name}"));
                return Ok(());
            }
            Figure::Point => {}
            Figure::Line(points) => {
                let points = self.local(&points);
                self.builder.spend_vertices(points.len())?;
                self.builder.add_line(&mut body, &points, false, &traits, format_args!("{name}"));
            }
            Figure::Polygon(points) => {
                let ring = self.local(&points);
                let area = self.builder.area(&[ring], FillRule::NonZero)?;
                self.builder.add_area(&mut body, &area, 1.0, &traits, format_args!("{name}"))?;
            }
            Figure::Ellipse([x, y]) if x != y => {
                let half = [0.5 * x, 0.5 * y];
                let ring = self.local(&outline::ellipse(half, half, self.tolerance()));
                let area = self.builder.area(&[ring], FillRule::NonZero)?;
                self.builder.add_area(&mut body, &area, 1.0, &traits, format_args!("{name}"))?;
            }
            Figure::Ellipse(size) | Figure::Capsule(size) | Figure::Rectangle(size) => {
                self.simple(&mut body, &figure, size, &traits, &name);
            }
            Figure::Tile(_) => {}
        }
        self.builder.add(body, &name)?;
        Ok(())
    }

    /// Adds a circle, a capsule or a box whose corner is the origin.
    fn simple(&mut self, body: &mut BodyDesc, figure: &Figure, size: [f64; 2], traits: &Traits, name: &str) {
        let half = size.map(|side| 0.5 * side);
        let center = self.frame.point(half);
        let length = |number: f64| self.frame.length(number);
        let geometry = match figure {
            Figure::Ellipse(_) => Geometry::Circle(CircleDesc { center, radius: length(half[0]) }),
            Figure::Capsule(_) if half[0] != half[1] => {
                let radius = half[0].min(half[1]);
                let arm = [half[0] - radius, half[1] - radius];
                let end = |sign: f64| self.frame.point([half[0] + sign * arm[0], half[1] + sign * arm[1]]);
                Geometry::Capsule(CapsuleDesc { a: end(-1.0), b: end(1.0), radius: length(radius) })
            }
            Figure::Capsule(_) => Geometry::Circle(CircleDesc { center, radius: length(half[0]) }),
            _ => Geometry::Box(BoxDesc { half: half.map(length), center, angle: 0.0, radius: 0.0 }),
        };
        if half.map(length).iter().any(|&half| half < cairn2d::geometry::MIN_EXTENT) {
            self.builder.warnings.add("a shape without area is left out", format_args!("{name}"));
            return;
        }
        body.shapes.push(traits.dress(ShapeDesc::new(geometry)));
    }

    /// Adds the body of an object that is a tile, with the collision shapes of the tile.
    fn tile_object(
        &mut self,
        object: &Object,
        gid: u32,
        (position, angle): ([f32; 2], f32),
        base: &Traits,
    ) -> Result<(), ImportError> {
        let name = object.name.clone().unwrap_or_default();
        let (number, flips) = Flips::of(gid);
        let Some((set, definition, size)) = self.tiles.find(number) else {
            self.builder.warnings.add("tiles without a tileset are left out", format_args!("{name}"));
            return Ok(());
        };
        let mut traits = tile_traits(base, set, definition)?;
        apply(&mut traits, &object.properties)?;
        let pieces = definition.map_or(&[][..], |definition| &definition.pieces);
        let is_whole = pieces.is_empty() && (traits.solid || traits.kind.is_some());
        if traits.ignore || (pieces.is_empty() && !is_whole) {
            self.builder
                .warnings
                .add("tile objects without collision shapes are left out", format_args!("{name}"));
            return Ok(());
        }
        let shown = [object.width.unwrap_or(size[0]), object.height.unwrap_or(size[1])];
        let scale = [shown[0] / size[0], shown[1] / size[1]];
        let anchor = anchor(&set.alignment);
        let frame = self.frame;
        let to_scene = |&point: &[f64; 2]| {
            let [x, y] = flips.point(point, size);
            let point = [x * scale[0] - anchor[0] * shown[0], y * scale[1] - anchor[1] * shown[1]];
            Vec2::from(frame.point(point))
        };
        let mut body = traits.body(position, angle);
        let whole = if is_whole { whole_tile(size) } else { Vec::new() };
        let own = pieces.iter().map(|piece| (&piece.rings, piece.is_line, Some(piece)));
        for (rings, is_line, piece) in own.chain(is_whole.then_some((&whole, false, None))) {
            let mut traits = match piece {
                Some(piece) => piece_traits(&traits, piece)?,
                None => traits.clone(),
            };
            // The object itself has the last word.
            apply(&mut traits, &object.properties)?;
            let rings: Vec<Vec<Vec2>> =
                rings.iter().map(|ring| ring.iter().map(to_scene).collect()).collect();
            if is_line {
                for line in rings {
                    self.builder.spend_vertices(line.len())?;
                    self.builder.add_line(&mut body, &line, false, &traits, format_args!("{name}"));
                }
            } else {
                let area = self.builder.area(&rings, FillRule::NonZero)?;
                self.builder.add_area(&mut body, &area, 1.0, &traits, format_args!("{name}"))?;
            }
        }
        self.builder.add(body, &name)?;
        Ok(())
    }

    /// The object with what its template says and it does not.
    fn with_template(&mut self, mut object: Object) -> Result<Object, ImportError> {
        let Some(name) = object.template.take() else { return Ok(object) };
        let base = self.template(&name)?;
        if base.gid.is_some() {
            let reason = "tiles of templates are left out";
            self.builder.warnings.add(reason, format_args!("{name}"));
        }
        let mut properties = base.properties;
        properties.append(&mut object.properties);
        let has_figure = object.polygon.is_some() || object.polyline.is_some();
        Ok(Object {
            name: object.name.or(base.name),
            width: object.width.or(base.width),
            height: object.height.or(base.height),
            rotation: object.rotation.or(base.rotation),
            ellipse: object.ellipse || base.ellipse,
            capsule: object.capsule || base.capsule,
            point: object.point || base.point,
            polygon: object.polygon.or(base.polygon.filter(|_| !has_figure)),
            polyline: object.polyline.or(base.polyline.filter(|_| !has_figure)),
            text: object.text || base.text,
            properties,
            ..object
        })
    }

    /// Points of an object in its body `[m]`.
    fn local(&self, points: &[[f64; 2]]) -> Vec<Vec2> {
        points.iter().map(|&point| self.frame.point(point).into()).collect()
    }
}

/// The point of a tile object that is at its position, as shares of its size.
fn anchor(alignment: &str) -> [f64; 2] {
    let x = match alignment {
        "top" | "center" | "bottom" => 0.5,
        "topright" | "right" | "bottomright" => 1.0,
        _ => 0.0,
    };
    let y = match alignment {
        "topleft" | "top" | "topright" => 0.0,
        "left" | "center" | "right" => 0.5,
        _ => 1.0,
    };
    [x, y]
}
