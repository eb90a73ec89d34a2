//! Debug drawing: objects are drawn at their poses, joints are distinguishable, and nothing in view is
//! missing.

use std::collections::{BTreeMap, BTreeSet};

use cairn2d::debug_draw::{Canvas, Coloring, DebugDraw, DrawOptions, Ink, Label, Look, Mark};
use cairn2d::prelude::*;
use cairn2d::{Area, BodyKind, Field, JointEnds, Water, Wind};

use crate::harness::{add_floor, run};
use crate::random::Random;

/// Primitives as text, each with its AABB.
#[derive(Default)]
struct Record {
    drawn: Vec<(String, Aabb)>,
    looks: Vec<(Pose, Look)>,
    labels: usize,
    lines: BTreeMap<String, f32>,
    /// Offset of the drawn bodies `[m]`.
    shift: Vec2,
}

impl Record {
    fn of(world: &World, options: &DrawOptions) -> Record {
        let mut record = Record::default();
        DebugDraw::default().draw(world, options, &mut record);
        record
    }

    fn add(&mut self, what: String, bounds: Aabb) {
        self.drawn.push((what, bounds));
    }
}

impl Canvas for Record {
    fn shape(&mut self, shape: &Shape, pose: Pose, look: &Look) {
        self.add(format!("shape {shape:?} {pose:?}"), shape.aabb(pose));
        self.looks.push((pose, *look));
    }

    fn line(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        self.add(format!("line {a:?} {b:?} {ink:?}"), Aabb::from_points(&[a, b]));
        *self.lines.entry(format!("{ink:?}")).or_default() += a.distance(b);
    }

    fn circle(&mut self, center: Vec2, radius: f32, ink: Ink) {
        let bounds = Aabb::from_points(&[center]).expand(radius);
        self.add(format!("circle {center:?} {radius} {ink:?}"), bounds);
    }

    fn mark(&mut self, at: Vec2, mark: Mark, size: f32, _direction: Vec2, ink: Ink) {
        self.add(format!("mark {mark:?} {at:?} {size} {ink:?}"), Aabb::from_points(&[at]));
    }

    fn area(&mut self, area: &Area, ink: Ink) {
        self.add(format!("area {area:?} {ink:?}"), Aabb::default());
    }

    fn label(&mut self, _at: Vec2, _label: Label, _ink: Ink) {
        self.labels += 1;
    }

    fn pose(&self, _body: BodyId, pose: Pose) -> Pose {
        Pose { p: pose.p + self.shift, q: pose.q }
    }
}

fn everything() -> DrawOptions {
    let mut options = DrawOptions::default();
    (options.contacts, options.normals, options.impulses, options.boxes) = (true, true, true, true);
    (options.velocities, options.centers, options.body_ids, options.joint_ids) = (true, true, true, true);
    options
}

