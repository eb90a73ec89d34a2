//! The inspector: all values of the selected body, its shapes and its joints, for viewing and editing.

use cairn2d::{BodyId, BodyKind, ShapeId, Vec2};
use cairn2d_scenes::format::BodyKind as Kind;
use egui::emath::Numeric;

use crate::session::{BodyChange, Edit, Session, ShapeChange};

use super::field::{self, Field, field};
use super::several;

/// Shows the values of the selection.
pub fn show(ui: &mut egui::Ui, session: &mut Session, options: &mut several::Options) {
    let bodies = session.selection.bodies().to_vec();
    match bodies[..] {
        [] => {
            ui.weak("No selection. Click a body.");
        }
        // The fields of another body are other fields: no text that was typed for one reaches another.
        [id] => {
            ui.push_id(id, |ui| body(ui, session, id));
        }
        _ => several::show(ui, session, &bodies, options),
    }
}

const FAR: f32 = 1.0e6;

/// A button that removes the selection.
pub(super) fn remove(ui: &mut egui::Ui, session: &mut Session) {
    let count = session.selection.bodies().len();
    let name = match session.selection.joint {
        Some(_) => "Remove the joint".to_owned(),
        None if count == 1 => "Remove the body".to_owned(),
        None => format!("Remove {count} bodies"),
    };
    if field::button(ui, &field(&name, "", "Remove it from the world; undo brings it back (Delete)")) {
        session.delete_selected();
    }
}

/// The kinds of a body.
pub(super) const KINDS: [(Field<'static>, Kind); 3] = [
    (field("static", "", "Never moves"), Kind::Static),
    (field("kinematic", "", "Moves with its velocity; nothing pushes it"), Kind::Kinematic),
    (field("dynamic", "", "Moves by forces and contacts"), Kind::Dynamic),
];

/// Edits that were requested while the values were shown.
type Changes = Vec<Edit>;

fn body(ui: &mut egui::Ui, session: &mut Session, id: BodyId) {
    let mut changes = Changes::new();
    let (mut shapes, mut joints) = (Vec::new(), Vec::new());
    if let Some(view) = session.world().body(id) {
        heading(ui, &view);
        egui::Grid::new("body").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
            kind(ui, &view, &mut changes);
            motion(ui, &view, session.scene().origin(), &mut changes);
            ease(ui, &view, &mut changes);
            switches(ui, &view, &mut changes);
        });
        shapes.extend(view.shapes());
        joints.extend(view.joints());
    }
    shapes.reverse();
    egui::CollapsingHeader::new(format!("Shapes ({})", shapes.len())).default_open(shapes.len() <= 4).show(
        ui,
        |ui| {
            for (index, &shape) in shapes.iter().enumerate().take(16) {
                ui.push_id(index, |ui| of_shape(ui, session, shape, &mut changes));
            }
        },
    );
    if !joints.is_empty() {
        egui::CollapsingHeader::new(format!("Joints ({})", joints.len())).default_open(true).show(ui, |ui| {
            for &joint in joints.iter().take(16) {
                ui.push_id(joint, |ui| super::joint::show(ui, session, joint, &mut changes));
            }
        });
    }
    for change in changes {
        session.edit(change);
    }
    remove(ui, session);
}

fn heading(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>) {
    let state = if !body.is_enabled() {
        "disabled"
    } else if body.is_asleep() {
        "asleep"
    } else {
        "awake"
    };
    ui.horizontal(|ui| {
        ui.strong(body.id().to_string());
        ui.weak(format!("{state}, {} contacts", body.contacts().count()));
    });
    let mass = body.mass();
    ui.weak(format!("inertia {:.4} kg m\u{b2}, {:.4} J kinetic energy", mass.inertia, body.kinetic_energy()));
}

fn kind(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, changes: &mut Changes) {
    let id = body.id().to_bits();
    ui.label("Kind");
    let mut now = match body.kind() {
        BodyKind::Static => Kind::Static,
        BodyKind::Kinematic => Kind::Kinematic,
        BodyKind::Dynamic => Kind::Dynamic,
    };
    ui.horizontal(|ui| {
        for (texts, kind) in KINDS {
            if field::choice(ui, &texts, &mut now, kind) {
                changes.push(Edit::Body(id, BodyChange::Kind(kind)));
            }
        }
    });
    ui.end_row();
}

fn pair(ui: &mut egui::Ui, texts: &Field<'_>, value: Vec2) -> Option<[f32; 2]> {
    let mut value: [f32; 2] = value.into();
    field::label(ui, texts);
    let mut changed = false;
    ui.horizontal(|ui| {
        for (axis, value) in ["x", "y"].into_iter().zip(&mut value) {
            let name = format!("{} {axis}", texts.name);
            changed |= field::number(ui, &Field { name: &name, ..*texts }, value, -FAR..=FAR);
        }
    });
    ui.end_row();
    changed.then_some(value)
}

