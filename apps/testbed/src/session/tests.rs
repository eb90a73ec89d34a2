//! The model compared with worlds that ran without it, and with its own replay.

use cairn2d::prelude::*;
use cairn2d_scenes::{Overrides, Runner};

use super::make::Piece;
use super::*;

const FRAME: f32 = 1.0 / 60.0;

fn open(name: &str) -> Session {
    Session::open(name).unwrap()
}

/// Takes this many steps.
pub(super) fn run(session: &mut Session, steps: u32) {
    let goal = session.step_index() + steps;
    while session.step_index() < goal {
        session.step_once();
        session.frame(FRAME);
    }
}

fn hash(session: &Session) -> u64 {
    session.hash()
}

/// The hash of a built-in scene after a number of steps without edits.
fn alone(name: &str, steps: u32) -> u64 {
    let mut runner = Runner::new(cairn2d_scenes::find(name).unwrap(), Overrides::default()).unwrap();
    for _ in 0..steps {
        runner.step().unwrap();
    }
    runner.hash()
}

fn spawn(session: &mut Session, at: [f32; 2]) {
    let body = Piece::Box.body(at.into(), 0.8);
    assert!(session.edit(Edit::Spawn(Box::new(body))));
}

#[test]
fn untouched_scenes_run_as_they_do_alone() {
    for name in ["wrecking_ball", "rain", "platformer", "wind_cells"] {
        let mut session = open(name);
        run(&mut session, 50);
        assert_eq!(hash(&session), alone(name, 50), "{name}");
    }
}

#[test]
fn real_time_takes_as_many_steps_as_it_should() {
    let mut session = open("domino");
    let taken: u32 = (0..90).map(|_| session.frame(1.0 / 30.0)).sum();
    assert!((179..=181).contains(&taken), "{taken}");
    session.pace.paused = true;
    assert_eq!((0..30).map(|_| session.frame(FRAME)).sum::<u32>(), 0);
    session.pace.paused = false;
    session.pace.speed = 0.25;
    let slow: u32 = (0..60).map(|_| session.frame(FRAME)).sum();
    assert!((14..=16).contains(&slow), "{slow}");
}

#[test]
fn every_moment_can_be_gone_back_to() {
    let mut session = open("wrecking_ball");
    let mut hashes = vec![hash(&session)];
    for step in 0..150 {
        if step == 40 {
            spawn(&mut session, [0.0, 12.0]);
            *hashes.last_mut().unwrap() = hash(&session);
        }
        if step == 97 {
            session.edit(Edit::Explode { center: [3.0, 1.0], radius: 4.0, strength: 20.0 });
            *hashes.last_mut().unwrap() = hash(&session);
        }
        run(&mut session, 1);
        hashes.push(hash(&session));
    }
    for step in [149u32, 98, 97, 96, 60, 41, 40, 39, 1, 0, 150, 75] {
        session.seek(step);
        assert_eq!((session.step_index(), hash(&session)), (step, hashes[step as usize]), "step {step}");
    }
    // Time continues with the same edits as before.
    run(&mut session, 75);
    assert_eq!(hash(&session), hashes[150]);
    session.step_back();
    assert_eq!((session.step_index(), hash(&session)), (149, hashes[149]));
}

#[test]
fn systems_go_back_in_time_with_their_world() {
    let mut session = open("wind_cells");
    let mut hashes = vec![hash(&session)];
    for _ in 0..80 {
        run(&mut session, 1);
        hashes.push(hash(&session));
    }
    for step in [79u32, 31, 0, 45, 80] {
        session.seek(step);
        assert_eq!(hash(&session), hashes[step as usize], "step {step}");
    }
    assert_ne!(hash(&session), session.world().hash(), "the hash covers the wind");
    assert_eq!(session.overlay().grids().len(), 1);
}

#[test]
fn long_histories_keep_few_copies_and_every_moment() {
    let mut session = open("seesaw");
    let mut hashes = vec![hash(&session)];
    for _ in 0..4000 {
        run(&mut session, 1);
        hashes.push(hash(&session));
    }
    for step in [3999u32, 31, 30, 2000, 0, 1777] {
        session.seek(step);
        assert_eq!(hash(&session), hashes[step as usize], "step {step}");
    }
}