/// A body in an opening is drawn on both sides, one that only touches the plane on its own side. Openings are
/// lines of two colors, at their places also between two steps.
#[test]
fn bodies_in_openings_are_drawn_on_both_sides() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let floor = world.spawn(Body::fixed().with(Rect::half(9.0, 0.5).at([0.0, -0.5]))).unwrap();
    let below = cairn2d::PortalFrame::on(floor, [-4.0, 0.0], [0.0, 1.0]);
    let beside = cairn2d::PortalFrame::fixed([20.0, 5.0], [-1.0, 0.0]);
    world.add_portals(cairn2d::PortalPair::new(below, beside).width(2.0).rims(false)).unwrap();
    let half = world.spawn(Body::dynamic().at([-4.0, 0.1]).with(Circle::new(0.5))).unwrap();
    world.spawn(Body::dynamic().at([4.0, 0.5]).with(Circle::new(0.5))).unwrap();
    let upright = world.spawn(Body::dynamic().at([-4.7, 0.26]).with(Circle::new(0.25))).unwrap();
    world.step(1.0e-4).unwrap();
    assert_eq!((world.images(half).count(), world.images(upright).count()), (1, 1));
    let record = Record::of(&world, &DrawOptions::default());
    let poses = |of: BodyId| record.looks.iter().filter(|(_, look)| look.body == of).collect::<Vec<_>>();
    assert_eq!((record.looks.len(), poses(upright).len()), (5, 1));
    assert_eq!(poses(half).len(), 2);
    // The ball is drawn above the floor, and its image, a circle about (20.1, 5), left of the other opening.
    let parts: Vec<Aabb> =
        record.drawn.iter().filter(|(name, _)| name.contains("Polygon")).map(|(_, at)| *at).collect();
    let near = |a: Aabb, low: [f32; 2], high: [f32; 2]| {
        a.min.distance(low.into()) < 0.01 && a.max.distance(high.into()) < 0.01
    };
    assert!(near(parts[1], [-4.5, 0.0], [-3.5, 0.6]), "{parts:?}");
    let half_width = 0.24f32.sqrt();
    assert!(near(parts[2], [19.6, 5.0 - half_width], [20.0, 5.0 + half_width]), "{parts:?}");
    let length = |number: u32| record.lines[&format!("{:?}", Ink::Opening(number))];
    assert!((length(0) - length(1)).abs() < 1e-4 && length(0) > 2.0, "{:?}", record.lines);
    let mut hidden = DrawOptions::default();
    hidden.portals = false;
    assert!(Record::of(&world, &hidden).lines.is_empty());
    // The image follows a body that is drawn elsewhere; up before one opening is left before the other.
    let mut record = Record { shift: Vec2::new(0.0, 0.3), ..Record::default() };
    DebugDraw::default().draw(&world, &DrawOptions::default(), &mut record);
    let image = record.drawn.iter().rev().find(|(name, _)| name.contains("Polygon")).unwrap().1;
    assert!((image.min.x - 19.9).abs() < 0.01 && image.max.x < 20.001, "{image:?}");
}

/// One joint of each type with its name, between distant bodies.
fn joints(a: BodyId, b: BodyId) -> Vec<cairn2d::JointDef> {
    let free = |_: &JointEnds| [None; 3];
    vec![
        Revolute::new(a, b).limits(-1.0, 1.0).motor(1.0, 0.1).into(),
        Distance::new(a, b).spring(1.0, 0.5).into(),
        Prismatic::new(a, b).along([0.0, 1.0]).limits(-1.0, 2.0).into(),
        Wheel::new(a, b).along([0.0, 1.0]).spring(2.0, 0.5).into(),
        Slot::new(a, b).along([1.0, 1.0]).limits(-3.0, 3.0).into(),
        Weld::new(a, b).into(),
        Drive::new(a, b).velocity([1.0, 0.0], 1.0).into(),
        Grab::new(b, [3.0, 4.0]).into(),
        Filter::new(a, b).into(),
        Rotary::new(a, b).into(),
        Gear::new(a, b, -2.0).into(),
        Rack::new(a, b, 0.5).into(),
        Pulley::new(a, b, [0.0, 9.0], [4.0, 9.0]).into(),
        Custom::new(a, b, free).into(),
    ]
}

/// Boxes, balls, chains, sensors, fields, and one joint of each type between separate bodies.
fn crowd() -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let hill = Chain::open(&[[60.0, 0.0], [50.0, 3.0], [40.0, 1.0], [30.0, 2.0], [20.0, 0.0]]).unwrap();
    world.spawn(Body::fixed().with_chain(ChainDef::new(hill))).unwrap();
    world.spawn(Body::fixed().at([-6.0, 2.0]).with(Circle::new(3.0).sensor())).unwrap();
    world
        .spawn(Body::fixed().at([-12.0, 2.0]).with(Rect::half(2.0, 0.1).one_way(cairn2d::OneWay::UP)))
        .unwrap();
    for index in 0..60 {
        let at = [-20.0 + 1.1 * (index % 20) as f32, 4.0 + 1.2 * (index / 20) as f32];
        let body = Body::dynamic().at(at).velocity([1.0, 0.0]);
        let body = match index % 4 {
            0 => body.with(Circle::new(0.4)),
            1 => body.with(Rect::half(0.4, 0.3).rounded(0.05)),
            2 => body.with(Capsule::horizontal(0.3, 0.2)),
            _ => body.with(Polygon::regular(6, 0.5).unwrap()),
        };
        world.spawn(body).unwrap();
    }
    for index in
        0..joints([1, 1].map(|bits| BodyId::from_bits(bits).unwrap())[0], BodyId::from_bits(1).unwrap()).len()
    {
        let x = -60.0 + 9.0 * index as f32;
        let [a, b] =
            [x, x + 4.0].map(|x| world.spawn(Body::dynamic().at([x, 40.0]).with(Circle::new(0.5))).unwrap());
        world.join(joints(a, b).swap_remove(index)).unwrap();
    }
    world.add_field(Field::new(Area::rect([30.0, 0.0], [45.0, 6.0]), Water::new(1.0))).unwrap();
    run(&mut world, 90);
    world
}

