//! The table of ids: every function with an id, called with stale ids, ids of another world, and invented
//! ones.

use cairn2d::prelude::*;
use cairn2d::{Area, ContactId, Drag, Field, FieldId, Islands, JointDef, Replace};

use super::Fixture;

/// Bad ids of one kind, each with the reason why it is bad.
type Bad<T> = Vec<(&'static str, T)>;

struct BadIds {
    bodies: Bad<BodyId>,
    shapes: Bad<ShapeId>,
    joints: Bad<JointId>,
    contacts: Bad<ContactId>,
    fields: Bad<FieldId>,
}

/// Changes the world and collects ids that are invalid in it.
fn spoil(fixture: &mut Fixture) -> BadIds {
    let mut config = WorldConfig::default();
    config.id_tag = 7;
    let foreign = Fixture::with(config).expect("valid");
    // A removed object, and one whose slot was reused.
    let mut brief = || {
        let world = &mut fixture.world;
        let [a, b] = [0.0, 3.0].map(|x| {
            world.spawn(Body::dynamic().at([20.0 + x, 0.9]).with(Rect::square(2.0))).expect("valid")
        });
        let shape = world.body(a).and_then(|body| body.shapes().next()).expect("it has one");
        let joint = world.join(Distance::new(a, b)).expect("valid");
        world.step(1.0 / 60.0).expect("valid");
        let contact = world.body(a).and_then(|body| body.contacts().next()).expect("it touches the floor");
        world.despawn(a).expect("alive");
        let field = world.add_field(breeze()).expect("valid");
        world.remove_field(field).expect("alive");
        (a, shape, joint, contact, field)
    };
    let reused = brief();
    let gone = brief();
    assert!(reused.0 != gone.0, "the slot was not used again, so nothing is tried");
    let made_up = [1, 0xffff_ffff, 0xffff_ffff_ffff_ffff, 0x00ff_ffff_0000_0001, 1 << 56 | 1 << 32 | 1];
    fn all<T: Copy>(
        reused: T,
        gone: T,
        foreign: T,
        made_up: [u64; 5],
        from_bits: fn(u64) -> Option<T>,
    ) -> Bad<T> {
        let mut bad = vec![("reused", reused), ("gone", gone), ("foreign", foreign)];
        bad.extend(made_up.into_iter().filter_map(from_bits).map(|id| ("made up", id)));
        assert_eq!(bad.len(), 8);
        bad
    }
    BadIds {
        bodies: all(reused.0, gone.0, foreign.dynamic, made_up, BodyId::from_bits),
        shapes: all(reused.1, gone.1, foreign.shape, made_up, ShapeId::from_bits),
        joints: all(reused.2, gone.2, foreign.hinge, made_up, JointId::from_bits),
        fields: all(reused.4, gone.4, foreign.field(), made_up, FieldId::from_bits),
        contacts: all(reused.3, gone.3, foreign.contact(), made_up, ContactId::from_bits),
    }
}

/// Result of a call with a bad id: the message if it is rejected, `None` if the function returns nothing for
/// it.
type Try<T> = fn(&mut Fixture, T) -> Result<(), String>;

/// Functions that take the id of a body.
pub(super) const BODIES: [(&str, Try<BodyId>); 29] = [
    ("World::despawn", |f, id| f.world.despawn(id).map_err(|error| error.to_string())),
    ("World::attach", |f, id| {
        f.world.attach(id, Circle::new(0.5)).map(drop).map_err(|error| error.to_string())
    }),
    ("Seen::pose", |f, id| {
        found(f.world.seen_from([0.0, 0.0]).expect("a point of the world").pose(id).is_some(), id)
    }),
    ("World::body", |f, id| found(f.world.body(id).is_some(), id)),
    ("World::body_mut", |f, id| found(f.world.body_mut(id).is_some(), id)),
    ("World::join", |f, id| join(f, Revolute::new(id, f.dynamic))),
    ("Revolute::new", |f, id| join(f, Revolute::new(f.dynamic, id))),
    ("Revolute::new", |f, id| join(f, Revolute::new(id, id))),
    ("Distance::new", |f, id| join(f, Distance::new(id, f.fixed))),
    ("Distance::new", |f, id| join(f, Distance::new(f.dynamic, id))),
    ("Prismatic::new", |f, id| join(f, Prismatic::new(f.dynamic, id))),
    ("Wheel::new", |f, id| join(f, Wheel::new(id, f.dynamic))),
    ("Slot::new", |f, id| join(f, Slot::new(f.dynamic, id))),
    ("Weld::new", |f, id| join(f, Weld::new(f.dynamic, id))),
    ("Drive::new", |f, id| join(f, Drive::new(f.dynamic, id))),
    ("Grab::new", |f, id| join(f, Grab::new(id, [0.0, 0.0]))),
    ("Filter::new", |f, id| join(f, Filter::new(id, f.dynamic))),
    ("Rotary::new", |f, id| join(f, Rotary::new(f.dynamic, id))),
    ("Gear::new", |f, id| join(f, Gear::new(f.dynamic, id, 2.0))),
    ("Rack::new", |f, id| join(f, Rack::new(id, f.dynamic, 2.0))),
    ("Pulley::new", |f, id| join(f, Pulley::new(f.dynamic, id, [0.0, 9.0], [1.0, 9.0]))),
    ("Custom::new", |f, id| join(f, Custom::new(f.dynamic, id, |_: &cairn2d::JointEnds| [None; 3]))),
    ("Custom::shared", |f, id| {
        let nothing = std::sync::Arc::new(|_: &cairn2d::JointEnds| [None; 3]);
        join(f, Custom::shared(f.dynamic, id, nothing))
    }),
    ("BodyId::from_bits", |f, id| {
        found(BodyId::from_bits(id.to_bits()).is_some_and(|id| f.world.body(id).is_some()), id)
    }),
    ("Islands::of", |f, id| {
        let mut islands = Islands::default();
        f.world.find_islands(&mut islands);
        assert!(islands.of(f.dynamic).is_some(), "it finds nothing at all");
        found(islands.of(id).is_some(), id)
    }),
    ("World::body_distance", |f, id| done(f.world.body_distance(f.dynamic, id))),
    ("World::body_impact", |f, id| done(f.world.body_impact(id, f.dynamic, 1.0))),
    ("QueryFilter::ignore_bodies", |f, id| {
        let ray = Ray::new([0.0, 9.0], [0.0, -20.0]);
        let ids = [id];
        let filters = [QueryFilter::all().ignore_bodies(&ids), QueryFilter::all()];
        let [with, without] = filters.map(|filter| f.world.cast_ray(ray, filter));
        found(with != without, id)
    }),
    // Ignoring a stale id changes nothing.
    ("QueryFilter::ignore", |f, id| {
        let ray = Ray::new([0.0, 9.0], [0.0, -20.0]);
        let [with, without] =
            [QueryFilter::all().ignore(id), QueryFilter::all()].map(|filter| f.world.cast_ray(ray, filter));
        assert!(with.as_ref().is_ok_and(Option::is_some));
        found(with != without, id)
    }),
];

/// Functions that take the id of a body to which they attach shapes.
pub(super) const RECEIVERS: [(&str, Try<BodyId>); 3] = [
    ("World::attach_many", |f, id| done(f.world.attach_many(id, [Circle::new(0.5)]))),
    ("World::reattach", |f, id| done(f.world.reattach(f.shape, id))),
    ("World::replace_shapes", |f, id| {
        let add = vec![Circle::new(0.5).shape()];
        done(f.world.replace_shapes(id, Replace { add, ..Replace::default() }))
    }),
];

/// Functions that take the id of a shape.
pub(super) const SHAPES: [(&str, Try<ShapeId>); 9] = [
    ("World::detach", |f, id| f.world.detach(id).map_err(|error| error.to_string())),
    ("World::reattach", |f, id| done(f.world.reattach(id, f.fixed))),
    ("World::replace_shapes", |f, id| {
        done(f.world.replace_shapes(f.fixed, Replace { remove: &[id], ..Replace::default() }))
    }),
    ("World::replace_shapes", |f, id| {
        let change = [(id, Shape::from(Circle::new(0.5)))];
        done(f.world.replace_shapes(f.fixed, Replace { change: &change, ..Replace::default() }))
    }),
    ("World::shape_distance", |f, id| done(f.world.shape_distance(f.shape, id))),
    ("World::shape_impact", |f, id| done(f.world.shape_impact(id, f.shape, 1.0))),
    ("QueryFilter::ignore_shapes", |f, id| {
        let ray = Ray::new([0.0, 9.0], [0.0, -20.0]);
        let ids = [id];
        let filters = [QueryFilter::all().ignore_shapes(&ids), QueryFilter::all()];
        let [with, without] = filters.map(|filter| f.world.cast_ray(ray, filter));
        found(with != without, id)
    }),
    ("World::shape", |f, id| found(f.world.shape(id).is_some(), id)),
    ("World::shape_mut", |f, id| found(f.world.shape_mut(id).is_some(), id)),
];

/// Functions that take the id of a joint.
pub(super) const JOINTS: [(&str, Try<JointId>); 3] = [
    ("World::unjoin", |f, id| f.world.unjoin(id).map_err(|error| error.to_string())),
    ("World::joint", |f, id| found(f.world.joint(id).is_some(), id)),
    ("World::joint_mut", |f, id| found(f.world.joint_mut(id).is_some(), id)),
];

/// Functions that take the id of a field.
pub(super) const FIELDS: [(&str, Try<FieldId>); 3] = [
    ("World::field", |f, id| found(f.world.field(id).is_some(), id)),
    ("World::set_field", |f, id| f.world.set_field(id, breeze()).map_err(|error| error.to_string())),
    ("World::remove_field", |f, id| f.world.remove_field(id).map_err(|error| error.to_string())),
];

fn breeze() -> Field {
    Field::new(Area::circle([20.0, 0.0], 1.0), Drag::new(0.1))
}

/// Functions that take the id of a contact.
pub(super) const CONTACTS: [(&str, Try<ContactId>); 1] =
    [("World::contact", |f, id| found(f.world.contact(id).is_some(), id))];

fn join(f: &mut Fixture, def: impl Into<JointDef>) -> Result<(), String> {
    f.world.join(def).map(drop).map_err(|error| error.to_string())
}

fn done<T, E: core::fmt::Display>(result: Result<T, E>) -> Result<(), String> {
    result.map(drop).map_err(|error| error.to_string())
}

/// The expected message for functions that return `None`, equal to the errors of the others.
fn found(is_found: bool, id: impl core::fmt::Display) -> Result<(), String> {
    if is_found { Ok(()) } else { Err(format!("{id} does not exist")) }
}

fn try_all<T: Copy + core::fmt::Display>(fixture: &Fixture, table: &[(&str, Try<T>)], bad: &Bad<T>) {
    let before = fixture.text();
    for (function, call) in table {
        for &(kind, id) in bad {
            let mut fixture = fixture.clone();
            let why = call(&mut fixture, id).expect_err(&format!("{function} took the {kind} {id}"));
            assert!(why.contains(&id.to_string()), "{function} with the {kind} {id}: {why}");
            assert!(fixture.text() == before, "{function} with the {kind} {id} changed the world");
        }
    }
}

#[test]
fn stale_ids_return_none_and_change_nothing() {
    let mut fixture = Fixture::new();
    let bad = spoil(&mut fixture);
    try_all(&fixture, &BODIES, &bad.bodies);
    try_all(&fixture, &RECEIVERS, &bad.bodies);
    try_all(&fixture, &SHAPES, &bad.shapes);
    try_all(&fixture, &JOINTS, &bad.joints);
    try_all(&fixture, &CONTACTS, &bad.contacts);
    try_all(&fixture, &FIELDS, &bad.fields);
}

#[test]
fn joint_of_a_body_with_itself_is_rejected() {
    let mut fixture = Fixture::new();
    let before = fixture.text();
    let def = Revolute::new(fixture.dynamic, fixture.dynamic);
    let why = join(&mut fixture, def).expect_err("one body");
    assert!(why.contains(&fixture.dynamic.to_string()), "{why}");
    assert!(fixture.text() == before);
}

#[test]
fn calls_unsupported_by_body_kind_or_joint_type_are_rejected() {
    let mut fixture = Fixture::new();
    let before = fixture.text();
    let mut body = fixture.world.body_mut(fixture.dynamic).expect("alive");
    assert!(body.set_target(Pose::IDENTITY, 0.1).is_err());
    let mut hinge = fixture.world.joint_mut(fixture.hinge).expect("alive");
    assert!(hinge.set_length(1.0).is_err());
    assert!(fixture.text() == before);
}
