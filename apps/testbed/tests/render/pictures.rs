//! Pictures of the renderer without a window: covered areas against formulas, positions, and whole scenes for
//! inspection by eye.

use cairn2d::prelude::*;
use cairn2d::{Aabb, Area, Field, JointDef, JointEnds, OneWay, Water, Wind};
use cairn2d_scenes::{Overrides, Runner};
use cairn2d_testbed::camera::Camera;
use cairn2d_testbed::render::{Coloring, DrawOptions, Frame, Mark, Shot, Style, Theme};

use crate::offscreen::{Flavor, Offscreen, save};

const WHITE: [u8; 4] = [255; 4];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const SIZE: [i32; 2] = [256, 192];

fn camera(scale: f32) -> Camera {
    Camera { center: vec2(3.0, -2.0), scale, size: [SIZE[0] as f32, SIZE[1] as f32] }
}

fn frame_of(camera: &Camera, add: impl FnOnce(&mut Frame)) -> Frame {
    let mut frame = Frame::new();
    frame.clear(camera, &Style::default());
    add(&mut frame);
    frame
}

/// Number of covered pixels: the sum of all pixels of a white drawing on black.
fn covered(offscreen: &mut Offscreen, frame: &Frame) -> f64 {
    offscreen.picture(frame, BLACK).iter().map(|pixel| f64::from(pixel[0]) / 255.0).sum()
}

fn near(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((value / expected - 1.0).abs() < tolerance, "{what}: {value} pixels, not {expected}");
}

#[test]
fn drawn_shapes_cover_their_areas() {
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, SIZE) else { return };
    let pose = Pose::new(vec2(3.1, -2.2), Rot::from_angle(0.4));
    let corners = [[-1.0, -0.7], [1.2, -0.5], [0.9, 0.8], [-0.3, 1.1]];
    let quad = Polygon::new(&corners).unwrap();
    let area_of = |shape: &Shape| f64::from(shape.mass(1.0).mass);
    let shapes: [Shape; 7] = [
        Circle::new(1.0).at([0.3, 0.1]).into(),
        Rect::half(1.2, 0.6).at([0.1, 0.2]).rotated(1.0).into(),
        Rect::half(1.0, 0.5).rounded(0.3).into(),
        Capsule::new([-1.0, 0.2], [0.8, -0.4], 0.5).into(),
        quad.clone().into(),
        quad.rounded(0.2).into(),
        Polygon::regular(300, 1.2).unwrap().into(),
    ];
    for scale in [8.0, 40.0] {
        let camera = camera(scale);
        for shape in &shapes {
            let frame = frame_of(&camera, |frame| frame.add_shape(shape, pose, WHITE, WHITE));
            let expected = area_of(shape) * f64::from(scale * scale);
            near(covered(&mut offscreen, &frame), expected, 0.015, &format!("{shape:?} at {scale}"));
        }
    }
    let line = frame_of(&camera(40.0), |frame| frame.add_line(vec2(1.0, -4.0), vec2(4.0, 0.0), 6.0, WHITE));
    let expected = 5.0 * 40.0 * 6.0 + std::f64::consts::PI * 9.0;
    near(covered(&mut offscreen, &line), expected, 0.01, "line");
    let dashes =
        frame_of(&camera(40.0), |frame| frame.add_dashes(vec2(1.0, -2.0), vec2(5.0, -2.0), 4.0, WHITE));
    near(covered(&mut offscreen, &dashes), 0.5 * 160.0 * 4.0, 0.05, "dashes");
}

#[test]
fn cells_of_a_grid_have_neither_gaps_nor_overlaps() {
    use cairn2d_scenes::{OverlayGrid, Ramp, Tone};
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, SIZE) else { return };
    let values = [1.0; 35];
    let (range, ramp) = ([0.0, 1.0], Ramp::Fade(Tone::Hit));
    let grid =
        OverlayGrid { origin: vec2(1.03, -3.51), cell: 0.53, columns: 7, range, ramp, values: &values };
    for scale in [17.3, 40.0, 51.7] {
        let frame = frame_of(&camera(scale), |frame| frame.add_cells(&grid, |_, _| [255, 255, 255, 128]));
        let picture = offscreen.picture(&frame, BLACK);
        // Half opaque cells: a pixel with none or two of them would have another color.
        let lit = picture.iter().filter(|pixel| pixel[0] > 0).count();
        assert!(picture.iter().all(|pixel| pixel[0] == 0 || pixel[0].abs_diff(128) <= 1), "at {scale}");
        near(
            lit as f64,
            f64::from(35.0 * (0.53 * scale) * (0.53 * scale)),
            0.02,
            &format!("cells at {scale}"),
        );
    }
}