#[test]
fn debug_draw_emits_every_shape_at_its_pose() {
    let world = crowd();
    let record = Record::of(&world, &everything());
    assert_eq!(record.looks.len(), world.shapes().count());
    let drawn: BTreeSet<String> = record.drawn.iter().map(|(what, _)| what.clone()).collect();
    for id in world.shapes() {
        let shape = world.shape(id).unwrap();
        let pose = world.body(shape.body()).unwrap().pose();
        assert!(drawn.contains(&format!("shape {:?} {pose:?}", shape.geometry())), "{id}");
    }
    for (pose, look) in &record.looks {
        let body = world.body(look.body).unwrap();
        assert_eq!(body.pose(), *pose);
        let expected = match body.kind() {
            BodyKind::Static if look.sensor => Ink::SensorBusy,
            BodyKind::Static => Ink::Static,
            BodyKind::Kinematic => Ink::Kinematic,
            BodyKind::Dynamic => Ink::Dynamic,
        };
        assert_eq!(look.ink, expected, "{}", look.body);
        assert_eq!(look.asleep, body.is_asleep());
    }
    let points: usize = world
        .contacts()
        .filter_map(|id| world.contact(id))
        .filter(|contact| contact.is_touching())
        .map(|contact| contact.points().count())
        .sum();
    let dots = |ink: &str| {
        record.drawn.iter().filter(|(what, _)| what.starts_with("mark Dot") && what.ends_with(ink)).count()
    };
    assert!(points > 20);
    assert_eq!(dots("6 Contact") + dots("6 Speculative"), points);
    assert_eq!(record.labels, world.bodies().count() + world.joints().count());
}

#[test]
fn debug_draw_omits_nothing_in_view() {
    let world = crowd();
    let mut options = everything();
    let all = Record::of(&world, &options).drawn;
    let mut random = Random::new(3);
    let (mut most, mut least) = (0, usize::MAX);
    for _ in 0..200 {
        let center = [random.range(-70.0, 70.0), random.range(-3.0, 50.0)];
        let half = random.range(0.05, 30.0);
        let view = Aabb::from_center_half(center, Vec2::new(half, 0.6 * half));
        (options.view, options.pixel) = (Some(view), 0.01);
        let seen: BTreeSet<String> =
            Record::of(&world, &options).drawn.into_iter().map(|(what, _)| what).collect();
        for (what, bounds) in &all {
            assert!(!bounds.overlaps(view) || seen.contains(what), "{what} is left out of {view:?}");
        }
        (most, least) = (most.max(seen.len()), least.min(seen.len()));
    }
    assert!(least * 10 < all.len() && most * 4 > all.len(), "{least} to {most} of {} are drawn", all.len());
}

#[test]
fn each_joint_type_has_its_own_symbol() {
    let mut signs = BTreeMap::new();
    for index in 0..14 {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let [a, b] = [0.0, 4.0].map(|x| world.spawn(Body::dynamic().at([x, 0.0])).unwrap());
        let joint = world.join(joints(a, b).swap_remove(index)).unwrap();
        let kind = world.joint(joint).unwrap().kind();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (what, _) in Record::of(&world, &DrawOptions::default()).drawn {
            let words: Vec<&str> = what.split(' ').collect();
            let primitive = if words[0] == "mark" { words[1] } else { words[0] };
            *counts.entry(primitive.to_owned()).or_default() += 1;
        }
        assert!(!counts.is_empty(), "{kind:?} is not drawn");
        if let Some(other) = signs.insert(counts.clone(), kind) {
            panic!("{kind:?} looks as {other:?} does: {counts:?}");
        }
    }
    assert_eq!(signs.len(), 14);
}

