//! Hard cases for solvers: heavy on light, chains with heavy ends, high towers, houses of cards.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointAnchor, JointDesc, JointParts, MassDesc, ShapeDesc};

use super::{G, add as put, distance, floor, sleepless, worst};
use crate::lab::{Bench, Figure, Missing};
use crate::row::{Goal, Row, Setting};

pub(super) fn add(rows: &mut Vec<Row>) {
    heavy_rows(rows);
    chain_rows(rows);
    for (count, goal) in [(10_u32, 0.01), (20, 0.03), (40, 0.1), (80, 0.4), (160, 40.0)] {
        rows.push(Row::new(
            "F64",
            format!("tower of {count} boxes, 20 s: sink of the top [m]"),
            if count == 160 { "0; it stands" } else { "0" },
            Goal::AtMost(goal),
            move |bench| tower(bench, count, 1200),
        ));
    }
    for count in [160, 1000] {
        rows.push(Row::new(
            "F64",
            format!("tower of {count} boxes, 60 s: sink of the top [m]"),
            "0; it stands",
            Goal::AtMost(0.5),
            move |bench| tower(bench, count, 3600),
        ));
    }
    rows.push(Row::new(
        "F65",
        "house of 40 cards, 60 s: drop of the top [m]",
        "0",
        Goal::AtMost(0.02),
        |bench| Ok(cards(bench)?[0]),
    ));
    rows.push(Row::new(
        "F65",
        "the same: time until all cards sleep [s]",
        "soon",
        Goal::AtMost(5.0),
        |bench| Ok(cards(bench)?[1]),
    ));
}

/// The setting with joints and contacts four times as stiff.
const STIFF: Setting = Setting::sub_steps(8);

const SOFT_JOINTS: &str = "joints are springs of 60 Hz at 240 sub-steps a second: a gap grows with the weight \
     below and falls with the square of the sub-step rate";

fn heavy_rows(rows: &mut Vec<Row>) {
    for (ratio, goal) in [(1.0_f32, 0.001), (10.0, 0.003), (100.0, 0.01), (1000.0, 0.05), (10_000.0, 0.2)] {
        rows.push(Row::new(
            "F60",
            format!("box on a box of 1/{ratio} of its mass, 20 s: deepest overlap [m]"),
            "0",
            Goal::AtMost(goal),
            move |bench| heavy_on_light(bench, ratio),
        ));
    }
    for density in [100.0_f32, 200.0, 300.0] {
        rows.push(Row::new(
            "F61",
            format!("pyramid of 10 rows, top {density} times as dense, 60 s: largest move [m]"),
            "0",
            Goal::AtMost(0.05),
            move |bench| heavy_top(bench, density),
        ));
    }
    for (feet, wedges) in [("boxes", false), ("triangles", true)] {
        rows.push(Row::new(
            "F61",
            format!("box of 20 m dropped on two {feet} of 1 m, 20 s: sink [m]"),
            "0",
            Goal::AtMost(0.05),
            move |bench| big_on_small(bench, wedges),
        ));
    }
}

fn chain_rows(rows: &mut Vec<Row>) {
    for (ratio, goal) in [(1.0_f32, 0.002), (100.0, 0.005), (1000.0, 0.01)] {
        rows.push(Row::new(
            "F62",
            format!(
                "hanging chain of 30, its end {ratio} times a link, 20 s to 40 s: mean of the widest gap [m]"
            ),
            "0",
            Goal::AtMost(goal),
            move |bench| hanging_chain(bench, ratio),
        ));
    }
    for ratio in [1.0_f32, 100.0, 1000.0] {
        rows.push(Row::new(
            "F62",
            format!(
                "chain of 30 swings from level, its end {ratio} times a link, 20 s: error of the length [%]"
            ),
            "0",
            Goal::AtMost(1.0),
            move |bench| swing(bench, ratio).map(|[length, _]| length),
        ));
        rows.push(Row::new(
            "F62",
            format!(
                "the same, its end {ratio} times a link: highest gain of energy, of that of the fall [-]"
            ),
            "0, or less",
            Goal::AtMost(1e-3),
            move |bench| swing(bench, ratio).map(|[_, gain]| gain),
        ));
    }
    rows.push(Row::new(
        "F63",
        "swinging chain of 20, 10 000 steps: highest gain of energy, of that of the fall [-]",
        "0, or less",
        Goal::AtMost(1e-3),
        swinging_chain,
    ));
    let net = Row::new(
        "F63",
        "net of 50 by 50 discs on hinges, 8 000 steps: widest gap at the end [m]",
        "0",
        Goal::AtMost(0.1),
        net,
    );
    rows.push(net.missed(Some(STIFF), SOFT_JOINTS));
    rows.push(Row::new(
        "F66",
        "bridge of 200 planks of 1 m without slack, 20 s: deepest sag [m]",
        "0",
        Goal::AtMost(1.0),
        bridge,
    ));
}

