//! The inspector: all values of the selected body, its shapes and its joints, for viewing and editing.

use cairn2d::{BodyId, BodyKind, ShapeId, Vec2};
use cairn2d_scenes::format::BodyKind as Kind;

use crate::session::{BodyChange, Edit, Session, ShapeChange};

/// Shows the values of the selection.
pub fn show(ui: &mut egui::Ui, session: &mut Session) {
    let bodies = session.selection.bodies().to_vec();
    match bodies[..] {
        [] => {
            ui.weak("No selection. Click a body.");
        }
        [id] => body(ui, session, id),
        _ => several(ui, session, &bodies),
    }
}

/// A number that can be dragged; assistive technology and tests find it by its name.
pub(super) fn number(ui: &mut egui::Ui, name: &str, value: &mut f32, range: [f32; 2], unit: &str) -> bool {
    let speed = f64::from((value.abs() * 0.01).max(0.01));
    let field = egui::DragValue::new(value).speed(speed).range(range[0]..=range[1]).max_decimals(3);
    let field = ui.add(field);
    if !unit.is_empty() {
        ui.small(unit);
    }
    let shown = f64::from(*value);
    field.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name);
        info.value = Some(shown);
        info
    });
    field.changed()
}

const FAR: f32 = 1.0e6;

fn several(ui: &mut egui::Ui, session: &mut Session, bodies: &[BodyId]) {
    ui.strong(format!("{} bodies", bodies.len()));
    let views = || bodies.iter().filter_map(|&id| session.world().body(id));
    let mass: f32 = views().map(|body| body.mass().mass).sum();
    let energy: f32 = views().map(|body| body.kinetic_energy()).sum();
    ui.label(format!("{mass:.3} kg, {energy:.3} J kinetic energy"));
    ui.horizontal_wrapped(|ui| {
        let mut all = |change: BodyChange| {
            for (index, id) in bodies.iter().enumerate() {
                let edit = Edit::Body(id.to_bits(), change.clone());
                if index == 0 {
                    session.edit(edit)
                } else {
                    session.edit_on(edit)
                };
            }
        };
        for (text, kind) in KINDS {
            if ui.button(text).clicked() {
                all(BodyChange::Kind(kind));
            }
        }
        if ui.button("wake").clicked() {
            all(BodyChange::Awake(true));
        }
        if ui.button("stop").clicked() {
            all(BodyChange::Velocity([0.0; 2]));
            all(BodyChange::AngularVelocity(0.0));
        }
    });
    remove(ui, session);
}

fn remove(ui: &mut egui::Ui, session: &mut Session) {
    if ui.button("Remove").on_hover_text("Remove the selection (Delete)").clicked() {
        session.delete_selected();
    }
}

const KINDS: [(&str, Kind); 3] =
    [("static", Kind::Static), ("kinematic", Kind::Kinematic), ("dynamic", Kind::Dynamic)];

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
        for (text, kind) in KINDS {
            if ui.selectable_value(&mut now, kind, text).changed() {
                changes.push(Edit::Body(id, BodyChange::Kind(kind)));
            }
        }
    });
    ui.end_row();
}

fn pair(ui: &mut egui::Ui, name: &str, value: Vec2, unit: &str) -> Option<[f32; 2]> {
    let mut value: [f32; 2] = value.into();
    ui.label(name);
    let mut changed = false;
    ui.horizontal(|ui| {
        for (axis, value) in ["x", "y"].into_iter().zip(&mut value) {
            changed |= number(ui, &format!("{name} {axis}"), value, [-FAR, FAR], "");
        }
        ui.small(unit);
    });
    ui.end_row();
    changed.then_some(value)
}

fn single(ui: &mut egui::Ui, name: &str, value: f32, range: [f32; 2], unit: &str) -> Option<f32> {
    let mut value = value;
    ui.label(name);
    let changed = ui.horizontal(|ui| number(ui, name, &mut value, range, unit)).inner;
    ui.end_row();
    changed.then_some(value)
}

/// An integer; one that exceeds the field is shown without editing.
fn whole(ui: &mut egui::Ui, name: &str, value: i64, range: [i64; 2]) -> Option<i64> {
    let mut value = value;
    ui.label(name);
    let field = ui.add(egui::DragValue::new(&mut value).speed(0.1).range(range[0]..=range[1]));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
    ui.end_row();
    field.changed().then_some(value)
}