/// A number with its name before it; returns the value if it changed.
fn single<Value: Numeric>(
    ui: &mut egui::Ui,
    texts: Field<'_>,
    mut value: Value,
    [low, high]: [Value; 2],
) -> Option<Value> {
    field::label(ui, &texts);
    let changed = field::number(ui, &texts, &mut value, low..=high);
    ui.end_row();
    changed.then_some(value)
}

fn motion(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, origin: cairn2d::DVec2, changes: &mut Changes) {
    let id = body.id().to_bits();
    let mut change = |change: Option<BodyChange>| changes.extend(change.map(|change| Edit::Body(id, change)));
    let position = field("Position", "m", "Origin of the frame of the body");
    change(pair(ui, &position, body.pose_from(origin).p).map(BodyChange::Position));
    let angle = field("Angle", "rad", "Rotation of the frame of the body");
    change(single(ui, angle, body.angle(), [-7.0, 7.0]).map(BodyChange::Angle));
    let velocity = field("Velocity", "m/s", "Velocity of the center of mass");
    change(pair(ui, &velocity, body.velocity()).map(BodyChange::Velocity));
    let angular = field("Angular velocity", "rad/s", "Counter-clockwise is positive");
    let angular = single(ui, angular, body.angular_velocity(), [-1000.0, 1000.0]);
    change(angular.map(BodyChange::AngularVelocity));
    if body.kind() == BodyKind::Dynamic {
        let mass = field("Mass", "kg", "Total mass; the inertia changes in proportion");
        let mass = single(ui, mass, body.mass().mass, [1.0e-6, 1.0e9]);
        change(mass.map(|mass| BodyChange::Mass(Some(mass))));
        // The row is always there, so that those below stay in place.
        ui.label("");
        let texts = field("Mass of shapes", "", "Compute the mass from densities and areas again");
        if field::wide_button(ui, &texts, (0.0, body.given_mass().is_some())) {
            change(Some(BodyChange::Mass(None)));
        }
        ui.end_row();
    }
}

fn ease(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, changes: &mut Changes) {
    let id = body.id().to_bits();
    let mut change = |change: Option<BodyChange>| changes.extend(change.map(|change| Edit::Body(id, change)));
    let gravity = field("Gravity scale", "", "Multiplies the gravity of the world; 0 floats");
    change(single(ui, gravity, body.gravity_scale(), [-100.0, 100.0]).map(BodyChange::GravityScale));
    let (linear, angular) = (body.linear_damping(), body.angular_damping());
    let damping = field("Linear damping", "1/s", "Rate at which the velocity decays");
    let damping = single(ui, damping, linear, [0.0, 1000.0]);
    change(damping.map(|linear| BodyChange::Damping(linear, angular)));
    let damping = field("Angular damping", "1/s", "Rate at which the angular velocity decays");
    let damping = single(ui, damping, angular, [0.0, 1000.0]);
    change(damping.map(|angular| BodyChange::Damping(linear, angular)));
    let time = field("Time scale", "", "Speed of time for this body");
    change(single(ui, time, body.time_scale(), [0.001, 1000.0]).map(BodyChange::TimeScale));
    let threshold = field("Sleep threshold", "m/s", "Slower than this for half a second, the body may sleep");
    let threshold = single(ui, threshold, body.sleep_threshold(), [0.0, 100.0]);
    change(threshold.map(BodyChange::SleepThreshold));
    let sweep = field("CCD threshold", "", "Motion per step, in thicknesses, above which the body is swept");
    change(single(ui, sweep, body.sweep_threshold(), [0.0, 100.0]).map(BodyChange::SweepThreshold));
    let dominance = field("Dominance", "", "The higher one of two bodies acts as if its mass were infinite");
    let dominance = single(ui, dominance, i64::from(body.dominance()), [-127, 127]);
    change(dominance.map(|dominance| BodyChange::Dominance(dominance as i8)));
    let data = field("User data", "", "A number for the caller; the engine does not use it");
    let data = single(ui, data, body.user_data().min(i64::MAX as u64) as i64, [0, i64::MAX]);
    change(data.map(|data| BodyChange::UserData(data as u64)));
}

