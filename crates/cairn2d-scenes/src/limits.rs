//! Limits of a scene from outside: of its text and of its content.
//!
//! Both are checked before the scene is used, so the limits bound the time and memory of reading, whatever
//! the text contains. Invariant: a limit depends on the scene alone, never on the machine.

use crate::format::{DriverDesc, Scene, SceneError, SceneErrorKind};

/// The largest sizes of a scene from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Length of the text \[bytes\].
    pub bytes: usize,
    /// Objects in the text, which bound the memory that reading takes.
    pub objects: usize,
    /// Length of the name of the scene, and of its description \[bytes\].
    pub words: [usize; 2],
    /// Bodies.
    pub bodies: usize,
    /// Shapes of all bodies, counting each segment of a chain.
    pub shapes: usize,
    /// Joints.
    pub joints: usize,
    /// Materials, and pairs of materials.
    pub materials: usize,
    /// Fields.
    pub fields: usize,
    /// Pairs of openings.
    pub portals: usize,
    /// Blasts.
    pub blasts: usize,
    /// Drivers, and the acts of all their programs.
    pub drivers: usize,
}

impl Limits {
    /// The limits of a scene file.
    pub const FILE: Self = Self {
        bytes: 64 << 20,
        objects: 2_000_000,
        words: [1000, 100_000],
        bodies: 250_000,
        shapes: 1_000_000,
        joints: 250_000,
        materials: 10_000,
        fields: 4096,
        portals: 1000,
        blasts: 100_000,
        drivers: 10_000,
    };

    /// The limits of a scene in a link, which opens without confirmation.
    pub const LINK: Self = Self {
        bytes: 8 << 20,
        objects: 200_000,
        words: [1000, 10_000],
        bodies: 25_000,
        shapes: 50_000,
        joints: 25_000,
        materials: 1000,
        fields: 256,
        portals: 100,
        blasts: 10_000,
        drivers: 1000,
    };

    /// Checks a text before it is read as JSON.
    ///
    /// # Errors
    /// A text that is too long or has too many objects.
    pub fn check_text(&self, text: &str) -> Result<(), SceneError> {
        within("bytes", text.len(), self.bytes)?;
        within("objects", count_objects(text, self.objects), self.objects)
    }

    /// Checks a scene before it is validated or made into a world.
    ///
    /// # Errors
    /// The first list that is too long.
    pub fn check(&self, scene: &Scene) -> Result<(), SceneError> {
        let acts = |driver: &DriverDesc| match driver {
            DriverDesc::Character(driver) => driver.program.len(),
            DriverDesc::SprungCar(driver) => driver.program.len() + driver.wheels.len(),
            DriverDesc::TopDownCar(driver) => driver.program.len() + driver.wheels.len(),
            DriverDesc::Figure(driver) => driver.program.len() + driver.joints.len(),
        };
        let acts: usize = scene.drivers.iter().map(|driver| 1 + acts(driver)).sum();
        within("letters in its name", scene.name.len(), self.words[0])?;
        within("letters in its description", scene.description.len(), self.words[1])?;
        within("bodies", scene.bodies.len(), self.bodies)?;
        within("shapes", scene.shape_count(), self.shapes)?;
        within("joints", scene.joints.len(), self.joints)?;
        within("materials", scene.materials.len() + scene.material_pairs.len(), self.materials)?;
        within("fields", scene.fields.len(), self.fields)?;
        within("pairs of openings", scene.portals.len(), self.portals)?;
        within("blasts", scene.blasts.len(), self.blasts)?;
        within("drivers and their acts", acts, self.drivers)
    }
}

fn within(what: &str, count: usize, most: usize) -> Result<(), SceneError> {
    if count <= most {
        return Ok(());
    }
    // Counting stops above the limit.
    let reason = format!("the scene has too many {what}: {count} or more, and {most} are read at most");
    Err(SceneError::new(SceneErrorKind::Size, String::new(), reason))
}

