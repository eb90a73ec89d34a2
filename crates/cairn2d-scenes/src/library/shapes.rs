//! Scenes of shapes: hulls, compounds, chains, rounding, unusual masses, filters.

use super::founding::Random;
use super::parts::{bin, block, chain, disc, floor, kind, look_at, regular, room, surface, terrain};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{
    BodyDesc, BoxDesc, FilterDesc, Geometry, MassDesc, MaterialDesc, MaterialRef, Scene, ShapeDesc,
};
use crate::parameters::Parameters;
use crate::trig::{cos_sin, rotate};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable("hulls", Category::Shapes, 500, hulls, "Convex hulls of random points fall into a bin"),
    tunable("rounded", Category::Shapes, 500, rounded, "The same polygons with increasing corner radius"),
    tunable("eggs", Category::Shapes, 500, eggs, "Ellipses of sixteen corners roll and rock"),
    tunable(
        "furniture",
        Category::Shapes,
        500,
        furniture,
        "Tables, chairs, stars and rings made of several shapes each",
    ),
    entry(
        "far_from_origin",
        Category::Shapes,
        400,
        far_from_origin,
        "Shapes that lie ten metres away from the origin of their body",
    ),
    entry(
        "loop_of_chain",
        Category::Shapes,
        600,
        loop_of_chain,
        "Bodies of increasing restitution and friction in a closed chain",
    ),
    entry(
        "joined_chains",
        Category::Shapes,
        500,
        joined_chains,
        "Balls and boxes run over a chain, its continuation by another chain, and a flat segment",
    ),
    tunable(
        "filters",
        Category::Shapes,
        400,
        filters,
        "Three filters: no collisions within a group, collisions with the ground only, and always within a group",
    ),
    tunable(
        "tiny_triangles",
        Category::Shapes,
        400,
        tiny_triangles,
        "Thin triangles of a few millimetres come to rest",
    ),
    entry(
        "no_density",
        Category::Shapes,
        300,
        no_density,
        "Bodies without density, without shapes, and with an explicit mass",
    ),
    entry("tumbler_toy", Category::Shapes, 600, tumbler_toy, "Toys with a low centre of mass stand up again"),
    tunable(
        "word_smash",
        Category::Shapes,
        200,
        word_smash,
        "A ball hits a word of hundreds of dots without gravity",
    ),
    tunable("pentagon_rain", Category::Shapes, 900, pentagon_rain, "Pentagons run down a slope of triangles"),
    tunable(
        "hexagon_bench",
        Category::Shapes,
        500,
        hexagon_bench,
        "Elastic hexagons bounce about in a room without gravity",
    ),
    tunable(
        "drum_of_mixed",
        Category::Shapes,
        600,
        drum_of_mixed,
        "Boxes, capsules and discs in a square drum that turns",
    ),
    tunable(
        "heaps_on_ground",
        Category::Shapes,
        500,
        heaps_on_ground,
        "Discs, boxes and hexagons on a rough ground of segments",
    ),
];

fn hulls(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let hulls = parameters.count("hulls", 1..=300, 90, "Random hulls");
    look_at(scene, [0.0, 5.0], 14.0);
    scene.add(bin(7.0, 12.0));
    let mut random = Random(4711);
    for n in 0..hulls {
        let size = 0.4 + 0.5 * random.next();
        let points: Vec<[f32; 2]> = (0..12)
            .map(|_| {
                let [cos, sin] = cos_sin(core::f32::consts::TAU * random.next());
                let radius = size * (0.3 + 0.7 * random.next());
                [radius * cos, radius * sin]
            })
            .collect();
        let at = [-6.0 + 1.5 * (n % 9) as f32, 1.5 + 1.6 * (n / 9) as f32];
        scene.add(BodyDesc::dynamic(at).with(ShapeDesc::polygon(points, 0.0)));
    }
}

