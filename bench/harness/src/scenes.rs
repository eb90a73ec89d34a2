//! Finds a scene by name: a built-in one, a small one that only the benchmark needs, or a file.

use cairn2d_scenes::format::{BodyDesc, ShapeDesc};
use cairn2d_scenes::{Scene, Script, find, script};

use crate::games::{self, Action, Game, Parameters};

/// Returns the game, scene or file of a name with its events.
pub(crate) fn load(name: &str, parameters: &Parameters) -> Result<Game, String> {
    if let Some(game) = games::find(name, parameters) {
        return Ok(game);
    }
    let (scene, script) = load_scene(name)?;
    let game = Game { scene, act: None, queries: None, steps: true, worlds: 1 };
    let Some(mut script) = script else { return Ok(game) };
    let mut commands = Vec::new();
    let act = move |step, out: &mut Vec<Action>| {
        script.commands(step, &mut commands);
        out.extend(commands.drain(..).map(Action::Command));
    };
    Ok(Game { act: Some(Box::new(act)), ..game })
}

/// Returns the scene of a name with its script.
fn load_scene(name: &str) -> Result<(Scene, Option<Box<dyn Script>>), String> {
    if let Some(rows) = small_pyramid_rows(name) {
        return Ok((small_pyramid(name, rows), None));
    }
    if name.ends_with(".json") {
        let text = std::fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))?;
        let scene = Scene::from_json(&text).map_err(|error| format!("{name}: {error}"))?;
        let script = script::of_scene(&scene).map_err(|error| format!("{name}: {error}"))?;
        return Ok((scene, script));
    }
    find(name).map(|built_in| built_in.build()).map_err(|error| error.to_string())
}

/// Small worlds by their number of boxes, for the fixed cost of a step.
fn small_pyramid_rows(name: &str) -> Option<u32> {
    match name {
        "pyramid10" => Some(4),
        "pyramid105" => Some(14),
        _ => None,
    }
}

fn small_pyramid(name: &str, rows: u32) -> Scene {
    let mut scene = Scene::new(name, "A small pyramid stands");
    scene.steps = 500;
    scene.world.sleeping = false;
    scene.add(BodyDesc::fixed([0.0, -1.0]).with(ShapeDesc::half_box(100.0, 1.0)));
    for row in 0..rows {
        for place in row..rows {
            let x = (row + 1) as f32 * 0.5 + (place - row) as f32 - rows as f32 * 0.5;
            let y = (2 * row + 1) as f32 * 0.5;
            scene.add(BodyDesc::dynamic([x, y]).with(ShapeDesc::half_box(0.5, 0.5)));
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::load_scene as load;

    #[test]
    fn small_pyramids_have_the_box_count_of_their_name() {
        for (name, boxes) in [("pyramid10", 10), ("pyramid105", 105)] {
            let (scene, script) = load(name).unwrap();
            assert_eq!(scene.bodies.len(), boxes + 1);
            assert!(script.is_none() && scene.validate().is_ok());
        }
        assert!(load("pyramid11").is_err());
    }
}