#[test]
fn shapes_below_a_pixel_fade_but_stay_visible() {
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, SIZE) else { return };
    let camera = camera(1.0);
    let thin: Shape = Rect::half(40.0, 0.1).into();
    for offset in [0.0, 0.25, 0.5, 0.77] {
        let pose = Pose::from_position(vec2(3.0, -2.0 + offset));
        let frame = frame_of(&camera, |frame| frame.add_shape(&thin, pose, WHITE, WHITE));
        // A line of 0.2 pixels is drawn with opacity sqrt(0.2), at every offset.
        near(covered(&mut offscreen, &frame), 80.0 * 0.2f64.sqrt(), 0.1, &format!("at {offset}"));
    }
}

#[test]
fn ground_of_kilometres_is_sharp_close_up() {
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, SIZE) else { return };
    for scale in [40.0, 3000.0, 50_000.0] {
        let camera = camera(scale);
        for normal in [[0.0, 1.0], [0.3, 1.0], [-1.0, 0.2]] {
            let mut world = World::new(WorldConfig::default()).unwrap();
            world.spawn(Body::half_plane(camera.center, normal)).unwrap();
            let mut frame = Frame::new();
            let shot = Shot { camera, pose_at: None };
            frame.build(&world, &shot, &DrawOptions::default(), &Style::default());
            let picture = offscreen.picture(&frame, BLACK);
            let ground = picture.iter().filter(|pixel| pixel[0] > 20).count();
            // The surface goes through the middle of the picture.
            near(ground as f64, 0.5 * picture.len() as f64, 0.01, &format!("{normal:?} at {scale}"));
        }
    }
}

#[test]
fn shapes_are_drawn_at_camera_positions() {
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, SIZE) else { return };
    let camera = camera(20.0);
    for place in [vec2(0.0, 0.0), vec2(5.0, -4.0), vec2(-2.5, 1.5)] {
        let frame = frame_of(&camera, |frame| frame.add_mark(place, Mark::Dot, 9.0, WHITE));
        let picture = offscreen.picture(&frame, BLACK);
        let mut sums = [0.0f64; 3];
        for (index, pixel) in picture.iter().enumerate() {
            let [x, y] = [index % SIZE[0] as usize, index / SIZE[0] as usize].map(|x| x as f64 + 0.5);
            let light = f64::from(pixel[0]);
            sums = [sums[0] + light * x, sums[1] + light * y, sums[2] + light];
        }
        let [x, y] = camera.to_screen(place).map(f64::from);
        let off = (sums[0] / sums[2] - x).hypot(sums[1] / sums[2] - y);
        assert!(off < 0.05, "{place:?} is {off} pixels off");
    }
}