#[test]
fn undo_goes_back_to_just_before_and_redo_to_where_it_was() {
    let mut session = open("domino");
    run(&mut session, 10);
    let before = (session.step_index(), hash(&session));
    assert!(!session.can_undo());
    spawn(&mut session, [2.0, 5.0]);
    run(&mut session, 20);
    let middle = (session.step_index(), hash(&session));
    session.edit(Edit::World(WorldChange::Gravity([1.0, -3.0])));
    run(&mut session, 33);
    let end = (session.step_index(), hash(&session));
    let now = |session: &Session| (session.step_index(), hash(session));
    session.undo();
    assert_eq!(now(&session), middle);
    let said = session.take_message().unwrap();
    assert!(said.contains("step 30") && said.contains("step 63"), "{said}");
    session.undo();
    assert_eq!(now(&session), before);
    assert!(!session.can_undo());
    session.redo();
    assert_eq!(now(&session), middle);
    session.redo();
    assert_eq!(now(&session), end);
    assert!(!session.can_redo());
    assert_eq!(session.world().config().gravity, vec2(1.0, -3.0));
    // A new edit removes the redo history.
    session.undo();
    spawn(&mut session, [0.0, 9.0]);
    assert!(!session.can_redo());
}

#[test]
fn a_slider_that_is_dragged_is_one_edit() {
    let mut session = open("domino");
    let before = session.world().config().gravity;
    session.edit(Edit::World(WorldChange::Gravity([0.0, -9.0])));
    for level in 1..20 {
        session.edit_on(Edit::World(WorldChange::Gravity([0.0, level as f32])));
    }
    assert_eq!(session.log().len(), 1);
    session.undo();
    assert_eq!(session.world().config().gravity, before);
}

#[test]
fn a_dragged_body_follows_the_pointer_and_keeps_its_velocity() {
    let mut session = Session::open_scene({
        let mut scene = Scene::new("weightless", "");
        scene.world.gravity = [0.0, 0.0];
        for x in [0.0, 10.0] {
            scene.add(Piece::Circle.body(vec2(x, 0.0), 1.0));
        }
        scene
    })
    .unwrap();
    let ids: Vec<BodyId> = session.world().bodies().collect();
    let position = |session: &Session, body: usize| session.world().body(ids[body]).unwrap().position();
    assert!(!session.grab(9, vec2(5.0, 5.0), 0.1), "nothing is there");
    // Two fingers hold two bodies at once.
    assert!(session.grab(1, vec2(0.1, 0.0), 0.1) && session.grab(2, vec2(10.0, 0.1), 0.1));
    for step in 0..60 {
        let way = 0.05 * step as f32;
        session.drag(1, vec2(0.1, way));
        session.drag(2, vec2(10.0, -way));
        run(&mut session, 1);
    }
    assert!(position(&session, 0).y > 2.0 && position(&session, 1).y < -2.0);
    session.release(1);
    session.release(2);
    assert_eq!(session.world().joints().count(), 0);
    let speed = session.world().body(ids[0]).unwrap().velocity().y;
    assert!(speed > 1.5, "{speed}");
    let there = hash(&session);
    // Both fingers are one gesture: undone together, to the grab.
    session.undo();
    assert_eq!((session.step_index(), position(&session, 0)), (0, vec2(0.0, 0.0)));
    assert_eq!(session.world().joints().count(), 0);
    session.redo();
    assert_eq!(hash(&session), there);
}

#[test]
fn edits_of_the_past_release_the_drag_of_the_recording() {
    let mut session = open("wrecking_ball");
    let body = session.world().bodies().last().unwrap();
    let at = session.world().body(body).unwrap().position();
    let joints = session.world().joints().count();
    assert!(session.grab(1, at, 0.5));
    run(&mut session, 40);
    session.release(1);
    run(&mut session, 5);
    session.seek(20);
    assert_eq!(session.world().joints().count(), joints + 1);
    spawn(&mut session, [0.0, 20.0]);
    assert_eq!(session.world().joints().count(), joints);
    assert_eq!(session.last_step(), 20);
}

