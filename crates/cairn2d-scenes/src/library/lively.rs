//! Scenes of worlds that change while they run: body types, shapes, bodies and joints.

use super::parts::{bin, block, disc, floor, held, kind, look_at, regular, rod};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, JointDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin;
use cairn2d::{
    Body, BodyId, BodyKind, Circle, Error, Polygon, Rect, Segment, Shape, ShapeId, Vec2, World, vec2,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "kinds_in_turn",
        Category::Events,
        600,
        kinds_in_turn,
        "A hinged platform becomes kinematic, static, disabled, and dynamic again",
    ),
    entry(
        "ground_anew",
        Category::Events,
        300,
        ground_anew,
        "The ground is removed and made again in every step, and no body falls through",
    ),
    entry(
        "living_ground",
        Category::Events,
        600,
        living_ground,
        "Segments of the ground move while bodies rest on them",
    ),
    entry("shape_shifters", Category::Events, 600, shape_shifters, "Bodies replace their shape every second"),
    entry(
        "growing_hull",
        Category::Events,
        500,
        growing_hull,
        "A convex hull gains corners and grows among boxes",
    ),
    entry(
        "sleepers",
        Category::Events,
        700,
        sleepers,
        "Piles fall asleep, and are woken by a ball, a missing floor, a joint, a call",
    ),
    entry(
        "picky_pairs",
        Category::Events,
        400,
        picky_pairs,
        "A filter hook decides which shapes collide: odd ones pass through even ones",
    ),
    entry(
        "rollback",
        Category::Events,
        400,
        rollback,
        "A saved world repeats the last twenty steps again and again, with the same bits",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("kinds_in_turn", start::<KindsInTurn>),
    ("ground_anew", start::<GroundAnew>),
    ("living_ground", start::<LivingGround>),
    ("shape_shifters", start::<ShapeShifters>),
    ("growing_hull", start::<GrowingHull>),
    ("sleepers", start::<Sleepers>),
    ("picky_pairs", start::<PickyPairs>),
    ("rollback", start::<Rollback>),
];

fn kinds_in_turn(scene: &mut Scene) {
    scene.script = Some("kinds_in_turn".to_owned());
    look_at(scene, [0.0, 4.0], 12.0);
    let ground = floor(scene, 20.0);
    let platform = BodyDesc::dynamic([-1.0, 4.0]).with(ShapeDesc::half_box(3.0, 0.2).density(2.0));
    let platform = scene.add(platform.named("platform"));
    let mut axle = held(ground, platform, [-1.0, 4.0]);
    axle.spring = Some(crate::format::SpringDesc::new(1.5, 0.5));
    scene.join(JointDesc::Revolute(axle));
    let hung = block(scene, [1.5, 2.5], [0.4, 0.4]);
    rod(scene, platform, hung, [[1.5, 4.0], [1.5, 2.5]]);
    for n in 0..8 {
        scene.add(BodyDesc::dynamic([-3.0 + 0.6 * n as f32, 5.0 + 0.8 * (n % 3) as f32]).with(kind(n, 0.3)));
    }
}

/// Changes the type of the platform every hundred steps.
#[derive(Clone, Default)]
struct KindsInTurn;

impl Play for KindsInTurn {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(mut platform) = turn.body("platform").and_then(|id| turn.world.body_mut(id)) else {
            return Ok(());
        };
        match turn.step {
            100 => {
                platform.set_kind(BodyKind::Kinematic);
                platform.set_velocity([0.8, 0.0])?;
            }
            150 => platform.set_velocity([-0.8, 0.0])?,
            200 => platform.set_kind(BodyKind::Static),
            300 => platform.set_enabled(false),
            400 => {
                platform.set_enabled(true);
                platform.set_kind(BodyKind::Dynamic);
            }
            _ => {}
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(platform) = turn.body("platform").and_then(|id| turn.world.body(id)) else { return Ok(()) };
        let text = match platform.kind() {
            _ if !platform.is_enabled() => "disabled",
            BodyKind::Static => "static",
            BodyKind::Kinematic => "kinematic",
            BodyKind::Dynamic => "dynamic",
        };
        turn.overlay.set_headline(text);
        Ok(())
    }
}

