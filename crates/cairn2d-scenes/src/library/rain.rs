//! `rain`: ragdolls that are made and destroyed while the world runs; and the ragdoll itself.

use super::{BuiltIn, Category, entry};
use core::f32::consts::PI;

use crate::format::{
    BodyDesc, CameraDesc, FilterDesc, JointAnchor, JointDesc, JointParts, LocalFrames, MotorDesc, RangeDesc,
    Scene, ShapeDesc, SleepDesc, SpringDesc,
};
use crate::script::{Command, Script};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] =
    &[entry("rain", Category::Benchmark, 1000, rain, "1000 rag dolls rain down, are removed and made again")];

const FLOORS: u32 = 5;
const COLUMNS: u32 = 40;
const DOLLS_IN_GROUP: u32 = 5;
const STEPS_BETWEEN: u32 = 8;

fn rain(scene: &mut Scene) {
    scene.script = Some("rain".to_owned());
    // The left part of one floor of five, where the rain begins: dolls are one metre tall and fall by 40 m,
    // and the floors are 250 m wide and 45 m apart.
    scene.camera = Some(CameraDesc { center: [-85.0, 66.0], height: 46.0 });
    let mut ground = BodyDesc::fixed([0.0, 0.0]);
    for floor in 0..FLOORS {
        for n in 0..=500 {
            let center = [-125.0 + 0.5 * n as f32, 45.0 * floor as f32];
            ground.shapes.push(ShapeDesc::box_at([0.25, 0.25], center));
        }
    }
    scene.add(ground);
}

/// Fills the world column by column, then replaces the columns in turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rain {
    /// Number of columns made so far, including replaced ones.
    columns_made: u32,
}

impl Script for Rain {
    fn commands(&mut self, step: u32, out: &mut Vec<Command>) {
        if !step.is_multiple_of(STEPS_BETWEEN) {
            return;
        }
        let column = self.columns_made % COLUMNS;
        for floor in 0..FLOORS {
            let group = floor * COLUMNS + column;
            if self.columns_made >= COLUMNS {
                out.push(Command::DestroyGroup { group });
            }
            let (mut bodies, mut joints) = (Vec::new(), Vec::new());
            for m in 0..DOLLS_IN_GROUP {
                let x = -125.0 + 6.25 * (column as f32 + 0.5) + 0.5 * m as f32;
                add_doll(&mut bodies, &mut joints, [x, 40.0 + 45.0 * floor as f32], -(m as i32 + 1));
            }
            out.push(Command::SpawnGroup { group, bodies, joints });
        }
        self.columns_made += 1;
    }
}

struct Bone {
    parent: Option<u32>,
    /// Height of the body above the doll's base \[m\].
    y: f32,
    /// Lower and upper end of the capsule in body coordinates \[m\].
    span: [f32; 2],
    radius: f32,
    foot: bool,
    /// Height of the joint above the doll's base \[m\].
    pivot: f32,
    /// Limits of the joint, in half turns.
    limits: [f32; 2],
    /// Friction of the joint.
    friction: f32,
    damping: f32,
    /// Rotation of the frame on the parent \[rad\].
    bend: f32,
}

const LIMB: Bone = Bone {
    parent: None,
    y: 0.0,
    span: [-0.125, 0.125],
    radius: 0.0,
    foot: false,
    pivot: 0.0,
    limits: [0.0; 2],
    friction: 1.0,
    damping: 0.0,
    bend: 0.0,
};

const fn upper_leg() -> Bone {
    Bone { parent: Some(0), y: 0.775, radius: 0.06, pivot: 0.9, limits: [-0.05, 0.4], ..LIMB }
}

const fn lower_leg(parent: u32) -> Bone {
    let span = [-0.155, 0.125];
    Bone {
        parent: Some(parent),
        y: 0.475,
        span,
        radius: 0.045,
        foot: true,
        pivot: 0.625,
        limits: [-0.5, -0.02],
        friction: 0.5,
        ..LIMB
    }
}

const fn upper_arm() -> Bone {
    Bone { parent: Some(1), y: 1.225, radius: 0.035, pivot: 1.35, limits: [-0.1, 0.8], friction: 0.5, ..LIMB }
}

const fn lower_arm(parent: u32) -> Bone {
    Bone {
        parent: Some(parent),
        y: 0.975,
        radius: 0.03,
        pivot: 1.1,
        limits: [-0.2, 0.3],
        friction: 0.1,
        damping: 0.1,
        bend: 0.25 * PI,
        ..LIMB
    }
}

const BONES: [Bone; 11] = [
    Bone { y: 0.95, span: [-0.02, 0.02], radius: 0.095, ..LIMB },
    Bone {
        parent: Some(0),
        y: 1.2,
        span: [-0.135, 0.135],
        radius: 0.09,
        pivot: 1.0,
        limits: [-0.25, 0.0],
        friction: 0.5,
        ..LIMB
    },
    Bone {
        parent: Some(1),
        y: 1.475,
        span: [-0.038, 0.039],
        radius: 0.075,
        pivot: 1.4,
        limits: [-0.3, 0.1],
        friction: 0.25,
        damping: 0.1,
        ..LIMB
    },
    upper_leg(),
    lower_leg(3),
    upper_leg(),
    lower_leg(5),
    upper_arm(),
    lower_arm(7),
    upper_arm(),
    lower_arm(9),
];

/// Adds a ragdoll of 11 bodies and 10 joints that stands on `base` \[m\]; shapes of one negative `group`
/// never collide.
pub(super) fn add_doll(bodies: &mut Vec<BodyDesc>, joints: &mut Vec<JointDesc>, base: [f32; 2], group: i32) {
    const CATEGORY: u64 = 2;
    const WORLD: u64 = 1;
    let skin = FilterDesc { category: CATEGORY, mask: WORLD | CATEGORY, group };
    let sole = FilterDesc { category: CATEGORY, mask: WORLD, group };
    let foot = ShapeDesc::polygon([[-0.03, -0.185], [0.11, -0.185], [0.11, -0.16], [-0.03, -0.14]], 0.015)
        .friction(0.05)
        .filter(sole);
    let first = bodies.len() as u32;
    for (bone, index) in BONES.iter().zip(first..) {
        let mut body = BodyDesc::dynamic([base[0], base[1] + bone.y]);
        body.linear_damping = bone.damping;
        body.sleep = SleepDesc { threshold: 0.1, ..SleepDesc::default() };
        let [low, high] = bone.span;
        body.shapes.push(ShapeDesc::capsule([0.0, low], [0.0, high], bone.radius).friction(0.2).filter(skin));
        if bone.foot {
            body.shapes.push(foot.clone());
        }
        bodies.push(body);
        if let Some(parent) = bone.parent {
            joints.push(JointDesc::Revolute(bone_joint(bone, first + parent, index)));
        }
    }
}

fn bone_joint(bone: &Bone, parent: u32, index: u32) -> JointParts {
    let parent_bone = &BONES[bone.parent.unwrap_or_default() as usize];
    let at = LocalFrames {
        a: [0.0, bone.pivot - parent_bone.y],
        b: [0.0, bone.pivot - bone.y],
        angle_a: bone.bend,
        angle_b: 0.0,
    };
    JointParts {
        limits: Some(RangeDesc::new(bone.limits[0] * PI, bone.limits[1] * PI)),
        motor: Some(MotorDesc { speed: 0.0, strength: 0.05 * bone.friction }),
        spring: Some(SpringDesc::new(5.0, 0.5)),
        ..JointParts::at(parent, index, JointAnchor::Local(at))
    }
}
