//! Scenes of towers, walls and heaps of one kind of body.

use super::founding::Random;
use super::parts::{bin, block, disc, floor, look_at, room, surface};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{BodyDesc, Scene, ShapeDesc};
use crate::parameters::Parameters;
use crate::play::{Maker, Play, Turn, start};
use cairn2d::{Body, Circle, Error, IntoShape};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry("one_box", Category::Stacks, 200, one_box, "A box lands on a corner, tumbles and comes to rest"),
    tunable(
        "leaning_columns",
        Category::Stacks,
        600,
        leaning_columns,
        "Columns of increasing lean; some stand and some fall",
    ),
    entry("columns", Category::Stacks, 600, columns, "Balls are shot through columns of boxes at rest"),
    tunable(
        "balanced_discs",
        Category::Stacks,
        400,
        balanced_discs,
        "Discs balance on top of one another, each row heavier than the one below",
    ),
    tunable(
        "lying_capsules",
        Category::Stacks,
        400,
        lying_capsules,
        "Crossed layers of capsules rest in a frame",
    ),
    entry(
        "cliff",
        Category::Stacks,
        400,
        cliff,
        "Boxes, capsules and balls slide to an edge and overhang by friction",
    ),
    tunable("domino_tower", Category::Stacks, 600, domino_tower, "A tower of dominoes is hit at its base"),
    tunable(
        "pyramid_and_ball",
        Category::Stacks,
        500,
        pyramid_and_ball,
        "A ball rolls into a pyramid of fourteen rows",
    ),
    entry(
        "packed_discs",
        Category::Stacks,
        400,
        packed_discs,
        "Discs fill and overfill a room without gravity",
    ),
    tunable("inverted_pyramid", Category::Stacks, 300, inverted_pyramid, "A pyramid stands on its top"),
    tunable("egg_box", Category::Stacks, 400, egg_box, "Rows of balls in the hollows of the rows below"),
    tunable(
        "brick_hall",
        Category::Stacks,
        600,
        brick_hall,
        "Pillars, beams and a roof carry a heap of loads",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[("columns", start::<Volley>)];

fn one_box(scene: &mut Scene) {
    look_at(scene, [2.0, 3.0], 10.0);
    floor(scene, 20.0);
    let mut body = BodyDesc::dynamic([-3.0, 4.0]);
    (body.angle, body.velocity, body.angular_velocity) = (0.5, [4.0, 0.0], -2.0);
    scene.add(body.with(ShapeDesc::half_box(0.5, 0.5)));
}

fn leaning_columns(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 2..=16, 8, "Boxes of a column");
    let lean =
        parameters.number("lean", 0.0..=0.1, 0.02, "m", "Shift from one box to the next in the first column");
    look_at(scene, [0.5, 5.0], 16.0);
    floor(scene, 30.0);
    // A column of n boxes, each shifted by s, falls if the centre of mass of the boxes above one is beyond
    // its edge: at s = 1 / (n - 1).
    for column in 0..9 {
        let shift = lean * (column + 1) as f32;
        for row in 0..rows {
            let x = -12.0 + 3.0 * column as f32 + shift * row as f32;
            block(scene, [x, 0.5 + row as f32], [0.5, 0.5]);
        }
    }
}

fn columns(scene: &mut Scene) {
    scene.script = Some("columns".to_owned());
    look_at(scene, [0.0, 5.0], 15.0);
    floor(scene, 40.0);
    scene.add(BodyDesc::fixed([13.0, 3.0]).with(ShapeDesc::half_box(0.5, 3.0)));
    for column in 0..6 {
        for row in 0..12 {
            // A small offset in every other row, as in a wall built by hand.
            let aside = if row % 2 == 0 { -0.01 } else { 0.01 };
            block(scene, [-4.0 + 2.5 * column as f32 + aside, 0.4 + 0.8 * row as f32], [0.4, 0.4]);
        }
    }
}

