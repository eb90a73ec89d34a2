//! MJCF: planar models of MuJoCo, such as the hopper, the walker and the half cheetah of Gymnasium.
//!
//! The plane is that of x and z; hinges turn about y. Bodies have the masses and inertias of their geoms in
//! three dimensions, so that a capsule weighs what it weighs in MuJoCo. The format is described at
//! <https://mujoco.readthedocs.io/en/stable/XMLreference.html>.

mod defaults;
mod filters;
mod geom;
mod joints;

use cairn2d_scenes::format::{BodyDesc, BodyKind, MassDesc, ShapeDesc};
use roxmltree::Node;

use crate::build::{Builder, Frame};
use crate::error::{ImportError, ImportErrorKind, Source};
use crate::text::{Sources, place_of};
use crate::{Actuator, ImportOptions, Imported};
use defaults::Defaults;
use filters::Filters;
use geom::{Inertia, Pose};
use joints::Hinged;

/// Reads a model from a file of a name.
pub(crate) fn import(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    read(name, text, sources, options).map_err(|error| error.in_file(name, Source::Xml(text)))
}

fn read(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let document = sources.xml(text)?;
    let root = document.root_element();
    if !root.has_tag_name("mujoco") {
        return Err(ImportError::structure("the root element is not <mujoco>").at(Some(place_of(root))));
    }
    let settings = Settings::of(root)?;
    let mut reader = ModelReader {
        builder: Builder::new(name, options),
        frame: Frame::new(options, 1.0, false)?,
        defaults: Defaults::of(root, options.budget.depth)?,
        settings,
        filters: Filters::default(),
        masses: Vec::new(),
        hinged: Vec::new(),
        contacts: Vec::new(),
    };
    let gravity = reader.settings.gravity;
    reader.builder.scene.world.gravity = reader.frame.point(gravity);
    reader.builder.scene.hertz = (1.0 / reader.settings.timestep) as f32;
    let ground = reader.builder.add(BodyDesc::fixed([0.0; 2]), "world")?;
    reader.masses.push(None);
    for world in root.children().filter(|node| node.has_tag_name("worldbody")) {
        let parent = Parent { index: ground, pose: Pose::default(), is_world: true };
        reader.content(world, &parent, None, options.budget.depth)?;
    }
    reader.finish_bodies()?;
    let joints = core::mem::take(&mut reader.hinged);
    let mut names = Vec::new();
    for joint in joints {
        let (node_name, scaled) = (joint.name.clone(), joint.sign);
        let made = reader.add_joint(joint)?;
        names.push((node_name, made, scaled));
    }
    let actuators = reader.actuators(root, &names)?;
    let unread = ["tendon", "equality", "contact", "sensor", "keyframe", "include", "deformable"];
    for node in root.children().filter(|node| unread.iter().any(|tag| node.has_tag_name(*tag))) {
        let reason = format!("<{}> is left out", node.tag_name().name());
        reader.builder.warnings.add(reason, format_args!(""));
    }
    let (scene, warnings) = reader.builder.finish()?;
    Ok(Imported { scene, warnings: warnings.list, actuators })
}

/// Settings of a model.
#[derive(Debug)]
struct Settings {
    is_degree: bool,
    /// Whether a range limits a joint that does not say so.
    auto_limits: bool,
    total_mass: Option<f64>,
    /// Whether inertias in the file are ignored.
    only_geoms: bool,
    gravity: [f64; 2],
    timestep: f64,
}

