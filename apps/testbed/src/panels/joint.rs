//! The values of a joint in the inspector.

use cairn2d::JointId;

use crate::session::{Edit, JointChange, Session};

use super::inspector::number;

/// Shows a joint; edits are appended to the changes.
pub(super) fn show(ui: &mut egui::Ui, session: &mut Session, id: JointId, changes: &mut Vec<Edit>) {
    let Some(joint) = session.world().joint(id) else { return };
    let bits = id.to_bits();
    let mut change = |change: JointChange| changes.push(Edit::Joint(bits, change));
    let kind = joint.kind();
    let mut selected = session.selection.joint == Some(id);
    let (mut enabled, mut collide) = (joint.is_enabled(), joint.collide_connected());
    ui.horizontal(|ui| {
        ui.checkbox(&mut selected, format!("{kind:?} {id}"));
        ui.weak(format!("{:.2} N, {:.2} N m", joint.reaction_force().length(), joint.reaction_torque()));
    });
    ui.horizontal(|ui| {
        if ui.checkbox(&mut enabled, "enabled").changed() {
            change(JointChange::Enabled(enabled));
        }
        if ui.checkbox(&mut collide, "bodies collide").changed() {
            change(JointChange::Collide(collide));
        }
    });
    if let Some(mut length) = joint.rest_length() {
        ui.horizontal(|ui| {
            ui.label("Length");
            if number(ui, "Length", &mut length, [1.0e-3, 1.0e5], "m") {
                change(JointChange::Length(length));
            }
        });
    }
    if kind.has_limits() {
        let range = <[f32; 2]>::from(kind.limit_range()).map(|end| end.clamp(-1.0e5, 1.0e5));
        let fields = [("Lower", range, ""), ("Upper", range, "")];
        let now = joint.limits().map(|(lower, upper)| vec![lower, upper]);
        if let Some(new) = optional(ui, "limits", now, &[0.0, 1.0], &fields) {
            let ordered = |v: Vec<f32>| if v[0] <= v[1] { (v[0], v[1]) } else { (v[1], v[0]) };
            change(JointChange::Limits(new.map(ordered)));
        }
    }
    if kind.has_motor() {
        let fields = [("Speed", [-1.0e4, 1.0e4], ""), ("Strength", [0.0, 1.0e9], "")];
        let now = joint.motor().map(|motor| vec![motor.speed, motor.strength]);
        if let Some(new) = optional(ui, "motor", now, &[1.0, 100.0], &fields) {
            change(JointChange::Motor(new.map(|v| (v[0], v[1]))));
        }
    }
    if kind.has_spring() {
        let fields = [
            ("Stiffness", [0.0, 240.0], "Hz"),
            ("Damping", [0.0, 100.0], ""),
            ("Target", [-100.0, 100.0], ""),
        ];
        let now = joint.spring().map(|spring| vec![spring.hertz, spring.damping_ratio, spring.target]);
        if let Some(new) = optional(ui, "spring", now, &[2.0, 0.5, 0.0], &fields) {
            change(JointChange::Spring(new.map(|v| (v[0], v[1], v[2]))));
        }
    }
    if kind.has_servo() {
        let fields =
            [("Target", [-1.0e4, 1.0e4], ""), ("Speed", [0.0, 1.0e4], ""), ("Strength", [0.0, 1.0e9], "")];
        let now = joint.servo().map(|servo| vec![servo.target, servo.max_speed, servo.strength]);
        if let Some(new) = optional(ui, "servo", now, &[0.0, 1.0, 100.0], &fields) {
            change(JointChange::Servo(new.map(|v| (v[0], v[1], v[2]))));
        }
    }
    session.selection.joint = match (selected, session.selection.joint) {
        (true, _) => Some(id),
        (false, Some(other)) if other == id => None,
        (false, other) => other,
    };
}

/// Optional numbers of a joint. Returns their new values if they changed.
fn optional(
    ui: &mut egui::Ui,
    name: &str,
    now: Option<Vec<f32>>,
    begin: &[f32],
    fields: &[(&str, [f32; 2], &str)],
) -> Option<Option<Vec<f32>>> {
    let mut result = None;
    ui.horizontal_wrapped(|ui| {
        let mut on = now.is_some();
        if ui.checkbox(&mut on, name).changed() {
            result = Some(on.then(|| begin.to_vec()));
        }
        let Some(mut values) = now else { return };
        for ((field, range, unit), value) in fields.iter().zip(&mut values) {
            ui.small(*field);
            if number(ui, &format!("{name} {}", field.to_lowercase()), value, *range, unit) {
                result = Some(Some(Vec::new()));
            }
        }
        if let Some(Some(changed)) = &mut result {
            *changed = values;
        }
    });
    result
}
