//! Conservation, coverage, rest, cuts, and breakable bodies.

mod breaking;
mod random;
mod rest;

use cairn2d::build::{Outline, WithOutline};
use cairn2d::prelude::*;
use cairn2d::vec2;
use cairn2d_polygon::{FillRule, MultiPolygon};

use crate::{Blade, Fracture, FractureError, Pattern, shatter, slice};

/// Mass, momentum, angular momentum about the origin, and kinetic energy of bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    mass: f64,
    momentum: [f64; 2],
    angular: f64,
    energy: f64,
    /// Scale of the angular momentum: the sum of its parts without signs.
    scale: f64,
}

pub(crate) fn sums(world: &World, bodies: &[BodyId]) -> Sums {
    let mut sums = Sums::default();
    for &id in bodies {
        let body = world.body(id).unwrap();
        let mass = body.mass();
        let [m, inertia, spin] = [mass.mass, mass.inertia, body.angular_velocity()].map(f64::from);
        let [center, velocity] =
            [body.center(), body.velocity()].map(|point| [f64::from(point.x), f64::from(point.y)]);
        sums.mass += m;
        for (momentum, speed) in sums.momentum.iter_mut().zip(velocity) {
            *momentum += m * speed;
        }
        let orbital = m * (center[0] * velocity[1] - center[1] * velocity[0]);
        sums.angular += orbital + inertia * spin;
        sums.energy += 0.5 * (m * (velocity[0].powi(2) + velocity[1].powi(2)) + inertia * spin * spin);
        sums.scale +=
            m * (center[0].hypot(center[1]) * velocity[0].hypot(velocity[1])) + inertia * spin.abs();
    }
    sums
}

/// Fails unless two states agree within shares of their scales.
pub(crate) fn agree(before: Sums, after: Sums, share: f64, energy: f64, what: &str) {
    let speed = (2.0 * before.energy / before.mass).sqrt();
    assert!((after.mass / before.mass - 1.0).abs() <= share, "{what}: mass {before:?} {after:?}");
    for axis in 0..2 {
        let error = (after.momentum[axis] - before.momentum[axis]).abs();
        assert!(error <= share * before.mass * speed, "{what}: momentum {before:?} {after:?}");
    }
    let error = (after.angular - before.angular).abs();
    assert!(error <= share * (before.scale + after.scale), "{what}: angular momentum {before:?} {after:?}");
    assert!((after.energy - before.energy).abs() <= energy * before.energy, "{what}: {before:?} {after:?}");
}

pub(crate) fn weightless() -> World {
    World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap()
}

pub(crate) fn frame() -> MultiPolygon {
    let outer = [vec2(-2.0, -1.5), vec2(2.0, -1.5), vec2(2.0, 1.5), vec2(-2.0, 1.5)];
    let hole = [vec2(-1.0, -0.5), vec2(-1.0, 0.5), vec2(1.0, 0.5), vec2(1.0, -0.5)];
    MultiPolygon::from_rings([&outer[..], &hole[..]], FillRule::EvenOdd).unwrap()
}

