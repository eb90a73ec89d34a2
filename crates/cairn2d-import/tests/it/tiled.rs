//! Maps of Tiled.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::io::Write as _;

use cairn2d_import::{Format, Ground, ImportErrorKind, ImportOptions, read};
use cairn2d_scenes::format::{BodyKind, Geometry, MaterialRef};
use cairn2d_scenes::{Overrides, Runner, Scene};

use crate::support::{bad, chain_area, folder, good, good_with, near, shape_area};

/// Tile 1 is solid, 2 a slope that rises to the right, 3 solid ice, 4 nothing, 5 a dynamic crate.
const SET: &str = r#""firstgid": 1, "tilewidth": 16, "tileheight": 16, "tiles": [
    { "id": 0, "objectgroup": { "objects": [{ "x": 0, "y": 0, "width": 16, "height": 16 }] } },
    { "id": 1, "objectgroup": { "objects": [{ "x": 0, "y": 16,
        "polygon": [{ "x": 0, "y": 0 }, { "x": 16, "y": -16 }, { "x": 16, "y": 0 }] }] } },
    { "id": 2, "objectgroup": { "objects": [{ "x": 0, "y": 0, "width": 16, "height": 16 }] },
        "properties": [{ "name": "friction", "value": 0 }] },
    { "id": 4, "objectgroup": { "objects": [{ "x": 2, "y": 2, "width": 12, "height": 12 }] },
        "properties": [{ "name": "kind", "value": "dynamic" }, { "name": "density", "value": 3 }] }]"#;

fn map(width: u32, cells: &[u32]) -> String {
    let height = cells.len() as u32 / width;
    format!(
        r#"{{ "orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "tilesets": [{{ {SET} }}],
        "layers": [{{ "type": "tilelayer", "name": "ground", "width": {width}, "height": {height},
        "data": {cells:?} }}] }}"#
    )
}

const H: u32 = 1 << 31;
const V: u32 = 1 << 30;
const D: u32 = 1 << 29;

#[test]
fn tiles_become_one_outline() {
    // A floor of 5 x 2 with a hole in the lower row, and a cell on its left end.
    let imported =
        good(Format::TiledJson, &map(5, &[1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1]));
    let [body] = &imported.scene.bodies[..] else { panic!("{:?}", imported.scene.bodies) };
    assert_eq!(body.name.as_deref(), Some("ground"));
    assert_eq!(body.kind, BodyKind::Static);
    // Six corners outside, four around the hole.
    let mut counts: Vec<usize> = body.chains.iter().map(|chain| chain.points.len()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [4, 6]);
    assert!(near(chain_area(body), 15.0, 1.0e-6));
    let points = || body.chains.iter().flat_map(|chain| &chain.points);
    assert!(points().all(|p| (0.0..=5.0).contains(&p[0]) && (-4.0..=0.0).contains(&p[1])));
    assert!(imported.warnings.is_empty());
}

#[test]
fn solid_ground_has_the_same_area_and_other_units_scale_it() {
    let cells = [1, 0, 2, 1, 1, 1, 0, 1, 2 | H];
    let text = map(3, &cells);
    let mut options = ImportOptions::default();
    options.ground = Ground::Solid;
    let solid = good_with(Format::TiledJson, &text, &options);
    assert!(solid.scene.bodies[0].chains.is_empty());
    assert!(near(shape_area(&solid.scene.bodies[0]), 6.0, 1.0e-3));
    for units in [4.0, 16.0, 100.0] {
        options = ImportOptions::default();
        options.pixels_per_metre = Some(units);
        let body = &good_with(Format::TiledJson, &text, &options).scene.bodies[0];
        let area = chain_area(body) + shape_area(body);
        assert!(near(area, 6.0 * (16.0 / f64::from(units)).powi(2), 1.0e-3 * area), "{units}: {area}");
    }
    options = ImportOptions::default();
    options.y_down = Some(false);
    let body = &good_with(Format::TiledJson, &text, &options).scene.bodies[0];
    assert!(near(chain_area(body) + shape_area(body), 6.0, 1.0e-6));
    assert!(body.chains.iter().flat_map(|chain| &chain.points).all(|point| point[1] >= 0.0));
}

