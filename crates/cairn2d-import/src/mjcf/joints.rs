//! Joints of a model: hinges about y and slides in the plane, with springs, dampers and limits.
//!
//! Stiffness and damping of MuJoCo are forces; those of the engine are a frequency and a damping ratio of the
//! mass that the joint sees at the two bodies. The conversion is exact for that mass.

use cairn2d_scenes::format::{
    BodyKind, JointAnchor, JointDesc, JointParts, MotorDesc, RangeDesc, SpringDesc,
};
use core::f64::consts::TAU;
use roxmltree::Node;

use super::geom::{numbers, unit};
use super::{ModelReader, Parent};
use crate::error::ImportError;
use crate::text::place_of;

/// A joint between a body and the one around it, whose mass is known later.
pub(super) struct Hinged {
    pub(super) name: String,
    kind: JointForm,
    bodies: [u32; 2],
    /// In the world `[m]`.
    anchor: [f64; 2],
    along: [f64; 2],
    limits: Option<[f64; 2]>,
    stiffness: f64,
    damping: f64,
    friction: f64,
    /// Target of the spring.
    rest: f64,
    /// -1 if the angle of the file grows clockwise.
    pub(super) sign: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JointForm {
    Weld,
    Hinge,
    Slide,
    /// A slide and a hinge.
    Slot,
}

/// Largest limit of a hinge of the engine `[rad]`.
const FARTHEST: f64 = 4.0;

/// Directions out of the plane by less than this are in it `[-]`.
const FLAT: f64 = 1.0e-4;

/// The frequency of a spring that only damps `[Hz]`: its force is too small to matter.
const SLOW: f64 = 1.0e-3;

impl ModelReader<'_> {
    /// Connects a body to the one around it.
    pub(super) fn joints(
        &mut self,
        node: Node<'_, '_>,
        parent: &Parent,
        own: &Parent,
        class: Option<&str>,
    ) -> Result<(), ImportError> {
        let mut found = Vec::new();
        for child in node.children() {
            if child.has_tag_name("freejoint") {
                return Err(not_planar(child));
            }
            if child.has_tag_name("joint") {
                found.push(self.joint(child, parent, own, class)?);
            }
        }
        let count = |kind| found.iter().filter(|joint: &&Hinged| joint.kind == kind).count();
        let body = &mut self.builder.scene.bodies[own.index as usize];
        match (count(JointForm::Slide), count(JointForm::Hinge)) {
            (0, 0) if parent.is_world => body.kind = BodyKind::Static,
            (0, 0) => {
                let weld = Hinged {
                    name: String::new(),
                    kind: JointForm::Weld,
                    bodies: [parent.index, own.index],
                    anchor: own.pose.point,
                    along: [1.0, 0.0],
                    limits: None,
                    stiffness: 0.0,
                    damping: 0.0,
                    friction: 0.0,
                    rest: 0.0,
                    sign: 1.0,
                };
                self.hinged.push(weld);
            }
            (0, 1) | (1, 0) => self.hinged.append(&mut found),
            (1, 1) => {
                let is_bare =
                    |joint: &Hinged| joint.limits.is_none() && joint.stiffness == 0.0 && joint.damping == 0.0;
                found.sort_by_key(|joint| joint.kind != JointForm::Slide);
                if !found.get(1).is_some_and(is_bare) {
                    let reason = "limits, springs and dampers of a hinge beside a slide are left out";
                    self.builder.warnings.add(reason, format_args!("{}", found[1].name));
                }
                let (anchor, slide) = (found[1].anchor, found.swap_remove(0));
                self.hinged.push(Hinged { kind: JointForm::Slot, anchor, ..slide });
            }
            (2, hinges @ (0 | 1)) if parent.is_world => {
                // The body is free in the plane.
                body.locks.rotation = hinges == 0;
                if found
                    .iter()
                    .any(|joint| joint.limits.is_some() || joint.stiffness != 0.0 || joint.friction != 0.0)
                {
                    let reason = "limits, springs and friction of a free body are left out";
                    self.builder.warnings.add(reason, format_args!("{}", found[0].name));
                }
                let damping = found.iter().map(|joint| joint.damping).fold(0.0, f64::max);
                if damping > 0.0 {
                    let reason = "the damping of a free body is left out";
                    self.builder.warnings.add(reason, format_args!("{}", found[0].name));
                }
            }
            (slides, hinges) => {
                let reason = format!("a body with {slides} slides and {hinges} hinges is not read");
                return Err(ImportError::unsupported(reason).at(Some(place_of(node))));
            }
        }
        Ok(())
    }