#[test]
fn the_profile_has_means_and_maxima_of_stages() {
    use core::sync::atomic::{AtomicU64, Ordering};
    static TIME: AtomicU64 = AtomicU64::new(0);
    let mut session = open("domino");
    // A clock that is a microsecond later at each look.
    session.set_clock(Some(|| TIME.fetch_add(1000, Ordering::Relaxed)));
    run(&mut session, 20);
    let log = session.profile();
    for stage in cairn2d::Stage::ALL {
        let [mean, most] = [log.mean(stage), log.max(stage)];
        assert!(mean > 0.0 && most >= mean && most <= log.max_total(), "{stage:?}: {mean} {most}");
    }
}

#[test]
fn a_change_of_gravity_wakes_sleeping_bodies() {
    let mut session = open("one_box");
    for _ in 0..20 {
        run(&mut session, 60);
    }
    let asleep = |session: &Session| session.world().counts().sleeping_bodies;
    assert!(asleep(&session) > 0);
    assert!(session.edit(Edit::World(WorldChange::Gravity([0.0, 5.0]))));
    assert_eq!(asleep(&session), 0);
}

#[test]
fn an_edited_past_keeps_the_old_future() {
    let mut session = open("domino");
    run(&mut session, 20);
    spawn(&mut session, [2.0, 5.0]);
    run(&mut session, 30);
    let old = hash(&session);
    session.seek(10);
    session.take_message();
    spawn(&mut session, [-2.0, 6.0]);
    assert!(session.take_message().unwrap().contains("step 50"));
    run(&mut session, 25);
    let new = hash(&session);
    assert_eq!(
        (session.branches().len(), session.branches()[0].end, session.branches()[0].edits()),
        (1, 50, 1)
    );
    session.take_branch(0);
    assert_eq!((session.step_index(), session.last_step(), session.branches().len()), (10, 50, 1));
    session.seek(50);
    assert_eq!(hash(&session), old);
    session.take_branch(0);
    session.seek(35);
    assert_eq!(hash(&session), new);
    // Undone edits that a new one replaces are kept too.
    session.undo();
    spawn(&mut session, [0.0, 8.0]);
    let count = session.branches().len();
    assert!(count >= 2, "{count}");
    session.take_branch(count - 1);
    session.seek(35);
    assert_eq!(hash(&session), new);
}

#[test]
fn restart_keeps_what_was_built_before_the_first_step() {
    let mut session = open("domino");
    spawn(&mut session, [0.0, 7.0]);
    let built = hash(&session);
    run(&mut session, 30);
    session.edit(Edit::Explode { center: [0.0, 0.0], radius: 5.0, strength: 30.0 });
    run(&mut session, 30);
    let end = hash(&session);
    session.restart();
    assert_eq!((session.step_index(), session.last_step(), hash(&session)), (0, 0, built));
    session.redo();
    assert_eq!((session.step_index(), hash(&session)), (60, end));
}

#[test]
fn an_explosion_in_a_scene_with_gas_is_a_blast_of_the_gas() {
    let mut session = open("bunker");
    run(&mut session, 1);
    let before = hash(&session);
    assert!(!session.edit(Edit::Explode { center: [0.0, 3.0], radius: f32::NAN, strength: 20.0 }));
    assert_eq!(hash(&session), before);
    assert!(session.edit(Edit::Explode { center: [0.0, 3.0], radius: 4.0, strength: 20.0 }));
    run(&mut session, 5);
    let gas = session.runner().systems.get::<cairn2d_gas::Gas>().unwrap();
    assert!(gas.last_step().fastest > 1.2 * gas.def().model.sound_speed(), "{:?}", gas.last_step());
    let end = hash(&session);
    session.undo();
    session.redo();
    let left = 6 - session.step_index();
    run(&mut session, left);
    assert_eq!(hash(&session), end);
}