#[test]
fn flips_and_rotations_turn_slopes() {
    // The corner without ground, in units of a tile from its centre with y up.
    for (flags, open) in [
        (0, [-0.5, 0.5]),
        (H, [0.5, 0.5]),
        (V, [-0.5, -0.5]),
        (H | V, [0.5, -0.5]),
        (D, [-0.5, 0.5]),
        (D | H, [0.5, 0.5]),
        (D | V, [-0.5, -0.5]),
        (D | H | V, [0.5, -0.5]),
    ] {
        let body = &good(Format::TiledJson, &map(1, &[2 | flags])).scene.bodies[0];
        let Geometry::Polygon(polygon) = &body.shapes[0].geometry else { panic!("{body:?}") };
        let corners: Vec<[f32; 2]> = polygon.points.iter().map(|p| [p[0] - 0.5, p[1] + 0.5]).collect();
        assert_eq!(corners.len(), 3);
        assert!(!corners.contains(&open), "{flags:x}: {corners:?}");
        assert!(corners.iter().all(|p| p[0].abs() == 0.5 && p[1].abs() == 0.5));
        assert!(near(shape_area(body), 0.5, 1.0e-6));
    }
}

#[test]
fn unlike_surfaces_stay_apart_and_dynamic_tiles_become_bodies() {
    let imported = good(Format::TiledJson, &map(4, &[0, 5, 0, 4, 1, 1, 3, 3]));
    let scene = &imported.scene;
    let ground = scene.bodies.iter().find(|body| body.name.is_some()).unwrap();
    // A slab of 4 x 1 whose upper and lower sides change from stone to ice in the middle.
    let [chain] = &ground.chains[..] else { panic!("{ground:?}") };
    let frictions = chain.materials.iter().map(|material| match material {
        MaterialRef::Inline(material) => material.friction,
        MaterialRef::Name(_) => panic!("materials are in place"),
    });
    let next = chain.points.iter().cycle().skip(1);
    let mut sides: Vec<([f32; 4], f32)> = chain
        .points
        .iter()
        .zip(next)
        .zip(frictions)
        .map(|((a, b), friction)| ([a[0], a[1], b[0], b[1]], friction))
        .collect();
    sides.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    let exact = [
        ([0.0, -2.0, 2.0, -2.0], 0.6),
        ([0.0, -1.0, 0.0, -2.0], 0.6),
        ([2.0, -2.0, 4.0, -2.0], 0.0),
        ([2.0, -1.0, 0.0, -1.0], 0.6),
        ([4.0, -2.0, 4.0, -1.0], 0.0),
        ([4.0, -1.0, 2.0, -1.0], 0.0),
    ];
    assert_eq!(sides, exact);
    assert!(near(chain_area(ground), 4.0, 1.0e-6));
    let tile = scene.bodies.iter().find(|body| body.kind == BodyKind::Dynamic).unwrap();
    assert_eq!(tile.position, [1.5, -0.5]);
    assert!(near(shape_area(tile), 0.5625, 1.0e-6));
    assert_eq!(tile.shapes[0].density, 3.0);
}

/// A ball that starts at a speed without friction keeps its speed and its height on a floor of tiles.
#[test]
fn ball_rolls_over_tiles_without_bumps() {
    for cells in [vec![1; 60], (0..60).map(|at| if at % 3 == 0 { 3 } else { 1 }).collect::<Vec<u32>>()] {
        for ground in [Ground::Outlines, Ground::Solid] {
            let mut options = ImportOptions::default();
            options.ground = ground;
            // A second row, so that the outline is no single box.
            let mut cells = cells.clone();
            cells.extend((0..60).map(|at| u32::from(at % 2 == 0)));
            let mut scene = good_with(Format::TiledJson, &map(60, &cells), &options).scene;
            let ball: cairn2d_scenes::format::BodyDesc = serde_json::from_str(
                r#"{ "position": [2, 0.3], "velocity": [8, 0], "shapes": [{
                "geometry": { "circle": { "radius": 0.3 } }, "material": { "friction": 0 } }] }"#,
            )
            .unwrap();
            let ball = scene.add(ball) as usize;
            let (mut world, handles) = cairn2d_scenes::instantiate(&scene, Overrides::default()).unwrap();
            for _ in 0..360 {
                world.step(1.0 / 60.0).unwrap();
                let body = world.body(handles.bodies[ball]).unwrap();
                assert!((body.position().y - 0.3).abs() < 0.01, "{ground:?} {}", body.position());
                assert!((body.velocity().x - 8.0).abs() < 0.01, "{ground:?} {}", body.velocity());
            }
            assert!(world.body(handles.bodies[ball]).unwrap().position().x > 49.0);
        }
    }
}

