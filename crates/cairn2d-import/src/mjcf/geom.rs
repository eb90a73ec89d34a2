//! Poses in the plane, geoms, and their masses in three dimensions.

use cairn2d::Rot;
use cairn2d_scenes::format::{
    BoxDesc, CapsuleDesc, CircleDesc, Geometry, MaterialDesc, MixRule, SegmentDesc,
};
use core::f64::consts::PI;
use roxmltree::Node;

use crate::build::Frame;
use crate::error::ImportError;
use crate::text::place_of;

/// Largest component out of the plane of a direction `[-]`.
const FLAT: f64 = 1.0e-4;

/// Half the length of a floor without one `[m]`.
const FLOOR: f64 = 1000.0;

/// Numbers of an attribute; further ones are skipped.
pub(super) fn numbers<const N: usize>(
    node: Node<'_, '_>,
    text: Option<&str>,
    name: &str,
) -> Result<Option<[f64; N]>, ImportError> {
    let Some(text) = text else { return Ok(None) };
    let mut values = [0.0; N];
    let mut words = text.split_whitespace();
    for value in &mut values {
        let word = words.next().and_then(|word| word.parse().ok()).filter(|number: &f64| number.is_finite());
        *value = word.ok_or_else(|| {
            let reason = format!("must have {N} numbers");
            ImportError::structure(reason).field(name).at(Some(place_of(node)))
        })?;
    }
    Ok(Some(values))
}

fn unflat(node: Node<'_, '_>, what: &str) -> ImportError {
    ImportError::unsupported(format!("{what} is not in the plane of x and z")).at(Some(place_of(node)))
}

/// A rotation as a quaternion.
#[derive(Clone, Copy, Debug)]
struct Turn([f64; 4]);

impl Turn {
    const NONE: Turn = Turn([1.0, 0.0, 0.0, 0.0]);

    fn about(axis: [f64; 3], angle: f64) -> Turn {
        let half = Rot::from_angle(0.5 * angle as f32);
        let (c, s) = (f64::from(half.c), f64::from(half.s));
        Turn([c, s * axis[0], s * axis[1], s * axis[2]])
    }

    fn then(self, next: Turn) -> Turn {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, next.0);
        Turn([
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ])
    }

    fn apply(self, vector: [f64; 3]) -> [f64; 3] {
        let [w, x, y, z] = self.0;
        let Turn([_, a, b, c]) =
            self.then(Turn([0.0, vector[0], vector[1], vector[2]])).then(Turn([w, -x, -y, -z]));
        [a, b, c]
    }

    /// The rotation of an element.
    fn of(node: Node<'_, '_>, is_degree: bool) -> Result<Turn, ImportError> {
        let radians = |angle: f64| if is_degree { angle.to_radians() } else { angle };
        if let Some(quat) = numbers::<4>(node, node.attribute("quat"), "quat")? {
            let length = quat.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length < 1.0e-6 {
                return Err(ImportError::range("has no length").field("quat").at(Some(place_of(node))));
            }
            return Ok(Turn(quat.map(|x| x / length)));
        }
        if let Some([x, y, z, angle]) = numbers(node, node.attribute("axisangle"), "axisangle")? {
            let axis = unit(node, [x, y, z], "axisangle")?;
            return Ok(Turn::about(axis, radians(angle)));
        }
        if let Some(euler) = numbers::<3>(node, node.attribute("euler"), "euler")? {
            // The default sequence turns about the turned axes x, y and z.
            let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let turns = axes.into_iter().zip(euler).map(|(axis, angle)| Turn::about(axis, radians(angle)));
            return Ok(turns.fold(Turn::NONE, Turn::then));
        }
        if let Some(axis) = numbers::<3>(node, node.attribute("zaxis"), "zaxis")? {
            return Ok(Turn::to(unit(node, axis, "zaxis")?));
        }
        if node.has_attribute("xyaxes") {
            return Err(ImportError::unsupported("xyaxes is not read").at(Some(place_of(node))));
        }
        Ok(Turn::NONE)
    }

    /// The smallest rotation that moves the z-axis to a direction.
    fn to(axis: [f64; 3]) -> Turn {
        let quat = [1.0 + axis[2], -axis[1], axis[0], 0.0];
        let length = quat.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < 1.0e-6 {
            return Turn([0.0, 1.0, 0.0, 0.0]);
        }
        Turn(quat.map(|x| x / length))
    }
}

/// A direction of length 1.
pub(super) fn unit(node: Node<'_, '_>, axis: [f64; 3], name: &str) -> Result<[f64; 3], ImportError> {
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length < 1.0e-9 {
        return Err(ImportError::range("has no length").field(name).at(Some(place_of(node))));
    }
    Ok(axis.map(|x| x / length))
}

/// A pose in the plane of x and z.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pose {
    pub(super) point: [f64; 2],
    /// From x to z `[rad]`.
    pub(super) angle: f64,
}