/// Bodies of many kinds, each with its name, and whether its shapes are polygons.
pub(crate) fn bodies() -> Vec<(&'static str, Body, bool)> {
    let star = |count: usize| {
        let corner = |index: usize| {
            let radius = if index.is_multiple_of(2) { 1.5 } else { 0.6 };
            Rot::from_angle(std::f32::consts::PI / count as f32 * index as f32).x_axis() * radius
        };
        MultiPolygon::from_ring(&(0..2 * count).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let frame = frame();
    let frame = Outline::new(&frame, 0.0).density(3.0);
    vec![
        ("square", Body::dynamic().with(Rect::square(2.0).density(2.0)), true),
        ("plank", Body::dynamic().with(Rect::half(3.0, 0.15).at([1.0, 4.0])), true),
        ("hexagon", Body::dynamic().with(Polygon::regular(6, 1.0).unwrap()), true),
        ("frame", Body::dynamic().with_outline(&frame).unwrap(), true),
        ("star", Body::dynamic().outline(&star(7), 0.0).unwrap(), true),
        (
            "two materials",
            Body::dynamic()
                .with(Rect::half(1.0, 0.5).at([-1.0, 0.0]).density(1.0))
                .with(Rect::half(1.0, 0.5).at([1.0, 0.0]).density(5.0)),
            true,
        ),
        ("disc", Body::dynamic().with(Circle::new(1.0).density(4.0)), false),
        ("capsule", Body::dynamic().with(Capsule::new([-1.0, 0.0], [1.0, 0.5], 0.4)), false),
        ("rounded box", Body::dynamic().with(Rect::half(1.0, 0.7).rounded(0.2)), false),
    ]
}

pub(crate) fn patterns() -> Vec<(&'static str, Fracture)> {
    vec![
        ("voronoi", Fracture::voronoi(40)),
        ("impact", Fracture::impact([0.4, 0.2], 0.5, 60)),
        ("radial", Fracture::radial([0.2, -0.1], 11, 4, 1.5)),
        ("bricks", Fracture::bricks(0.37, 0.2)),
        ("sites", Fracture::new(Pattern::Sites(vec![vec2(0.0, 0.0), vec2(0.5, 0.5), vec2(-3.0, 0.1)]))),
    ]
}

/// Area of all shapes of a body.
pub(crate) fn area_of(world: &World, body: BodyId) -> f64 {
    let body = world.body(body).unwrap();
    body.shapes().map(|id| f64::from(world.shape(id).unwrap().geometry().mass(1.0).mass)).sum()
}

#[test]
fn shatter_keeps_mass_momentum_angular_momentum_energy_and_area() {
    for (name, body, is_exact) in bodies() {
        for (pattern, how) in patterns() {
            for turn in [0.0, 0.8] {
                let mut world = weightless();
                let body = body.clone().at([3.0, -2.0]).rotated(turn);
                let id = world.spawn(body.velocity([1.0, -3.0]).angular_velocity(2.0)).unwrap();
                let (before, area) = (sums(&world, &[id]), area_of(&world, id));
                let pieces = shatter(&mut world, id, &how.clone().seed(5)).unwrap();
                let after = sums(&world, &pieces);
                let what = format!("{name} by {pattern}");
                agree(before, after, 1.0e-6, if is_exact { 1.0e-5 } else { 2.0e-3 }, &what);
                // The mass has the area of the cells. Shapes are smaller by a millionth of the size.
                let sum: f64 = pieces.iter().map(|&id| area_of(&world, id)).sum();
                let allowed = if is_exact { 1.0e-4 } else { 3.0e-3 };
                assert!((sum / area - 1.0).abs() <= allowed, "{what}: {sum} of {area} m²");
                assert!(pieces.len() > 1 && world.counts().bodies as usize == pieces.len(), "{what}");
                world.validate().unwrap();
            }
        }
    }
}

/// Every point of the body is in exactly one piece, and no other point is.
#[test]
fn pieces_cover_the_body_once() {
    for (name, body, is_exact) in bodies() {
        for (pattern, how) in patterns() {
            let mut world = weightless();
            let whole = world.spawn(body.clone()).unwrap();
            let mut whole_world = weightless();
            let copy = whole_world.spawn(body.clone()).unwrap();
            let pieces = shatter(&mut world, whole, &how).unwrap();
            let depth = |world: &World, id: BodyId, point: Vec2| {
                let body = world.body(id).unwrap();
                let point = body.pose().inv_transform_point(point);
                let shapes = body.shapes().map(|id| world.shape(id).unwrap());
                shapes.map(|shape| shape.geometry().nearest_point(point).distance).fold(f32::MAX, f32::min)
            };
            let mut state = 11_u32;
            let mut unit = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 16_777_216.0
            };
            let bounds = body_bounds(&whole_world, copy);
            for _ in 0..400 {
                let size = bounds.max - bounds.min;
                let point = bounds.min + vec2(size.x * unit(), size.y * unit());
                let whole = depth(&whole_world, copy, point);
                let depths: Vec<f32> = pieces.iter().map(|&id| depth(&world, id, point)).collect();
                // Rounded shapes lose half a millimetre, and hulls drop corners nearer than that.
                let within = if is_exact { 6.0e-4 } else { 1.5e-3 };
                let inside = depths.iter().filter(|&&depth| depth < -within).count();
                assert!(inside <= 1, "{name} by {pattern}: {point} is in {inside} pieces");
                let near = depths.iter().fold(f32::MAX, |least, &depth| least.min(depth));
                assert!(whole > -within || near < within, "{name} by {pattern}: {point} is in none");
                assert!(whole < within || near > -within, "{name} by {pattern}: {point} is outside");
            }
        }
    }
}

fn body_bounds(world: &World, id: BodyId) -> Aabb {
    let body = world.body(id).unwrap();
    let boxes = body.shapes().map(|id| world.shape(id).unwrap().geometry().aabb(Pose::IDENTITY));
    boxes.reduce(Aabb::union).unwrap().expand(0.2)
}

#[test]
fn pieces_have_materials_filters_and_settings_of_the_body() {
    let mut world = weightless();
    let filter = CollisionFilter { category: 4, mask: 9, group: -2 };
    let left = Rect::half(1.0, 0.5).at([-1.0, 0.0]).friction(0.1).restitution(0.3).user_data(1);
    let right = Rect::half(1.0, 0.5).at([1.0, 0.0]).friction(0.9).filter(filter).user_data(2);
    let sensor = Circle::new(0.3).at([1.9, 0.0]).sensor().user_data(3);
    let line = Segment::new([-1.9, 0.1], [-1.8, 0.2]).user_data(4);
    let body = Body::dynamic().linear_damping(0.3).gravity_scale(0.5).bullet().dominance(2).user_data(77);
    let body = world.spawn(body.with(left).with(right).with(sensor).with(line)).unwrap();
    let pieces = shatter(&mut world, body, &Fracture::bricks(0.6, 0.3)).unwrap();
    let mut seen = [0; 5];
    for &id in &pieces {
        let body = world.body(id).unwrap();
        assert!(body.is_bullet() && body.user_data() == 77 && body.dominance() == 2);
        assert_eq!((body.linear_damping(), body.gravity_scale()), (0.3, 0.5));
        for shape in body.shapes().map(|id| world.shape(id).unwrap()) {
            seen[shape.user_data() as usize] += 1;
            match shape.user_data() {
                1 => assert_eq!((shape.material().friction, shape.material().restitution), (0.1, 0.3)),
                2 => assert_eq!((shape.material().friction, shape.filter()), (0.9, filter)),
                3 => assert!(shape.is_sensor() && body.center().x > 1.0),
                _ => assert!(body.center().x < -1.0),
            }
        }
    }
    assert!(seen[1] > 5 && seen[2] > 5 && seen[3] == 1 && seen[4] == 1, "{seen:?}");
}

#[test]
fn small_pieces_are_merged_and_not_lost() {
    for (name, body, _) in bodies() {
        for (pattern, how) in patterns() {
            let mut world = weightless();
            let id = world.spawn(body.clone()).unwrap();
            let before = sums(&world, &[id]).mass;
            let how = how.min_area(0.05).min_width(0.05);
            let pieces = shatter(&mut world, id, &how).unwrap();
            for &piece in &pieces {
                let area = area_of(&world, piece);
                assert!(area > 0.05 * 0.99, "{name} by {pattern}: a piece of {area} m²");
            }
            assert!((sums(&world, &pieces).mass / before - 1.0).abs() < 1.0e-6, "{name} by {pattern}");
        }
    }
}

#[test]
fn bodies_thinner_than_the_rounding_of_their_corners_keep_their_mass_or_stay_whole() {
    let (mut broken, mut whole) = (0, 0);
    for length in [0.1, 10.0, 1.0e3, 3.0e4, 1.0e5, 3.0e5, 1.0e6] {
        for width in [0.005, 0.01, 0.1] {
            for (seed, how) in (0..).zip([Fracture::voronoi(40), Fracture::radial([0.0, 0.1], 30, 3, 2.0)]) {
                let mut world = weightless();
                let needle = Polygon::new(&[[0.0, 0.0], [width, -0.01], [0.5 * width, length]]).unwrap();
                let id = world.spawn(Body::dynamic().with(needle).with(Rect::half(0.01, 0.01))).unwrap();
                let (mass, hash) = (sums(&world, &[id]).mass, world.hash());
                match shatter(&mut world, id, &how.seed(seed).min_width(0.001)) {
                    Ok(pieces) => {
                        let left = sums(&world, &pieces).mass;
                        assert!((left / mass - 1.0).abs() < 2.0e-6, "{length} by {width}: {left} of {mass}");
                        broken += 1;
                    }
                    Err(error) => {
                        assert!(
                            matches!(error, FractureError::TooThin(_) | FractureError::NoArea(_)),
                            "{error}"
                        );
                        assert!(length > 100.0, "{length} by {width}: {error}");
                        assert_eq!(world.hash(), hash, "{length} by {width}");
                        whole += 1;
                    }
                }
            }
        }
    }
    assert!(broken > 12 && whole > 2, "{broken} broken, {whole} refused");
}

#[test]
fn bodies_too_thin_for_shapes_of_pieces_stay_in_one_piece() {
    for (length, width, place) in [(0.13, 5.0e-4, 0.0), (2.0, 9.0e-4, 300.0), (0.1, 0.03, 1.0e5)] {
        let mut world = weightless();
        let needle = Body::dynamic().at([place, 1.0]).with(Rect::half(0.5 * length, 0.5 * width));
        let id = world.spawn(needle).unwrap();
        let (mass, area) = (sums(&world, &[id]).mass, area_of(&world, id));
        let pieces = shatter(&mut world, id, &Fracture::voronoi(30).min_width(0.001)).unwrap();
        assert_eq!(pieces.len(), 1, "{length} by {width}");
        assert!((sums(&world, &pieces).mass / mass - 1.0).abs() < 2.0e-6, "{length} by {width}");
        assert!((area_of(&world, pieces[0]) / area - 1.0).abs() < 1.0e-4, "{length} by {width}");
    }
}

#[test]
fn pieces_far_from_the_origin_are_within_the_body() {
    for (place, size) in [(500.0, 0.05), (2.0e4, 0.3), (2.0e4, 5.0), (6.0e5, 20.0)] {
        for (seed, (name, how)) in (0..).zip(patterns()) {
            let mut world = weightless();
            let disc = Body::dynamic().at([0.3 * place, -place]).with(Circle::new(size));
            let id = world.spawn(disc).unwrap();
            let pieces = shatter(&mut world, id, &how.seed(seed)).unwrap();
            let mut area = 0.0;
            for &piece in &pieces {
                area += area_of(&world, piece);
                let body = world.body(piece).unwrap();
                for shape in body.shapes().map(|id| world.shape(id).unwrap()) {
                    for &corner in shape.geometry().core().points() {
                        // The place itself is rounded.
                        let from_middle = body.position() + corner - vec2(0.3 * place, -place);
                        let most = size + 1.5e-7 * place;
                        assert!(from_middle.length() <= most, "{name} at {place}: {from_middle:?}");
                    }
                }
            }
            let whole = std::f64::consts::PI * f64::from(size * size);
            assert!(area <= 1.000001 * whole && area > 0.3 * whole, "{name} at {place}: {area} of {whole}");
        }
    }
}

#[test]
fn one_cell_is_the_body_again() {
    for (name, body, is_exact) in bodies() {
        let mut world = weightless();
        let id = world.spawn(body).unwrap();
        let (mass, area) = (world.body(id).unwrap().mass(), area_of(&world, id));
        let pieces = shatter(&mut world, id, &Fracture::voronoi(1)).unwrap();
        let [piece] = pieces[..] else { panic!("{name}: {} pieces", pieces.len()) };
        let new = world.body(piece).unwrap().mass();
        assert!((new.mass / mass.mass - 1.0).abs() < 1.0e-6, "{name}: {mass:?} {new:?}");
        let center = world.body(piece).unwrap().position();
        assert!(center.distance(mass.center) < if is_exact { 1.0e-6 } else { 1.0e-4 }, "{name}");
        assert_eq!(new.center, Vec2::ZERO);
        let allowed = if is_exact { 3.0e-5 } else { 3.0e-3 };
        assert!((new.inertia / mass.inertia - 1.0).abs() < allowed, "{name}: {mass:?} {new:?}");
        assert!((area_of(&world, piece) / area - 1.0).abs() < f64::from(allowed), "{name}");
    }
}

#[test]
fn cut_divides_a_body_and_cutting_again_gives_nothing_new() {
    for (name, body, is_exact) in bodies() {
        let mut world = weightless();
        let body = body.at([5.0, 1.0]).rotated(-0.4).velocity([2.0, 1.0]).angular_velocity(-1.5);
        let id = world.spawn(body).unwrap();
        let before = sums(&world, &[id]);
        let center = world.body(id).unwrap().center();
        let (a, b) = (center - vec2(8.0, 2.0), center + vec2(8.0, 2.0));
        // Ends inside, and a miss.
        assert_eq!(slice(&mut world, id, a + vec2(0.0, 9.0), b + vec2(0.0, 9.0), 0.01).unwrap(), None);
        if name != "frame" {
            assert_eq!(slice(&mut world, id, center, b, 0.01).unwrap(), None, "{name}");
        }
        let slices = slice(&mut world, id, a, b, 0.01).unwrap().unwrap();
        assert!(slices.pieces.len() >= 2 && slices.body == id, "{name}");
        let energy = if is_exact { 1.0e-5 } else { 2.0e-3 };
        agree(before, sums(&world, &slices.pieces), 1.0e-6, energy, name);
        for &piece in &slices.pieces {
            assert_eq!(slice(&mut world, piece, a, b, 0.01).unwrap(), None, "{name}");
            // All of a piece is on one side.
            let body = world.body(piece).unwrap();
            let heights: Vec<f32> = body
                .shapes()
                .flat_map(|id| world.shape(id).unwrap().geometry().core().points().to_vec())
                .map(|point| (b - a).normalize_or(Vec2::X).cross(body.pose().transform_point(point) - a))
                .collect();
            let (low, high) =
                heights.iter().fold((f32::MAX, f32::MIN), |(low, high), &h| (low.min(h), high.max(h)));
            assert!(low > -2.0e-5 || high < 2.0e-5, "{name}: {low} to {high}");
        }
    }
}

#[test]
fn blade_cuts_what_it_has_left_once() {
    let mut world = weightless();
    let row: Vec<BodyId> = (0..3)
        .map(|index| {
            let at = [2.0 * index as f32, 0.0];
            world.spawn(Body::dynamic().at(at).with(Circle::new(0.5))).unwrap()
        })
        .collect();
    world.spawn(Body::fixed().at([6.0, 0.0]).with(Rect::square(1.0))).unwrap();
    let mut blade = Blade::new(0.02);
    let mut cuts = Vec::new();
    for step in 0..60 {
        let to = [-1.0 + 0.17 * step as f32, 0.02 * (step % 3) as f32];
        cuts.extend(blade.drag(&mut world, to, QueryFilter::all()).unwrap());
    }
    assert_eq!(cuts.iter().map(|cut| cut.body).collect::<Vec<_>>(), row);
    assert!(cuts.iter().all(|cut| cut.pieces.len() == 2));
    assert_eq!(world.counts().bodies, 7);
    // A blade that turns round inside and leaves where it came from cuts nothing.
    let ball = world.spawn(Body::dynamic().at([0.0, 5.0]).with(Circle::new(0.5))).unwrap();
    blade.lift();
    for x in [-1.0, -0.45, -0.44, -1.0] {
        assert_eq!(blade.drag(&mut world, [x, 5.0], QueryFilter::all()).unwrap(), []);
    }
    assert!(world.body(ball).is_some());
}

#[test]
fn static_and_kinematic_bodies_shatter_into_dynamic_ones() {
    for kind in [cairn2d::BodyKind::Static, cairn2d::BodyKind::Kinematic] {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let body = Body::new(kind).with(Rect::half(1.0, 0.5).density(3.0));
        let body = if kind == cairn2d::BodyKind::Kinematic {
            body.velocity([1.0, 0.0]).angular_velocity(1.0)
        } else {
            body
        };
        let id = world.spawn(body).unwrap();
        let pieces = shatter(&mut world, id, &Fracture::voronoi(10)).unwrap();
        let after = sums(&world, &pieces);
        assert!((after.mass - 6.0).abs() < 1.0e-5);
        let speed = if kind == cairn2d::BodyKind::Kinematic { 6.0 } else { 0.0 };
        assert!((after.momentum[0] - speed).abs() < 1.0e-4 && after.momentum[1].abs() < 1.0e-4, "{after:?}");
        for _ in 0..30 {
            world.step(1.0 / 60.0).unwrap();
        }
        world.validate().unwrap();
        assert!(pieces.iter().all(|&id| world.body(id).unwrap().velocity().y < -4.0));
    }
}

#[test]
fn bad_settings_are_errors_that_name_them_and_change_nothing() {
    let mut world = weightless();
    let body = world.spawn(Body::dynamic().with(Rect::square(2.0))).unwrap();
    let hash = world.hash();
    let nan = f32::NAN;
    let bad = [
        ("count", Fracture::voronoi(0)),
        ("count", Fracture::voronoi(crate::MAX_CELLS + 1)),
        ("focus", Fracture::impact([nan, 0.0], 1.0, 5)),
        ("focus radius", Fracture::impact([0.0, 0.0], 0.0, 5)),
        ("center", Fracture::radial([0.0, f32::INFINITY], 5, 5, 1.0)),
        ("rays", Fracture::radial([0.0, 0.0], 2, 5, 1.0)),
        ("rings", Fracture::radial([0.0, 0.0], 5, 0, 1.0)),
        ("cells", Fracture::radial([0.0, 0.0], 4096, 4096, 1.0)),
        ("radius", Fracture::radial([0.0, 0.0], 5, 5, -1.0)),
        ("brick width", Fracture::bricks(0.0, 1.0)),
        ("brick height", Fracture::bricks(1.0, nan)),
        ("bricks", Fracture::bricks(0.001, 0.001)),
        ("sites", Fracture::new(Pattern::Sites(Vec::new()))),
        ("site", Fracture::new(Pattern::Sites(vec![vec2(0.0, 1.0e7)]))),
        ("min_area", Fracture::voronoi(5).min_area(-1.0)),
        ("min_width", Fracture::voronoi(5).min_width(0.0)),
    ];
    for (name, how) in bad {
        match shatter(&mut world, body, &how) {
            Err(FractureError::Value(error)) => assert_eq!(error.name(), name),
            other => panic!("{name}: {other:?}"),
        }
    }
    for (a, b, width, name) in [
        (vec2(nan, 0.0), Vec2::X, 0.01, "a"),
        (Vec2::X, vec2(0.0, 1.0e9), 0.01, "b"),
        (Vec2::X, Vec2::Y, 0.0, "min_width"),
    ] {
        match slice(&mut world, body, a, b, width) {
            Err(FractureError::Value(error)) => assert_eq!(error.name(), name),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(Blade::new(nan).drag(&mut world, [0.0, 0.0], QueryFilter::all()).is_err());
    let line = world.spawn(Body::fixed().with(Segment::new([0.0, 0.0], [1.0, 0.0]))).unwrap();
    let error = shatter(&mut world, line, &Fracture::voronoi(3)).unwrap_err();
    assert_eq!(error, FractureError::NoArea(line));
    assert!(error.to_string().contains("no shape with an area"));
    world.despawn(line).unwrap();
    assert!(matches!(shatter(&mut world, line, &Fracture::voronoi(3)), Err(FractureError::Body(_))));
    assert!(matches!(slice(&mut world, line, Vec2::X, Vec2::Y, 0.01), Err(FractureError::Body(_))));
    assert_eq!(world.hash(), hash);
}