fn switches(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, changes: &mut Changes) {
    let id = body.id().to_bits();
    let mut switch = |ui: &mut egui::Ui, texts: Field<'_>, on: bool, change: &dyn Fn(bool) -> BodyChange| {
        let mut on = on;
        if field::switch(ui, &texts, &mut on) {
            changes.push(Edit::Body(id, change(on)));
        }
    };
    ui.label("State");
    ui.horizontal(|ui| {
        let enabled = field("enabled", "", "A disabled body is no part of the simulation");
        switch(ui, enabled, body.is_enabled(), &BodyChange::Enabled);
        switch(
            ui,
            field("awake", "", "Wake the body, or put it to sleep"),
            body.is_awake(),
            &BodyChange::Awake,
        );
    });
    ui.end_row();
    ui.label("");
    ui.horizontal(|ui| {
        let sleep = field("may sleep", "", "Whether the body may fall asleep");
        switch(ui, sleep, body.can_sleep(), &BodyChange::CanSleep);
        let bullet = field("bullet", "", "Continuous collision with dynamic bodies too");
        switch(ui, bullet, body.is_bullet(), &BodyChange::Bullet);
    });
    ui.end_row();
    ui.label("Locks");
    let locks = body.locks();
    let of = |x: bool, y: bool, rotation: bool| BodyChange::Locks { x, y, rotation };
    ui.horizontal(|ui| {
        let lock = |name| field(name, "", "Keep this coordinate of the body");
        switch(ui, lock("x"), locks.x, &|on| of(on, locks.y, locks.rotation));
        switch(ui, lock("y"), locks.y, &|on| of(locks.x, on, locks.rotation));
        switch(ui, lock("rotation"), locks.rotation, &|on| of(locks.x, locks.y, on));
    });
    ui.end_row();
}

fn of_shape(ui: &mut egui::Ui, session: &Session, id: ShapeId, changes: &mut Changes) {
    let Some(shape) = session.world().shape(id) else { return };
    let bits = id.to_bits();
    ui.label(format!("{}, {}", id, name_of(shape.geometry())));
    egui::Grid::new("shape").num_columns(2).spacing([10.0, 3.0]).show(ui, |ui| {
        let mut change =
            |change: Option<ShapeChange>| changes.extend(change.map(|change| Edit::Shape(bits, change)));
        let material = shape.material();
        let density = field("Density", "kg/m\u{b2}", "Mass per area");
        change(single(ui, density, shape.density(), [0.0, 1.0e6]).map(ShapeChange::Density));
        let friction = field("Friction", "", "Coefficient of friction, mixed with that of the other shape");
        change(single(ui, friction, material.friction, [0.0, 100.0]).map(ShapeChange::Friction));
        let restitution = field("Restitution", "", "Part of the approach speed after an impact: 0 to 1");
        change(single(ui, restitution, material.restitution, [0.0, 1.0]).map(ShapeChange::Restitution));
        let rolling = field("Rolling resistance", "", "Resisting torque relative to normal force and radius");
        let rolling = single(ui, rolling, material.rolling_resistance, [0.0, 10.0]);
        change(rolling.map(ShapeChange::RollingResistance));
        let belt = field("Tangent speed", "m/s", "Speed of the surface, as of a conveyor belt");
        let belt = single(ui, belt, material.tangent_speed, [-1000.0, 1000.0]);
        change(belt.map(ShapeChange::TangentSpeed));
        let filter = shape.filter();
        let group = field("Group", "", "Shapes of a group always collide if positive, never if negative");
        let group = single(ui, group, i64::from(filter.group), [-1000, 1000]);
        change(group.map(|group| ShapeChange::Filter {
            category: filter.category,
            mask: filter.mask,
            group: group as i32,
        }));
        ui.label("Filter");
        let mask = if filter.mask == u64::MAX { "all".to_owned() } else { format!("{:#x}", filter.mask) };
        ui.small(format!("category {:#x}, mask {mask}", filter.category));
        ui.end_row();
        ui.label("");
        let mut sensor = shape.is_sensor();
        if field::switch(ui, &field("sensor", "", "Report overlaps instead of colliding"), &mut sensor) {
            change(Some(ShapeChange::Sensor(sensor)));
        }
        ui.end_row();
    });
}

/// The name of a geometry, with its dimensions.
fn name_of(geometry: &cairn2d::Shape) -> String {
    use cairn2d::geometry::ShapeVariant;
    match geometry.variant() {
        ShapeVariant::Circle(circle) => format!("circle, radius {:.3} m", circle.radius),
        ShapeVariant::Capsule(capsule) => {
            format!("capsule, length {:.3} m, radius {:.3} m", capsule.a.distance(capsule.b), capsule.radius)
        }
        ShapeVariant::Segment(segment) => format!("segment of {:.3} m", segment.a.distance(segment.b)),
        ShapeVariant::Polygon(polygon) => match polygon.as_rect() {
            Some(rect) => format!("box of {:.3} m by {:.3} m", 2.0 * rect.half.x, 2.0 * rect.half.y),
            None => format!("polygon of {} corners", polygon.vertices().len()),
        },
        ShapeVariant::ChainSegment(piece) => format!("chain segment of {:.3} m", piece.a.distance(piece.b)),
    }
}