fn motion(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, origin: cairn2d::DVec2, changes: &mut Changes) {
    let id = body.id().to_bits();
    let mut change = |change: Option<BodyChange>| changes.extend(change.map(|change| Edit::Body(id, change)));
    change(pair(ui, "Position", body.pose_from(origin).p, "m").map(BodyChange::Position));
    change(single(ui, "Angle", body.angle(), [-7.0, 7.0], "rad").map(BodyChange::Angle));
    change(pair(ui, "Velocity", body.velocity(), "m/s").map(BodyChange::Velocity));
    let spin = single(ui, "Angular velocity", body.angular_velocity(), [-1000.0, 1000.0], "rad/s");
    change(spin.map(BodyChange::AngularVelocity));
    if body.kind() == BodyKind::Dynamic {
        let mass = single(ui, "Mass", body.mass().mass, [1.0e-6, 1.0e9], "kg");
        change(mass.map(|mass| BodyChange::Mass(Some(mass))));
        if body.given_mass().is_some() {
            ui.label("");
            if ui.small_button("from shapes").clicked() {
                change(Some(BodyChange::Mass(None)));
            }
            ui.end_row();
        }
    }
}

fn ease(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, changes: &mut Changes) {
    let id = body.id().to_bits();
    let mut change = |change: Option<BodyChange>| changes.extend(change.map(|change| Edit::Body(id, change)));
    let gravity = single(ui, "Gravity scale", body.gravity_scale(), [-100.0, 100.0], "");
    change(gravity.map(BodyChange::GravityScale));
    let (linear, angular) = (body.linear_damping(), body.angular_damping());
    let damping = single(ui, "Linear damping", linear, [0.0, 1000.0], "1/s");
    change(damping.map(|linear| BodyChange::Damping(linear, angular)));
    let spin = single(ui, "Angular damping", angular, [0.0, 1000.0], "1/s");
    change(spin.map(|angular| BodyChange::Damping(linear, angular)));
    let time = single(ui, "Time scale", body.time_scale(), [0.001, 1000.0], "");
    change(time.map(BodyChange::TimeScale));
    let threshold = single(ui, "Sleep threshold", body.sleep_threshold(), [0.0, 100.0], "m/s");
    change(threshold.map(BodyChange::SleepThreshold));
    let sweep = single(ui, "CCD threshold", body.sweep_threshold(), [0.0, 100.0], "");
    change(sweep.map(BodyChange::SweepThreshold));
    let dominance = whole(ui, "Dominance", i64::from(body.dominance()), [-127, 127]);
    change(dominance.map(|dominance| BodyChange::Dominance(dominance as i8)));
    let data = whole(ui, "User data", body.user_data().min(i64::MAX as u64) as i64, [0, i64::MAX]);
    change(data.map(|data| BodyChange::UserData(data as u64)));
}

fn switches(ui: &mut egui::Ui, body: &cairn2d::BodyRef<'_>, changes: &mut Changes) {
    let id = body.id().to_bits();
    let mut switch = |ui: &mut egui::Ui, name: &str, on: bool, change: &dyn Fn(bool) -> BodyChange| {
        let mut on = on;
        if ui.checkbox(&mut on, name).changed() {
            changes.push(Edit::Body(id, change(on)));
        }
    };
    ui.label("State");
    ui.horizontal(|ui| {
        switch(ui, "enabled", body.is_enabled(), &BodyChange::Enabled);
        switch(ui, "awake", body.is_awake(), &BodyChange::Awake);
    });
    ui.end_row();
    ui.label("");
    ui.horizontal(|ui| {
        switch(ui, "may sleep", body.can_sleep(), &BodyChange::CanSleep);
        switch(ui, "bullet", body.is_bullet(), &BodyChange::Bullet);
    });
    ui.end_row();
    ui.label("Locks");
    let locks = body.locks();
    let of = |x: bool, y: bool, rotation: bool| BodyChange::Locks { x, y, rotation };
    ui.horizontal(|ui| {
        switch(ui, "x", locks.x, &|on| of(on, locks.y, locks.rotation));
        switch(ui, "y", locks.y, &|on| of(locks.x, on, locks.rotation));
        switch(ui, "rotation", locks.rotation, &|on| of(locks.x, locks.y, on));
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
        change(single(ui, "Density", shape.density(), [0.0, 1.0e6], "kg/m\u{b2}").map(ShapeChange::Density));
        change(single(ui, "Friction", material.friction, [0.0, 100.0], "").map(ShapeChange::Friction));
        let restitution = single(ui, "Restitution", material.restitution, [0.0, 1.0], "");
        change(restitution.map(ShapeChange::Restitution));
        let rolling = single(ui, "Rolling resistance", material.rolling_resistance, [0.0, 10.0], "");
        change(rolling.map(ShapeChange::RollingResistance));
        let belt = single(ui, "Tangent speed", material.tangent_speed, [-1000.0, 1000.0], "m/s");
        change(belt.map(ShapeChange::TangentSpeed));
        let filter = shape.filter();
        let group = whole(ui, "Group", i64::from(filter.group), [-1000, 1000]);
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
        if ui.checkbox(&mut sensor, "sensor").changed() {
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