/// Shoots balls as bullets from the left after the columns have come to rest.
#[derive(Clone, Default)]
struct Volley;

impl Play for Volley {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        const FIRST: u32 = 120;
        if turn.step >= FIRST && turn.step.is_multiple_of(40) && turn.step < FIRST + 400 {
            let round = (turn.step - FIRST) / 40;
            let body =
                Body::dynamic().at([-14.0, 1.0 + 0.9 * (round % 9) as f32]).velocity([90.0, 1.0]).bullet();
            turn.world.spawn(body.with(Circle::new(0.25).density(8.0)))?;
        }
        Ok(())
    }
}

fn balanced_discs(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=16, 8, "Discs of a column");
    let heavier = parameters.number(
        "heavier",
        0.0..=20.0,
        4.0,
        "kg/m²",
        "Difference in density from one disc to the next",
    );
    look_at(scene, [0.0, 5.0], 13.0);
    floor(scene, 20.0);
    for column in 0..5 {
        let radius = 0.3 + 0.1 * column as f32;
        for row in 0..rows {
            let mut body = BodyDesc::dynamic([-6.0 + 3.0 * column as f32, radius * (1 + 2 * row) as f32]);
            body.sleep.threshold = 0.1;
            scene.add(body.with(ShapeDesc::circle(radius).density(1.0 + heavier * row as f32)));
        }
    }
}

fn lying_capsules(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=14, 10, "Layers");
    look_at(scene, [0.0, 4.0], 11.0);
    scene.add(bin(4.3, 9.0));
    for row in 0..rows {
        let shift = if row % 2 == 0 { -0.4 } else { 0.4 };
        for n in 0..3 {
            let body = BodyDesc::dynamic([2.6 * (n as f32 - 1.0) + shift, 0.3 + 0.75 * row as f32]);
            scene.add(body.with(ShapeDesc::capsule([-0.9, 0.0], [0.9, 0.0], 0.3)));
        }
    }
}

fn cliff(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 11.0);
    let ground = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([14.0, 0.5], [0.0, -2.5]));
    scene.add(ground.with(ShapeDesc::box_at([8.0, 0.25], [0.0, 3.0])));
    // On the left those that slide off, on the right those that stop with their centre above the ledge.
    for (n, friction) in [0.05, 0.3, 0.8].into_iter().enumerate() {
        for side in [-1.0_f32, 1.0] {
            let grip = if side < 0.0 { 0.02 } else { friction };
            let shapes = [
                ShapeDesc::half_box(0.5, 0.25),
                ShapeDesc::capsule([-0.3, 0.0], [0.3, 0.0], 0.25),
                ShapeDesc::circle(0.25),
            ];
            let mut body = BodyDesc::dynamic([side * (6.9 - 1.8 * n as f32), 3.5]);
            body.velocity = [side * (1.0 + 1.2 * n as f32), 0.0];
            scene.add(body.with(shapes[n].clone().friction(grip)));
        }
    }
}

fn domino_tower(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let speed = parameters.number("speed", 0.0..=60.0, 14.0, "m/s", "Speed of the ball");
    let density = parameters.number(
        "density",
        0.1..=100.0,
        4.0,
        "kg/m²",
        "Density of the ball; that of the dominoes is 1",
    );
    const HALF: [f32; 2] = [0.1, 0.75];
    look_at(scene, [0.0, 6.0], 16.0);
    floor(scene, 40.0);
    let mut y = 0.0;
    for storey in 0..6 {
        let count = 14 - 2 * storey;
        for n in 0..count {
            let x = 1.15 * (n as f32 - 0.5 * (count - 1) as f32);
            block(scene, [x, y + HALF[1]], HALF);
        }
        // A lid of dominoes lies over the gaps, each on two.
        for n in 0..count - 1 {
            let x = 1.15 * (n as f32 - 0.5 * (count - 2) as f32);
            block(scene, [x, y + 2.0 * HALF[1] + HALF[0]], [0.55, HALF[0]]);
        }
        y += 2.0 * (HALF[0] + HALF[1]);
    }
    let mut ball = BodyDesc::dynamic([-16.0, 1.2]);
    ball.velocity = [speed, 0.0];
    scene.add(ball.with(ShapeDesc::circle(0.5).density(density)));
}