fn rounded(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=11, 8, "Rows, each rounder than the one below");
    look_at(scene, [0.0, 4.0], 12.0);
    scene.add(bin(8.0, 8.0));
    for n in 0..9 * rows {
        let (column, row) = (n % 9, n / 9);
        let round = 0.05 * row as f32;
        let shape = ShapeDesc::polygon(regular(3 + column % 5, 0.55 - round), round);
        let body = BodyDesc {
            angle: 0.4 * n as f32,
            ..BodyDesc::dynamic([1.7 * (column as f32 - 4.0), 0.8 + 1.3 * row as f32])
        };
        scene.add(body.with(shape));
    }
}

fn eggs(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let eggs = parameters.count("eggs", 1..=60, 24, "Eggs");
    look_at(scene, [0.0, 4.0], 13.0);
    let hollow: Vec<[f32; 2]> = (-12..=12).map(|n| [n as f32, 0.04 * (n * n) as f32]).collect();
    scene.add(terrain(&hollow));
    for n in 0..eggs {
        let long = 0.5 + 0.04 * n as f32;
        let points: Vec<[f32; 2]> = regular(16, 1.0).into_iter().map(|[x, y]| [long * x, 0.45 * y]).collect();
        let at = [-7.0 + 2.0 * (n % 8) as f32, 5.0 + 2.0 * (n / 8) as f32];
        let body = BodyDesc { angle: 0.7 * n as f32, ..BodyDesc::dynamic(at) };
        scene.add(body.with(ShapeDesc::polygon(points, 0.0)));
    }
}

fn furniture(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let pieces = parameters.count("pieces", 1..=84, 28, "Pieces of furniture");
    let balls = parameters.count("balls", 0..=12, 12, "Balls");
    look_at(scene, [0.0, 4.5], 13.0);
    scene.add(bin(9.0, 11.0));
    for n in 0..pieces {
        let at = [-7.5 + 2.5 * (n % 7) as f32, 1.2 + 2.6 * (n / 7) as f32];
        let mut body = BodyDesc::dynamic(at);
        body.angle = 0.3 * (n % 5) as f32;
        scene.add(match n % 4 {
            0 => table(body),
            1 => body
                .with(ShapeDesc::box_at([0.5, 0.08], [0.0, 0.0]))
                .with(ShapeDesc::box_at([0.07, 0.5], [-0.43, -0.5]))
                .with(ShapeDesc::box_at([0.07, 0.5], [0.43, -0.5]))
                .with(ShapeDesc::box_at([0.07, 0.6], [-0.43, 0.6])),
            2 => star(body),
            _ => ring(body),
        });
    }
    for n in 0..balls {
        disc(scene, [-7.0 + 1.3 * n as f32, 12.5], 0.25);
    }
}

fn table(body: BodyDesc) -> BodyDesc {
    body.with(ShapeDesc::box_at([1.0, 0.1], [0.0, 0.5]))
        .with(ShapeDesc::box_at([0.1, 0.5], [-0.8, -0.1]))
        .with(ShapeDesc::box_at([0.1, 0.5], [0.8, -0.1]))
}

fn star(body: BodyDesc) -> BodyDesc {
    (0..5).fold(body, |body, n| {
        let turn = core::f32::consts::TAU * n as f32 / 5.0;
        let points = [[0.0, 0.85], [-0.25, 0.0], [0.25, 0.0]].map(|point| rotate(point, turn));
        body.with(ShapeDesc::polygon(points, 0.0))
    })
}

fn ring(body: BodyDesc) -> BodyDesc {
    (0..10).fold(body, |body, n| {
        let angle = core::f32::consts::TAU * n as f32 / 10.0;
        let piece = BoxDesc { half: [0.08, 0.26], center: rotate([0.7, 0.0], angle), angle, radius: 0.0 };
        body.with(ShapeDesc::new(Geometry::Box(piece)))
    })
}

fn far_from_origin(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 10.0);
    floor(scene, 40.0);
    // The origin of each body is far below on the left; the shape and its mass are elsewhere.
    for n in 0..8 {
        let body = BodyDesc::dynamic([-16.0 + 2.0 * n as f32, -7.0 + 0.4 * n as f32]);
        let points: Vec<[f32; 2]> =
            regular(3 + n, 0.7).into_iter().map(|[x, y]| [x + 10.0, y + 10.0]).collect();
        scene.add(body.with(ShapeDesc::polygon(points, 0.0)));
    }
    for n in 0..4 {
        let body = BodyDesc::dynamic([-14.5 + 4.0 * n as f32, -3.0]);
        scene.add(body.with(ShapeDesc::box_at([0.5, 0.3], [10.0, 10.0])));
    }
}

