//! Scenes of bodies that are cut by a blade, or into the cells of a Voronoi diagram at an impact.
//!
//! A line cuts a convex polygon into two convex polygons. Each piece gets the velocity of the whole at its
//! position, which conserves momentum and spin.

use super::parts::{bin, floor, look_at, regular};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin;
use cairn2d::{Body, BodyId, BodyKind, Circle, Error, IntoShape, Polygon, Shape, Vec2, World, vec2};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "sliced",
        Category::Events,
        600,
        sliced,
        "A blade cuts bodies in its way; the pieces keep their velocity",
    ),
    entry(
        "shattered",
        Category::Events,
        500,
        shattered,
        "Panes break into Voronoi cells around the point of impact",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[("sliced", start::<Slicer>), ("shattered", start::<Shatter>)];

/// The least area of a piece \[m²\]; smaller pieces are dropped.
const DUST: f32 = 0.004;

/// The part of a convex polygon on the left of a line through a point.
fn left_of(polygon: &[Vec2], point: Vec2, along: Vec2) -> Vec<Vec2> {
    let side = |corner: Vec2| along.cross(corner - point);
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &a) in polygon.iter().enumerate() {
        let b = polygon[(index + 1) % polygon.len()];
        let (side_a, side_b) = (side(a), side(b));
        if side_a >= 0.0 {
            kept.push(a);
        }
        if (side_a > 0.0 && side_b < 0.0) || (side_a < 0.0 && side_b > 0.0) {
            kept.push(a + (b - a) * (side_a / (side_a - side_b)));
        }
    }
    kept
}

/// A body that is about to be replaced by pieces.
struct Whole {
    id: BodyId,
    outline: Vec<Vec2>,
    density: f32,
}

impl Whole {
    /// The outline of a dynamic body of one polygon, in world coordinates.
    fn of(world: &World, id: BodyId) -> Option<Whole> {
        let body = world.body(id).filter(|body| body.kind() == BodyKind::Dynamic)?;
        let shape = world.shape(body.shapes().next()?)?;
        let pose = body.pose();
        let Shape::Polygon(_) = shape.geometry() else { return None };
        let core = shape.geometry().core();
        let outline = core.points().iter().map(|&corner| pose.transform_point(corner)).collect();
        Some(Whole { id, outline, density: shape.density() })
    }

    /// Replaces the body by its pieces. Returns their number.
    fn replace(&self, world: &mut World, parts: &[Vec<Vec2>]) -> Result<u32, Error> {
        let Some(body) = world.body(self.id) else { return Ok(0) };
        let (data, spin) = (body.user_data(), body.angular_velocity());
        let mut pieces = Vec::with_capacity(parts.len());
        for part in parts {
            let center =
                part.iter().fold(Vec2::ZERO, |sum, &corner| sum + corner) * (1.0 / part.len().max(1) as f32);
            let local: Vec<Vec2> = part.iter().map(|&corner| corner - center).collect();
            let Ok(polygon) = Polygon::new(&local) else { continue };
            let shape = Shape::from(polygon);
            let mass = shape.mass(self.density);
            if mass.mass < DUST * self.density {
                continue;
            }
            let velocity = body.velocity_at(center + mass.center);
            // A body rotates about its centre of mass; with the origin there, its velocity needs no
            // correction.
            let shape = shape.transformed(cairn2d::Pose::from_position(Vec2::ZERO - mass.center));
            let piece = Body::dynamic().at(center + mass.center).velocity(velocity).angular_velocity(spin);
            pieces.push(piece.user_data(data).with(shape.density(self.density)));
        }
        let count = pieces.len() as u32;
        world.despawn(self.id)?;
        for piece in pieces {
            world.spawn(piece)?;
        }
        Ok(count)
    }
}

fn sliced(scene: &mut Scene) {
    scene.script = Some("sliced".to_owned());
    look_at(scene, [0.0, 3.5], 11.0);
    scene.add(bin(7.0, 8.0));
    for n in 0..8 {
        let body = BodyDesc::dynamic([-5.0 + 3.3 * (n % 4) as f32, 1.2 + 2.4 * (n / 4) as f32]);
        let shape = match n % 3 {
            0 => ShapeDesc::half_box(1.1, 0.9),
            1 => ShapeDesc::polygon(regular(6, 1.1), 0.0),
            _ => ShapeDesc::polygon(regular(5, 1.1), 0.0),
        };
        scene.add(body.with(shape));
    }
}

/// Draws a line through the bin at intervals and cuts along it.
#[derive(Clone, Default)]
struct Slicer {
    cuts: u32,
    blade: Option<[Vec2; 2]>,
}

impl Play for Slicer {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.blade = None;
        if turn.step % 60 != 40 || self.cuts >= 9 {
            return Ok(());
        }
        let [cos, sin] = cos_sin(0.9 * self.cuts as f32 + 0.3);
        let (point, along) = (vec2(-3.0 + 0.8 * self.cuts as f32, 1.6), vec2(cos, sin));
        let bodies: Vec<BodyId> = turn.world.bodies().collect();
        for whole in bodies.into_iter().filter_map(|id| Whole::of(turn.world, id)).collect::<Vec<_>>() {
            let halves = [along, Vec2::ZERO - along].map(|along| left_of(&whole.outline, point, along));
            if halves.iter().all(|half| half.len() >= 3) {
                whole.replace(turn.world, &halves)?;
            }
        }
        self.cuts += 1;
        self.blade = Some([point - along * 12.0, point + along * 12.0]);
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if let Some([a, b]) = self.blade {
            turn.overlay.line(a, b, Tone::Foe);
        }
        turn.overlay.set_headline(format!(
            "{} cuts, {} pieces",
            self.cuts,
            turn.world.counts().bodies.saturating_sub(1)
        ));
        Ok(())
    }
}