impl Pose {
    /// The pose of a body.
    pub(super) fn of(node: Node<'_, '_>, is_degree: bool) -> Result<Pose, ImportError> {
        let [x, _, z] = numbers(node, node.attribute("pos"), "pos")?.unwrap_or([0.0; 3]);
        let turn = Turn::of(node, is_degree)?;
        let ([a, b, c], [_, y, _]) = (turn.apply([1.0, 0.0, 0.0]), turn.apply([0.0, 1.0, 0.0]));
        if b.abs() > FLAT || y < 0.0 {
            return Err(unflat(node, "the body"));
        }
        Ok(Pose { point: [x, z], angle: angle_of([a, c]) })
    }

    /// The pose of an inner one.
    pub(super) fn then(&self, inner: Pose) -> Pose {
        Pose { point: self.apply(inner.point), angle: self.angle + inner.angle }
    }

    /// A point of the pose in the world.
    pub(super) fn apply(&self, point: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.turn(point);
        [self.point[0] + x, self.point[1] + y]
    }

    /// A direction of the pose in the world.
    pub(super) fn turn(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        if self.angle == 0.0 {
            return [x, y];
        }
        let turn = Rot::from_angle(self.angle as f32);
        let (c, s) = (f64::from(turn.c), f64::from(turn.s));
        [x * c - y * s, x * s + y * c]
    }
}

fn angle_of([x, y]: [f64; 2]) -> f64 {
    if y == 0.0 && x > 0.0 {
        return 0.0;
    }
    let turn = cairn2d::Rot { c: x as f32, s: y as f32 };
    f64::from(turn.angle())
}

/// Mass `[kg]`, center `[m]` and inertia about the center `[kg m^2]` of a body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inertia {
    pub(super) mass: f64,
    pub(super) center: [f64; 2],
    pub(super) about_center: f64,
}

impl Inertia {
    /// Adds another part.
    pub(super) fn add(&mut self, other: &Inertia) {
        let mass = self.mass + other.mass;
        if mass <= 0.0 {
            return;
        }
        let offset = [0, 1].map(|axis| other.center[axis] - self.center[axis]);
        let reduced = self.mass * other.mass / mass;
        self.about_center += other.about_center + reduced * (offset[0] * offset[0] + offset[1] * offset[1]);
        self.center = [0, 1].map(|axis| self.center[axis] + offset[axis] * other.mass / mass);
        self.mass = mass;
    }

    /// The inertia that a body gives by itself.
    pub(super) fn of_element(node: Node<'_, '_>, is_degree: bool) -> Result<Inertia, ImportError> {
        let missing =
            || ImportError::unsupported("only a mass with diaginertia is read").at(Some(place_of(node)));
        let [mass] = numbers(node, node.attribute("mass"), "mass")?.ok_or_else(missing)?;
        let [_, inertia, _]: [f64; 3] =
            numbers(node, node.attribute("diaginertia"), "diaginertia")?.ok_or_else(missing)?;
        let [x, _, z] = numbers(node, node.attribute("pos"), "pos")?.unwrap_or([0.0; 3]);
        if Turn::of(node, is_degree)?.apply([0.0, 1.0, 0.0])[1].abs() < 1.0 - FLAT {
            return Err(unflat(node, "the inertia"));
        }
        if mass < 0.0 || inertia < 0.0 {
            return Err(ImportError::range("mass and inertia must be from 0").at(Some(place_of(node))));
        }
        Ok(Inertia { mass, center: [x, z], about_center: inertia })
    }
}

/// A geom in its body.
pub(super) struct Geom {
    pub(super) geometry: Geometry,
    pub(super) material: MaterialDesc,
    pub(super) inertia: Inertia,
}