    fn joint(
        &mut self,
        node: Node<'_, '_>,
        parent: &Parent,
        own: &Parent,
        class: Option<&str>,
    ) -> Result<Hinged, ImportError> {
        let at = |error: ImportError| error.at(Some(place_of(node)));
        let defaults = &self.defaults;
        let get = |name: &str| defaults.get(node, "joint", class, name);
        let one = |name: &str| {
            let value = numbers::<1>(node, get(name), name)?.map_or(0.0, |[value]| value);
            if value.abs() <= 1.0e15 {
                Ok(value)
            } else {
                Err(at(ImportError::range("is too large").field(name)))
            }
        };
        let from_zero = |name: &str| match one(name)? {
            value if value >= 0.0 => Ok(value),
            value => Err(at(ImportError::range(format!("must be from 0, but is {value}")).field(name))),
        };
        let axis = numbers(node, get("axis"), "axis")?.unwrap_or([0.0, 0.0, 1.0]);
        let [x, y, z] = unit(node, axis, "axis")?;
        let (kind, sign) = match get("type").unwrap_or("hinge") {
            "hinge" if y.abs() >= 1.0 - FLAT => (JointForm::Hinge, -y.signum()),
            "slide" if y.abs() <= FLAT => (JointForm::Slide, 1.0),
            _ => return Err(not_planar(node)),
        };
        let [px, _, pz] = numbers(node, get("pos"), "pos")?.unwrap_or([0.0; 3]);
        let range = numbers::<2>(node, get("range"), "range")?;
        let is_limited = match get("limited") {
            Some("true") => true,
            Some("false") => false,
            _ => range.is_some() && self.settings.auto_limits,
        };
        let unit_of =
            |value: f64| if kind == JointForm::Hinge { self.settings.radians(value) } else { value };
        let reference = unit_of(one("ref")?);
        let limits = range.filter(|_| is_limited).map(|[low, high]| {
            let [low, high] = [unit_of(low) - reference, unit_of(high) - reference];
            if sign > 0.0 { [low, high] } else { [-high, -low] }
        });
        if limits.is_some_and(|[low, high]| low > high) {
            return Err(at(ImportError::range("its lower end is above the upper one").field("range")));
        }
        let (stiffness, damping, friction) =
            (from_zero("stiffness")?, from_zero("damping")?, from_zero("frictionloss")?);
        let rest = sign * (unit_of(one("springref")?) - reference);
        let name = node.attribute("name").unwrap_or_default();
        if one("armature")? != 0.0 {
            self.builder.warnings.add("the armature of joints is left out", format_args!("{name}"));
        }
        Ok(Hinged {
            name: name.to_owned(),
            kind,
            bodies: [parent.index, own.index],
            anchor: own.pose.apply([px, pz]),
            along: own.pose.turn([x, z]),
            limits,
            stiffness,
            damping,
            friction,
            rest,
            sign,
        })
    }

    /// Adds a joint to the scene and returns its index.
    pub(super) fn add_joint(&mut self, joint: Hinged) -> Result<u32, ImportError> {
        let frame = self.frame;
        let [body_a, body_b] = joint.bodies;
        let mut parts = JointParts::at(body_a, body_b, JointAnchor::world(frame.point(joint.anchor)));
        let is_turn = joint.kind == JointForm::Hinge;
        let inverse = |body: u32| {
            let fixed = self.builder.scene.bodies[body as usize].kind != BodyKind::Dynamic;
            let inertia = self.masses[body as usize].filter(|_| !fixed);
            inertia.map_or(0.0, |inertia| 1.0 / if is_turn { inertia.about_center } else { inertia.mass })
        };
        let mass = 1.0 / (inverse(body_a) + inverse(body_b));
        let scaled = |value: f64| if is_turn { frame.angle(value) } else { frame.length(value) };
        if (joint.stiffness > 0.0 || joint.damping > 0.0) && mass.is_finite() && mass > 0.0 {
            let circular = (joint.stiffness / mass).sqrt().max(TAU * SLOW);
            let ratio = joint.damping / (2.0 * mass * circular);
            parts.spring = Some(SpringDesc {
                target: if joint.stiffness > 0.0 { scaled(joint.rest) } else { 0.0 },
                ..SpringDesc::new((circular / TAU) as f32, ratio as f32)
            });
        }
        if joint.friction > 0.0 {
            let unit = if is_turn { frame.scale * frame.scale } else { frame.scale };
            parts.motor = Some(MotorDesc { speed: 0.0, strength: (joint.friction * unit) as f32 });
        }
        if let Some([low, high]) = joint.limits {
            let ends = if is_turn && frame.y_down { [-high, -low] } else { [low, high] };
            let [lower, upper] = ends.map(|end| {
                let is_far = is_turn && end.abs() > FARTHEST;
                if is_far {
                    let reason = "a limit of a hinge beyond 4 rad is left out";
                    self.builder.warnings.add(reason, format_args!("{}", joint.name));
                }
                (!is_far).then_some(if is_turn { end as f32 } else { frame.length(end) })
            });
            parts.limits = Some(RangeDesc { lower, upper });
        }
        let [x, y] = joint.along;
        let along = [x as f32, (y * frame.sign()) as f32];
        let made = match joint.kind {
            JointForm::Weld => JointDesc::Weld(parts),
            JointForm::Hinge => JointDesc::Revolute(parts),
            JointForm::Slide => JointDesc::Prismatic(JointParts { along: Some(along), ..parts }),
            JointForm::Slot => {
                if parts.spring.take().is_some() | parts.motor.take().is_some() {
                    let reason = "springs and friction of a slide beside a hinge are left out";
                    self.builder.warnings.add(reason, format_args!("{}", joint.name));
                }
                JointDesc::Slot(JointParts { along: Some(along), ..parts })
            }
        };
        self.builder.join(made)
    }
}

fn not_planar(node: Node<'_, '_>) -> ImportError {
    let reason = "only hinges about y and slides in the plane of x and z are read";
    ImportError::unsupported(reason).at(Some(place_of(node)))
}
