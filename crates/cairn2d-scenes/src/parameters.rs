//! Numbers of a scene that a user may set, such as counts, masses and speeds.
//!
//! The function that builds a scene asks for each number with its name, range and default, and so declares
//! it. Every scene also has general parameters, which change its finished description: factors of gravity,
//! friction, motors and belts, and a least restitution. A scene with default values is the scene itself, to
//! the bit.

use core::fmt;
use core::ops::RangeInclusive;

use cairn2d::StandardFloats;

use crate::format::{MaterialDesc, MaterialRef, MotorDesc, Scene, UNLIMITED};

/// A number of a scene that a user may set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, in lower case with underscores.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// Its unit; empty for counts and factors.
    pub unit: &'static str,
    /// The smallest and the largest value.
    pub range: [f32; 2],
    /// Whether only whole numbers are valid.
    pub is_whole: bool,
    /// The value without a setting.
    pub default: f32,
    /// The value of the scene.
    pub value: f32,
}

impl Parameter {
    /// Returns whether a number is valid for it.
    pub fn accepts(&self, value: f32) -> bool {
        let [least, most] = self.range;
        (least..=most).contains(&value) && (!self.is_whole || value == value.trunc())
    }
}

/// A name and its value.
pub type Setting = (String, f32);

/// Reads a setting such as `rows=20`; `None` for a text without a name or a number.
pub fn read_setting(text: &str) -> Option<Setting> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    (!name.is_empty()).then_some(())?;
    Some((name.to_owned(), value.trim().parse().ok()?))
}

/// A setting that a scene rejects.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParameterError {
    /// The scene has no parameter of this name; those that it has.
    Unknown(String, Vec<&'static str>),
    /// The value is not valid for the parameter.
    Invalid(Parameter, f32),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name, known) => {
                write!(out, "the scene has no parameter {name:?}; it has: {}", known.join(", "))
            }
            Self::Invalid(parameter, value) => {
                let ([least, most], name) = (parameter.range, parameter.name);
                let kind = if parameter.is_whole { "a whole number" } else { "a number" };
                write!(out, "{name} = {value} is not {kind} within {least} and {most}")?;
                if !parameter.unit.is_empty() {
                    write!(out, " {}", parameter.unit)?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for ParameterError {}

/// The settings of a scene, and the parameters that it has declared so far.
#[derive(Clone, Debug)]
pub(crate) struct Parameters<'a> {
    settings: &'a [Setting],
    declared: Vec<Parameter>,
    error: Option<ParameterError>,
}

impl<'a> Parameters<'a> {
    /// Makes a set without declarations. Of settings of one name the last one counts.
    pub(crate) fn new(settings: &'a [Setting]) -> Self {
        Self { settings, declared: Vec::new(), error: None }
    }

    /// Declares a count and returns its value.
    pub(crate) fn count(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u32>,
        default: u32,
        description: &'static str,
    ) -> u32 {
        let range = [*range.start() as f32, *range.end() as f32];
        let (default, is_whole) = (default as f32, true);
        self.declare(Parameter { name, description, unit: "", range, is_whole, default, value: default })
            as u32
    }

    /// Declares a number and returns its value.
    pub(crate) fn number(
        &mut self,
        name: &'static str,
        range: RangeInclusive<f32>,
        default: f32,
        unit: &'static str,
        description: &'static str,
    ) -> f32 {
        let range = [*range.start(), *range.end()];
        let is_whole = false;
        self.declare(Parameter { name, description, unit, range, is_whole, default, value: default })
    }

    /// Declares a factor with a default of 1 and returns its value.
    fn factor(&mut self, name: &'static str, range: RangeInclusive<f32>, description: &'static str) -> f32 {
        self.number(name, range, 1.0, "", description)
    }

    fn declare(&mut self, mut parameter: Parameter) -> f32 {
        let set = self.settings.iter().rev().find(|(name, _)| name == parameter.name);
        if let Some(&(_, value)) = set {
            if parameter.accepts(value) {
                parameter.value = value;
            } else {
                self.error.get_or_insert(ParameterError::Invalid(parameter.clone(), value));
            }
        }
        let value = parameter.value;
        self.declared.push(parameter);
        value
    }

    /// Returns the declared parameters.
    pub(crate) fn declared(self) -> Vec<Parameter> {
        self.declared
    }

    /// Returns the declared parameters if the scene accepts all settings.
    ///
    /// # Errors
    /// The first invalid value, else the first setting that no parameter has declared.
    pub(crate) fn finish(self) -> Result<Vec<Parameter>, ParameterError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let is_known = |name: &str| self.declared.iter().any(|parameter| parameter.name == name);
        match self.settings.iter().find(|(name, _)| !is_known(name)) {
            Some((name, _)) => {
                let known = self.declared.iter().map(|parameter| parameter.name).collect();
                Err(ParameterError::Unknown(name.clone(), known))
            }
            None => Ok(self.declared),
        }
    }
}