impl Settings {
    fn of(root: Node<'_, '_>) -> Result<Settings, ImportError> {
        let mut settings = Settings {
            is_degree: true,
            auto_limits: true,
            total_mass: None,
            only_geoms: false,
            gravity: [0.0, -9.81],
            timestep: 0.002,
        };
        for node in root.children().filter(|node| node.has_tag_name("compiler")) {
            let at = |error: ImportError| error.at(Some(place_of(node)));
            match node.attribute("angle") {
                None | Some("degree") => {}
                Some("radian") => settings.is_degree = false,
                Some(_) => return Err(at(ImportError::range("must be degree or radian").field("angle"))),
            }
            if node.attribute("coordinate") == Some("global") {
                let reason = "global coordinates are not read; save the model with a current MuJoCo";
                return Err(at(ImportError::unsupported(reason).field("coordinate")));
            }
            settings.auto_limits = node.attribute("autolimits") != Some("false");
            settings.only_geoms = node.attribute("inertiafromgeom") == Some("true");
            settings.total_mass =
                crate::text::attribute(node, "settotalmass")?.filter(|&mass: &f64| mass > 0.0);
        }
        for node in root.children().filter(|node| node.has_tag_name("option")) {
            if let Some([x, y, z]) = geom::numbers(node, node.attribute("gravity"), "gravity")? {
                if y != 0.0 {
                    let reason = "gravity must be in the plane of x and z";
                    return Err(ImportError::unsupported(reason).field("gravity").at(Some(place_of(node))));
                }
                settings.gravity = [x, z];
            }
            settings.timestep = crate::text::number(node, "timestep", settings.timestep)?;
        }
        if !(1.0e-5..=1.0).contains(&settings.timestep) {
            let reason = format!("timestep must be from 1e-5 to 1, but is {}", settings.timestep);
            return Err(ImportError::range(reason));
        }
        Ok(settings)
    }

    /// An angle of the file `[rad]`.
    fn radians(&self, angle: f64) -> f64 {
        if self.is_degree { angle.to_radians() } else { angle }
    }
}

/// The body around an element.
#[derive(Clone, Copy, Debug)]
struct Parent {
    index: u32,
    pose: Pose,
    is_world: bool,
}

struct ModelReader<'a> {
    builder: Builder<'a>,
    frame: Frame,
    defaults: Defaults,
    settings: Settings,
    filters: Filters,
    /// The inertia of each body; none of the world.
    masses: Vec<Option<Inertia>>,
    hinged: Vec<Hinged>,
    /// Body, shape and class of filters of each geom.
    contacts: Vec<(u32, usize, usize)>,
}