fn pyramid_and_ball(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 2..=30, 14, "Boxes in the lowest row");
    let speed = parameters.number("speed", 0.0..=80.0, 25.0, "m/s", "Speed of the ball");
    let density = parameters.number(
        "density",
        0.1..=100.0,
        6.0,
        "kg/m²",
        "Density of the ball; that of the boxes is 1",
    );
    look_at(scene, [-2.0, 6.0], 18.0);
    floor(scene, 40.0);
    for row in 0..rows {
        for n in 0..rows - row {
            block(scene, [1.05 * (n as f32 - 0.5 * (rows - row - 1) as f32), 0.5 + row as f32], [0.5, 0.5]);
        }
    }
    let mut ball = BodyDesc::dynamic([-16.0, 0.9]);
    (ball.velocity, ball.angular_velocity) = ([speed, 0.0], -27.0);
    scene.add(ball.with(ShapeDesc::circle(0.9).density(density)));
}

fn packed_discs(scene: &mut Scene) {
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 13.0);
    scene.add(room([5.0, 5.0], surface(0.2, 0.0)));
    for row in 0..21 {
        for column in 0..21 {
            let shift = if row % 2 == 0 { -0.12 } else { 0.12 };
            disc(scene, [0.468 * (column as f32 - 10.0) + shift, 0.468 * (row as f32 - 10.0)], 0.25);
        }
    }
}

fn inverted_pyramid(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 2..=14, 9, "Rows of boxes");
    look_at(scene, [0.0, 4.5], 12.0);
    floor(scene, 20.0);
    for row in 0..rows {
        for n in 0..=row {
            block(scene, [0.99 * (n as f32 - 0.5 * row as f32), 0.45 + 0.9 * row as f32], [0.495, 0.45]);
        }
    }
}

fn egg_box(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=14, 9, "Rows of balls");
    look_at(scene, [0.0, 4.0], 11.0);
    scene.add(bin(5.0, 8.0));
    for row in 0..rows {
        let (count, first) = if row % 2 == 0 { (10, -4.5) } else { (9, -4.0) };
        for n in 0..count {
            // Rows of balls of radius 1/2 stand sqrt(3)/2 apart.
            disc(scene, [first + n as f32, 0.5 + 0.866_025_4 * row as f32], 0.5);
        }
    }
}

fn brick_hall(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let storeys = parameters.count("storeys", 1..=6, 3, "Storeys");
    let loads = parameters.count("loads", 0..=120, 40, "Bodies that fall on the roof");
    let density = parameters.number(
        "density",
        0.01..=50.0,
        0.5,
        "kg/m²",
        "Density of these bodies; that of the hall is 1",
    );
    look_at(scene, [0.0, 5.0], 14.0);
    floor(scene, 30.0);
    for storey in 0..storeys {
        let y = 2.3 * storey as f32;
        for n in 0..7 {
            let x = 2.0 * (n as f32 - 3.0);
            block(scene, [x, y + 1.0], [0.2, 1.0]);
            if n < 6 {
                block(scene, [x + 1.0, y + 2.15], [0.98, 0.15]);
            }
        }
    }
    let roof = 8.0 + 2.3 * (storeys as f32 - 3.0);
    let mut random = Random(17);
    for n in 0..loads {
        let at = [-5.0 + 10.0 * random.next(), roof + 0.4 * n as f32];
        let load = if n % 2 == 0 { ShapeDesc::circle(0.3) } else { ShapeDesc::half_box(0.3, 0.25) };
        scene.add(BodyDesc::dynamic(at).with(load.density(density)));
    }
}