fn unit_box(scene: &mut Scene, at: [f32; 2], density: f32) -> usize {
    put(scene, BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.5, 0.5).density(density)))
}

/// The deeper of the overlaps with the floor and with the box below; infinite if the order swaps.
fn heavy_on_light(bench: &Bench<'_>, ratio: f32) -> Figure {
    let mut scene = sleepless();
    floor(&mut scene, 0.6);
    let light = unit_box(&mut scene, [0.0, 0.5], 1.0);
    let heavy = unit_box(&mut scene, [0.0, 1.5], ratio);
    let mut run = bench.start(&scene)?;
    run.steps(1200);
    let (low, high) = (run.body(light).position[1], run.body(heavy).position[1]);
    if high <= low || run.body(heavy).position[0].abs() > 0.25 {
        return Ok(f64::INFINITY);
    }
    Ok(worst(0.5 - low, 1.0 - (high - low)))
}

fn heavy_top(bench: &Bench<'_>, density: f32) -> Figure {
    const ROWS: u32 = 10;
    let mut scene = sleepless();
    floor(&mut scene, 0.6);
    let mut boxes = Vec::new();
    for row in 0..ROWS {
        for column in 0..ROWS - row {
            let at = [column as f32 + 0.5 * row as f32 - 4.5, 0.5 + row as f32];
            let body = unit_box(&mut scene, at, if row + 1 == ROWS { density } else { 1.0 });
            boxes.push((body, at.map(f64::from)));
        }
    }
    let mut run = bench.start(&scene)?;
    run.steps(3600);
    Ok(boxes.into_iter().fold(0.0, |off, (body, at)| worst(off, distance(run.body(body).position, at))))
}

/// Distance of a box of 20 m below its rest height on feet of 1 m, after a fall of half a metre.
fn big_on_small(bench: &Bench<'_>, wedges: bool) -> Figure {
    let mut scene = sleepless();
    floor(&mut scene, 0.6);
    for x in [-9.0, 9.0] {
        let shape = if wedges {
            ShapeDesc::polygon([[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]], 0.0)
        } else {
            ShapeDesc::half_box(0.5, 0.5)
        };
        put(&mut scene, BodyDesc::dynamic([x, 0.5]).with(shape));
    }
    let big = put(&mut scene, BodyDesc::dynamic([0.0, 11.5]).with(ShapeDesc::half_box(10.0, 10.0)));
    let mut run = bench.start(&scene)?;
    run.steps(1200);
    Ok((11.0 - run.body(big).position[1]).abs())
}

/// A body and its hinge to the one before: the points on that one and on itself \[m\].
type Held = (usize, [f64; 2], [f64; 2]);