fn shattered(scene: &mut Scene) {
    scene.script = Some("shattered".to_owned());
    look_at(scene, [0.0, 4.0], 13.0);
    floor(scene, 30.0);
    for n in 0..3 {
        let mut pane = BodyDesc::dynamic([-2.0 + 4.0 * n as f32, 2.5]).with(ShapeDesc::half_box(0.35, 2.5));
        pane.user_data = PANE;
        pane.shapes[0].report_hits_above = Some(4.0);
        scene.add(pane);
        let mut roof = BodyDesc::dynamic([-2.0 + 4.0 * n as f32, 5.2]).with(ShapeDesc::half_box(1.5, 0.2));
        roof.user_data = PANE;
        roof.shapes[0].report_hits_above = Some(4.0);
        scene.add(roof);
    }
}

/// User data of panes.
const PANE: u64 = 5;
/// Area below which a piece does not break again.
const SHARD: f32 = 0.25;

/// Throws stones; a pane that is hit hard enough breaks into the cells of points scattered around the impact.
#[derive(Clone, Default)]
struct Shatter {
    broken: u32,
}

impl Play for Shatter {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step % 90 == 30 && turn.step < 400 {
            let y = 1.5 + 0.8 * (turn.step / 90) as f32;
            let stone = Body::dynamic().at([-12.0, y]).velocity([22.0, 3.0]).bullet();
            turn.world.spawn(stone.with(Circle::new(0.3).density(6.0)))?;
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let hits = turn.world.events().hits().iter();
        let struck: Vec<(BodyId, Vec2)> = hits
            .filter_map(|hit| match (hit.a.body_data, hit.b.body_data) {
                (PANE, _) => Some((hit.a.body, hit.point)),
                (_, PANE) => Some((hit.b.body, hit.point)),
                _ => None,
            })
            .collect();
        for (body, point) in struck {
            let large = turn.world.body(body).is_some_and(|body| body.mass().mass > SHARD);
            let Some(whole) = Whole::of(turn.world, body).filter(|_| large) else { continue };
            let cells = cells(&whole.outline, point);
            whole.replace(turn.world, &cells)?;
            self.broken += 1;
        }
        turn.overlay.set_headline(format!("{} broken", self.broken));
        Ok(())
    }
}

/// The Voronoi cells of points in spirals about a position, clipped to a polygon: each cell is nearer to its
/// point than to any other.
fn cells(outline: &[Vec2], place: Vec2) -> Vec<Vec<Vec2>> {
    let seeds: Vec<Vec2> = (0..14)
        .map(|n| {
            let [cos, sin] = cos_sin(2.399_963 * n as f32);
            place + vec2(cos, sin) * (0.15 + 0.16 * n as f32)
        })
        .collect();
    let cell = |&seed: &Vec2| {
        seeds.iter().filter(|&&other| other != seed).fold(outline.to_vec(), |cell, &other| {
            let toward = other - seed;
            left_of(&cell, (seed + other) * 0.5, vec2(-toward.y, toward.x))
        })
    };
    seeds.iter().map(cell).filter(|cell| cell.len() >= 3).collect()
}

#[cfg(test)]
mod tests {
    use super::{Whole, cells, left_of};
    use cairn2d::geometry::tools::polygon_area;
    use cairn2d::{Body, Rect, Vec2, World, WorldConfig, vec2};

    fn square() -> Vec<Vec2> {
        vec![vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)]
    }

    #[test]
    fn cut_halves_have_the_area_of_the_whole() {
        for n in 0..40 {
            let along = Vec2::from_angle(0.31 * n as f32);
            let point = vec2(0.04 * n as f32 - 0.8, 0.3);
            let halves =
                [along, Vec2::ZERO - along].map(|along| polygon_area(&left_of(&square(), point, along)));
            assert!((halves[0] + halves[1] - 4.0).abs() < 1e-5, "{halves:?}");
            assert!(halves.iter().all(|&half| half > 0.0));
        }
    }

    #[test]
    fn voronoi_cells_cover_the_pane_once() {
        let area: f32 = cells(&square(), vec2(0.4, -0.2)).iter().map(|cell| polygon_area(cell)).sum();
        assert!((area - 4.0).abs() < 1e-4, "{area}");
    }

    #[test]
    fn cut_pieces_conserve_momentum_and_angular_momentum() {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        let body = Body::dynamic().at([3.0, 1.0]).velocity([2.0, -1.0]).angular_velocity(5.0);
        let body = world.spawn(body.with(Rect::half(1.0, 0.5))).unwrap();
        let sums = |world: &World| {
            world.bodies().filter_map(|id| world.body(id)).fold(
                (0.0, Vec2::ZERO, 0.0),
                |(mass, linear, spin), body| {
                    let (m, v) = (body.mass(), body.velocity());
                    let about = body.center().cross(v) * m.mass + m.inertia * body.angular_velocity();
                    (mass + m.mass, linear + v * m.mass, spin + about)
                },
            )
        };
        let before = sums(&world);
        let whole = Whole::of(&world, body).unwrap();
        let parts = cells(&whole.outline, vec2(3.2, 1.1));
        assert!(whole.replace(&mut world, &parts).unwrap() > 4);
        let after = sums(&world);
        // Pieces below the least area are dropped: at most two per mille here.
        assert!(
            (before.0 - after.0).abs() < 4e-3
                && before.1.distance(after.1) < 2e-2
                && (before.2 - after.2).abs() < 5e-2
        );
    }
}
