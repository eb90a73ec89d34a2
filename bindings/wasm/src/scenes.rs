//! Built-in scenes and scene files.

use crate::state::{Slot, answer, keep, received, send};
use cairn2d_scenes::{Overrides, Runner, Scene};

/// Makes the world of a built-in scene whose name is this many bytes of the exchange buffer, or of a scene in
/// JSON there; returns its number, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_scene_open(length: u32) -> u32 {
    answer(Some(open(&received(length)).map(|runner| keep(Slot::Scene(Box::new(runner))))))
}

/// Writes the names of all built-in scenes into the exchange buffer, one per line; returns the length
/// \[bytes\].
#[unsafe(no_mangle)]
pub extern "C" fn cairn_scene_names() -> u32 {
    let names: Vec<&str> = cairn2d_scenes::all().iter().map(|scene| scene.name).collect();
    let text = names.join("\n");
    send(|out| out.extend_from_slice(text.as_bytes()));
    text.len() as u32
}

fn open(bytes: &[u8]) -> Result<Runner, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let runner = if text.trim_start().starts_with('{') {
        let scene = Scene::from_json(text).map_err(|error| error.to_string())?;
        Runner::from_scene(scene, Overrides::default())
    } else {
        let built_in = cairn2d_scenes::find(text).map_err(|error| error.to_string())?;
        Runner::new(built_in, Overrides::default())
    };
    runner.map_err(|error| error.to_string())
}