#[test]
fn drawn_impulses_of_resting_bodies_equal_their_weight() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5).density(7.0))).unwrap();
    run(&mut world, 20);
    let mut options = DrawOptions::default();
    (options.impulses, options.impulse_scale) = (true, 3.0);
    let length = Record::of(&world, &options).lines["NormalImpulse"];
    // In a sub-step the floor's impulse equals that of gravity, for any mass.
    let sub_step = 1.0 / 60.0 / world.config().sub_steps as f32;
    let expected = 3.0 * world.config().gravity.length() * sub_step;
    assert!((length / expected - 1.0).abs() < 0.02, "{length} m, not {expected} m");
}

#[test]
fn colors_distinguish_islands_and_graph_colors() {
    let mut world = crowd();
    run(&mut world, 30);
    let mut islands = cairn2d::Islands::default();
    world.find_islands(&mut islands);
    let mut options = everything();
    (options.coloring, options.graph_colors) = (Coloring::Island, true);
    let record = Record::of(&world, &options);
    let mut inks = BTreeMap::new();
    for (_, look) in &record.looks {
        if world.body(look.body).unwrap().kind() == BodyKind::Dynamic {
            let ink = format!("{:?}", look.ink);
            let island = islands.of(look.body).unwrap();
            assert_eq!(inks.entry(island).or_insert_with(|| ink.clone()), &ink);
        }
    }
    assert!(inks.len() > 3, "{inks:?}");
    let colored = record.drawn.iter().filter(|(what, _)| what.contains("Graph(")).count();
    assert!(colored > 20, "{colored}");
}

#[test]
fn masses_features_and_island_boxes_are_those_of_the_world() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    // Two stacks of two boxes, and a ball in the air.
    for at in [[0.0, 0.5], [0.0, 1.5], [4.0, 0.5], [4.0, 1.5]] {
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5).density(7.0))).unwrap();
    }
    world.spawn(Body::dynamic().at([8.0, 20.0]).with(Circle::new(0.5))).unwrap();
    run(&mut world, 10);
    let mut options = DrawOptions::default();
    (options.masses, options.features, options.island_boxes) = (true, true, true);
    let mut labels = Labels::default();
    DebugDraw::default().draw(&world, &options, &mut labels);
    let ball = core::f32::consts::PI * 0.25;
    assert_eq!(labels.masses.len(), 5);
    for (mass, expected) in labels.masses.iter().zip([7.0, 7.0, 7.0, 7.0, ball]) {
        assert!((mass - expected).abs() < 1e-4 * expected, "{:?}", labels.masses);
    }
    let points = world.contacts().filter_map(|id| world.contact(id)).filter(|contact| contact.is_touching());
    let features: Vec<u32> =
        points.flat_map(|contact| contact.points().map(|point| point.feature).collect::<Vec<_>>()).collect();
    assert_eq!(features.len(), 8);
    assert_eq!(labels.features, features);
    let record = Record::of(&world, &options);
    let boxes: Vec<Aabb> = record
        .drawn
        .iter()
        .filter(|(what, _)| what.starts_with("line") && what.contains("Island"))
        .map(|x| x.1)
        .collect();
    assert_eq!(boxes.len(), 12);
    for (sides, (x, low, high)) in boxes.chunks(4).zip([(0.0, 0.0, 2.0), (4.0, 0.0, 2.0), (8.0, 19.0, 20.5)])
    {
        let all = sides.iter().copied().reduce(Aabb::union).unwrap();
        assert!((all.center().x - x).abs() < 0.01 && (all.max.x - all.min.x - 1.0).abs() < 0.01, "{all:?}");
        assert!(all.min.y > low - 0.02 && all.max.y < high + 0.02, "{all:?}");
    }
}

/// A canvas that lists the labels.
#[derive(Default)]
struct Labels {
    masses: Vec<f32>,
    features: Vec<u32>,
}