/// A chain of capsules of 1 m from the origin, along a direction, with a ball at its end if it has a mass in
/// links.
fn chain(links: u32, direction: [f32; 2], ball: Option<f32>) -> (Scene, Vec<Held>) {
    let mut scene = sleepless();
    let angle = if direction[0] == 0.0 { -core::f32::consts::FRAC_PI_2 } else { 0.0 };
    let at = |by: f32| [direction[0] * by, direction[1] * by];
    let mut last = scene.add(BodyDesc::fixed([0.0, 0.0]));
    let mut end = [0.0, 0.0];
    let mut held = Vec::new();
    let mut hinge = |scene: &mut Scene, last: u32, body: u32, from: [f32; 2], to: [f32; 2]| {
        scene.join(JointDesc::Revolute(JointParts::at(last, body, JointAnchor::local(from, to))));
        held.push((body as usize, from.map(f64::from), to.map(f64::from)));
    };
    for link in 0..links {
        let body = BodyDesc { angle, ..BodyDesc::dynamic(at(link as f32 + 0.5)) };
        let body = scene.add(body.with(ShapeDesc::capsule([-0.4, 0.0], [0.4, 0.0], 0.1)));
        hinge(&mut scene, last, body, end, [-0.5, 0.0]);
        (last, end) = (body, [0.5, 0.0]);
    }
    if let Some(share) = ball {
        // A link: a box of 0.8 m by 0.2 m and two half discs.
        let mass = share * (0.16 + 0.01 * core::f32::consts::PI);
        let mass = MassDesc { mass, center: [0.0, 0.0], inertia: 0.125 * mass };
        let body = BodyDesc { mass: Some(mass), angle, ..BodyDesc::dynamic(at(links as f32 + 0.5)) };
        let body = scene.add(body);
        hinge(&mut scene, last, body, end, [-0.5, 0.0]);
    }
    (scene, held)
}

/// The widest gap of a chain; each body is joined to the one before.
fn widest(run: &crate::Run, held: &[Held]) -> f64 {
    held.iter().fold(0.0, |gap, &(body, from, to)| {
        worst(gap, distance(run.body(body - 1).point(from), run.body(body).point(to)))
    })
}

fn hanging_chain(bench: &Bench<'_>, ratio: f32) -> Figure {
    let (scene, held) = chain(30, [0.0, -1.0], Some(ratio));
    let mut run = bench.start(&scene)?;
    run.steps(1200);
    // The end oscillates on soft joints for minutes, so the figure is the mean.
    let mut sum = 0.0;
    for _ in 0..1200 {
        run.steps(1);
        sum += widest(&run, &held);
    }
    Ok(sum / 1200.0)
}

/// Largest error of the length of a swinging chain, in percent, and its highest gain of energy.
fn swing(bench: &Bench<'_>, ratio: f32) -> Result<[f64; 2], Missing> {
    const LINKS: u32 = 30;
    let (scene, held) = chain(LINKS, [1.0, 0.0], Some(ratio));
    let mut run = bench.start(&scene)?;
    let bodies = || 1..=LINKS as usize + 1;
    let fall: f64 = bodies().map(|body| run.body(body)).map(|body| body.mass * G * body.center[0]).sum();
    let (mut error, mut gain) = (0.0, 0.0);
    for _ in 0..1200 {
        run.steps(1);
        let energy: f64 = bodies()
            .map(|body| run.body(body))
            .map(|body| body.energy() + body.mass * G * body.center[1])
            .sum();
        gain = worst(gain, energy / fall);
        // From the end of each link to that of the next one, so that gaps count.
        let mut last = [0.0, 0.0];
        let mut length = 0.0;
        for &(body, _, to) in &held[1..] {
            let end = run.body(body).point(to);
            length += distance(last, end);
            last = end;
        }
        error = worst(error, 100.0 * (length / f64::from(LINKS) - 1.0).abs());
    }
    Ok([error, gain])
}

/// Deepest sag of a bridge between two posts that are as far apart as it is long.
fn bridge(bench: &Bench<'_>) -> Figure {
    const PLANKS: u32 = 200;
    let mut scene = sleepless();
    let mut last = scene.add(BodyDesc::fixed([0.0, 0.0]));
    let hinge = |scene: &mut Scene, a: u32, b: u32, x: f32| {
        scene.join(JointDesc::Revolute(JointParts::at(a, b, JointAnchor::world([x, 0.0]))));
    };
    for plank in 0..PLANKS {
        let x = plank as f32;
        let body = BodyDesc::dynamic([x + 0.5, 0.0]).with(ShapeDesc::half_box(0.5, 0.125));
        let body = scene.add(body);
        hinge(&mut scene, last, body, x);
        last = body;
    }
    let post = scene.add(BodyDesc::fixed([PLANKS as f32, 0.0]));
    hinge(&mut scene, last, post, PLANKS as f32);
    let mut run = bench.start(&scene)?;
    let mut sag = 0.0;
    for _ in 0..1200 {
        run.steps(1);
        sag = (1..=PLANKS as usize).fold(sag, |sag, body| worst(sag, -run.body(body).center[1]));
    }
    Ok(sag)
}

