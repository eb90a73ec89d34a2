//! Lines of the debug drawing: lengths of outlines, colors of the engine, eased poses.
#![cfg(feature = "gizmos")]

use std::f32::consts::TAU;
use std::time::Duration;

use bevy_app::prelude::*;
use bevy_cairn2d::cairn2d::Rect;
use bevy_cairn2d::cairn2d::debug_draw::{Ink, Theme};
use bevy_cairn2d::prelude::*;
use bevy_cairn2d::{CairnDebugPlugin, DebugLines};
use bevy_math::{Vec2, vec2};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, CairnPlugin::default(), CairnDebugPlugin));
    let step = Duration::from_micros(15_625);
    app.insert_resource(Time::<Fixed>::from_duration(step));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.update();
    app
}

fn drawn(app: &App) -> (f32, Vec<[u8; 3]>) {
    let lines = app.world().resource::<DebugLines>().lines();
    let mut colors: Vec<_> = lines.iter().map(|line| line.color).collect();
    colors.dedup();
    (lines.iter().map(|line| line.a.distance(line.b)).sum(), colors)
}

#[test]
fn outlines_have_the_length_and_the_color_of_the_shape() {
    let rounded: Collider = Rect::half(0.5, 1.0).rounded(0.25).into();
    let triangle = Collider::convex_hull(&[vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(0.0, 4.0)]).unwrap();
    let cases = [
        (Collider::rectangle(2.0, 3.0), 10.0),
        (Collider::circle(2.0), 2.0 * TAU),
        (Collider::capsule(0.5, 3.0), 0.5 * TAU + 6.0),
        (Collider::segment(vec2(0.0, 0.0), vec2(3.0, 4.0)), 5.0),
        (rounded, 6.0 + 0.25 * TAU),
        (triangle, 12.0),
    ];
    for (collider, expected) in cases {
        let mut app = app();
        app.world_mut().spawn((collider.clone(), Transform::from_xyz(7.0, 9.0, 0.0)));
        app.update();
        let (length, colors) = drawn(&app);
        // The chords of an arc are shorter by 0.3 %.
        assert!(length <= expected * 1.0001 && length >= expected * 0.995, "{collider:?}: {length}");
        assert_eq!(colors, [Ink::Static.color(Theme::Dark)]);
        let lines = app.world().resource::<DebugLines>().lines().to_vec();
        // The outline is closed, and around the entity.
        let ends: Vec2 = lines.iter().map(|line| line.b - line.a).sum();
        assert!(lines.len() == 1 || ends.length() < 1e-4, "{collider:?}: {ends}");
        assert!(lines.iter().all(|line| line.a.distance(vec2(7.0, 9.0)) < 6.0));
        app.world_mut().resource_mut::<DebugLines>().is_enabled = false;
        app.update();
        assert_eq!(drawn(&app).0, 0.0);
    }
}

#[test]
fn sleepers_are_dimmed_and_joints_and_contacts_are_drawn() {
    let mut app = app();
    app.world_mut().spawn((Collider::rectangle(20.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    let body = |x: f32| (RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(x, 0.5, 0.0));
    let [a, b] = [0.0, 3.0].map(|x| app.world_mut().spawn(body(x)).id());
    app.update();
    let count = drawn(&app).1;
    assert!(count.contains(&Ink::Dynamic.color(Theme::Dark)), "{count:?}");
    let before = app.world().resource::<DebugLines>().lines().len();
    app.world_mut().spawn(Joint::new(a, b, |a, b| Distance::new(a, b).length(3.0)));
    let options = &mut app.world_mut().resource_mut::<DebugLines>().options;
    *options = options.contacts(true).normals(true);
    app.update();
    assert!(app.world().resource::<DebugLines>().lines().len() > before);
    assert!(drawn(&app).1.contains(&Ink::Contact.color(Theme::Dark)));
    for _ in 0..200 {
        app.update();
    }
    assert!(!drawn(&app).1.contains(&Ink::Dynamic.color(Theme::Dark)), "bodies sleep");
}

#[test]
fn eased_bodies_are_drawn_where_their_transform_is() {
    let mut app = app();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    let ball = (RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, 50.0, 0.0));
    let ball = app.world_mut().spawn((ball, TransformInterpolation::default())).id();
    for _ in 0..50 {
        app.update();
        let lines = app.world().resource::<DebugLines>().lines();
        let lowest = lines.iter().map(|line| line.a.y).fold(f32::INFINITY, f32::min);
        let height = app.world().get::<Transform>(ball).unwrap().translation.y;
        assert!(lines.is_empty() || (height - 0.5 - lowest).abs() < 0.01, "{height} {lowest}");
    }
    assert!(!app.world().resource::<DebugLines>().lines().is_empty());
}