/// Area of the ground, and number of particles.
fn beside(session: &Session) -> (f64, usize) {
    let systems = &session.runner().systems;
    let area = systems.get::<cairn2d_terrain::Terrain>().map_or(0.0, |terrain| ground_area(terrain.field()));
    (area, systems.get::<cairn2d_particles::Particles>().map_or(0, |water| water.len()))
}

/// Area of the ground of a field \[m^2\], by its distances at four points a sample.
pub(crate) fn ground_area(field: &cairn2d_terrain::Field) -> f64 {
    let def = field.def();
    let side = 0.5 * def.spacing;
    let [columns, rows] = def.size.map(|count| 2 * count);
    let points = (0..rows).flat_map(|row| (0..columns).map(move |column| vec2(column as f32, row as f32)));
    let share = |at: Vec2| (field.sample(def.origin + at * side) / side + 0.5).clamp(0.0, 1.0);
    points.map(|at| f64::from(share(at))).sum::<f64>() * f64::from(side).powi(2)
}

/// Takes back the last gesture, repeats it, and runs to the same step.
fn repeats(session: &mut Session) {
    let (step, end) = (session.step_index(), hash(session));
    session.undo();
    session.redo();
    let left = step - session.step_index();
    run(session, left);
    assert_eq!(hash(session), end);
}

#[test]
fn ground_is_dug_and_filled() {
    let mut session = open("crater_field");
    run(&mut session, 1);
    let (before, whole) = (hash(&session), beside(&session).0);
    let line = |to: [f32; 2], radius: f32, fill: bool| Edit::Dig { from: [-1.0, 2.0], to, radius, fill };
    for (to, radius) in [([f32::NAN, 2.0], 0.5), ([2.0, 2.0], -1.0), ([2.0, 2.0], f32::INFINITY)] {
        assert!(!session.edit(line(to, radius, false)), "{to:?} {radius}");
        assert!(session.take_message().is_some());
        assert_eq!(hash(&session), before);
    }
    assert!(session.edit(line([2.0, 2.0], 0.5, false)));
    let carved = whole - beside(&session).0;
    let area = 3.0 + 0.25 * core::f64::consts::PI;
    assert!((carved / area - 1.0).abs() < 0.03, "{carved} of {area}");
    // The world follows at once: a ray down the middle of the tunnel hits its floor.
    let floor = |session: &Session| {
        let ray = cairn2d::Ray::new([0.0, 2.0], [0.0, -3.0]);
        session.world().cast_ray(ray, cairn2d::QueryFilter::all()).unwrap().map(|hit| hit.point.y)
    };
    assert!((floor(&session).unwrap() - 1.5).abs() < 0.02);
    run(&mut session, 5);
    repeats(&mut session);
    assert!(session.edit(line([2.0, 2.0], 0.6, true)));
    assert!((beside(&session).0 - whole).abs() < 0.01 * area);
    run(&mut session, 5);
    repeats(&mut session);
    // Ground whose body was removed is made again where it is edited.
    let ground: Vec<u64> = session
        .world()
        .bodies()
        .filter(|&id| session.world().body(id).unwrap().kind() == cairn2d::BodyKind::Static)
        .map(|id| id.to_bits())
        .collect();
    assert!(session.edit(Edit::Delete(ground)));
    assert!(session.edit(line([2.0, 2.0], 0.5, false)));
    run(&mut session, 5);
    assert!((floor(&session).unwrap() - 1.5).abs() < 0.02);
    repeats(&mut session);
}