impl Geom {
    /// Reads a geom; `None` for a type without a shape in the plane.
    pub(super) fn of<'a>(
        node: Node<'_, '_>,
        get: impl Fn(&str) -> Option<&'a str>,
        is_degree: bool,
        frame: Frame,
    ) -> Result<Option<Geom>, ImportError> {
        let at = |error: ImportError| error.at(Some(place_of(node)));
        let kind = get("type").unwrap_or("sphere");
        let one = |name: &str, missing: f64| {
            Ok::<f64, ImportError>(numbers::<1>(node, get(name), name)?.map_or(missing, |[value]| value))
        };
        let mut sizes = [0.0; 3];
        let words = get("size").unwrap_or_default().split_whitespace();
        for (size, word) in sizes.iter_mut().zip(words) {
            *size = word
                .parse()
                .ok()
                .filter(|size: &f64| size.is_finite() && *size >= 0.0)
                .ok_or_else(|| at(ImportError::range("must be numbers from 0").field("size")))?;
        }
        let [mut x, _, mut z] = numbers(node, get("pos"), "pos")?.unwrap_or([0.0; 3]);
        let mut turn = Turn::of(node, is_degree)?;
        if let Some([ax, ay, az, bx, by, bz]) = numbers::<6>(node, get("fromto"), "fromto")? {
            let ends = [bx - ax, by - ay, bz - az];
            let length = ends.iter().map(|x| x * x).sum::<f64>().sqrt();
            turn = Turn::to(unit(node, ends, "fromto")?);
            (x, z) = (0.5 * (ax + bx), 0.5 * (az + bz));
            // The radius comes first, then half the length.
            sizes[if kind == "box" { 2 } else { 1 }] = 0.5 * length;
            if kind == "box" {
                sizes[1] = sizes[0];
            }
        }
        let density = one("density", 1000.0)?;
        let solid = Solid { center: [x, z], turn, sizes };
        let Some((geometry, volume, inertia)) = solid.figure(node, kind, frame)? else { return Ok(None) };
        let mass = one("mass", density * volume)?;
        if !(0.0..=1.0e15).contains(&mass) {
            return Err(at(ImportError::range(format!("its mass must be from 0, but is {mass}"))));
        }
        let friction = one("friction", 1.0)?;
        if !(0.0..=1.0e15).contains(&friction) {
            return Err(at(ImportError::range("must be from 0").field("friction")));
        }
        // MuJoCo takes the larger friction of two geoms.
        let material = MaterialDesc {
            friction: friction as f32,
            friction_mix: MixRule::Maximum,
            ..MaterialDesc::default()
        };
        let inertia = Inertia { mass, center: [x, z], about_center: mass * inertia };
        Ok(Some(Geom { geometry, material, inertia }))
    }
}

/// A solid of MuJoCo.
struct Solid {
    center: [f64; 2],
    turn: Turn,
    sizes: [f64; 3],
}

impl Solid {
    /// The figure in the plane, the volume `[m^3]`, and the inertia about y of a unit of mass `[m^2]`.
    fn figure(
        &self,
        node: Node<'_, '_>,
        kind: &str,
        frame: Frame,
    ) -> Result<Option<(Geometry, f64, f64)>, ImportError> {
        let Solid { center, turn, sizes: [a, b, c] } = *self;
        let [dx, dy, dz] = turn.apply([0.0, 0.0, 1.0]);
        let (is_flat, is_across) = (dy.abs() <= FLAT, dy.abs() >= 1.0 - FLAT);
        let point = |along: f64| frame.point([center[0] + along * dx, center[1] + along * dz]);
        let (middle, length) = (frame.point(center), |x: f64| frame.length(x));
        let circle = Geometry::Circle(CircleDesc { center: middle, radius: length(a) });
        let boxed = |half: [f64; 2]| {
            let angle = frame.angle(angle_of([dx, dz]) - 0.5 * PI);
            Geometry::Box(BoxDesc { half: half.map(length), center: middle, angle, radius: 0.0 })
        };
        Ok(Some(match kind {
            "sphere" => (circle, 4.0 / 3.0 * PI * a * a * a, 0.4 * a * a),
            "capsule" if is_flat => {
                let (full, round) = (2.0 * b, 4.0 / 3.0 * a);
                let volume = PI * a * a * (full + round);
                let middle = full * (full * full / 12.0 + a * a / 4.0);
                let ends = round * (0.4 * a * a + b * b + 0.75 * b * a);
                let capsule = CapsuleDesc { a: point(-b), b: point(b), radius: length(a) };
                (Geometry::Capsule(capsule), volume, (middle + ends) / (full + round).max(f64::MIN_POSITIVE))
            }
            "capsule" if is_across => {
                let (full, round) = (2.0 * b, 4.0 / 3.0 * a);
                let share = (0.5 * full + 0.4 * round) / (full + round).max(f64::MIN_POSITIVE);
                (circle, PI * a * a * (full + round), share * a * a)
            }
            "cylinder" if is_flat => (boxed([a, b]), 2.0 * PI * a * a * b, b * b / 3.0 + a * a / 4.0),
            "cylinder" if is_across => (circle, 2.0 * PI * a * a * b, 0.5 * a * a),
            "box" if is_flat && turn.apply([0.0, 1.0, 0.0])[1].abs() >= 1.0 - FLAT => {
                (boxed([a, c]), 8.0 * a * b * c, (a * a + c * c) / 3.0)
            }
            "plane" if is_flat => {
                let half = if a > 0.0 { a } else { FLOOR };
                // The plane is perpendicular to its z-axis.
                let end = |along: f64| frame.point([center[0] - along * dz, center[1] + along * dx]);
                (Geometry::Segment(SegmentDesc { a: end(-half), b: end(half) }), 0.0, 0.0)
            }
            "capsule" | "cylinder" | "box" | "plane" => return Err(unflat(node, "the geom")),
            _ => return Ok(None),
        }))
    }
}
