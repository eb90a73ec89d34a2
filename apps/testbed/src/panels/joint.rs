//! The values of a joint in the inspector.

use cairn2d::{JointId, JointKind};

use crate::session::{Edit, JointChange, Session};

use super::field::{self, Field, field};

/// Shows a joint; edits are appended to the changes.
pub(super) fn show(ui: &mut egui::Ui, session: &mut Session, id: JointId, changes: &mut Vec<Edit>) {
    let Some(joint) = session.world().joint(id) else { return };
    let bits = id.to_bits();
    let mut change = |change: JointChange| changes.push(Edit::Joint(bits, change));
    let kind = joint.kind();
    let mut selected = session.selection.joint == Some(id);
    let (mut enabled, mut collide) = (joint.is_enabled(), joint.collide_connected());
    let name = format!("{kind:?} {id}");
    ui.horizontal(|ui| {
        let select = field(&name, "", "Select the joint: Remove then removes it instead of the body");
        field::switch(ui, &select, &mut selected);
        ui.weak(format!("{:.2} N, {:.2} N m", joint.reaction_force().length(), joint.reaction_torque()))
            .on_hover_text("Reaction force and torque of the last step");
    });
    ui.horizontal(|ui| {
        if field::switch(ui, &field("enabled", "", "Whether the joint acts"), &mut enabled) {
            change(JointChange::Enabled(enabled));
        }
        let texts = field("bodies collide", "", "Whether the two joined bodies collide with each other");
        if field::switch(ui, &texts, &mut collide) {
            change(JointChange::Collide(collide));
        }
    });
    let linear = is_linear(kind);
    let (way, rate, force) = if linear { ("m", "m/s", "N") } else { ("rad", "rad/s", "N m") };
    if let Some(mut length) = joint.rest_length() {
        ui.horizontal(|ui| {
            let texts = field("Length", "m", "Rest length of the joint");
            field::label(ui, &texts);
            if field::number(ui, &texts, &mut length, 1.0e-3..=1.0e5) {
                change(JointChange::Length(length));
            }
        });
    }
    if kind.has_limits() {
        let range = <[f32; 2]>::from(kind.limit_range()).map(|end| end.clamp(-1.0e5, 1.0e5));
        let texts = field("limits", "", "Restrict the coordinate of the joint");
        let fields = [
            (field("limits lower", way, "Lower end of the coordinate"), range),
            (field("limits upper", way, "Upper end of the coordinate"), range),
        ];
        let now = joint.limits().map(|(lower, upper)| vec![lower, upper]);
        if let Some(new) = optional(ui, &texts, now, &[0.0, 1.0], &fields) {
            let ordered = |v: Vec<f32>| if v[0] <= v[1] { (v[0], v[1]) } else { (v[1], v[0]) };
            change(JointChange::Limits(new.map(ordered)));
        }
    }
    if kind.has_motor() {
        let texts = field("motor", "", "Drive the joint at a speed");
        let fields = [
            (field("motor speed", rate, "Wanted speed of the coordinate"), [-1.0e4, 1.0e4]),
            (field("motor strength", force, "Largest force or torque of the motor"), [0.0, 1.0e9]),
        ];
        let now = joint.motor().map(|motor| vec![motor.speed, motor.strength]);
        if let Some(new) = optional(ui, &texts, now, &[1.0, 100.0], &fields) {
            change(JointChange::Motor(new.map(|v| (v[0], v[1]))));
        }
    }
    if kind.has_spring() {
        let texts = field("spring", "", "Pull the coordinate to a target");
        let fields = [
            (field("spring frequency", "Hz", "Frequency of the undamped spring"), [0.0, 240.0]),
            (field("spring damping ratio", "", "1 is critical damping"), [0.0, 100.0]),
            (field("spring target", way, "Coordinate at rest"), [-100.0, 100.0]),
        ];
        let now = joint.spring().map(|spring| vec![spring.hertz, spring.damping_ratio, spring.target]);
        if let Some(new) = optional(ui, &texts, now, &[2.0, 0.5, 0.0], &fields) {
            change(JointChange::Spring(new.map(|v| (v[0], v[1], v[2]))));
        }
    }
    if kind.has_servo() {
        let texts = field("servo", "", "Move the coordinate to a target at a limited speed");
        let fields = [
            (field("servo target", way, "Coordinate to reach"), [-1.0e4, 1.0e4]),
            (field("servo speed", rate, "Largest speed on the way"), [0.0, 1.0e4]),
            (field("servo strength", force, "Largest force or torque"), [0.0, 1.0e9]),
        ];
        let now = joint.servo().map(|servo| vec![servo.target, servo.max_speed, servo.strength]);
        if let Some(new) = optional(ui, &texts, now, &[0.0, 1.0, 100.0], &fields) {
            change(JointChange::Servo(new.map(|v| (v[0], v[1], v[2]))));
        }
    }
    session.selection.joint = match (selected, session.selection.joint) {
        (true, _) => Some(id),
        (false, Some(other)) if other == id => None,
        (false, other) => other,
    };
}

/// Whether the coordinate of a joint is a length; otherwise it is an angle.
fn is_linear(kind: JointKind) -> bool {
    matches!(kind, JointKind::Distance | JointKind::Prismatic | JointKind::Slot)
}

/// Optional numbers of a joint. Returns their new values if they changed.
fn optional(
    ui: &mut egui::Ui,
    texts: &Field<'_>,
    now: Option<Vec<f32>>,
    begin: &[f32],
    fields: &[(Field<'_>, [f32; 2])],
) -> Option<Option<Vec<f32>>> {
    let mut result = None;
    ui.horizontal_wrapped(|ui| {
        let mut on = now.is_some();
        if field::switch(ui, texts, &mut on) {
            result = Some(on.then(|| begin.to_vec()));
        }
        let Some(mut values) = now else { return };
        for ((texts, [low, high]), value) in fields.iter().zip(&mut values) {
            if field::number(ui, texts, value, *low..=*high) {
                result = Some(Some(Vec::new()));
            }
        }
        if let Some(Some(changed)) = &mut result {
            *changed = values;
        }
    });
    result
}