/// A world with every kind of drawable object.
fn everything() -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let fixed = world.spawn(Body::fixed().with(Rect::half(30.0, 0.5).at([14.0, -0.5]))).unwrap();
    let hill =
        Chain::open(&[[10.0, 0.0], [8.0, 1.2], [6.0, 0.6], [4.0, 1.5], [2.0, 0.0], [0.0, 0.0]]).unwrap();
    world.spawn(Body::fixed().with_chain(ChainDef::new(hill))).unwrap();
    let shapes: [fn(Body) -> Body; 5] = [
        |body| body.with(Circle::new(0.4)),
        |body| body.with(Rect::half(0.4, 0.3)),
        |body| body.with(Capsule::horizontal(0.3, 0.25)),
        |body| body.with(Polygon::regular(6, 0.45).unwrap()),
        |body| body.with(Rect::half(0.3, 0.3).rounded(0.1)),
    ];
    for index in 0..20 {
        let at = [11.0 + 1.1 * (index % 5) as f32, 0.6 + 1.0 * (index / 5) as f32];
        world.spawn(shapes[index % 5](Body::dynamic().at(at).rotated(0.3 * (index % 3) as f32))).unwrap();
    }
    world.spawn(Body::kinematic().at([20.0, 1.0]).velocity([0.1, 0.0]).with(Rect::half(1.2, 0.15))).unwrap();
    world.spawn(Body::fixed().at([23.5, 2.0]).with(Rect::half(1.2, 0.1).one_way(OneWay::UP))).unwrap();
    world.spawn(Body::dynamic().at([20.0, 3.0]).bullet().with(Circle::new(0.25))).unwrap();
    world.spawn(Body::fixed().at([26.5, 2.0]).with(Circle::new(1.3).sensor())).unwrap();
    world.spawn(Body::fixed().at([13.0, 1.5]).with(Rect::half(3.0, 1.0).sensor())).unwrap();
    world.spawn(Body::dynamic().at([4.0, 3.0]).with(Circle::new(0.5))).unwrap();
    add_joints(&mut world, fixed);
    world
        .add_field(Field::new(Area::rect([28.5, 0.0], [33.0, 2.0]), Water::new(2.0).flow([1.0, 0.0])))
        .unwrap();
    world.spawn(Body::dynamic().at([30.0, 2.5]).with(Rect::half(0.6, 0.4).density(1.0))).unwrap();
    world.add_field(Field::new(Area::circle([31.0, 5.0], 1.6), Wind::new([2.0, 1.0]))).unwrap();
    world.add_field(Field::new(Area::Everywhere, cairn2d::Attractor::new([25.0, 5.0], 0.1))).unwrap();
    for _ in 0..90 {
        world.step(1.0 / 60.0).unwrap();
    }
    world
}

/// A joint of each type along the top.
fn add_joints(world: &mut World, fixed: BodyId) {
    let free = |_: &JointEnds| [None; 3];
    for index in 0..14 {
        let x = 1.0 + 4.4 * (index % 7) as f32;
        let y = 8.0 + 4.0 * (index / 7) as f32;
        let hook = world.spawn(Body::fixed().at([x, y]).with(Rect::half(0.2, 0.2))).unwrap();
        let low = world.spawn(Body::dynamic().at([x + 1.4, y]).with(Rect::half(0.5, 0.35))).unwrap();
        let def: JointDef = match index {
            0 => Revolute::new(hook, low).at([x, y]).limits(-1.2, 0.5).motor(1.0, 0.1).into(),
            1 => Distance::new(hook, low).spring(1.0, 0.4).into(),
            2 => Prismatic::new(hook, low).along([0.3, 1.0]).limits(-1.0, 1.0).into(),
            3 => Wheel::new(hook, low).along([0.2, 1.0]).spring(2.0, 0.5).motor(2.0, 1.0).into(),
            4 => Slot::new(hook, low).along([1.0, -0.4]).limits(-1.5, 1.5).into(),
            5 => Weld::new(hook, low).into(),
            6 => Drive::new(fixed, low).velocity([0.1, 0.0], 1000.0).spin(0.5, 10.0).into(),
            7 => Grab::new(low, [x + 1.4, y + 0.5]).target([x + 0.5, y + 0.8]).into(),
            8 => Revolute::new(hook, low).at([x + 0.5, y]).spring(1.0, 0.2, -0.5).into(),
            9 => Rotary::new(hook, low).motor(1.0, 1.0).into(),
            10 => Gear::new(hook, low, -2.0).into(),
            11 => Rack::new(hook, low, 0.5).into(),
            12 => {
                let other = world.spawn(Body::dynamic().at([x, y - 0.6]).with(Circle::new(0.3))).unwrap();
                Pulley::new(other, low, [x, y + 1.6], [x + 1.4, y + 1.6]).into()
            }
            _ => Custom::new(hook, low, free).into(),
        };
        world.join(def).unwrap();
        if matches!(index, 10 | 11 | 13) {
            // These joints do not hold the body in place; a hinge does.
            world.join(Revolute::new(hook, low).at([x + 1.4, y]).user_data(1)).unwrap();
        }
        if index == 9 {
            world.join(Distance::new(hook, low).limits(0.1, 1.9)).unwrap();
        }
    }
}

fn shoot(world: &World, options: &DrawOptions, theme: Theme, size: [i32; 2], bounds: Aabb) -> Frame {
    let mut camera = Camera { size: size.map(|size| size as f32), ..Camera::new() };
    camera.fit(bounds);
    let mut frame = Frame::new();
    let shot = Shot { camera, pose_at: None };
    frame.build(world, &shot, options, &Style::of(theme));
    frame.add_grid();
    frame
}