/// Returns the number of objects in a JSON text; stops counting above `most`.
fn count_objects(text: &str, most: usize) -> usize {
    let (mut count, mut in_string, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => count += 1,
            _ => {}
        }
        if count > most {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{BodyDesc, ChainDesc, PortalDesc, ShapeDesc};

    #[test]
    fn objects_in_strings_do_not_count() {
        assert_eq!(count_objects(r#"{"a{": "\"{\\", "b": [{}, {}]}"#, 99), 3);
        assert_eq!(count_objects(&"{".repeat(1000), 10), 11);
    }

    #[test]
    fn every_built_in_scene_is_within_the_limits_of_a_file() {
        for built_in in crate::all() {
            let scene = built_in.scene();
            Limits::FILE.check(&scene).unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
        }
    }

    #[test]
    fn oversized_text_is_rejected_before_parsing() {
        let head = r#"{"version":1,"name":"x","bodies":["#;
        let many = format!("{head}{}{{}}]}}", "{},".repeat(Limits::FILE.objects));
        let long = format!("{head}]}}{}", " ".repeat(Limits::FILE.bytes));
        for text in [many, long] {
            let error = Scene::from_json(&text).unwrap_err();
            assert_eq!(error.kind(), SceneErrorKind::Size, "{error}");
        }
        let bodies = format!("{head}{}{{}}]}}", "{},".repeat(Limits::FILE.bodies));
        let error = Scene::from_json(&bodies).unwrap_err();
        assert_eq!(error.kind(), SceneErrorKind::Size, "{error}");
        assert!(error.reason().contains("bodies: 250001"), "{error}");
        let deep = format!("{head}{}", "[".repeat(1_000_000));
        assert!(Scene::from_json(&deep).is_err());
    }

    #[test]
    fn megabyte_name_is_not_repeated() {
        let long = "a".repeat(1_000_000);
        for text in [
            format!(r#"{{"version":1,"name":"{long}"}}"#),
            format!(r#"{{"version":1,"name":"x","script":"{long}"}}"#),
            format!(r#"{{"version":1,"name":"x","{long}":1}}"#),
            format!(r#"{{"version":1,"name":"x","materials":{{"{long}":{{"friction":-1}}}}}}"#),
            format!(r#"{{"version":1,"name":"x","bodies":[{{"name":"{long}"}},{{"name":"{long}"}}]}}"#),
        ] {
            let told = Scene::from_json(&text).unwrap_err().to_string();
            assert!(told.len() < 2500, "{}", told.len());
        }
    }

    #[test]
    fn each_list_has_a_limit() {
        let limits = Limits {
            bodies: 2,
            shapes: 4,
            joints: 0,
            materials: 1,
            fields: 0,
            portals: 1,
            blasts: 0,
            drivers: 3,
            ..Limits::LINK
        };
        let mut scene = Scene::new("", "");
        scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::circle(1.0)));
        assert!(limits.check(&scene).is_ok());
        let chain: ChainDesc =
            serde_json::from_str(r#"{"points":[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0]]}"#).unwrap();
        scene.bodies[0].chains.push(chain);
        assert!(limits.check(&scene).is_ok(), "a circle and three segments");
        scene.bodies[0].shapes.push(ShapeDesc::circle(1.0));
        assert!(limits.check(&scene).unwrap_err().reason().contains("shapes: 5"));
        scene.bodies = vec![BodyDesc::default(); 3];
        assert!(limits.check(&scene).unwrap_err().reason().contains("bodies: 3"));
        scene.bodies.clear();
        let pair = |y| crate::format::OpeningDesc::fixed([0.0, y], [0.0, 1.0]);
        scene.portals = [0.0, 4.0].map(|y| PortalDesc::new(pair(y), pair(y + 2.0), 1.0)).to_vec();
        assert!(limits.check(&scene).unwrap_err().reason().contains("pairs of openings: 2"));
        let ragdolls = crate::find("joint_grid").unwrap().scene();
        assert!(
            Limits { joints: 1, ..Limits::FILE }.check(&ragdolls).unwrap_err().reason().contains("joints")
        );
    }
}
