//! Showcase scene of figures that follow poses.

use super::rain::add_doll;
use super::{BuiltIn, Category, entry};
use crate::format::{
    BodyDesc, CameraDesc, DriverDesc, FigureDesc, FigurePoseDesc, JointAnchor, JointDesc, JointParts, Scene,
    ShapeDesc,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[entry(
    "puppets",
    Category::Actors,
    600,
    puppets,
    "Four rag dolls with strong, slow, weak and no muscles march and wave while balls hit them",
)];

/// Joints of a doll.
const JOINTS: u32 = 10;
/// Height of a puppet's soles above the ground \[m\], and of a hip above its soles.
const LIFTED: f32 = 0.35;
const HIP: f32 = 0.95;

/// Four dolls that hang by their hips march and wave with different strength, while balls are thrown at them.
fn puppets(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [0.0, 1.7], height: 5.5 });
    scene.world.sleeping = false;
    let ground = scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([9.0, 0.5], [0.0, -0.5])));
    // Stiffness [Hz] and largest torque [N m]; the last one only keeps its posture.
    let muscles = [Some((24.0, 5.0)), Some((8.0, 5.0)), Some((24.0, 0.12)), None];
    for (index, muscles) in muscles.into_iter().enumerate() {
        let base = [-4.2 + 2.8 * index as f32, LIFTED];
        let (hip, first) = (scene.bodies.len() as u32, scene.joints.len() as u32);
        add_doll(&mut scene.bodies, &mut scene.joints, base, -(index as i32 + 1));
        hang(scene, ground, hip, [base[0], base[1] + HIP]);
        if let Some((hertz, strength)) = muscles {
            let joints = (first..first + JOINTS).collect();
            scene.drivers.push(DriverDesc::Figure(FigureDesc {
                hertz,
                strength,
                program: dance(),
                ..FigureDesc::new(joints)
            }));
        }
    }
    for n in 0..12 {
        // From both sides, one after the other: later balls start farther away and higher.
        let (side, late) = (if n % 2 == 0 { -1.0 } else { 1.0 }, n as f32);
        let ball = BodyDesc {
            velocity: [-side * 5.0, 5.0 - 0.6 * late],
            ..BodyDesc::dynamic([side * (8.0 + 2.0 * late), 2.2 + 2.6 * late])
        };
        scene.add(ball.with(ShapeDesc::circle(0.16).density(0.6)));
    }
}

/// Holds a hip at its position, upright.
fn hang(scene: &mut Scene, ground: u32, hip: u32, at: [f32; 2]) {
    scene.join(JointDesc::Weld(JointParts::at(ground, hip, JointAnchor::world(at))));
}

/// Torso, head, then thigh and shin of each leg, upper and lower arm of each arm \[rad\].
fn dance() -> Vec<FigurePoseDesc> {
    let pose = |steps, angles: [f32; JOINTS as usize]| FigurePoseDesc { steps, angles: angles.to_vec() };
    let left = [-0.05, -0.1, 0.95, -1.1, -0.1, -0.15, -0.25, -0.2, 1.0, 0.4];
    let right = [-0.05, -0.1, -0.1, -0.15, 0.95, -1.1, 1.0, 0.4, -0.25, -0.2];
    let hail = [-0.02, 0.2, 0.05, -0.1, 0.05, -0.1, 2.3, 0.0, 2.3, 0.0];
    let wave = [-0.3, -0.2, 0.05, -0.1, 0.05, -0.1, 1.7, 0.7, 1.7, -0.4];
    vec![
        pose(20, left),
        pose(20, right),
        pose(20, left),
        pose(20, right),
        pose(40, hail),
        pose(20, wave),
        pose(20, hail),
        pose(20, wave),
    ]
}
