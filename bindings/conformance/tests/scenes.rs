//! Scripts made from scenes give the worlds of these scenes, which `cairn2d-scenes` makes by itself.

use cairn2d_conformance::{from_scene, run};
use cairn2d_scenes::{Overrides, instantiate};

const STEPS: u32 = 30;

#[test]
fn scripts_of_scenes_give_the_hashes_of_the_scenes() {
    let mut compared = 0;
    let mut rejected = Vec::new();
    for built_in in cairn2d_scenes::all() {
        let scene = built_in.scene();
        let Some(text) = from_scene(&scene, STEPS).filter(|_| scene.shape_count() <= 300) else { continue };
        let outcome = run(&text).unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
        let (mut world, _) = instantiate(&scene, Overrides::default()).expect("a built-in scene");
        for _ in 0..STEPS {
            world.step(1.0 / scene.hertz).expect("a step");
        }
        assert_eq!(outcome.hash, world.hash(), "{}", built_in.name);
        if outcome.rejected > 0 {
            rejected.push(built_in.name);
        }
        compared += 1;
    }
    assert!(rejected.is_empty(), "{rejected:?}");
    assert!(compared >= 100, "{compared} scenes");
}
