//! cairn2d as an engine of the cases.

use cairn2d::math;
use cairn2d::{BodyId, Vec2, World};
use cairn2d_scenes::{Overrides, Scene, instantiate};

use crate::lab::{Engine, Lab, Missing, State};

/// cairn2d with its public interface.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cairn2d;

impl Engine for Cairn2d {
    fn start(&self, scene: &Scene) -> Result<Box<dyn Lab>, Missing> {
        let (world, handles) = instantiate(scene, Overrides::default()).map_err(|error| error.to_string())?;
        Ok(Box::new(OwnWorld { world, bodies: handles.bodies }))
    }

    fn sin_cos(&self, angle: f32) -> (f32, f32) {
        math::sin_cos(angle)
    }

    fn atan2(&self, y: f32, x: f32) -> Option<f32> {
        Some(math::atan2(y, x))
    }
}

struct OwnWorld {
    world: World,
    bodies: Vec<BodyId>,
}

const THERE: &str = "no case removes a body";

fn pair(v: Vec2) -> [f64; 2] {
    [v.x.into(), v.y.into()]
}

impl Lab for OwnWorld {
    fn step(&mut self, dt: f32) {
        self.world.step(dt).expect("cases have valid time steps");
    }

    fn state(&self, body: usize) -> State {
        let body = self.world.body(self.bodies[body]).expect(THERE);
        let (q, mass) = (body.rotation(), body.mass());
        State {
            position: pair(body.position()),
            angle: f64::from(q.s).atan2(q.c.into()),
            center: pair(body.center()),
            velocity: pair(body.velocity()),
            spin: body.angular_velocity().into(),
            mass: mass.mass.into(),
            inertia: mass.inertia.into(),
            awake: body.is_awake(),
        }
    }

    fn set_velocity(&mut self, body: usize, velocity: [f32; 2], angular_velocity: f32) {
        let mut body = self.world.body_mut(self.bodies[body]).expect(THERE);
        body.set_velocity(velocity).expect("cases have finite velocities");
        body.set_angular_velocity(angular_velocity).expect("cases have finite velocities");
    }

    fn push(&mut self, body: usize, force: [f32; 2], torque: f32) {
        let mut body = self.world.body_mut(self.bodies[body]).expect(THERE);
        body.apply_force(force).expect("cases have finite forces");
        body.apply_torque(torque).expect("cases have finite forces");
    }
}