fn loop_of_chain(scene: &mut Scene) {
    look_at(scene, [0.0, 0.0], 15.0);
    // Clockwise, so that the inside is free.
    let points: Vec<[f32; 2]> = (0..48)
        .map(|n| {
            let angle = -core::f32::consts::TAU * n as f32 / 48.0;
            let ([cos, sin], [wave, _]) = (cos_sin(angle), cos_sin(5.0 * angle));
            [(9.0 + 0.7 * wave) * cos, (6.0 + 0.5 * wave) * sin]
        })
        .collect();
    let mut rim = BodyDesc::fixed([0.0, 0.0]);
    rim.chains.push(chain(points, true));
    scene.add(rim);
    for n in 0..16 {
        let mut body = BodyDesc::dynamic([-5.0 + 1.4 * (n % 8) as f32, 1.0 + 2.0 * (n / 8) as f32]);
        body.velocity = [3.0, 0.0];
        scene.add(body.with(kind(n, 0.5).material(surface(0.1 * (n % 8) as f32, 0.12 * (n / 2) as f32))));
    }
}

fn joined_chains(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 15.0);
    let wave = |n: i32| {
        let [cos, _] = cos_sin(0.6 * n as f32);
        [n as f32, 1.0 + 0.5 * cos - 0.25 * n as f32]
    };
    // The first chain's last point and the second one's first lie on the other chain, so each has the correct
    // neighbour at its end.
    let line = |from: i32, to: i32| (from..=to).rev().map(wave).collect::<Vec<_>>();
    for (from, to) in [(-13, 1), (-1, 9)] {
        let mut body = BodyDesc::fixed([0.0, 0.0]);
        body.chains.push(chain(line(from, to), false));
        scene.add(body);
    }
    let end = wave(8);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::segment(end, [14.0, end[1]])));
    scene.add(BodyDesc::fixed([14.5, 1.0]).with(ShapeDesc::half_box(0.5, 3.0)));
    scene.add(BodyDesc::fixed([-12.5, 7.0]).with(ShapeDesc::half_box(0.5, 3.0)));
    for n in 0..12 {
        let mut body = BodyDesc::dynamic([-11.0 + 0.9 * n as f32, 6.5]);
        body.velocity = [2.0, 0.0];
        let slick = MaterialDesc { friction: 0.05, ..MaterialDesc::default() };
        scene.add(body.with(kind([0, 1, 5, 2][n % 4], 0.35).material(slick)));
    }
}

fn filters(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 3..=90, 45, "Bodies of three teams") as usize;
    look_at(scene, [0.0, 4.0], 12.0);
    scene.add(bin(6.0, 9.0));
    let teams = [
        // Passes through its own team.
        FilterDesc { category: 2, mask: !2, group: 0 },
        // Collides with the scenery only.
        FilterDesc { category: 4, mask: 1, group: 0 },
        // A negative group never collides with itself, a positive one always does, whatever the masks are.
        FilterDesc { category: 8, mask: 1 | 2, group: 7 },
    ];
    for n in 0..bodies {
        let team = n % 3;
        let at = [-5.0 + 2.5 * ((n / 3) % 5) as f32, 1.0 + 1.1 * (n / 15) as f32 + 2.0 * team as f32];
        let shape = [ShapeDesc::half_box(0.5, 0.4), ShapeDesc::circle(0.45), kind(4, 0.5)][team].clone();
        scene.add(BodyDesc::dynamic(at).with(shape.filter(teams[team])));
    }
}