/// Caves of 500 x 500 tiles by a rule of cells, of which few shapes remain.
#[test]
fn large_map_has_few_shapes() {
    let size = 500_usize;
    let mut cells: Vec<u32> = (0..size * size)
        .map(|at| {
            let mixed = (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            u32::from((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32 & 255 < 115)
        })
        .collect();
    for _ in 0..8 {
        let solid = |x: i64, y: i64| {
            let inside = (0..size as i64).contains(&x) && (0..size as i64).contains(&y);
            u32::from(!inside || cells[(y * size as i64 + x) as usize] == 1)
        };
        let next = (0..(size * size) as i64).map(|at| {
            let (x, y) = (at % size as i64, at / size as i64);
            let near: u32 =
                (-1..=1).flat_map(|i| (-1..=1).map(move |j| (i, j))).map(|(i, j)| solid(x + i, y + j)).sum();
            u32::from(near >= 5)
        });
        cells = next.collect();
    }
    let solid = cells.iter().filter(|&&cell| cell == 1).count();
    let imported = read(
        "map",
        map(500, &cells).as_bytes(),
        Format::TiledJson,
        &cairn2d_import::NoFiles,
        &ImportOptions::default(),
    )
    .unwrap();
    let body = &imported.scene.bodies[0];
    assert!(near(chain_area(body) + shape_area(body), solid as f64, 1.0e-3 * solid as f64));
    let corners = cells_corners(&cells, size);
    assert_eq!(imported.scene.shape_count() - body.shapes.len(), corners - 4 * body.shapes.len());
}

/// Corners of the outlines of a grid: of four cells around a point, an odd number is solid, or two diagonal
/// ones, which make two.
fn cells_corners(cells: &[u32], size: usize) -> usize {
    let at = |x: usize, y: usize| {
        let inside = (1..=size).contains(&x) && (1..=size).contains(&y);
        inside && cells[(y - 1) * size + x - 1] == 1
    };
    (0..=size)
        .flat_map(|y| (0..=size).map(move |x| (x, y)))
        .map(|(x, y)| {
            let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
            match [a, b, c, d].into_iter().filter(|&solid| solid).count() {
                1 | 3 => 1,
                2 if a == d => 2,
                _ => 0,
            }
        })
        .sum()
}

#[test]
fn data_may_be_packed_and_in_chunks() {
    let cells: Vec<u32> = vec![1, 0, 2, 1, 2 | H, 1];
    let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    zlib.write_all(&bytes).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&bytes).unwrap();
    let plain = good(Format::TiledJson, &map(3, &cells)).scene;
    for (name, packed) in [("", bytes), ("zlib", zlib.finish().unwrap()), ("gzip", gzip.finish().unwrap())] {
        let data = STANDARD.encode(packed);
        let text = map(3, &cells).replace(
            &format!("\"data\": {cells:?}"),
            &format!(r#""encoding": "base64", "compression": "{name}", "data": "{data}""#),
        );
        assert_eq!(good(Format::TiledJson, &text).scene, plain, "{name}");
        // As XML, too, where the same data is text.
        let compression = if name.is_empty() { String::new() } else { format!("compression=\"{name}\"") };
        let xml = xml(&format!("<data encoding=\"base64\" {compression}>\n  {data}\n</data>"), 3, 2);
        assert_eq!(good(Format::TiledXml, &xml).scene, plain, "{name}");
    }
    let list: String = cells.iter().map(|cell| format!("{cell},")).collect();
    let csv = xml(&format!("<data encoding=\"csv\">{}</data>", list.trim_end_matches(',')), 3, 2);
    assert_eq!(good(Format::TiledXml, &csv).scene, plain);
    let elements: String = cells.iter().map(|cell| format!("<tile gid=\"{cell}\"/>")).collect();
    assert_eq!(good(Format::TiledXml, &xml(&format!("<data>{elements}</data>"), 3, 2)).scene, plain);
    // Two chunks beside each other: the upper left one is at (-2, 1).
    let chunks = map(1, &[]).replace(
        "\"data\": []",
        r#""chunks": [{ "x": -2, "y": 1, "width": 2, "height": 1, "data": [1, 1] },
        { "x": 0, "y": 1, "width": 1, "height": 1, "data": [1] }]"#,
    );
    let body = &good(Format::TiledJson, &chunks).scene.bodies[0];
    let Geometry::Polygon(polygon) = &body.shapes[0].geometry else { panic!("{body:?}") };
    assert!(polygon.points.iter().all(|p| [-2.0, 1.0].contains(&p[0]) && [-1.0, -2.0].contains(&p[1])));
    assert_eq!((body.shapes.len(), polygon.points.len()), (1, 4));
}

/// A map like [`map`], as XML.
fn xml(data: &str, width: u32, height: u32) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" tilewidth="16" tileheight="16">
 <tileset firstgid="1" tilewidth="16" tileheight="16">
  <tile id="0"><objectgroup><object x="0" y="0" width="16" height="16"/></objectgroup></tile>
  <tile id="1"><objectgroup><object x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
 </tileset>
 <layer name="ground" width="{width}" height="{height}">{data}</layer>
</map>"#
    )
}