#[test]
fn a_scene_without_ground_or_water_gets_some() {
    let mut session = open("domino");
    run(&mut session, 1);
    let before = hash(&session);
    let bar = |fill: bool| Edit::Dig { from: [-1.0, 9.0], to: [1.0, 9.0], radius: 0.4, fill };
    assert!(!session.edit(bar(false)));
    assert_eq!(hash(&session), before);
    assert!(session.edit(bar(true)));
    let area = 1.6 + 0.16 * core::f64::consts::PI;
    assert!((beside(&session).0 / area - 1.0).abs() < 0.02);
    // A new grid of the overlay shows it.
    assert_eq!(session.overlay().grids().len(), 1);
    let ball = Piece::Circle.body(vec2(0.0, 10.2), 1.0);
    assert!(session.edit(Edit::Spawn(Box::new(ball))));
    let id = session.world().bodies().last().unwrap();
    run(&mut session, 90);
    let height = session.world().body(id).unwrap().position().y;
    assert!((height - 9.9).abs() < 0.02, "the ball lies on the bar: {height}");

    let before = hash(&session);
    for (center, radius) in
        [([f32::NAN, 5.0], 0.3), ([-5.0, 5.0], 0.0), ([-5.0, 5.0], -1.0), ([1.0e7, 0.0], 1.0)]
    {
        assert!(!session.edit(Edit::Pour { center, radius }), "{center:?} {radius}");
        assert_eq!(hash(&session), before);
    }
    assert!(session.edit(Edit::Pour { center: [-5.0, 5.0], radius: 0.4 }));
    let count = beside(&session).1;
    // A disc of four spacings of radius.
    assert!((45..=56).contains(&count), "{count}");
    assert_eq!(session.overlay().grids().len(), 2);
    // There is no room for more.
    assert!(session.edit_on(Edit::Pour { center: [-5.0, 5.0], radius: 0.4 }));
    assert_eq!(beside(&session).1, count);
    run(&mut session, 5);
    repeats(&mut session);
    run(&mut session, 60);
    assert_eq!(beside(&session).1, count, "no drop is lost on the floor");
    assert!(session.edit_on(Edit::Pour { center: [-5.0, 5.0], radius: 0.4 }));
    assert!(beside(&session).1 > count + 40, "there is room again");
    // Nor is there room inside of bodies.
    let poured = beside(&session).1;
    assert!(session.edit_on(Edit::Pour { center: [0.0, 9.9], radius: 0.3 }));
    assert!(beside(&session).1 - poured < 4);
}

#[test]
fn refused_edits_say_why_and_leave_no_trace() {
    let mut session = open("domino");
    let before = hash(&session);
    let id = session.world().bodies().last().unwrap().to_bits();
    let bad = [
        Edit::Body(id, BodyChange::Velocity([f32::NAN, 0.0])),
        Edit::Body(id, BodyChange::Angle(f32::INFINITY)),
        Edit::Body(0, BodyChange::Bullet(true)),
        Edit::Shape(u64::MAX, ShapeChange::Density(1.0)),
        Edit::Delete(vec![u64::MAX]),
        Edit::Carry { bodies: vec![id], by: [1.0e9, 0.0] },
        Edit::World(WorldChange::SubSteps(0)),
        Edit::World(WorldChange::Hertz(f32::NAN)),
        Edit::Explode { center: [f32::NAN, 0.0], radius: 1.0, strength: 1.0 },
    ];
    for edit in bad {
        assert!(!session.edit(edit.clone()), "{edit:?}");
        assert!(session.take_message().is_some(), "{edit:?}");
        assert_eq!(hash(&session), before, "{edit:?}");
    }
    assert!(session.log().is_empty());
}

#[test]
fn values_of_a_body_can_be_changed_and_taken_back() {
    let mut session = open("wrecking_ball");
    let id = session.world().bodies().last().unwrap();
    let bits = id.to_bits();
    let text = |session: &Session| {
        format!("{:?}", session.world().body(id).map(|b| (b.pose(), b.velocity(), b.mass())))
    };
    let changes = [
        BodyChange::Position([1.0, 2.0]),
        BodyChange::Angle(0.5),
        BodyChange::Velocity([3.0, 4.0]),
        BodyChange::Mass(Some(7.5)),
    ];
    let before = text(&session);
    for change in changes {
        assert!(session.edit(Edit::Body(bits, change)));
    }
    let body = session.world().body(id).unwrap();
    assert_eq!((body.position(), body.velocity(), body.mass().mass), (vec2(1.0, 2.0), vec2(3.0, 4.0), 7.5));
    assert!((body.angle() - 0.5).abs() < 1e-6);
    for _ in 0..4 {
        session.undo();
    }
    assert_eq!(text(&session), before);
}