#[test]
fn desktop_gl_and_gles_draw_the_same() {
    let size = [640, 400];
    let mut options = DrawOptions::default();
    (options.contacts, options.normals, options.centers) = (true, true, true);
    let frame =
        shoot(&everything(), &options, Theme::Dark, size, Aabb::new(vec2(-1.0, -1.0), vec2(33.0, 15.0)));
    let pictures = [Flavor::Desktop, Flavor::Embedded].map(|flavor| {
        Offscreen::new(flavor, size).map(|mut offscreen| offscreen.picture(&frame, frame.style().background))
    });
    let [Some(desktop), Some(embedded)] = pictures else { return };
    let differ =
        desktop.iter().zip(&embedded).filter(|(a, b)| (0..3).any(|i| a[i].abs_diff(b[i]) > 3)).count();
    assert!(differ < 20, "{differ} pixels differ");
    assert!(
        desktop.iter().filter(|&&pixel| pixel != desktop[0]).count() > 20_000,
        "hardly anything is drawn"
    );
}

#[test]
fn write_picture_of_every_drawable_object() {
    let size = [1440, 760];
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, size) else { return };
    let world = everything();
    let bounds = Aabb::new(vec2(-1.0, -1.0), vec2(33.0, 15.0));
    let mut all = DrawOptions::default();
    (all.contacts, all.normals, all.impulses, all.boxes, all.velocities) = (true, true, true, true, true);
    all.centers = true;
    let mut colors = DrawOptions::default();
    (colors.contacts, colors.graph_colors, colors.coloring) = (true, true, Coloring::Island);
    let mut bodies = DrawOptions::default();
    bodies.coloring = Coloring::Body;
    let close = Aabb::new(vec2(10.5, -0.5), vec2(18.0, 3.5));
    for (name, options, theme, bounds) in [
        ("everything_dark", DrawOptions::default(), Theme::Dark, bounds),
        ("everything_light", DrawOptions::default(), Theme::Light, bounds),
        ("everything_marks", all, Theme::Dark, bounds),
        ("everything_close", all, Theme::Dark, close),
        ("everything_graph", colors, Theme::Light, bounds),
        ("everything_bodies", bodies, Theme::Dark, bounds),
    ] {
        let frame = shoot(&world, &options, theme, size, bounds);
        let picture = offscreen.picture(&frame, frame.style().background);
        assert!(offscreen.draw_calls() <= 18, "{} draw calls", offscreen.draw_calls());
        println!("{}", save(name, size, &picture).display());
    }
}

/// Scenes named in `CAIRN2D_PICTURES`, separated by commas, or a few; `all` for all.
#[test]
fn write_pictures_of_scenes() {
    let size = [640, 400];
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, size) else { return };
    let wanted =
        std::env::var("CAIRN2D_PICTURES").unwrap_or_else(|_| "gear_train,platforms,puppets".to_owned());
    for scene in cairn2d_scenes::all() {
        if wanted != "all" && !wanted.split(',').any(|name| name == scene.name) {
            continue;
        }
        let name = scene.name;
        let mut runner = Runner::new(scene, Overrides::default()).unwrap();
        for _ in 0..100 {
            runner.step().unwrap();
        }
        let mut options = DrawOptions::default();
        options.coloring = Coloring::Body;
        let frame = shoot(&runner.world, &options, Theme::Dark, size, view_of(&runner));
        let picture = offscreen.picture(&frame, frame.style().background);
        let drawn = picture.iter().filter(|&&pixel| pixel != frame.style().background).count();
        assert!(drawn > 1000, "{name}: {drawn} pixels");
        println!("{}", save(name, size, &picture).display());
    }
}

/// The view that the scene suggests, or the bounds of all moving bodies.
fn view_of(runner: &Runner) -> Aabb {
    if let Some(camera) = &runner.scene().camera {
        return Aabb::from_center_half(camera.center, Vec2::splat(0.5 * camera.height));
    }
    let world = &runner.world;
    let bodies = world.bodies().filter_map(|id| world.body(id));
    let moving = bodies.filter(|body| body.kind() != cairn2d::BodyKind::Static);
    let points: Vec<Vec2> = moving.map(|body| body.position()).collect();
    Aabb::from_points(&points).expand(1.0)
}