#[test]
fn objects_become_bodies() {
    let text = r#"<map orientation="orthogonal" tilewidth="32" tileheight="32">
 <properties><property name="friction" type="float" value="0.25"/></properties>
 <group offsetx="64">
 <objectgroup name="things" offsety="-32">
  <object name="box" x="32" y="0" width="64" height="32" rotation="90"/>
  <object name="disc" x="0" y="0" width="32" height="32"><ellipse/>
   <properties><property name="kind" value="dynamic"/><property name="restitution" type="float" value="0.5"/>
    <property name="bullet" type="bool" value="true"/><property name="mask" type="int" value="6"/></properties></object>
  <object name="egg" x="0" y="0" width="64" height="32"><ellipse/></object>
  <object name="pill" x="0" y="0" width="96" height="32"><capsule/></object>
  <object name="L" x="0" y="0"><polygon points="0,0 64,0 64,32 32,32 32,64 0,64"/>
   <properties><property name="kind" value="dynamic"/></properties></object>
  <object name="rope" x="0" y="0"><polyline points="0,0 32,0 64,32"/></object>
  <object name="start" x="16" y="16"><point/></object>
  <object name="zone" x="0" y="0" width="32" height="32">
   <properties><property name="sensor" type="bool" value="true"/></properties></object>
  <object name="hidden" x="0" y="0" width="32" height="32">
   <properties><property name="ignore" type="bool" value="true"/></properties></object>
  <object name="words" x="0" y="0" width="32" height="32"><text>hello</text></object>
  <object name="box" x="0" y="0" width="32" height="32"/>
 </objectgroup></group>
 <imagelayer name="sky"/>
</map>"#;
    let imported = good(Format::TiledXml, text);
    let bodies = &imported.scene.bodies;
    let names: Vec<&str> = bodies.iter().filter_map(|body| body.name.as_deref()).collect();
    assert_eq!(names[..8], ["box", "disc", "egg", "pill", "L", "rope", "start", "zone"]);
    assert_eq!(names.len(), 9);
    assert!(names[8].starts_with("box "));
    // Tiled turns clockwise about the upper left corner: the box of 2 x 1 hangs down from (3, 1).
    assert_eq!(bodies[0].position, [3.0, 1.0]);
    assert!(near(f64::from(bodies[0].angle), -std::f64::consts::FRAC_PI_2, 1.0e-6));
    let Geometry::Box(rect) = &bodies[0].shapes[0].geometry else { panic!("{:?}", bodies[0]) };
    assert_eq!((rect.half, rect.center), ([1.0, 0.5], [1.0, -0.5]));
    let (disc, shape) = (&bodies[1], &bodies[1].shapes[0]);
    assert_eq!((disc.kind, disc.bullet, shape.filter.mask), (BodyKind::Dynamic, true, 6));
    let MaterialRef::Inline(material) = &shape.material else { panic!("{shape:?}") };
    assert_eq!((material.friction, material.restitution), (0.25, 0.5));
    assert!(near(shape_area(disc), std::f64::consts::PI / 4.0, 1.0e-6));
    assert!(near(shape_area(&bodies[2]) + chain_area(&bodies[2]), std::f64::consts::PI / 2.0, 0.02));
    assert!(near(shape_area(&bodies[3]), std::f64::consts::PI / 4.0 + 2.0, 1.0e-6));
    assert!(near(shape_area(&bodies[4]), 3.0, 1.0e-6) && bodies[4].shapes.len() == 2);
    assert_eq!(bodies[5].shapes.len(), 2);
    assert_eq!((bodies[6].position, bodies[6].shapes.len()), ([2.5, 0.5], 0));
    assert!(bodies[7].shapes[0].sensor);
    let warnings: Vec<String> = imported.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["texts are left out (words)", "image layers are left out (sky)"]);
}