#[test]
fn a_pinned_body_turns_about_its_pin() {
    let mut session = open("domino");
    let body = Piece::Plank.body(vec2(0.0, 8.0), 1.0);
    session.edit(Edit::Spawn(Box::new(body)));
    let id = session.world().bodies().last().unwrap();
    let nail = vec2(1.2, 8.0);
    assert!(session.edit(Edit::Pin { body: id.to_bits(), at: nail.into() }));
    let mut turned: f32 = 0.0;
    for _ in 0..200 {
        run(&mut session, 1);
        let body = session.world().body(id).unwrap();
        let arm = body.rotation().rotate(vec2(1.2, 0.0));
        assert!((body.position() + arm).distance(nail) < 0.05, "{:?}", body.position());
        turned = turned.max(body.angle().abs());
    }
    assert!(turned > 1.0, "{turned}");
}

#[test]
fn boxes_and_clicks_select_and_what_is_gone_is_selected_no_more() {
    let mut session = open("domino");
    let count = session.world().bodies().count();
    session.select_box(cairn2d::Aabb::new(vec2(-1.0e4, -1.0e4), vec2(1.0e4, 1.0e4)), false);
    let selected = session.selection.bodies().to_vec();
    assert!(selected.len() >= 15 && selected.len() < count, "dynamic bodies only");
    let first = session.world().body(selected[0]).unwrap().position();
    let found = session.body_at(first, 0.01);
    assert_eq!(found, Some(selected[0]));
    session.selection.click(found, true);
    assert_eq!(session.selection.bodies().len(), selected.len() - 1);
    session.delete_selected();
    assert_eq!(session.world().bodies().count(), count - selected.len() + 1);
    assert!(session.selection.bodies().is_empty());
    session.undo();
    assert_eq!(session.world().bodies().count(), count);
}

#[test]
fn threads_and_lanes_change_nothing() {
    let mut session = open("mixed_bin");
    session.set_threads(2);
    session.set_lanes(cairn2d::LaneLevel::Scalar);
    run(&mut session, 30);
    assert_eq!(hash(&session), alone("mixed_bin", 30));
    session.seek(3);
    assert_eq!(session.world().config().threads, 2);
}

#[test]
fn far_bodies_are_picked_where_they_are_drawn() {
    let mut session = open("far_out");
    let origin = session.scene().origin();
    let bounds = session.bounds().unwrap();
    assert!(bounds.min.x.abs() < 200.0 && bounds.max.x.abs() < 200.0, "{bounds:?}");
    let id = session.body_at(vec2(-8.0, 0.4), 0.01).expect("the heap");
    let at = |session: &Session, id| session.world().body(id).unwrap().pose_from(origin).p;
    let before = at(&session, id);
    assert!(session.edit(Edit::Carry { bodies: vec![id.to_bits()], by: [0.25, 20.0] }));
    assert!((at(&session, id) - before - vec2(0.25, 20.0)).length() < 1.0e-5);
    assert!(session.edit(Edit::Body(id.to_bits(), BodyChange::Angle(0.5))));
    assert!((at(&session, id) - before - vec2(0.25, 20.0)).length() < 1.0e-5, "it only turns");
    assert!(session.edit(Edit::Spawn(Box::new(Piece::Plank.body(vec2(30.0, 8.0), 1.0)))));
    let plank = session.world().bodies().last().unwrap();
    assert_eq!(at(&session, plank), vec2(30.0, 8.0));
    assert!(session.edit(Edit::Pin { body: plank.to_bits(), at: [31.2, 8.0] }));
    run(&mut session, 30);
    let body = session.world().body(plank).unwrap();
    let arm = body.rotation().rotate(vec2(1.2, 0.0));
    assert!(body.angle().abs() > 0.1 && (at(&session, plank) + arm).distance(vec2(31.2, 8.0)) < 0.05);
}
