//! The rules of a scene beyond its types: ranges of numbers, and names and indices with objects.
//!
//! A check knows the path to its field, but makes text of it only for an error, so checking 20,000 bodies
//! allocates no strings. The ranges are those of the engine. Errors that only the engine finds (a hull
//! without area, a corner out of range) are found by `instantiate::try_out`, which reading and
//! `Scene::validate` call next.

mod driver;
mod field;
mod joints;
mod portals;

use super::error::{SceneError, SceneErrorKind, Step, path_text};
use super::locate::locate;
use super::{AreaDesc, EffectDesc, FieldDesc, JointDesc};
use super::{
    BodyDesc, BodyNames, BodyRef, ChainDesc, MaterialDesc, MaterialRef, Scene, ShapeDesc, VERSION,
    WorldSettings,
};
use super::{ContactSoftnessDesc, MaterialPairDesc, OneWayDesc};

/// The largest coordinate \[m\].
pub(super) const MAX_COORDINATE: f32 = 1.0e6;
/// The largest speed, force and similar value that the engine accepts.
const MAX_MAGNITUDE: f32 = 1.0e15;
/// The smallest radius and half extent \[m\].
pub(super) const MIN_EXTENT: f32 = 1.0e-4;

/// A broken rule.
#[derive(Debug)]
pub(super) struct Problem {
    kind: SceneErrorKind,
    /// The path to the field, innermost step first.
    path: Vec<Step>,
    reason: String,
}

pub(super) type Checked = Result<(), Problem>;

impl Problem {
    fn range(reason: String) -> Self {
        Self { kind: SceneErrorKind::Range, path: Vec::new(), reason }
    }

    fn reference(reason: String) -> Self {
        Self { kind: SceneErrorKind::Reference, path: Vec::new(), reason }
    }

    pub(super) fn field(mut self, name: &str) -> Self {
        self.path.push(Step::Key(name.to_owned()));
        self
    }

    pub(super) fn index(mut self, index: usize) -> Self {
        self.path.push(Step::Index(index));
        self
    }

    /// Returns the error for a scene that was not read from text.
    pub(super) fn without_text(mut self) -> SceneError {
        self.path.reverse();
        SceneError::new(self.kind, path_text(&self.path), self.reason)
    }

    /// Returns the error for a scene that was read from `text`.
    pub(super) fn in_text(mut self, text: &str) -> SceneError {
        self.path.reverse();
        let place = Some(locate(text, &self.path));
        SceneError { place, ..SceneError::new(self.kind, path_text(&self.path), self.reason) }
    }
}

/// Checks every rule of the format and returns the first that is broken.
pub(super) fn check(scene: &Scene) -> Checked {
    if scene.version != VERSION {
        let reason = format!("is version {}, but this program reads version {VERSION}", scene.version);
        return Err(Problem { kind: SceneErrorKind::Version, path: Vec::new(), reason }.field("version"));
    }
    within("hertz", scene.hertz, 1.0, 100_000.0)?;
    if let Some(camera) = &scene.camera {
        let inner = || {
            point("center", camera.center)?;
            within("height", camera.height, MIN_EXTENT, MAX_COORDINATE)
        };
        inner().map_err(|problem| problem.field("camera"))?;
    }
    check_origin(scene)?;
    check_world(&scene.world).map_err(|problem| problem.field("world"))?;
    for (name, material) in &scene.materials {
        check_material(material).map_err(|problem| problem.field(name).field("materials"))?;
    }
    for (index, pair) in scene.material_pairs.iter().enumerate() {
        check_pair(pair).map_err(|problem| problem.index(index).field("material_pairs"))?;
    }
    for (index, body) in scene.bodies.iter().enumerate() {
        check_body(body, scene).map_err(|problem| problem.index(index).field("bodies"))?;
    }
    check_names(&scene.bodies).map_err(|problem| problem.field("bodies"))?;
    let names = BodyNames::new(&scene.bodies);
    for (index, joint) in scene.joints.iter().enumerate() {
        joints::check(joint, &names, &scene.bodies)
            .map_err(|problem| problem.index(index).field("joints"))?;
    }
    for (index, field) in scene.fields.iter().enumerate() {
        field::check(field).map_err(|problem| problem.index(index).field("fields"))?;
    }
    for (index, blast) in scene.blasts.iter().enumerate() {
        field::check_blast(blast).map_err(|problem| problem.index(index).field("blasts"))?;
    }
    portals::check(&scene.portals, &names, scene.bodies.len())?;
    for (index, driver) in scene.drivers.iter().enumerate() {
        driver::check(driver, &names, scene).map_err(|problem| problem.index(index).field("drivers"))?;
    }
    crate::script::of_scene(scene)
        .map(drop)
        .map_err(|error| Problem::reference(error.reason().to_owned()).field("script"))
}