fn tiny_triangles(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let triangles = parameters.count("triangles", 1..=400, 120, "Triangles");
    look_at(scene, [0.0, 0.25], 0.9);
    let mut floor = BodyDesc::fixed([0.0, 0.0]);
    for (half, center) in
        [([0.7, 0.05], [0.0, -0.05]), ([0.05, 0.5], [-0.65, 0.4]), ([0.05, 0.5], [0.65, 0.4])]
    {
        floor = floor.with(ShapeDesc::box_at(half, center));
    }
    scene.add(floor);
    for n in 0..triangles {
        let long = 0.02 + 0.006 * (n % 8) as f32;
        let thin = 0.006 + 0.002 * (n % 5) as f32;
        let points = [[-long, -thin], [long, -thin], [0.6 * long, 1.5 * thin]];
        let at = [-0.5 + 0.11 * (n % 10) as f32, 0.08 + 0.07 * (n / 10) as f32];
        let body = BodyDesc { angle: 0.5 * n as f32, ..BodyDesc::dynamic(at) };
        scene.add(body.with(ShapeDesc::polygon(points, 0.0)));
    }
}

fn no_density(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 10.0);
    floor(scene, 30.0);
    for n in 0..4 {
        let x = -6.0 + 4.0 * n as f32;
        block(scene, [x, 0.4], [0.4, 0.4]);
        let mut body = BodyDesc::dynamic([x, 3.0]).with(ShapeDesc::half_box(0.5, 0.5).density(0.0));
        body.angular_velocity = 1.0;
        body.mass = match n {
            // All of its mass in one point, so that it cannot rotate; far heavier than its size suggests;
            // with its mass at a corner.
            1 => Some(MassDesc { mass: 2.0, center: [0.0, 0.0], inertia: 0.0 }),
            2 => Some(MassDesc { mass: 200.0, center: [0.0, 0.0], inertia: 30.0 }),
            3 => Some(MassDesc { mass: 1.0, center: [0.4, 0.4], inertia: 0.1 }),
            _ => None,
        };
        scene.add(body);
    }
    // A body without a shape is a point that falls past everything; this one starts on a circle around empty
    // space.
    let mut nothing = BodyDesc::dynamic([0.0, 6.0]);
    nothing.gravity_scale = 0.0;
    scene.add(nothing);
}

fn tumbler_toy(scene: &mut Scene) {
    look_at(scene, [0.0, 2.5], 9.0);
    floor(scene, 30.0);
    for n in 0..5 {
        let depth = -0.1 - 0.1 * n as f32;
        let mut toy = BodyDesc { angle: 1.3, ..BodyDesc::dynamic([-6.0 + 3.0 * n as f32, 1.0]) };
        // A capsule of radius 0.6: with the mass below the middle of its round foot it rights itself, else it
        // lies down.
        toy.mass = Some(MassDesc { mass: 3.0, center: [0.0, depth - 0.4], inertia: 0.6 });
        toy.angular_damping = 0.4;
        scene.add(toy.with(ShapeDesc::capsule([0.0, -0.5], [0.0, 0.7], 0.6).friction(1.0)));
    }
}

fn word_smash(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let speed = parameters.number("speed", 0.0..=300.0, 60.0, "m/s", "Speed of the shot");
    let density = parameters.number(
        "density",
        0.1..=1000.0,
        50.0,
        "kg/m²",
        "Density of the shot; that of the dots is 1",
    );
    const ROWS: [&str; 7] = [
        " ###   ##  # ###  ###   ",
        "#   # #  # # #  # #  #  ",
        "#     #  # # #  # #  #  ",
        "#     #### # ###  #  #  ",
        "#     #  # # # #  #  #  ",
        "#   # #  # # #  # #  #  ",
        " ###  #  # # #  # #  #  ",
    ];
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 16.0);
    // Sixteen dots per mark.
    for (row, line) in ROWS.iter().enumerate() {
        for (column, _) in line.chars().enumerate().filter(|&(_, mark)| mark == '#') {
            for dot in 0..16 {
                let (x, y) = ((4 * column + dot % 4) as f32, (4 * row + dot / 4) as f32);
                disc(scene, [0.22 * (x - 44.0), 0.22 * (14.0 - y)], 0.1);
            }
        }
    }
    let mut shot = BodyDesc::dynamic([-18.0, 1.0]);
    (shot.velocity, shot.bullet) = ([speed, -2.0], true);
    scene.add(shot.with(ShapeDesc::circle(0.4).density(density)));
}

