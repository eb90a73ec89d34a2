//! Projects of LDtk.

use cairn2d_import::{Format, ImportErrorKind, ImportOptions, read};
use cairn2d_scenes::format::{BodyKind, Geometry, MaterialRef};

use crate::support::{bad, chain_area, folder, good, near, shape_area};

const LAYERS: &str = r#"[
  { "__identifier": "Ground", "__type": "IntGrid", "__cWid": 4, "__cHei": 3, "__gridSize": 8,
    "__pxTotalOffsetX": 8, "intGridCsv": [0,0,0,0, 1,0,0,2, 1,1,1,3] },
  { "__identifier": "Things", "__type": "Entities", "__gridSize": 8, "entityInstances": [
    { "__identifier": "Crate", "__pivot": [0.5, 1], "px": [12, 16], "width": 8, "height": 16,
      "fieldInstances": [{ "__identifier": "kind", "__value": "dynamic" },
      { "__identifier": "density", "__value": 2.5 }, { "__identifier": "friction", "__value": null }] },
    { "__identifier": "Ball", "__pivot": [0, 0], "px": [0, 0], "width": 8, "height": 8,
      "fieldInstances": [{ "__identifier": "kind", "__value": "dynamic" },
      { "__identifier": "shape", "__value": "circle" }] },
    { "__identifier": "Start", "__pivot": [0, 0], "px": [8, 8], "width": 8, "height": 8 }] }]"#;

fn project(layout: &str, levels: &str) -> String {
    format!(
        r#"{{ "__header__": {{}}, "defaultGridSize": 8, "worldLayout": "{layout}", "defs": {{ "layers": [
        {{ "identifier": "Ground", "intGridValues": [{{ "value": 1, "identifier": "rock" }},
        {{ "value": 2, "identifier": "sensor_lava" }}, {{ "value": 3, "identifier": "ignore_me" }}] }}] }},
        "levels": [{levels}] }}"#
    )
}

#[test]
fn values_become_ground_and_entities_bodies() {
    let level =
        format!(r#"{{ "identifier": "A", "worldX": 80, "worldY": -16, "layerInstances": {LAYERS} }}"#);
    let scene = good(Format::Ldtk, &project("Free", &level)).scene;
    let [ground, boxed, ball, start] = &scene.bodies[..] else { panic!("{:?}", scene.bodies) };
    assert_eq!((ground.name.as_deref(), ground.position), (Some("A/Ground"), [11.0, 2.0]));
    // An L of four cells, and one cell of lava; the value 3 is left out.
    assert!(near(chain_area(ground), 4.0, 1.0e-6));
    assert_eq!(ground.chains[0].points.len(), 6);
    let MaterialRef::Inline(material) = &ground.chains[0].material else { panic!() };
    assert_eq!(material.id, 1);
    assert_eq!((ground.shapes.len(), ground.shapes[0].sensor), (1, true));
    assert!(near(shape_area(ground), 1.0, 1.0e-6));
    // The crate of 1 x 2 stands on its pivot at (1.5, -2) of the level.
    assert_eq!((boxed.position, boxed.kind, boxed.shapes[0].density), ([11.5, 1.0], BodyKind::Dynamic, 2.5));
    let Geometry::Box(rect) = &boxed.shapes[0].geometry else { panic!() };
    assert_eq!(rect.half, [0.5, 1.0]);
    let Geometry::Circle(circle) = &ball.shapes[0].geometry else { panic!() };
    assert_eq!((ball.position, circle.radius), ([10.5, 1.5], 0.5));
    assert_eq!((start.position, start.shapes.len()), ([11.5, 0.5], 0));
}

#[test]
fn linear_worlds_and_external_levels_have_places() {
    let level = |name: &str, size: &str| {
        format!(
            r#"{{ "identifier": "{name}", "worldX": -1, "worldY": -1, {size}, "layerInstances": [
            {{ "__identifier": "Ground", "__cWid": 1, "__cHei": 1, "__gridSize": 8, "intGridCsv": [1] }}] }}"#
        )
    };
    let levels = format!("{}, {}", level("A", "\"pxWid\": 40"), level("B", "\"pxWid\": 16"));
    let scene = good(Format::Ldtk, &project("LinearHorizontal", &levels)).scene;
    assert_eq!([scene.bodies[0].position, scene.bodies[1].position], [[0.0, 0.0], [5.0, 0.0]]);
    let levels = format!("{}, {}", level("A", "\"pxHei\": 40"), level("B", "\"pxHei\": 16"));
    let scene = good(Format::Ldtk, &project("LinearVertical", &levels)).scene;
    assert_eq!(scene.bodies[1].position, [0.0, -5.0]);
    let outside =
        r#"{ "identifier": "A", "worldX": 8, "layerInstances": null, "externalRelPath": "w/A.ldtkl" }"#;
    let text = project("Free", outside);
    let files = folder(&[("w/A.ldtkl", &level("A", "\"pxWid\": 8"))]);
    let options = ImportOptions::default();
    let scene = read("w.ldtk", text.as_bytes(), Format::Ldtk, &files, &options).unwrap().scene;
    assert_eq!(scene.bodies[0].position, [1.0, 0.0]);
    let broken = folder(&[("w/A.ldtkl", &level("A", "\"pxWid\": 8").replace("[1]", "[1, 2]"))]);
    let error = read("w.ldtk", text.as_bytes(), Format::Ldtk, &broken, &options).unwrap_err();
    assert_eq!((error.file(), error.kind()), ("w/A.ldtkl", ImportErrorKind::Range));
    assert_eq!(error.place().map(|place| place.line), Some(2), "{error}");
}

#[test]
fn broken_projects_say_where() {
    for (from, to, path) in [
        ("2.5", "-1", "levels[0].layerInstances[1].entityInstances[0].fieldInstances[1].__value"),
        ("\"circle\"", "\"star\"", "levels[0].layerInstances[1].entityInstances[1].fieldInstances"),
        ("1,1,1,3", "1,1,1", "levels[0].layerInstances[0].intGridCsv"),
        (
            "\"__gridSize\": 8,\n    \"__px",
            "\"__gridSize\": 0,\n    \"__px",
            "levels[0].layerInstances[0].__gridSize",
        ),
        (
            "\"width\": 8, \"height\": 16",
            "\"width\": -8",
            "levels[0].layerInstances[1].entityInstances[0].width",
        ),
    ] {
        let level = format!(r#"{{ "identifier": "A", "layerInstances": {LAYERS} }}"#);
        let text = project("Free", &level.replacen(from, to, 1));
        let error = bad(Format::Ldtk, &text);
        assert_eq!((error.path().as_str(), error.kind()), (path, ImportErrorKind::Range), "{error}");
        assert!(error.place().is_some_and(|place| place.line > 3), "{error}");
    }
}