fn ground_anew(scene: &mut Scene) {
    scene.script = Some("ground_anew".to_owned());
    look_at(scene, [0.0, 3.0], 10.0);
    for row in 0..5 {
        for n in 0..5 - row {
            block(scene, [-5.0 + 1.05 * n as f32 + 0.52 * row as f32, 0.5 + row as f32], [0.5, 0.5]);
        }
    }
    for n in 0..10 {
        scene.add(
            BodyDesc::dynamic([1.5 + 0.7 * (n % 5) as f32, 1.0 + 1.2 * (n / 5) as f32]).with(kind(n, 0.4)),
        );
    }
}

/// Replaces the ground before each step by an equal one.
#[derive(Clone, Default)]
struct GroundAnew {
    ground: Option<BodyId>,
}

impl Play for GroundAnew {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if let Some(ground) = self.ground.take() {
            turn.world.despawn(ground)?;
        }
        let ground = Body::fixed().with(Rect::half(12.0, 0.5).at([0.0, -0.5]));
        self.ground = Some(turn.world.spawn(ground.with(Segment::new([6.0, 0.0], [10.0, 2.0])))?);
        Ok(())
    }
}

/// Number of segments of the moving ground.
const PIECES: usize = 40;

fn living_ground(scene: &mut Scene) {
    scene.script = Some("living_ground".to_owned());
    look_at(scene, [0.0, 3.0], 13.0);
    let pieces = (0..PIECES).map(|n| {
        let x = -10.0 + 0.5 * n as f32;
        ShapeDesc::segment([x, 0.0], [x + 0.5, 0.0])
    });
    scene.add(pieces.fold(BodyDesc::fixed([0.0, 0.0]), BodyDesc::with).named("ground"));
    for side in [-10.5, 10.5] {
        scene.add(BodyDesc::fixed([side, 2.0]).with(ShapeDesc::half_box(0.5, 5.0)));
    }
    for n in 0..30 {
        scene.add(
            BodyDesc::dynamic([-8.0 + 1.6 * (n % 10) as f32, 3.0 + 1.2 * (n / 10) as f32])
                .with(kind(n, 0.45)),
        );
    }
}

/// Moves a slow wave through the ground by changing the ends of its segments in every step.
#[derive(Clone, Default)]
struct LivingGround;

impl Play for LivingGround {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(ground) = turn.body("ground") else { return Ok(()) };
        let time = turn.time();
        let height = |n: usize| {
            let [_, sin] = cos_sin(0.35 * n as f32 - 0.8 * time);
            vec2(-10.0 + 0.5 * n as f32, 0.9 * sin)
        };
        let pieces: Vec<ShapeId> =
            turn.world.body(ground).map(|body| body.shapes().collect()).unwrap_or_default();
        // The newest piece is the leftmost.
        for (n, piece) in pieces.into_iter().rev().enumerate() {
            if let Some(mut piece) = turn.world.shape_mut(piece) {
                piece.set_geometry(Segment::new(height(n), height(n + 1)))?;
            }
        }
        // Wakes the bodies, because sleeping bodies would stay in place while the ground moves.
        for index in 0..turn.handles.bodies.len() {
            if let Some(mut body) = turn.world.body_mut(turn.handles.bodies[index]) {
                body.wake();
            }
        }
        Ok(())
    }
}

fn shape_shifters(scene: &mut Scene) {
    scene.script = Some("shape_shifters".to_owned());
    look_at(scene, [0.0, 3.5], 11.0);
    scene.add(bin(6.0, 8.0));
    for n in 0..30 {
        disc(scene, [-5.0 + 1.1 * (n % 10) as f32, 0.6 + 1.2 * (n / 10) as f32], 0.45);
    }
}

/// Gives a third of the bodies another shape every second.
#[derive(Clone, Default)]
struct ShapeShifters;