impl Canvas for Labels {
    fn shape(&mut self, _shape: &Shape, _pose: Pose, _look: &Look) {}
    fn line(&mut self, _a: Vec2, _b: Vec2, _ink: Ink) {}
    fn circle(&mut self, _center: Vec2, _radius: f32, _ink: Ink) {}
    fn mark(&mut self, _at: Vec2, _mark: Mark, _size: f32, _direction: Vec2, _ink: Ink) {}
    fn area(&mut self, _area: &Area, _ink: Ink) {}
    fn label(&mut self, _at: Vec2, label: Label, _ink: Ink) {
        match label {
            Label::Mass(mass) => self.masses.push(mass),
            Label::Feature(feature) => self.features.push(feature),
            _ => {}
        }
    }
}

#[test]
fn bodies_of_a_team_share_a_color() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    for category in [1, 2, 4, 2, 6, 4] {
        let filter = cairn2d::CollisionFilter { category, ..Default::default() };
        world.spawn(Body::dynamic().with(Circle::new(0.5).filter(filter))).unwrap();
    }
    world.spawn(Body::dynamic()).unwrap();
    world.spawn(Body::fixed().with(Circle::new(0.5))).unwrap();
    let mut options = DrawOptions::default();
    options.coloring = Coloring::Team;
    let inks: Vec<Ink> = Record::of(&world, &options).looks.iter().map(|(_, look)| look.ink).collect();
    let team = Ink::Team;
    assert_eq!(inks, [team(0), team(1), team(2), team(1), team(1), team(2), Ink::Static]);
}

#[test]
fn overridden_poses_move_drawn_contacts_and_joints() {
    let world = crowd();
    let mut options = everything();
    (options.fields, options.impulses) = (false, true);
    let here = Record::of(&world, &options);
    let mut there = Record { shift: Vec2::new(1000.0, 0.0), ..Record::default() };
    DebugDraw::default().draw(&world, &options, &mut there);
    assert_eq!(here.drawn.len(), there.drawn.len());
    let mut stayed = 0;
    for ((what, a), (_, b)) in here.drawn.iter().zip(&there.drawn) {
        // The world anchors of a grab and of a pulley stay; everything else moves.
        let way = b.center().x - a.center().x;
        let fixed = what.contains("Joint(Grab)") || what.contains("Joint(Pulley)");
        stayed += usize::from((way - 1000.0).abs() > 0.1);
        assert!(fixed || (way - 1000.0).abs() < 0.1, "{what} went {way} m");
    }
    assert!(stayed > 2, "{stayed}");
}

#[test]
fn wind_arrows_stay_inside_the_world() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.add_field(Field::new(Area::circle([5.0, 5.0], 4.0), Wind::new([3.0, 0.0]))).unwrap();
    let mut options = DrawOptions::default();
    let arrows = |options: &DrawOptions| -> BTreeSet<String> {
        let drawn = Record::of(&world, options).drawn;
        drawn.into_iter().map(|(what, _)| what).filter(|what| what.starts_with("line")).collect()
    };
    options.view = Some(Aabb::new(Vec2::new(0.0, 0.0), Vec2::new(12.0, 12.0)));
    let first = arrows(&options);
    options.view = Some(Aabb::new(Vec2::new(-0.37, 0.2), Vec2::new(11.8, 12.1)));
    assert!(first.len() > 60 && arrows(&options) == first, "{}", first.len());
}

/// A joint through an opening is drawn on the side where it acts, not across the world.
#[test]
fn a_joint_through_an_opening_is_drawn_on_one_side() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let [a, b] =
        [([0.0, 0.0], 1.0), ([40.0, 9.0], -1.0)].map(|(at, out)| cairn2d::PortalFrame::fixed(at, [0.0, out]));
    world.add_portals(cairn2d::PortalPair::new(a, b).width(3.0)).unwrap();
    let hook = world.spawn(Body::fixed().at([0.0, 3.0])).unwrap();
    let ball = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Circle::new(0.2))).unwrap();
    world.join(Distance::new(hook, ball).length(4.0).spring(0.5, 0.2)).unwrap();
    while world.body(ball).unwrap().position().x < 20.0 {
        world.step(1.0 / 60.0).unwrap();
    }
    let record = Record::of(&world, &DrawOptions::default());
    let lines: Vec<_> = record.drawn.iter().filter(|(name, _)| name.contains("Joint(Distance)")).collect();
    assert!(!lines.is_empty());
    for (name, bounds) in lines {
        assert!(bounds.max.x < 5.0 && bounds.min.x > -5.0, "{name}");
    }
}