/// A scene of a large world has no absolute 32-bit positions.
fn check_origin(scene: &Scene) -> Checked {
    let Some(origin) = scene.world.origin else { return Ok(()) };
    for (axis, value) in origin.into_iter().enumerate() {
        // NaN is in no range.
        if !(-MAX_ORIGIN..=MAX_ORIGIN).contains(&value) {
            let reason = format!("must be from {:?} to {MAX_ORIGIN:?}, but is {value:?}", -MAX_ORIGIN);
            return Err(Problem::range(reason).index(axis).field("origin").field("world"));
        }
    }
    let fields = scene.fields.iter().any(FieldDesc::names_places);
    let joints = scene.joints.iter().any(JointDesc::names_places);
    if fields || joints || !scene.drivers.is_empty() || !scene.portals.is_empty() {
        let reason = "a scene with an origin has no drivers, portals, pulleys or fields with a bounded area";
        return Err(Problem::range(reason.to_owned()).field("origin").field("world"));
    }
    Ok(())
}

impl FieldDesc {
    /// Whether it has an absolute position.
    pub(crate) fn names_places(&self) -> bool {
        !matches!(self.area, AreaDesc::Everywhere) || matches!(self.effect, EffectDesc::Attractor(_))
    }
}

impl JointDesc {
    /// Whether it has an absolute position besides those of its bodies.
    pub(crate) fn names_places(&self) -> bool {
        matches!(self, JointDesc::Pulley(_))
    }
}

/// The largest coordinate of the origin of a scene \[m\].
const MAX_ORIGIN: f64 = 1.0e8;

fn check_world(world: &WorldSettings) -> Checked {
    vector("gravity", world.gravity)?;
    within("sub_steps", world.sub_steps as f32, 1.0, 64.0)?;
    within("restitution_threshold", world.restitution_threshold, 0.0, MAX_MAGNITUDE)?;
    within("exact_restitution", world.exact_restitution, 0.0, MAX_MAGNITUDE)?;
    within("max_linear_speed", world.max_linear_speed, 1.0e-3, 1.0e6)?;
    within("max_angular_speed", world.max_angular_speed, 1.0e-3, 1.0e6)?;
    within("contact_hertz", world.contact_hertz, 1.0e-3, 1.0e6)?;
    within("contact_damping_ratio", world.contact_damping_ratio, 0.0, 1.0e4)?;
    within("push_speed", world.push_speed, 0.0, 1.0e6)?;
    within("joint_hertz", world.joint_hertz, 1.0e-3, 1.0e6)?;
    within("joint_damping_ratio", world.joint_damping_ratio, 0.0, 1.0e4)
}

fn check_names(bodies: &[BodyDesc]) -> Checked {
    let names = BodyNames::new(bodies);
    for (index, body) in bodies.iter().enumerate() {
        let Some(name) = &body.name else { continue };
        let first = names.index(&BodyRef::Name(name.clone()));
        if first != Some(index) {
            let reason = format!("bodies[{}] already has the name {name:?}", first.unwrap_or_default());
            return Err(Problem::reference(reason).field("name").index(index));
        }
    }
    Ok(())
}

