//! The interface rejects what C can get wrong, and its defaults are those of the engine.

use std::ffi::CStr;

use cairn2d::{Body, Circle, CollisionFilter, Explosion, IntoShape, Material, Vec2, World, WorldConfig};

use crate::convert::{Engine, cairn_body_id};
use crate::fault::Code;
use crate::generated::structs::{
    cairn_body_def, cairn_explosion, cairn_filter, cairn_geometry, cairn_material, cairn_shape_def,
    cairn_world_config,
};
use crate::handle::{Handle, In, List, Out, code, counted, init};

fn world() -> Handle {
    Handle::of(World::new(WorldConfig::default()).unwrap())
}

fn last_text() -> String {
    // SAFETY: the text is valid until the next error of this thread, and has a zero byte at its end.
    let text = unsafe { CStr::from_ptr(crate::fault::cairn_error_text()) };
    text.to_string_lossy().into_owned()
}

fn ball() -> (cairn_shape_def, cairn_body_def) {
    let mut shape = cairn_shape_def::default();
    shape.geometry.radius = 0.5;
    (shape, cairn_body_def::default())
}

#[test]
fn defaults_are_those_of_the_engine() {
    let config = cairn_world_config::default().engine().unwrap();
    assert_eq!(config.to_bytes(), WorldConfig::default().to_bytes());
    assert_eq!(
        (config.threads, config.lanes),
        (WorldConfig::default().threads, WorldConfig::default().lanes)
    );
    assert_eq!(cairn_material::default().engine().unwrap(), Material::default());
    assert_eq!(cairn_filter::default().engine().unwrap(), CollisionFilter::default());
    let blast = cairn_explosion::default().engine().unwrap();
    assert_eq!(blast, Explosion::new(Vec2::ZERO, 1.0, 1.0));
    let (shape, mut def) = ball();
    def.set_shapes(vec![shape].leak());
    let mut worlds = [(); 2].map(|()| World::new(WorldConfig::default()).unwrap());
    for world in &mut worlds {
        world.record_calls(Some(cairn2d::CallChecks::default()));
    }
    worlds[0].spawn(def.engine().unwrap()).unwrap();
    worlds[1].spawn(Body::dynamic().with(Circle::new(0.5).shape())).unwrap();
    let calls = worlds.map(|mut world| {
        let mut calls = Vec::new();
        world.take_calls(&mut calls);
        calls
    });
    assert_eq!(calls[0], calls[1], "the same call with the same arguments");
}

#[test]
fn null_pointers_and_null_ids_are_errors() {
    assert_eq!(code(Handle::NULL.change(|_| Ok(()))), Code::Null as i32);
    assert_eq!(last_text(), "world is a null pointer");
    let null: In<cairn_body_def> = In::NULL;
    assert!(null.get("def").is_err() && null.maybe().is_none());
    assert!(null.list("shapes", 0).unwrap().is_empty());
    assert!(null.list("shapes", 3).is_err());
    assert_eq!(cairn_body_id::default().read().unwrap_err().text(), "the null body does not exist");
    let stale = cairn_body_id { bits: 0x0700_0000_0009 };
    let world = world();
    let read = world.look(|world| crate::generated::calls::body_angle(world, stale));
    assert_eq!((read, last_text().as_str()), (Err(Code::Stale as i32), "body:8v1792 does not exist"));
    world.free();
}

#[test]
fn definition_without_its_initializer_is_rejected() {
    let (shape, mut def) = ball();
    def.size = 0;
    let fault = def.engine().unwrap_err();
    assert_eq!(fault.code(), Code::Definition);
    assert!(fault.text().contains("cairn_body_def_default"), "{}", fault.text());
    let mut other = shape;
    init(Out::to(&mut other), 8);
    assert_eq!(other.engine().unwrap_err().code(), Code::Definition, "the caller knows another size");
    init(Out::to(&mut other), size_of::<cairn_shape_def>() as u32);
    assert!(other.engine().is_ok());
}

#[test]
fn wrong_choices_and_counts_are_errors() {
    let (_, mut def) = ball();
    def.kind = 7;
    assert_eq!(def.engine().unwrap_err().text(), "body_type has no value 7");
    let geometry = cairn_geometry { kind: 9, ..cairn_geometry::default() };
    assert_eq!(geometry.engine().unwrap_err().code(), Code::Value);
    let (_, mut def) = ball();
    def.shape_count = 5;
    assert_eq!(def.engine().unwrap_err().text(), "shapes is a null pointer");
    def.dominance = 200;
    assert!(def.engine().unwrap_err().text().contains("dominance"));
}

#[test]
fn list_counts_what_does_not_fit() {
    let mut room = [0_u32; 2];
    let mut list = List::new(Out::to(&mut room[0]), 1);
    (1..=3).for_each(|item| list.push(item));
    let mut count = 0;
    assert_eq!(counted(Out::to(&mut count), &list, Ok(())), 0);
    assert_eq!((room, count), ([1, 0], 3));
}

#[test]
fn panic_does_not_cross_and_later_calls_are_rejected() {
    let world = world();
    let caught = world.change::<()>(|_| panic!("a bug"));
    assert_eq!((caught, last_text().as_str()), (Err(Code::Panic as i32), "the engine panicked: a bug"));
    let later = world.look(|world| Ok(world.hash()));
    assert_eq!(
        (later, last_text().as_str()),
        (Err(Code::Poisoned as i32), "an earlier call stopped halfway")
    );
    world.free();
}