#[test]
fn external_tilesets_and_templates_are_read() {
    let tmx = r#"<map orientation="orthogonal" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="sets/stone.tsx"/><tileset firstgid="10" source="sets/wood.tsj"/>
 <layer width="2" height="1"><data encoding="csv">1,10</data></layer>
 <objectgroup><object template="sets/disc.tx" x="16" y="0"/>
  <object name="crate" gid="10" x="32" y="32" width="32" height="16">
   <properties><property name="kind" value="dynamic"/></properties></object></objectgroup></map>"#;
    let files = folder(&[
        (
            "sets/stone.tsx",
            r#"<tileset tilewidth="16" tileheight="16"><tile id="0">
            <properties><property name="solid" type="bool" value="true"/></properties></tile></tileset>"#,
        ),
        (
            "sets/wood.tsj",
            r#"{ "tilewidth": 16, "tileheight": 16, "tiles": [{ "id": 0, "objectgroup": { "objects":
            [{ "x": 0, "y": 8, "width": 16, "height": 8 }] } }] }"#,
        ),
        (
            "sets/disc.tx",
            r#"<template><object name="disc" width="16" height="16"><ellipse/></object></template>"#,
        ),
    ]);
    let options = ImportOptions::default();
    let scene = read("a.tmx", tmx.as_bytes(), Format::TiledXml, &files, &options).unwrap().scene;
    assert!(near(shape_area(&scene.bodies[0]) + chain_area(&scene.bodies[0]), 1.5, 1.0e-6));
    assert_eq!((scene.bodies[1].name.as_deref(), scene.bodies[1].position), (Some("disc"), [1.0, 0.0]));
    // Its position is the lower left corner, and it is twice as wide as its tile.
    let Geometry::Polygon(polygon) = &scene.bodies[2].shapes[0].geometry else { panic!() };
    assert!(polygon.points.iter().all(|p| [0.0, 2.0].contains(&p[0]) && [0.0, 0.5].contains(&p[1])));
    let mut broken = files.clone();
    broken.insert("sets/wood.tsj".into(), b"{\n \"tilewidth\": 16, \"tileheight\": -3 }".to_vec());
    let error = read("a.tmx", tmx.as_bytes(), Format::TiledXml, &broken, &options).unwrap_err();
    assert_eq!((error.file(), error.place().map(|place| place.line)), ("sets/wood.tsj", Some(2)));
    broken.remove("sets/wood.tsj");
    let error = read("a.tmx", tmx.as_bytes(), Format::TiledXml, &broken, &options).unwrap_err();
    assert_eq!((error.kind(), error.place().map(|place| place.line)), (ImportErrorKind::File, Some(2)));
    let outside = tmx.replace("sets/stone.tsx", "../stone.tsx");
    let error = read("a.tmx", outside.as_bytes(), Format::TiledXml, &files, &options).unwrap_err();
    assert_eq!(error.kind(), ImportErrorKind::File);
    assert!(error.reason().contains("not below"), "{error}");
}