fn check_body(body: &BodyDesc, scene: &Scene) -> Checked {
    point("position", body.position)?;
    within("angle", body.angle, -1.0e6, 1.0e6)?;
    vector("velocity", body.velocity)?;
    within("angular_velocity", body.angular_velocity, -MAX_MAGNITUDE, MAX_MAGNITUDE)?;
    within("linear_damping", body.linear_damping, 0.0, 1.0e6)?;
    within("angular_damping", body.angular_damping, 0.0, 1.0e6)?;
    within("gravity_scale", body.gravity_scale, -1.0e6, 1.0e6)?;
    within("sweep_threshold", body.sweep_threshold, 0.0, MAX_MAGNITUDE)?;
    within("time_scale", body.time_scale, 1.0e-3, 1.0e3)?;
    within("threshold", body.sleep.threshold, 0.0, MAX_MAGNITUDE)
        .map_err(|problem| problem.field("sleep"))?;
    if let Some(mass) = &body.mass {
        let inner = || {
            within("mass", mass.mass, 0.0, 1.0e30)?;
            point("center", mass.center)?;
            within("inertia", mass.inertia, 0.0, 1.0e30)
        };
        inner().map_err(|problem| problem.field("mass"))?;
    }
    for (index, shape) in body.shapes.iter().enumerate() {
        check_shape(shape, scene).map_err(|problem| problem.index(index).field("shapes"))?;
    }
    for (index, chain) in body.chains.iter().enumerate() {
        check_chain(chain, scene).map_err(|problem| problem.index(index).field("chains"))?;
    }
    Ok(())
}

fn check_shape(shape: &ShapeDesc, scene: &Scene) -> Checked {
    shape.geometry.check().map_err(|problem| problem.field("geometry"))?;
    within("density", shape.density, 0.0, 1.0e9)?;
    check_material_ref(&shape.material, scene)?;
    check_one_way(shape.one_way.as_ref())?;
    within("report_hits_above", shape.report_hits_above.unwrap_or_default(), 0.0, MAX_MAGNITUDE)
}

fn check_chain(chain: &ChainDesc, scene: &Scene) -> Checked {
    points(&chain.points, if chain.closed { 3 } else { 4 })?;
    check_material_ref(&chain.material, scene)?;
    for (index, material) in chain.materials.iter().enumerate() {
        let indexed = |problem: Problem| problem.index(index).field("materials");
        check_material_ref(material, scene).map_err(indexed)?;
    }
    check_one_way(chain.one_way.as_ref())
}

fn check_one_way(one_way: Option<&OneWayDesc>) -> Checked {
    let Some(one_way) = one_way else { return Ok(()) };
    let inner = || {
        point("direction", one_way.direction)?;
        let [x, y] = one_way.direction;
        number((x * x + y * y).sqrt(), 1.0e-6, 2.0 * MAX_COORDINATE)
            .map_err(|problem| problem.field("direction"))?;
        within("half_angle", one_way.half_angle, 0.0, core::f32::consts::PI)
    };
    inner().map_err(|problem: Problem| problem.field("one_way"))
}

fn check_contact_softness(softness: Option<&ContactSoftnessDesc>) -> Checked {
    let Some(softness) = softness else { return Ok(()) };
    within("hertz", softness.hertz, 1.0e-3, 1.0e6)
        .and_then(|()| within("damping_ratio", softness.damping_ratio, 0.0, 1.0e4))
        .map_err(|problem| problem.field("softness"))
}

