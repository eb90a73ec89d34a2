//! Reads a world: the only module that turns the engine's state into pictures and energies.

use crate::figures::Energy;
use crate::picture::{LEVELS, MarkKind, Picture, PictureJoint, Placement, Point, Role};
use crate::plain;
use crate::summary::counted;
use cairn2d::debug_draw::{Appearance, Opening, Sides, VisiblePart, appearances, joint_poses};
use cairn2d::{Area, BodyId, BodyKind, BodyRef, DVec2, JointRef, Pose, Shape, Vec2, World};
use cairn2d_scenes::{Overlay, Scene, Tone};

/// Share of its largest shape's diameter that a fast body crosses in a step `[-]`.
const FAST: f32 = 0.4;

/// The picture of a world after some steps of a scene, optionally with contact points.
#[must_use]
pub fn picture(world: &World, scene: &Scene, steps: u32, with_contacts: bool) -> Picture {
    let mut picture = Picture {
        title: plain::line(&scene.name),
        caption: caption(world, scene, steps),
        ..Picture::default()
    };
    for field in world.fields().filter_map(|id| world.field(id)).filter(|field| field.is_enabled()) {
        add_area(&mut picture, field.area());
    }
    for body in world.bodies().filter_map(|id| world.body(id)) {
        add_body(&mut picture, world, &body, scene);
    }
    for joint in world.joints().filter_map(|id| world.joint(id)) {
        let [body_a, body_b] = joint.bodies();
        let origin = scene.origin();
        let [anchor_a, anchor_b] = joint.frames_from(origin).map(|frame| point(frame.p));
        let [body_a, body_b] = moving_centers(world, &joint, [body_a, body_b], origin);
        picture.add_joint(PictureJoint { body_a, anchor_a, anchor_b, body_b });
    }
    for opening in Opening::all(world) {
        for line in opening.lines() {
            picture.add_mark(line.map(point), MarkKind::Line, tone_of(tone_of_opening(&opening)));
        }
    }
    if with_contacts {
        add_contacts(&mut picture, world, scene.origin());
    }
    picture
}

/// Adds the overlay of a play; its headline ends the caption.
pub fn add_overlay(picture: &mut Picture, overlay: &Overlay) {
    for grid in overlay.grids() {
        grid.runs(LEVELS, |corners, tone, level| {
            picture.add_tile(corners.map(point), tone_of(tone), level);
        });
    }
    for drop in overlay.points() {
        let rim = drop.center + Vec2::new(drop.radius, 0.0);
        picture.add_mark([point(drop.center), point(rim)], MarkKind::Point, tone_of(drop.tone));
    }
    for line in overlay.lines() {
        picture.add_mark(line.ends.map(point), MarkKind::Line, tone_of(line.tone));
    }
    for ring in overlay.rings() {
        let rim = ring.center + Vec2::new(ring.radius, 0.0);
        picture.add_mark([point(ring.center), point(rim)], MarkKind::Ring, tone_of(ring.tone));
    }
    for words in overlay.texts() {
        picture.add_mark([point(words.at); 2], MarkKind::Text(words.text.clone()), tone_of(words.tone));
    }
    if !overlay.headline().is_empty() {
        picture.caption.push_str(" · ");
        picture.caption.push_str(overlay.headline());
    }
}

/// The number of a tone: its index in [`Tone::ALL`].
fn tone_of(tone: Tone) -> u32 {
    tone as u32
}

/// The tone of an opening of portals: two for a pair, and others for the next pairs.
pub(crate) fn tone_of_opening(opening: &Opening) -> Tone {
    const TONES: [Tone; 6] = [Tone::Water, Tone::Ground, Tone::Foe, Tone::Hit, Tone::Friend, Tone::Note];
    let number = (opening.pair % 3) * 2 + opening.side;
    TONES[number as usize % TONES.len()]
}

/// The energy of all enabled dynamic bodies.
#[must_use]
pub fn energy(world: &World) -> Energy {
    let gravity = world.config().gravity;
    let mut sum = Energy::default();
    for body in world.bodies().filter_map(|id| world.body(id)) {
        if body.kind() != BodyKind::Dynamic || !body.is_enabled() {
            continue;
        }
        let (mass, velocity, center) = (body.mass(), body.velocity(), body.center64());
        let [m, inertia, spin] = [mass.mass, mass.inertia, body.angular_velocity()].map(f64::from);
        sum.kinetic += 0.5 * m * dot(velocity, velocity) + 0.5 * inertia * spin * spin;
        sum.potential -= m
            * f64::from(body.gravity_scale())
            * (f64::from(gravity.x) * center.x + f64::from(gravity.y) * center.y);
    }
    sum
}