impl Play for ShapeShifters {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step == 0 || !turn.step.is_multiple_of(20) {
            return Ok(());
        }
        let round = (turn.step / 20) as usize;
        for (n, &body) in turn.handles.bodies.iter().enumerate().skip(1).filter(|(n, _)| n % 3 == round % 3) {
            let shape = turn.world.body(body).and_then(|body| body.shapes().next());
            let geometry: Shape = match (n + round / 3) % 4 {
                0 => Circle::new(0.3 + 0.05 * (n % 4) as f32).into(),
                1 => Rect::half(0.5, 0.3).into(),
                2 => cairn2d::Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.2).into(),
                _ => Polygon::new(&regular(3 + (n % 4) as u32, 0.5))?.into(),
            };
            if let Some(mut shape) = shape.and_then(|shape| turn.world.shape_mut(shape)) {
                shape.set_geometry(geometry)?;
            }
            if let Some(mut body) = turn.world.body_mut(body) {
                body.wake();
            }
        }
        Ok(())
    }
}

fn growing_hull(scene: &mut Scene) {
    scene.script = Some("growing_hull".to_owned());
    look_at(scene, [0.0, 3.5], 11.0);
    scene.add(bin(7.0, 8.0));
    let seed = BodyDesc::dynamic([0.0, 0.5]).with(ShapeDesc::polygon(regular(3, 0.4), 0.0).density(3.0));
    scene.add(seed.named("hull"));
    for n in 0..24 {
        block(scene, [-5.5 + 1.4 * (n % 8) as f32, 1.5 + 1.1 * (n / 8) as f32], [0.4, 0.4]);
    }
}

/// Adds a corner to the hull every half second, up to eight.
#[derive(Clone, Default)]
struct GrowingHull {
    corners: Vec<Vec2>,
}

impl Play for GrowingHull {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step == 0 {
            self.corners = regular(3, 0.4).into_iter().map(Vec2::from).collect();
        }
        let Some(hull) = turn.body("hull").filter(|_| turn.step.is_multiple_of(40) && turn.step > 0) else {
            return Ok(());
        };
        let round = turn.step / 40;
        let [cos, sin] = cos_sin(2.4 * round as f32);
        self.corners.push(vec2(cos, sin) * (0.4 + 0.11 * round as f32));
        // The hull of all corners so far may no longer contain some of the first.
        let Ok(polygon) = Polygon::new(&self.corners) else { return Ok(()) };
        self.corners = polygon.vertices().to_vec();
        let shape = turn.world.body(hull).and_then(|body| body.shapes().next());
        if let Some(mut shape) = shape.and_then(|shape| turn.world.shape_mut(shape)) {
            shape.set_geometry(polygon)?;
        }
        if let Some(mut hull) = turn.world.body_mut(hull) {
            hull.wake();
        }
        Ok(())
    }
}

fn sleepers(scene: &mut Scene) {
    scene.script = Some("sleepers".to_owned());
    look_at(scene, [0.0, 3.0], 11.0);
    floor(scene, 12.0);
    for pile in 0..5 {
        let x = -8.0 + 4.0 * pile as f32;
        scene.add(
            BodyDesc::fixed([x, 1.0]).with(ShapeDesc::half_box(1.2, 0.15)).named(&format!("shelf {pile}")),
        );
        for n in 0..5 {
            let body = BodyDesc::dynamic([x - 0.5 + 0.5 * (n % 3) as f32, 1.45 + 0.62 * (n / 3) as f32]);
            scene.add(body.with(ShapeDesc::half_box(0.23, 0.3)).named(&format!("pile {pile} {n}")));
        }
    }
    // One that may never sleep, and one with a high sleep threshold.
    for (n, (enabled, threshold)) in [(false, 0.05), (true, 0.5)].into_iter().enumerate() {
        let mut body = BodyDesc::dynamic([-2.0 + 4.0 * n as f32, 5.0]);
        body.sleep = crate::format::SleepDesc { enabled, threshold };
        scene.add(body.with(ShapeDesc::circle(0.3)));
    }
}

/// Wakes each pile in a different way.
#[derive(Clone, Default)]
struct Sleepers;