#[test]
fn broken_maps_say_where() {
    let cases = [
        ("{", ImportErrorKind::Syntax, 1),
        ("{\n\"tilewidth\": \"x\" }", ImportErrorKind::Structure, 2),
        ("{\"tilewidth\": 16,\n\"tileheight\": 0 }", ImportErrorKind::Range, 2),
        (
            "{\n\"orientation\": \"isometric\", \"tilewidth\": 16, \"tileheight\": 16 }",
            ImportErrorKind::Unsupported,
            2,
        ),
    ];
    for (text, kind, line) in cases {
        let error = bad(Format::TiledJson, text);
        assert_eq!((error.kind(), error.place().map(|place| place.line)), (kind, Some(line)), "{error}");
    }
    let error = bad(Format::TiledJson, &map(3, &[1, 1, 1, 1]));
    assert_eq!((error.path().as_str(), error.kind()), ("layers[0].data", ImportErrorKind::Range), "{error}");
    let object = r#"{ "tilewidth": 16, "tileheight": 16, "layers": [{ "type": "group", "layers": [{
        "type": "objectgroup", "objects": [{ "x": 0, "y": 0, "width": 1, "height": 1, "properties": [
        { "name": "density", "value": -1 }] }] }] }] }"#;
    let error = bad(Format::TiledJson, object);
    assert_eq!(error.path(), "layers[0].layers[0].objects[0].properties[0].value");
    assert_eq!(error.place().map(|place| place.line), Some(3));
    assert_eq!(error.file(), "level.x");
    let xml =
        "<map tilewidth=\"16\" tileheight=\"16\">\n<objectgroup>\n<object x=\"a\"/></objectgroup></map>";
    let error = bad(Format::TiledXml, xml);
    assert_eq!((error.kind(), error.place().map(|place| place.line)), (ImportErrorKind::Structure, Some(3)));
    let xml = xml.replace("x=\"a\"", "width=\"-1\" height=\"2\"");
    let error = bad(Format::TiledXml, &xml);
    assert_eq!((error.kind(), error.place().map(|place| place.line)), (ImportErrorKind::Range, Some(3)));
    for text in [
        "",
        "<map",
        "<svg/>",
        "<map tilewidth=\"16\" tileheight=\"16\"><layer><data encoding=\"zip\">x</data></layer></map>",
    ] {
        bad(Format::TiledXml, text);
    }
}

#[test]
fn bombs_and_large_files_are_rejected() {
    // Ten million zeros in ten kilobytes, for four cells.
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&vec![0; 10_000_000]).unwrap();
    let data = STANDARD.encode(zlib.finish().unwrap());
    let packed = format!(r#"<data encoding="base64" compression="zlib">{data}</data>"#);
    let error = bad(Format::TiledXml, &xml(&packed, 2, 2));
    assert!(error.reason().contains("17 bytes or more"), "{error}");
    let error = bad(Format::TiledXml, &xml(&packed, 100_000, 100_000));
    assert_eq!(error.kind(), ImportErrorKind::Size, "{error}");
    let deep = format!(
        "<map tilewidth=\"16\" tileheight=\"16\">{}{}</map>",
        "<group>".repeat(500),
        "</group>".repeat(500)
    );
    assert_eq!(bad(Format::TiledXml, &deep).kind(), ImportErrorKind::Size);
    assert!(bad(Format::TiledJson, &"{\"layers\":[".repeat(100_000)).reason().contains("recursion"));
    assert!(bad(Format::TiledXml, &"<a>".repeat(100_000)).place().is_some());
    let entities = "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\">]><map>&a;&a;</map>";
    assert_eq!(bad(Format::TiledXml, entities).kind(), ImportErrorKind::Unsupported);
    let text = map(2, &[1, 0, 2, 1]);
    let with = |change: &dyn Fn(&mut ImportOptions)| {
        let mut options = ImportOptions::default();
        change(&mut options);
        read("m", text.as_bytes(), Format::TiledJson, &cairn2d_import::NoFiles, &options)
    };
    let changes: [&dyn Fn(&mut ImportOptions); 6] = [
        &|options| options.budget.bytes = 100,
        &|options| options.budget.objects = 10,
        &|options| options.budget.tiles = 3,
        &|options| options.budget.vertices = 6,
        &|options| options.budget.shapes = 4,
        &|options| options.budget.bodies = 0,
    ];
    for (index, change) in changes.iter().enumerate() {
        assert_eq!(with(*change).unwrap_err().kind(), ImportErrorKind::Size, "{index}");
    }
    for units in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(with(&|o| o.pixels_per_metre = Some(units)).unwrap_err().kind(), ImportErrorKind::Range);
        assert_eq!(with(&|o| o.tolerance = units).unwrap_err().kind(), ImportErrorKind::Range);
    }
    assert!(with(&|_| ()).is_ok());
}

/// The world of an import is that of its scene in a file.
#[test]
fn world_and_file_are_the_same() {
    let imported = good(Format::TiledJson, &map(4, &[0, 5, 0, 0, 1, 1, 2, 3]));
    let (mut world, _) = imported.world(Overrides::default()).unwrap();
    let read = Scene::from_json(&imported.scene.to_json().unwrap()).unwrap();
    let mut runner = Runner::from_scene(read, Overrides::default()).unwrap();
    for _ in 0..60 {
        world.step(1.0 / 60.0).unwrap();
        runner.step().unwrap();
    }
    assert_eq!(world.hash(), runner.world.hash());
}