impl ModelReader<'_> {
    /// Adds the geoms and the inner bodies of a body or of the world.
    fn content(
        &mut self,
        node: Node<'_, '_>,
        parent: &Parent,
        class: Option<&str>,
        depth: usize,
    ) -> Result<(), ImportError> {
        let depth = depth.checked_sub(1).ok_or_else(|| {
            ImportError::new(ImportErrorKind::Size, "bodies are nested too deeply").at(Some(place_of(node)))
        })?;
        for child in node.children().filter(Node::is_element) {
            let added = match child.tag_name().name() {
                "geom" => self.geom(child, parent, class),
                "body" => self.body(child, parent, class, depth),
                "frame" | "replicate" | "composite" | "flexcomp" | "attach" => {
                    let reason = format!("<{}> is not read", child.tag_name().name());
                    Err(ImportError::unsupported(reason))
                }
                _ => Ok(()),
            };
            added.map_err(|error| error.offset(child.range().start))?;
        }
        Ok(())
    }

    fn body(
        &mut self,
        node: Node<'_, '_>,
        parent: &Parent,
        class: Option<&str>,
        depth: usize,
    ) -> Result<(), ImportError> {
        let class = node.attribute("childclass").or(class);
        let pose = parent.pose.then(Pose::of(node, self.settings.is_degree)?);
        let mut body = BodyDesc::dynamic(self.frame.point(pose.point));
        body.angle = self.frame.angle(pose.angle);
        let name = node.attribute("name").unwrap_or_default();
        let index = self.builder.add(body, name)?;
        self.masses.push(Some(Inertia::default()));
        let own = Parent { index, pose, is_world: false };
        self.joints(node, parent, &own, class)?;
        self.content(node, &own, class, depth)?;
        if let Some(inertial) = node.children().find(|child| child.has_tag_name("inertial"))
            && !self.settings.only_geoms
        {
            self.masses[index as usize] = Some(Inertia::of_element(inertial, self.settings.is_degree)?);
        }
        Ok(())
    }

    fn geom(&mut self, node: Node<'_, '_>, parent: &Parent, class: Option<&str>) -> Result<(), ImportError> {
        let get = |name: &str| self.defaults.get(node, "geom", class, name);
        let filters = self.filters.class(node, get("contype"), get("conaffinity"))?;
        let Some(geom) = geom::Geom::of(node, get, self.settings.is_degree, self.frame)? else {
            let kind = get("type").unwrap_or("sphere").chars().take(40).collect::<String>();
            let reason = format!("geoms of type {kind:?} are left out");
            self.builder.warnings.add(reason, format_args!("{}", node.attribute("name").unwrap_or_default()));
            return Ok(());
        };
        let shape = ShapeDesc::new(geom.geometry).material(geom.material);
        let body = &mut self.builder.scene.bodies[parent.index as usize];
        self.contacts.push((parent.index, body.shapes.len(), filters));
        body.shapes.push(shape);
        if let Some(inertia) = &mut self.masses[parent.index as usize] {
            inertia.add(&geom.inertia);
        }
        Ok(())
    }

    /// Sets filters and masses when all geoms are known.
    fn finish_bodies(&mut self) -> Result<(), ImportError> {
        for &(body, shape, class) in &self.contacts {
            let filter = self.filters.filter(class);
            self.builder.scene.bodies[body as usize].shapes[shape].filter = filter;
        }
        let total: f64 = self.masses.iter().flatten().map(|inertia| inertia.mass).sum();
        let factor = match self.settings.total_mass {
            Some(wanted) if total > 0.0 => wanted / total,
            _ => 1.0,
        };
        for (index, inertia) in self.masses.iter_mut().enumerate() {
            let Some(inertia) = inertia else { continue };
            inertia.mass *= factor;
            inertia.about_center *= factor;
            let body = &mut self.builder.scene.bodies[index];
            if body.kind != BodyKind::Dynamic {
                continue;
            }
            if inertia.mass <= 0.0 {
                let name = body.name.clone().unwrap_or_default();
                return Err(ImportError::range(format!("the body {name:?} has no mass")));
            }
            body.mass = Some(MassDesc {
                mass: inertia.mass as f32,
                center: self.frame.point(inertia.center),
                inertia: (inertia.about_center * self.frame.scale * self.frame.scale) as f32,
            });
        }
        Ok(())
    }

    /// Motors of joints, which the scene cannot hold.
    fn actuators(
        &mut self,
        root: Node<'_, '_>,
        joints: &[(String, u32, f64)],
    ) -> Result<Vec<Actuator>, ImportError> {
        let mut actuators = Vec::new();
        let groups = root.children().filter(|node| node.has_tag_name("actuator"));
        for node in groups.flat_map(|group| group.children()).filter(Node::is_element) {
            let kind = node.tag_name().name();
            let name = node.attribute("name").unwrap_or_default();
            if kind != "motor" {
                let reason = format!("actuators <{kind}> are left out");
                self.builder.warnings.add(reason, format_args!("{name}"));
                continue;
            }
            let get = |name: &str| self.defaults.get(node, "motor", None, name);
            let wanted = get("joint").unwrap_or_default();
            let found = joints.iter().find(|(joint, _, _)| joint == wanted && !wanted.is_empty());
            let Some(&(_, joint, sign)) = found else {
                let shown: String = wanted.chars().take(40).collect();
                let reason = format!("there is no joint {shown:?} that the scene has");
                return Err(ImportError::new(ImportErrorKind::Reference, reason)
                    .field("joint")
                    .at(Some(place_of(node))));
            };
            // Only the first of six numbers acts on a joint.
            let gear = get("gear").and_then(|text| text.split_whitespace().next()).unwrap_or("1");
            let [gear] = geom::numbers(node, Some(gear), "gear")?.unwrap_or([1.0]);
            let range = geom::numbers(node, get("ctrlrange"), "ctrlrange")?;
            let [low, high] = range.unwrap_or([f64::from(f32::MIN), f64::from(f32::MAX)]);
            actuators.push(Actuator {
                name: if name.is_empty() { wanted } else { name }.to_owned(),
                joint,
                gear: (gear * sign) as f32,
                control: [low as f32, high as f32],
            });
        }
        Ok(actuators)
    }
}