/// Highest sum of kinetic and potential energy above the initial one, relative to the energy of the fall.
fn swinging_chain(bench: &Bench<'_>) -> Figure {
    const LINKS: u32 = 20;
    let (scene, _) = chain(LINKS, [1.0, 0.0], None);
    let mut run = bench.start(&scene)?;
    let mass: f64 = (1..=LINKS as usize).map(|link| run.body(link).mass).sum();
    let fall = mass * G * 0.5 * f64::from(LINKS);
    let mut gain = 0.0;
    for _ in 0..10_000 {
        run.steps(1);
        let bodies = (1..=LINKS as usize).map(|link| run.body(link));
        let energy = bodies.fold(0.0, |sum, body| sum + body.energy() + body.mass * G * body.center[1]);
        gain = worst(gain, energy / fall);
    }
    Ok(gain)
}

/// The widest gap of a net that hangs on seven of its upper discs.
fn net(bench: &Bench<'_>) -> Figure {
    const SIDE: u32 = 50;
    let mut scene = sleepless();
    let mut disc = ShapeDesc::circle(0.4);
    (disc.filter.category, disc.filter.mask) = (2, !2);
    let mut held: Vec<(u32, u32, [f32; 2], [f32; 2])> = Vec::new();
    for column in 0..SIDE {
        for row in 0..SIDE {
            let at = [column as f32, -(row as f32)];
            let hangs = row == 0 && (22..=28).contains(&column);
            let body = if hangs { BodyDesc::fixed(at) } else { BodyDesc::dynamic(at) };
            let this = scene.add(body.with(disc.clone()));
            if row > 0 {
                held.push((this - 1, this, [0.0, -0.5], [0.0, 0.5]));
            }
            if column > 0 {
                held.push((this - SIDE, this, [0.5, 0.0], [-0.5, 0.0]));
            }
        }
    }
    for &(a, b, from, to) in &held {
        scene.join(JointDesc::Revolute(JointParts::at(a, b, JointAnchor::local(from, to))));
    }
    let mut run = bench.start(&scene)?;
    run.steps(8000);
    Ok(held.into_iter().fold(0.0, |gap, (a, b, from, to)| {
        let (a, b) = (run.body(a as usize), run.body(b as usize));
        worst(gap, distance(a.point(from.map(f64::from)), b.point(to.map(f64::from))))
    }))
}

/// Sink of the top of a tower; infinite if it falls.
fn tower(bench: &Bench<'_>, count: u32, steps: u32) -> Figure {
    let mut scene = sleepless();
    floor(&mut scene, 0.6);
    let mut top = 0;
    for row in 0..count {
        top = unit_box(&mut scene, [0.0, 0.5 + row as f32], 1.0);
    }
    let mut run = bench.start(&scene)?;
    run.steps(steps);
    let state = run.body(top);
    let stands = state.position[0].abs() < 0.5 && run.bodies().all(|body| body.position[0].abs() < 0.5);
    Ok(if stands { f64::from(count) - 0.5 - state.position[1] } else { f64::INFINITY })
}

/// Drop of the top of the house in a minute, and the time when all cards sleep.
fn cards(bench: &Bench<'_>) -> Result<[f64; 2], Missing> {
    let scene = cairn2d_scenes::find("card_house").map_err(|error| error.to_string())?.scene();
    let top = |run: &crate::Run| run.bodies().map(|body| body.position[1]).fold(f64::NEG_INFINITY, worst);
    let mut run = bench.start(&scene)?;
    let before = top(&run);
    let mut asleep = f64::INFINITY;
    for step in 1..=3600 {
        run.steps(1);
        // Engines differ in whether the floor counts as awake; it is body 0.
        if asleep.is_infinite() && run.bodies().skip(1).all(|body| !body.awake) {
            asleep = f64::from(step) / 60.0;
        }
    }
    let drop = before - top(&run);
    Ok([drop.abs(), asleep])
}
