//! Reads Tiled, LDtk, SVG, R.U.B.E. and MJCF files as scenes of cairn2d.
//!
//! [`import`] reads a file, [`read`] bytes. Both return an [`Imported`]: a scene, which
//! [`Scene::to_json`](cairn2d_scenes::Scene::to_json) writes for the runner and [`Imported::world`]
//! makes into a world, and a list of what was left out. `docs/imports.md` has a table of what is read
//! of each format.
//!
//! Files may come from anywhere: a [`Budget`] bounds time and memory, external files are read from below the
//! folder of the file only, and a broken file is an [`ImportError`] with path, line and reason.
//!
//! ```
//! use cairn2d_import::{Format, ImportOptions, NoFiles, read};
//! let map = r#"{ "orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "layers": [
//!     { "type": "objectgroup", "objects": [
//!         { "name": "ball", "x": 0, "y": -32, "width": 16, "height": 16, "ellipse": true,
//!           "properties": [{ "name": "kind", "type": "string", "value": "dynamic" }] },
//!         { "x": -64, "y": 0, "width": 160, "height": 16 }]}]}"#;
//! let imported = read("level.tmj", map.as_bytes(), Format::TiledJson, &NoFiles, &ImportOptions::default())?;
//! let (mut world, handles) = imported.world(Default::default())?;
//! for _ in 0..120 {
//!     world.step(1.0 / 60.0)?;
//! }
//! // The centre of the ball, half a metre above the floor, is half a metre from the corner of the object.
//! let ball = world.body(handles.bodies[0]).unwrap();
//! assert!((ball.position().y - 1.0).abs() < 0.01);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/imports.md")]
struct Page;

mod build;
mod error;
mod files;
mod grid;
mod ldtk;
mod mjcf;
mod options;
mod outline;
mod rube;
mod svg;
mod text;
mod tiled;
mod traits;

use std::path::Path;

use cairn2d::World;
use cairn2d_scenes::{Handles, Overrides, Scene, SceneError};

pub use error::{ImportError, ImportErrorKind, Place, Warning};
pub use files::{Files, Folder, NoFiles};
pub use options::{Budget, Format, Ground, ImportOptions};

/// A scene from a file of another program.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The scene, which [`Scene::validate`] accepts.
    pub scene: Scene,
    /// What of the file is not in the scene, each kind once.
    pub warnings: Vec<Warning>,
    /// Actuators of a model of MuJoCo; the scene format has none.
    pub actuators: Vec<Actuator>,
}

impl Imported {
    /// Makes a world of the scene.
    ///
    /// # Errors
    /// Threads or lanes that the machine does not have.
    pub fn world(&self, overrides: Overrides) -> Result<(World, Handles), SceneError> {
        cairn2d_scenes::instantiate(&self.scene, overrides)
    }
}

/// An actuator of a model of MuJoCo, which applies `gear * control` to a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuator {
    /// Its name, or that of its joint.
    pub name: String,
    /// The index of the joint in [`Scene::joints`].
    pub joint: u32,
    /// Torque or force for a control of 1 `[N m]` or `[N]`, positive in the direction of the joint.
    pub gear: f32,
    /// The range of the control `[-]`.
    pub control: [f32; 2],
}

/// Imports a file; `None` for the format detects it from the name and the content.
///
/// # Errors
/// See [`ImportError`]. A file of an unknown format is one too.
///
/// # Cost
/// Bounded by [`ImportOptions::budget`].
pub fn import(path: &Path, format: Option<Format>, options: &ImportOptions) -> Result<Imported, ImportError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let refuse = |kind, reason: String| ImportError::new(kind, reason).in_file(&name, error::Source::Other);
    let bytes = files::read_regular(path, options.budget.bytes)
        .map_err(|reason| refuse(ImportErrorKind::File, reason))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let format = format.or_else(|| Format::detect(&name, &bytes)).ok_or_else(|| {
        let reason = "neither its name nor its content says its format: tmj, tmx, ldtk, svg, rube or mjcf";
        refuse(ImportErrorKind::Unsupported, reason.to_owned())
    })?;
    read(&name, &bytes, format, &Folder::new(folder), options)
}

/// Imports the bytes of a file; `name` is its name in errors, and `files` has the files that it names.
///
/// # Errors
/// See [`ImportError`].
pub fn read(
    name: &str,
    bytes: &[u8],
    format: Format,
    files: &dyn Files,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    cairn2d::StandardFloats::within(|| {
        let mut sources = text::Sources::new(files, options.budget);
        let text = sources.text(bytes).map_err(|error| error.in_file(name, error::Source::Other))?;
        let imported = match format {
            Format::TiledJson => tiled::import(name, text, false, &mut sources, options),
            Format::TiledXml => tiled::import(name, text, true, &mut sources, options),
            Format::Ldtk => ldtk::import(name, text, &mut sources, options),
            Format::Svg => svg::import(name, text, &mut sources, options),
            Format::Rube => rube::import(name, text, &mut sources, options),
            Format::Mjcf => mjcf::import(name, text, &mut sources, options),
        };
        imported.map_err(|error| error.in_file(name, error::Source::Other))
    })
}