fn check_pair(pair: &MaterialPairDesc) -> Checked {
    within("friction", pair.friction.unwrap_or_default(), 0.0, 1.0e6)?;
    within("static_friction", pair.static_friction.unwrap_or_default(), 0.0, 1.0e6)?;
    within("restitution", pair.restitution.unwrap_or_default(), 0.0, 1.0)?;
    within("rolling_resistance", pair.rolling_resistance.unwrap_or_default(), 0.0, 1.0e6)?;
    check_contact_softness(pair.softness.as_ref())
}

fn check_material_ref(material: &MaterialRef, scene: &Scene) -> Checked {
    let inner = || match material {
        MaterialRef::Inline(material) => check_material(material),
        MaterialRef::Name(name) if scene.materials.contains_key(name) => Ok(()),
        MaterialRef::Name(name) => Err(Problem::reference(format!("there is no material {name:?}"))),
    };
    inner().map_err(|problem| problem.field("material"))
}

fn check_material(material: &MaterialDesc) -> Checked {
    within("friction", material.friction, 0.0, 1.0e6)?;
    within("restitution", material.restitution, 0.0, 1.0)?;
    within("rolling_resistance", material.rolling_resistance, 0.0, 1.0e6)?;
    within("tangent_speed", material.tangent_speed, -1.0e6, 1.0e6)?;
    within("static_friction", material.static_friction.unwrap_or_default(), 0.0, 1.0e6)?;
    check_contact_softness(material.softness.as_ref())
}

fn body_index(field: &str, body: &BodyRef, names: &BodyNames, body_count: usize) -> Result<usize, Problem> {
    names.index(body).ok_or_else(|| {
        let reason = match body {
            BodyRef::Index(index) => format!("there is no body {index}; the scene has {body_count}"),
            BodyRef::Name(name) => format!("there is no body {name:?}"),
        };
        Problem::reference(reason).field(field)
    })
}

fn ordered(names: [&str; 2], values: [f32; 2], low: f32, high: f32) -> Checked {
    within(names[0], values[0], low, high)?;
    within(names[1], values[1], low, high)?;
    if values[1] < values[0] {
        let reason = format!("must not be below {} = {}, but is {}", names[0], values[0], values[1]);
        return Err(Problem::range(reason).field(names[1]));
    }
    Ok(())
}

pub(super) fn points(points: &[[f32; 2]], least: usize) -> Checked {
    let inner = || {
        if points.len() < least {
            let reason = format!("must have at least {least} points, but has {}", points.len());
            return Err(Problem::range(reason));
        }
        points.iter().enumerate().try_for_each(|(index, value)| {
            coordinates(*value, MAX_COORDINATE).map_err(|problem| problem.index(index))
        })
    };
    inner().map_err(|problem| problem.field("points"))
}

/// Checks a rounding radius: 0, or at least the smallest extent.
pub(super) fn rounding(radius: f32) -> Checked {
    if radius == 0.0 { Ok(()) } else { extent("radius", radius) }
}

pub(super) fn extent(field: &str, value: f32) -> Checked {
    within(field, value, MIN_EXTENT, MAX_COORDINATE)
}

pub(super) fn point(field: &str, value: [f32; 2]) -> Checked {
    coordinates(value, MAX_COORDINATE).map_err(|problem| problem.field(field))
}

fn vector(field: &str, value: [f32; 2]) -> Checked {
    coordinates(value, MAX_MAGNITUDE).map_err(|problem| problem.field(field))
}

fn coordinates(value: [f32; 2], largest: f32) -> Checked {
    value.iter().enumerate().try_for_each(|(axis, value)| {
        number(*value, -largest, largest).map_err(|problem| problem.index(axis))
    })
}

pub(super) fn within(field: &str, value: f32, low: f32, high: f32) -> Checked {
    number(value, low, high).map_err(|problem| problem.field(field))
}

pub(super) fn number(value: f32, low: f32, high: f32) -> Checked {
    // The comparison rejects NaN too.
    if value >= low && value <= high {
        return Ok(());
    }
    Err(Problem::range(format!("must be from {low:?} to {high:?}, but is {value:?}")))
}
