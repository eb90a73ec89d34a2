//! //! A character that is a body: a capsule with fixed rotation, driven by forces towards the wanted speed.
//! It pushes other bodies and is pushed by them. A ray under its foot finds the ground, and a spring holds it
//! a little above the ground, so that it glides over small steps. The other kind of character,
//! `cairn2d::mover`, moves itself and is never pushed.

use cairn2d::prelude::*;

const DT: f32 = 1.0 / 60.0;
/// Height of the capsule's lower end over the ground \[m\].
const HOVER: f32 = 0.2;

struct Hero {
    body: BodyId,
    mass: f32,
    grounded: bool,
}

impl Hero {
    fn new(world: &mut World, at: [f32; 2]) -> Result<Hero, cairn2d::Error> {
        let upright = Locks { rotation: true, ..Locks::default() };
        let capsule = Capsule::vertical(0.5, 0.3).friction(0.0);
        let body = world.spawn(Body::dynamic().at(at).locks(upright).with(capsule))?;
        let mass = world.body(body).map_or(1.0, |body| body.mass().mass);
        Ok(Hero { body, mass, grounded: false })
    }

    fn control(&mut self, world: &mut World, walk: f32, jump: bool) -> Result<(), cairn2d::Error> {
        let Some(me) = world.body(self.body) else { return Ok(()) };
        let (foot, velocity) = (me.position() - vec2(0.0, 0.8), me.velocity());
        let filter = QueryFilter::all().ignore(self.body);
        let below = world.cast_circle(Ray::new(foot + vec2(0.0, 0.3), [0.0, -0.7]), 0.25, filter)?;
        let ground = below.map(|hit| (0.7 * hit.fraction - 0.05, hit));
        let carried = below.and_then(|hit| world.body(hit.body)).map_or(Vec2::ZERO, |body| body.velocity());
        let rise = velocity.y - carried.y;
        let near = ground.is_some_and(|(gap, hit)| gap < 1.5 * HOVER && hit.normal.y > 0.64);
        self.grounded = near && rise < 1.5;
        // A force that would reach the wanted speed in a tenth of a second, with a limit; weaker in the air.
        let limit = self.mass * if self.grounded { 40.0 } else { 10.0 };
        let wanted = self.mass * (walk + carried.x - velocity.x) / 0.1;
        let mut force = vec2(wanted.clamp(-limit, limit), 0.0);
        if let (true, false, Some((gap, _))) = (self.grounded, jump, ground) {
            // A critically damped spring of 4 Hz that bears the weight at the height of the hover.
            let omega = 25.0;
            force.y = self.mass * (omega * omega * (HOVER - gap) - 2.0 * omega * rise + 10.0);
        }
        let Some(mut me) = world.body_mut(self.body) else { return Ok(()) };
        me.apply_force(force)?;
        if self.grounded && jump {
            me.set_velocity([velocity.x, carried.y + 6.0])?;
        }
        Ok(())
    }
}

pub(crate) fn main() -> Result<(), cairn2d::Error> {
    let mut world = World::new(WorldConfig::default())?;
    world.spawn(Body::fixed().with(Rect::half(30.0, 1.0).at([0.0, -1.0])))?;
    world.spawn(Body::fixed().with(Rect::half(3.0, 0.05).at([5.0, 0.05])))?;
    let crate_ = world.spawn(Body::dynamic().at([7.0, 0.7]).with(Rect::half(0.4, 0.4).density(0.5)))?;
    let mut hero = Hero::new(&mut world, [0.0, 1.2])?;
    let mut highest = 0.0_f32;
    for step in 0..300 {
        hero.control(&mut world, 3.0, step == 240)?;
        world.step(DT)?;
        let at = world.body(hero.body).map_or(Vec2::ZERO, |body| body.position());
        highest = if at.y > highest { at.y } else { highest };
        if step % 60 == 59 {
            println!(
                "{:.0} s: at {:.2}, {:.2}, on the ground: {}",
                step as f32 * DT,
                at.x,
                at.y,
                hero.grounded
            );
        }
    }
    let pushed = world.body(crate_).map_or(0.0, |body| body.position().x);
    println!("the crate was pushed to {pushed:.2}");
    assert!(pushed > 8.0 && highest > 2.0, "it pushes crates and jumps: {pushed} {highest}");
    Ok(())
}
