//! Parameters of all built-in scenes at the ends of their ranges, and rejected settings.

use std::collections::BTreeSet;

use super::{Parameter, ParameterError, Setting, read_setting};
use crate::format::{BodyDesc, MaterialRef, Scene, ShapeDesc};
use crate::instantiate::Overrides;
use crate::runner::Runner;
use crate::{all, find};

fn set(name: &str, value: f32) -> Vec<Setting> {
    vec![(name.to_owned(), value)]
}

#[test]
fn default_values_give_the_scene_itself() {
    for built_in in all() {
        let (scene, parameters) = built_in.scene_with(&[]).unwrap();
        assert_eq!(scene, built_in.scene());
        let settings: Vec<Setting> =
            parameters.iter().map(|parameter| (parameter.name.to_owned(), parameter.default)).collect();
        assert_eq!(built_in.scene_with(&settings).unwrap(), (scene, parameters), "{}", built_in.name);
    }
}

#[test]
fn declarations_are_well_formed() {
    let mut own = 0;
    for built_in in all() {
        let mut names = BTreeSet::new();
        for parameter in built_in.parameters() {
            let Parameter { name, description, range: [least, most], default, value, .. } = parameter;
            let place = format!("{} {name}", built_in.name);
            assert!(names.insert(name), "{place} twice");
            assert!(name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'), "{place}");
            assert!(description.starts_with(char::is_uppercase) && !description.ends_with('.'), "{place}");
            assert!(least < most && parameter.accepts(default) && value == default, "{place}");
            own += usize::from(!["gravity", "friction", "restitution"].contains(&name));
        }
        assert!(names.contains("friction"));
    }
    assert!(own >= 110, "{own} parameters beside the general ones");
}

/// Runs a scene and returns whether its world becomes other than that of the usual scene. The largest scenes
/// take minutes in a debug build and are only compared.
fn differs(scene: &Scene, usual: &Scene, place: &str) -> bool {
    if scene.bodies.len() > 1500 {
        return scene != usual;
    }
    let runner = |scene: &Scene| Runner::from_scene(scene.clone(), Overrides::default());
    let mut runner_here = runner(scene).unwrap_or_else(|error| panic!("{place}: {error}"));
    if usual.bodies.len() > 1500 {
        runner_here.step().unwrap_or_else(|error| panic!("{place}: {error}"));
        return scene != usual;
    }
    let mut runner_usual = runner(usual).unwrap();
    // Some surfaces are touched late.
    (0..120).any(|_| {
        runner_here.step().unwrap_or_else(|error| panic!("{place}: {error}"));
        runner_usual.step().unwrap();
        runner_here.hash() != runner_usual.hash()
    })
}

#[test]
fn every_scene_runs_at_the_ends_of_all_ranges_and_differs_there() {
    for built_in in all() {
        let usual = built_in.scene();
        for parameter in built_in.parameters() {
            let place = format!("{} with {}", built_in.name, parameter.name);
            let [least, most] = parameter.range.map(|value| {
                let (scene, changed) = built_in.scene_with(&set(parameter.name, value)).unwrap();
                assert!(changed.iter().any(|other| other.name == parameter.name && other.value == value));
                differs(&scene, &usual, &place)
            });
            // Scenes without friction have the factor too, and those of elastic bodies the restitution.
            let is_surface = ["friction", "restitution"].contains(&parameter.name);
            assert!(least || most || is_surface, "{place}: no effect");
        }
    }
}

#[test]
fn a_count_changes_the_number_of_bodies() {
    for rows in [2, 17, 140] {
        let (scene, _) = find("large_pyramid").unwrap().scene_with(&set("rows", rows as f32)).unwrap();
        assert_eq!(scene.bodies.len(), 1 + rows * (rows + 1) / 2);
    }
}

#[test]
fn general_parameters_apply_to_any_scene() {
    let mut scene = Scene::new("own", "");
    scene.world.gravity = [1.0, -10.0];
    scene.add(BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::circle(1.0).friction(0.5)));
    let settings = [set("friction", 3.0), set("gravity", -0.5), set("restitution", 0.25)].concat();
    let names: Vec<_> = scene.set_parameters(&settings).unwrap().iter().map(|known| known.name).collect();
    assert_eq!(names, ["gravity", "friction", "restitution"]);
    let MaterialRef::Inline(surface) = scene.bodies[0].shapes[0].material else { panic!("a named material") };
    assert_eq!((surface.friction, surface.restitution, scene.world.gravity), (1.5, 0.25, [-0.5, 5.0]));
}

#[test]
fn motors_and_belts_have_factors() {
    let factors =
        |name: &str| find(name).unwrap().parameters().iter().any(|known| known.name.starts_with("motor_"));
    assert!(factors("tumbler") && factors("wheel_car") && !factors("domino"));
    let brakes = find("bridge").unwrap().parameters();
    assert!(brakes.iter().any(|known| known.name == "motor_strength"));
    assert!(brakes.iter().all(|known| known.name != "motor_speed"), "they have speed 0");
    let speed = |settings: &[Setting]| {
        let (scene, _) = find("tumbler").unwrap().scene_with(settings).unwrap();
        scene.joints[0].parts().motor.unwrap()
    };
    let (usual, changed) =
        (speed(&[]), speed(&[set("motor_speed", -2.0), set("motor_strength", 0.5)].concat()));
    assert_eq!((changed.speed, changed.strength), (-2.0 * usual.speed, 0.5 * usual.strength));
    let (scene, _) = find("conveyor").unwrap().scene_with(&set("belt_speed", 2.0)).unwrap();
    assert_eq!(scene.materials["belt_left"].tangent_speed, -4.0);
}

#[test]
fn rejected_settings_name_what_is_wrong() {
    let error = |name: &str, value: f32| {
        let error = find("large_pyramid").unwrap().scene_with(&set(name, value)).unwrap_err();
        (matches!(error, ParameterError::Unknown(..)), error.to_string())
    };
    let known = "the scene has no parameter \"row\"; it has: rows, gravity, friction, restitution";
    assert_eq!(error("row", 3.0), (true, known.to_owned()));
    let range = "rows = 3.5 is not a whole number within 2 and 140";
    assert_eq!(error("rows", 3.5), (false, range.to_owned()));
    assert_eq!(error("friction", f32::NAN).1, "friction = NaN is not a number within 0 and 4");
    for value in [1.0, 141.0, -3.0, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(!error("rows", value).0);
    }
    let speed = find("smash").unwrap().scene_with(&set("speed", 1e9)).unwrap_err().to_string();
    assert_eq!(speed, "speed = 1000000000 is not a number within 0 and 200 m/s");
}

#[test]
fn settings_are_read_from_text() {
    assert_eq!(read_setting("rows=20"), Some(("rows".to_owned(), 20.0)));
    assert_eq!(read_setting(" friction = -0.5e1"), Some(("friction".to_owned(), -5.0)));
    for bad in ["", "rows", "rows=", "rows=many", "=", "=3", "a=b=3"] {
        assert_eq!(read_setting(bad), None, "{bad}");
    }
}

#[test]
fn the_last_of_two_settings_counts() {
    let twice = [set("rows", 3.0), set("rows", 5.0)].concat();
    assert_eq!(find("pyramid990").unwrap().scene_with(&twice).unwrap().0.bodies.len(), 16);
}

#[test]
fn a_rejected_setting_changes_nothing() {
    let mut scene = find("bridge").unwrap().scene();
    let before = scene.clone();
    assert!(scene.set_parameters(&[set("friction", 0.5), set("planks", 3.0)].concat()).is_err());
    assert_eq!(scene, before);
}