fn pentagon_rain(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let pentagons = parameters.count("pentagons", 1..=1000, 160, "Pentagons");
    look_at(scene, [0.0, 6.0], 19.0);
    let mut pegs = BodyDesc::fixed([0.0, 0.0]);
    for row in 0..6 {
        for column in 0..9 {
            let shift = if row % 2 == 0 { 0.0 } else { 1.1 };
            let [x, y] = [2.2 * (column as f32 - 4.0) + shift - 0.55, 2.0 + 2.0 * row as f32];
            pegs = pegs.with(ShapeDesc::polygon([[x - 0.4, y - 0.3], [x + 0.4, y - 0.3], [x, y + 0.4]], 0.0));
        }
    }
    scene.add(pegs);
    scene.add(bin(10.5, 3.0));
    let mut random = Random(8);
    for n in 0..pentagons {
        let at = [8.0 * (2.0 * random.next() - 1.0), 15.0 + 0.35 * n as f32];
        let body = BodyDesc { angle: 6.0 * random.next(), linear_damping: 0.3, ..BodyDesc::dynamic(at) };
        scene.add(body.with(ShapeDesc::polygon(regular(5, 0.3), 0.0).friction(0.4)));
    }
}

fn hexagon_bench(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=8, 8, "Rows of fifteen hexagons");
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 16.0);
    let elastic = surface(0.0, 1.0);
    scene.add(room([12.0, 6.5], elastic));
    let mut random = Random(66);
    for n in 0..15 * rows {
        let mut body = BodyDesc::dynamic([-11.0 + 1.55 * (n % 15) as f32, -5.6 + 1.55 * (n / 15) as f32]);
        body.velocity = [8.0 * (random.next() - 0.5), 8.0 * (random.next() - 0.5)];
        scene.add(body.with(ShapeDesc::polygon(regular(6, 0.4), 0.0).material(elastic)));
    }
}

fn drum_of_mixed(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=80, 80, "Bodies") as usize;
    let speed = parameters.number("speed", -3.0..=3.0, 0.6, "rad/s", "Angular velocity of the drum");
    look_at(scene, [0.0, 0.0], 13.0);
    let mut drum = BodyDesc::kinematic([0.0, 0.0]);
    drum.angular_velocity = speed;
    for side in 0..4 {
        let angle = core::f32::consts::FRAC_PI_2 * side as f32;
        let wall = BoxDesc { half: [4.4, 0.2], center: rotate([0.0, -4.2], angle), angle, radius: 0.0 };
        drum = drum.with(ShapeDesc::new(Geometry::Box(wall)));
    }
    scene.add(drum);
    for n in 0..bodies {
        let at = [-3.0 + 0.75 * (n % 9) as f32, -3.2 + 0.75 * (n / 9) as f32];
        scene.add(BodyDesc::dynamic(at).with(kind([0, 1, 2][n % 3], 0.3)));
    }
}

fn heaps_on_ground(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=600, 150, "Bodies");
    look_at(scene, [0.0, 4.0], 15.0);
    let mut random = Random(12);
    let points: Vec<[f32; 2]> =
        (-13..=13).map(|n: i32| [n as f32, 0.02 * (n * n) as f32 + 0.9 * random.next()]).collect();
    let mut ground = BodyDesc::fixed([0.0, 0.0]);
    for pair in points.windows(2) {
        let mut piece = ShapeDesc::segment(pair[0], pair[1]);
        piece.material = MaterialRef::Inline(surface(0.8, 0.0));
        ground = ground.with(piece);
    }
    scene.add(ground);
    for n in 0..bodies {
        let at = [-8.5 + 1.15 * (n % 15) as f32 + 0.2 * random.next(), 4.5 + 0.9 * (n / 15) as f32];
        let shape = match n % 3 {
            0 => ShapeDesc::circle(0.35),
            1 => ShapeDesc::half_box(0.35, 0.3),
            _ => ShapeDesc::polygon(regular(6, 0.4), 0.0),
        };
        scene.add(BodyDesc::dynamic(at).with(shape));
    }
}