impl Scene {
    /// Applies settings of the general parameters, and returns the parameters. Scenes of the library have
    /// further ones, see [`BuiltIn::scene_with`](crate::BuiltIn::scene_with).
    ///
    /// # Errors
    /// An unknown name and an invalid value; the scene is unchanged then.
    pub fn set_parameters(&mut self, settings: &[Setting]) -> Result<Vec<Parameter>, ParameterError> {
        StandardFloats::within(|| {
            let mut parameters = Parameters::new(settings);
            let mut changed = self.clone();
            apply_general(&mut changed, &mut parameters);
            let declared = parameters.finish()?;
            *self = changed;
            Ok(declared)
        })
    }
}

/// Declares the general parameters that a scene can use, and applies their values.
pub(crate) fn apply_general(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    if scene.world.gravity != [0.0; 2] {
        let factor = parameters.factor("gravity", -1.0..=4.0, "Factor of the gravity of the scene");
        scene.world.gravity = scene.world.gravity.map(|part| part * factor);
    }
    let friction = parameters.factor("friction", 0.0..=4.0, "Factor of the friction of all surfaces");
    let least = "Least restitution of all surfaces";
    let restitution = parameters.number("restitution", 0.0..=1.0, 0.0, "", least);
    let mut has_belts = false;
    for_surfaces(scene, |surface| {
        surface.friction *= friction;
        surface.static_friction = surface.static_friction.map(|value| value * friction);
        surface.restitution = surface.restitution.max(restitution);
        has_belts |= surface.tangent_speed != 0.0;
    });
    for pair in &mut scene.material_pairs {
        pair.friction = pair.friction.map(|value| value * friction);
        pair.static_friction = pair.static_friction.map(|value| value * friction);
        pair.restitution = pair.restitution.map(|value| value.max(restitution));
    }
    if has_belts {
        let factor = parameters.factor("belt_speed", -4.0..=4.0, "Factor of the speed of moving surfaces");
        for_surfaces(scene, |surface| surface.tangent_speed *= factor);
    }
    let mut motors: Vec<&mut MotorDesc> =
        scene.joints.iter_mut().filter_map(|joint| joint.parts_mut().motor.as_mut()).collect();
    // A motor of speed 0 is a brake.
    if motors.iter().any(|motor| motor.speed != 0.0) {
        let factor = parameters.factor("motor_speed", -4.0..=4.0, "Factor of the speed of all motors");
        motors.iter_mut().for_each(|motor| motor.speed *= factor);
    }
    motors.retain(|motor| motor.strength < UNLIMITED);
    if !motors.is_empty() {
        let what = "Factor of the strength of all motors that have a limit";
        let factor = parameters.factor("motor_strength", 0.0..=10.0, what);
        motors.iter_mut().for_each(|motor| motor.strength = (motor.strength * factor).min(UNLIMITED));
    }
}

/// Calls a function for every material of a scene.
fn for_surfaces(scene: &mut Scene, mut change: impl FnMut(&mut MaterialDesc)) {
    scene.materials.values_mut().for_each(&mut change);
    let mut own = |material: &mut MaterialRef| {
        if let MaterialRef::Inline(material) = material {
            change(material);
        }
    };
    for body in &mut scene.bodies {
        body.shapes.iter_mut().for_each(|shape| own(&mut shape.material));
        for chain in &mut body.chains {
            own(&mut chain.material);
            chain.materials.iter_mut().for_each(&mut own);
        }
    }
}

#[cfg(test)]
mod tests;
