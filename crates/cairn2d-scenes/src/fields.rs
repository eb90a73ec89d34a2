//! Makes the fields of a scene, and sets off its explosions.

use cairn2d::{
    Area, Attractor, Conveyor, Drag, Effect, Explosion, Falloff, Field, Floor, Gravity, TimeFlow, Vec2,
    Water, Wind, World,
};

use crate::format::{AreaDesc, BlastDesc, EffectDesc, FalloffDesc, FieldDesc, SceneError};
use crate::instantiate::refused;

/// Adds one field; `path` is its path in the scene, for the error.
///
/// # Errors
/// Anything the engine rejects, such as a polygon without area.
pub(crate) fn add(world: &mut World, desc: &FieldDesc, path: &str) -> Result<(), SceneError> {
    let area = match &desc.area {
        AreaDesc::Everywhere => Area::Everywhere,
        AreaDesc::Box(area) => Area::rect(area.min, area.max),
        AreaDesc::Circle(area) => Area::circle(area.center, area.radius),
        AreaDesc::Polygon(area) => {
            Area::polygon(&area.points).map_err(|error| refused(format!("{path}.area.polygon"), &error))?
        }
    };
    let field = Field::new(area, effect(&desc.effect)).priority(desc.priority).mask(desc.mask);
    let field = desc.exclusive.map_or(field.clone(), |exclusive| field.exclusive(exclusive));
    let field = if desc.enabled { field } else { field.disabled() };
    world.add_field(field.user_data(desc.user_data)).map_err(|error| refused(path.to_owned(), &error))?;
    Ok(())
}

fn effect(desc: &EffectDesc) -> Effect {
    match *desc {
        EffectDesc::Gravity(effect) => Gravity::new(effect.acceleration).into(),
        EffectDesc::Attractor(effect) => {
            let falloff = match effect.falloff {
                FalloffDesc::Constant => Falloff::Constant,
                FalloffDesc::Inverse => Falloff::Inverse,
                FalloffDesc::InverseSquare => Falloff::InverseSquare,
            };
            let pull = Attractor::new(effect.center, effect.strength).falloff(falloff);
            pull.min_distance(effect.min_distance).into()
        }
        EffectDesc::Wind(effect) => {
            let wind = Wind::new(effect.velocity).density(effect.density);
            wind.coefficients(effect.drag, effect.lift).into()
        }
        EffectDesc::Drag(effect) => {
            Drag::new(effect.linear).angular(effect.angular).flow(effect.velocity).into()
        }
        EffectDesc::Conveyor(effect) => Conveyor::new(effect.velocity, effect.max_acceleration).into(),
        EffectDesc::Floor(effect) => Floor::new(effect.deceleration).moving(effect.velocity).into(),
        EffectDesc::Water(effect) => {
            Water::new(effect.density).drag(effect.drag).flow(effect.velocity).into()
        }
        EffectDesc::TimeFlow(effect) => TimeFlow::new(effect.scale).into(),
    }
}

/// Sets off the explosions that are due before this step.
///
/// # Errors
/// Anything the engine rejects.
pub(crate) fn blast(world: &mut World, blasts: &[BlastDesc], step: u32) -> Result<(), SceneError> {
    for (index, blast) in blasts.iter().enumerate().filter(|(_, blast)| blast.step == step) {
        let explosion = Explosion::new(Vec2::from(blast.center), blast.radius, blast.impulse_per_length);
        world
            .explode(&explosion.falloff(blast.falloff))
            .map_err(|error| refused(format!("blasts[{index}]"), &error))?;
    }
    Ok(())
}