fn dot(a: Vec2, b: Vec2) -> f64 {
    f64::from(a.x) * f64::from(b.x) + f64::from(a.y) * f64::from(b.y)
}

fn caption(world: &World, scene: &Scene, steps: u32) -> String {
    let counts = world.counts();
    let seconds = f64::from(steps) / f64::from(scene.hertz);
    let bodies = counted(counts.bodies as usize, "body", "bodies");
    let mut text = format!("step {steps} · {seconds:.2} s · {bodies}");
    if counts.joints > 0 {
        text.push_str(&format!(" · {}", counted(counts.joints as usize, "joint", "joints")));
    }
    if counts.sleeping_bodies > 0 {
        text.push_str(&format!(" · {} asleep", counts.sleeping_bodies));
    }
    text
}

fn add_body(picture: &mut Picture, world: &World, body: &BodyRef<'_>, scene: &Scene) {
    let pose = body.pose_from(scene.origin());
    for seen in appearances(world, body, pose, scene.origin()) {
        add_appearance(picture, (world, body, scene), &seen);
    }
}

fn add_appearance(
    picture: &mut Picture,
    (world, body, scene): (&World, &BodyRef<'_>, &Scene),
    seen: &Appearance,
) {
    let pose = seen.pose;
    let at = Placement { position: point(pose.p), cos: pose.q.c, sin: pose.q.s };
    let body_role = role_of(world, body, scene.hertz);
    // The low half of an id is the body's slot, which is constant during its life.
    let tone = body.id().to_bits() as u32;
    let mut sides = Sides::default();
    let joined = sides.find(world, body);
    for &[a, b] in sides.all() {
        picture.add_side(&at, [point(a), point(b)], body_role);
    }
    for shape in body.shapes().filter_map(|id| world.shape(id)) {
        let role = match shape.is_sensor() && body.is_enabled() {
            false => body_role,
            true if shape.visitors().next().is_some() => Role::Visited,
            true => Role::Sensor,
        };
        match seen.visible(shape.geometry()) {
            VisiblePart::Whole => {}
            VisiblePart::Part(part) => {
                let corners: Vec<Point> = part.core().points().iter().copied().map(point).collect();
                picture.add_polygon(&Placement::IDENTITY, &corners, 0.0, role, tone);
                continue;
            }
            VisiblePart::Nothing => continue,
        }
        let core = shape.geometry().core();
        match (shape.geometry(), core.points()) {
            (Shape::Segment(_) | Shape::ChainSegment(_), &[a, b]) => {
                picture.add_segment(&at, [point(a), point(b)], role, tone);
            }
            (_, &[center]) => picture.add_circle(&at, point(center), core.radius(), role, tone),
            (_, &[a, b]) => picture.add_capsule(&at, [point(a), point(b)], core.radius(), role, tone),
            (_, corners) => {
                let corners: Vec<Point> = corners.iter().copied().map(point).collect();
                if joined && !shape.is_sensor() {
                    picture.add_part(&at, &corners, role, tone);
                } else {
                    picture.add_polygon(&at, &corners, core.radius(), role, tone);
                }
            }
        }
    }
}

/// Draws the area of a field as a sensor.
fn add_area(picture: &mut Picture, area: &Area) {
    let here = Placement::IDENTITY;
    let corners: Vec<Point> = match area {
        Area::Circle { center, radius } => {
            return picture.add_circle(&here, point(*center), *radius, Role::Sensor, 0);
        }
        Area::Box(b) => vec![[b.min.x, b.min.y], [b.max.x, b.min.y], [b.max.x, b.max.y], [b.min.x, b.max.y]],
        Area::Polygon(polygon) => polygon.vertices().iter().copied().map(point).collect(),
        _ => return,
    };
    picture.add_polygon(&here, &corners, 0.0, Role::Sensor, 0);
}

fn role_of(world: &World, body: &BodyRef<'_>, hertz: f32) -> Role {
    match body.kind() {
        _ if !body.is_enabled() => Role::Disabled,
        BodyKind::Static => Role::Static,
        BodyKind::Kinematic => Role::Kinematic,
        BodyKind::Dynamic if body.is_asleep() => Role::Asleep,
        BodyKind::Dynamic => {
            let shapes = body.shapes().filter_map(|id| world.shape(id));
            let radii = shapes.map(|s| s.geometry().max_extent_from(s.geometry().centroid()));
            let diameter = 2.0 * radii.fold(0.0, f32::max);
            if body.velocity().length() > FAST * diameter * hertz { Role::Fast } else { Role::Awake }
        }
    }
}

/// Ends of the lines from a joint's anchors: the centers of the bodies on the side of an opening where it
/// acts, `None` for a static body.
pub(crate) fn moving_centers(
    world: &World,
    joint: &JointRef<'_>,
    bodies: [BodyId; 2],
    origin: DVec2,
) -> [Option<Point>; 2] {
    let poses = bodies.map(|id| world.body(id).map_or(Pose::IDENTITY, |body| body.pose_from(origin)));
    let seen = joint_poses(world, joint, poses, origin);
    [0, 1].map(|side| {
        let body = world.body(bodies[side])?;
        let center = match seen[side] == poses[side] {
            true => (body.center64() - origin).to_vec2(),
            false => seen[side].transform_point(body.mass().center),
        };
        (body.kind() != BodyKind::Static).then(|| point(center))
    })
}

fn add_contacts(picture: &mut Picture, world: &World, origin: DVec2) {
    for contact in world.contacts().filter_map(|id| world.contact(id)).filter(|c| c.is_touching()) {
        let normal = point(contact.normal());
        // Speculative points without impulse are not drawn.
        for p in contact.points_from(origin).filter(|p| p.normal_impulse > 0.0 || p.separation <= 0.0) {
            picture.add_contact(point(p.point), normal);
        }
    }
}

fn point(v: Vec2) -> Point {
    [v.x, v.y]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::prelude::*;

    #[test]
    fn every_shape_kind_is_drawn_at_its_pose() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let body = Body::dynamic()
            .at([10.0, 0.0])
            .rotated(std::f32::consts::FRAC_PI_2)
            .with(Circle::new(0.5).at([1.0, 0.0]))
            .with(Capsule::new([0.0, 0.0], [2.0, 0.0], 0.25))
            .with(Rect::half(3.0, 0.5));
        world.spawn(body).unwrap();
        world.spawn(Body::fixed().with(Segment::new([-5.0, -4.0], [5.0, -4.0]))).unwrap();
        let picture = picture(&world, &Scene::new("test", ""), 0, true);
        assert_eq!(picture.shapes.len(), 4);
        assert_eq!(picture.title, "test");
        for shape in &picture.shapes {
            let bounds = picture.bounds(shape);
            let is = |lower: Point, upper: Point| {
                let near = |a: Point, b: Point| (a[0] - b[0]).abs() < 1e-5 && (a[1] - b[1]).abs() < 1e-5;
                assert!(near(bounds.lower, lower) && near(bounds.upper, upper), "{bounds:?}");
            };
            match shape.outline {
                crate::picture::Outline::Circle { .. } => is([9.5, 0.5], [10.5, 1.5]),
                crate::picture::Outline::Capsule { .. } => is([9.75, -0.25], [10.25, 2.25]),
                crate::picture::Outline::Polygon { .. } => is([9.5, -3.0], [10.5, 3.0]),
                crate::picture::Outline::Segment { .. } => is([-5.0, -4.0], [5.0, -4.0]),
            }
            assert_eq!(
                shape.role == Role::Static,
                matches!(shape.outline, crate::picture::Outline::Segment { .. })
            );
        }
    }

    /// The parts of a body before both openings are drawn, and nothing behind them. Each opening has its
    /// color.
    #[test]
    fn a_body_in_an_opening_is_drawn_on_both_sides() {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        let [a, b] = [-3.0, 3.0].map(|x: f32| cairn2d::PortalFrame::fixed([x, 1.0], [-x, 0.0]));
        world.add_portals(cairn2d::PortalPair::new(a, b).width(2.0).rims(false)).unwrap();
        world.spawn(Body::dynamic().at([-2.75, 1.0]).with(Rect::half(0.5, 0.5))).unwrap();
        world.step(1.0e-4).unwrap();
        let picture = picture(&world, &Scene::new("test", ""), 0, false);
        assert_eq!(picture.shapes.len(), 2);
        for (shape, [low, high]) in picture.shapes.iter().zip([[-3.0, -2.25], [2.75, 3.0]]) {
            let bounds = picture.bounds(shape);
            assert!(
                (bounds.lower[0] - low).abs() < 1e-3 && (bounds.upper[0] - high).abs() < 1e-3,
                "{bounds:?}"
            );
            assert!(
                (bounds.lower[1] - 0.5).abs() < 1e-3 && (bounds.upper[1] - 1.5).abs() < 1e-3,
                "{bounds:?}"
            );
        }
        let tones: Vec<u32> = picture.marks.iter().map(|mark| mark.tone).collect();
        assert_eq!(tones, [[6; 4], [5; 4]].concat());
    }

    #[test]
    fn resting_box_has_two_contacts_with_vertical_normals() {
        let mut world = World::new(WorldConfig::default()).unwrap();
        world.spawn(Body::fixed().with(Segment::new([-5.0, 0.0], [5.0, 0.0]))).unwrap();
        world.spawn(Body::dynamic().at([1.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
        for _ in 0..20 {
            world.step(1.0 / 60.0).unwrap();
        }
        let picture = picture(&world, &Scene::new("test", ""), 20, true);
        let mut corners: Vec<f32> = picture.contacts.iter().map(|c| c.point[0]).collect();
        corners.sort_by(f32::total_cmp);
        assert_eq!(corners.len(), 2);
        assert!((corners[0] - 0.5).abs() < 0.01 && (corners[1] - 1.5).abs() < 0.01, "{corners:?}");
        assert!(picture.contacts.iter().all(|c| c.normal[1].abs() > 0.999 && c.point[1].abs() < 0.02));
        assert!(super::picture(&world, &Scene::new("test", ""), 20, false).contacts.is_empty());
    }

    #[test]
    fn energy_matches_the_formula() {
        let mut world = World::new(WorldConfig::with_gravity([0.0, -10.0])).unwrap();
        let ball = Circle::new(1.0).density(2.0);
        world
            .spawn(Body::dynamic().at([0.0, 3.0]).velocity([4.0, 0.0]).angular_velocity(5.0).with(ball))
            .unwrap();
        let energy = energy(&world);
        let mass = 2.0 * std::f64::consts::PI;
        let kinetic = 0.5 * mass * 16.0 + 0.5 * (0.5 * mass) * 25.0;
        assert!((energy.kinetic / kinetic - 1.0).abs() < 1e-5, "{} {kinetic}", energy.kinetic);
        assert!((energy.potential / (mass * 30.0) - 1.0).abs() < 1e-5);
    }
    #[test]
    fn an_overlay_gives_tiles_and_marks() {
        use crate::picture::PictureTile;
        use cairn2d_scenes::{OverlayGrid, Ramp};
        let mut overlay = Overlay::default();
        overlay.grid(OverlayGrid {
            origin: vec2(-1.0, 0.0),
            cell: 0.5,
            columns: 2,
            range: [0.0, 2.0],
            ramp: Ramp::Fade(Tone::Hit),
            values: &[2.0, 2.0, 0.0, 1.0],
        });
        overlay.point([3.0, 4.0], 0.5, Tone::Foe);
        overlay.line([0.0, 0.0], [1.0, 0.0], Tone::Note);
        let mut picture = Picture::default();
        add_overlay(&mut picture, &overlay);
        let tile = |corners, level| PictureTile { corners, tone: 1, level };
        let whole = tile([[-1.0, 0.0], [0.0, 0.5]], LEVELS);
        assert_eq!(picture.tiles, [whole, tile([[-0.5, 0.5], [0.0, 1.0]], LEVELS / 2)]);
        let kinds: Vec<&MarkKind> = picture.marks.iter().map(|mark| &mark.kind).collect();
        assert_eq!(kinds, [&MarkKind::Point, &MarkKind::Line]);
        assert_eq!((picture.marks[0].ends, picture.marks[0].tone), ([[3.0, 4.0], [3.5, 4.0]], 4));
    }
}