impl Play for Sleepers {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let pile = |n: u32| turn.body(&format!("pile {n} 0"));
        match turn.step {
            150 => {
                let ball = Body::dynamic().at([-8.0, 6.0]).with(Circle::new(0.3));
                turn.world.spawn(ball)?;
            }
            250 => {
                if let Some(shelf) = turn.body("shelf 1") {
                    turn.world.despawn(shelf)?;
                }
            }
            350 => {
                // A joint to a moving body wakes both.
                if let Some(body) = pile(2) {
                    let ball = turn.world.spawn(Body::dynamic().at([0.0, 5.0]).with(Circle::new(0.25)))?;
                    turn.world.join(cairn2d::Distance::new(ball, body))?;
                }
            }
            450 => {
                if let Some(mut body) = pile(3).and_then(|body| turn.world.body_mut(body)) {
                    body.apply_impulse([0.3, 2.0])?;
                }
            }
            550 => {
                if let Some(mut body) = pile(4).and_then(|body| turn.world.body_mut(body)) {
                    body.wake();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for event in turn.world.events().wakes() {
            if let Some(body) = turn.world.body(event.body) {
                turn.overlay.ring(body.position(), 0.5, Tone::Hit);
            }
        }
        let counts = turn.world.counts();
        turn.overlay
            .set_headline(format!("{} awake, {} asleep", counts.awake_bodies, counts.sleeping_bodies));
        Ok(())
    }
}

fn picky_pairs(scene: &mut Scene) {
    scene.script = Some("picky_pairs".to_owned());
    look_at(scene, [0.0, 3.5], 11.0);
    scene.add(bin(6.0, 8.0));
    for n in 0..36 {
        let mut shape = if n % 2 == 0 { ShapeDesc::half_box(0.4, 0.4) } else { ShapeDesc::circle(0.42) };
        // Even numbers are boxes, odd ones discs; zero is the bin.
        shape.user_data = 2 + n % 2;
        let at = [-5.0 + 2.0 * (n % 6) as f32, 0.6 + 1.0 * (n / 6) as f32];
        scene.add(BodyDesc::dynamic(at).with(shape));
    }
}

/// A contact filter of the world: boxes and discs do not collide.
#[derive(Clone, Default)]
struct PickyPairs;

impl Play for PickyPairs {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step == 0 {
            let shapes: Vec<ShapeId> = turn.world.shapes().collect();
            for shape in shapes {
                if let Some(mut shape) = turn.world.shape_mut(shape) {
                    shape.set_hooked(true);
                }
            }
            turn.world.set_pair_filter(|pair| {
                let (a, b) = (pair.a.shape_data, pair.b.shape_data);
                a == 0 || b == 0 || a == b
            });
        }
        Ok(())
    }
}

fn rollback(scene: &mut Scene) {
    scene.script = Some("rollback".to_owned());
    look_at(scene, [0.0, 4.0], 12.0);
    scene.add(bin(5.0, 9.0));
    for n in 0..40 {
        let body = BodyDesc {
            angle: 0.3 * n as f32,
            ..BodyDesc::dynamic([-4.0 + 1.1 * (n % 8) as f32, 1.0 + 1.4 * (n / 8) as f32])
        };
        scene.add(body.with(kind(n, 0.45)));
    }
}

/// Copies the world every twenty steps; twenty steps later the copy repeats the same steps and must reach the
/// same state.
#[derive(Clone, Default)]
struct Rollback {
    copy: Option<World>,
    equal: u32,
    unequal: u32,
}

impl Play for Rollback {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if !turn.step.is_multiple_of(20) {
            return Ok(());
        }
        if let Some(mut copy) = self.copy.take() {
            for _ in 0..20 {
                copy.step(turn.dt)?;
            }
            let same = copy.hash() == turn.world.hash();
            self.equal += u32::from(same);
            self.unequal += u32::from(!same);
        }
        self.copy = Some(turn.world.clone());
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let tone = if self.unequal == 0 { Tone::Hit } else { Tone::Foe };
        turn.overlay.text([0.0, 9.5], format!("{} equal, {} not", self.equal, self.unequal), tone);
        turn.overlay.ring([0.0, 10.2], 0.3, tone);
        Ok(())
    }
}
