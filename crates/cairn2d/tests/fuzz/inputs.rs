//! Random numbers, ids and descriptions for the fuzzer: mostly ordinary, sometimes extreme or invalid.

use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{Combine, ConstraintRow, Distance, JointDef, JointEnds, LaneLevel, Mass, ShapeDef};
use cairn2d::{ContactSoftness, CustomConstraint, MaterialPair, OneWay};

/// A small generator (xorshift64*), the same everywhere.
pub struct Random {
    state: u64,
    /// The latest constraint, for a custom joint.
    pub(crate) constraint: Option<Arc<dyn CustomConstraint>>,
    /// Centre of the objects of a large world.
    pub home: DVec2,
}

impl Random {
    /// The generator of one call of a sequence; number 0 is for the settings of the world.
    pub fn new(seed: u64, number: u32) -> Random {
        // Adjacent seeds must have different first numbers (mixing of splitmix64); the state must not be 0.
        let mut state = (seed << 16 | u64::from(number)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random { state: (state ^ (state >> 31)) | 1, constraint: None, home: DVec2::ZERO }
    }

    #[allow(clippy::should_implement_trait, reason = "numbers never end")]
    pub fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// True once in `count` times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// An ordinary number of this range.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() & 0xff_ffff) as f32 / 16_777_216.0
    }

    /// A number of this range, or sometimes an edge case.
    pub fn number(&mut self, low: f32, high: f32) -> f32 {
        if self.one_in(24) { self.strange() } else { self.range(low, high) }
    }

    /// An edge case: not finite, subnormal, zero, one, or near the limits of valid ranges.
    pub fn strange(&mut self) -> f32 {
        const STRANGE: [f32; 22] = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN,
            f32::MIN_POSITIVE,
            1.0e-45,
            -1.0e-45,
            0.0,
            -0.0,
            1.0,
            -1.0,
            1.0e38,
            -1.0e38,
            1.0e15,
            -1.0e15,
            1.0e6,
            -1.0e6,
            1.0e9,
            1.0e-4,
            1.0e-6,
            999_999.9,
        ];
        STRANGE[self.below(STRANGE.len())]
    }

    pub fn vector(&mut self, low: f32, high: f32) -> Vec2 {
        Vec2::new(self.number(low, high), self.number(low, high))
    }

    /// A point near the middle of the world, where most objects are.
    pub fn point(&mut self) -> Vec2 {
        self.vector(-5.0, 5.0)
    }

    /// A point around the middle of a large world, or sometimes an edge case.
    pub fn place(&mut self) -> DVec2 {
        let point = self.point();
        if self.one_in(60) {
            return DVec2::from(point) + DVec2::new([f64::NAN, 1.0e300, 1.0e8, -9.9e7][self.below(4)], 0.0);
        }
        self.home + point
    }

    pub fn pose(&mut self) -> Pose {
        let q = if self.one_in(40) {
            Rot { c: self.strange(), s: self.strange() }
        } else {
            Rot::from_angle(self.range(-4.0, 4.0))
        };
        Pose { p: self.point(), q }
    }

    /// An id that the world returned, newer ones more often, or an invented one.
    pub fn pick<T: Copy>(&mut self, ids: &[T], made_up: fn(u64) -> Option<T>) -> Option<T> {
        if self.one_in(30) {
            let bits = self.next() << 16 ^ self.next();
            return made_up(if self.one_in(2) { bits } else { bits & 0x0300_0007_0000_003f });
        }
        let reach = if self.one_in(6) { ids.len() } else { ids.len().min(40) };
        (reach > 0).then(|| ids[ids.len() - 1 - self.below(reach)])
    }
}

pub(crate) fn config(random: &mut Random, lanes: LaneLevel, threads: usize) -> WorldConfig {
    let mut config = WorldConfig::default();
    config.sub_steps = 1 + random.below(6) as u32;
    config.sleeping = !random.one_in(4);
    config.layered_sleep = config.sub_steps.is_multiple_of(2);
    config.continuous = !random.one_in(4);
    if random.one_in(4) {
        config.gravity = Vec2::new(random.range(-30.0, 30.0), random.range(-30.0, 30.0));
    }
    if random.one_in(4) {
        // The whole valid range.
        config.restitution_threshold = [0.0, 1.0e15, 1.0e-45][random.below(3)];
        config.exact_restitution = [0.0, 1.0e15, 0.5][random.below(3)];
        config.max_linear_speed = [1.0e-3, 1.0e6, 4.0][random.below(3)];
        config.max_angular_speed = [1.0e-3, 1.0e6, 4.0][random.below(3)];
        config.contact_hertz = [1.0e-3, 1.0e6, 60.0][random.below(3)];
        config.contact_damping_ratio = [0.0, 1.0e4, 1.0][random.below(3)];
        config.contact_push_speed = [0.0, 1.0e6, 3.0][random.below(3)];
        config.joint_hertz = [1.0e-3, 1.0e6, 60.0][random.below(3)];
        config.joint_damping_ratio = [0.0, 1.0e4, 1.0][random.below(3)];
    }
    if random.one_in(4) {
        config.large_world = true;
        // Far out, at the corner of four cells, and next to the boundary.
        let homes = [[1.0e7, -3.0e6], [64.0, 64.0], [99_999_995.0, 5.0], [-4.1e5, 12.0]];
        random.home = homes[random.below(4)].into();
    }
    config.lanes = lanes;
    config.threads = threads;
    config
}

pub(crate) fn geometry(random: &mut Random) -> Shape {
    match random.below(6) {
        0 => Circle::new(random.number(0.05, 1.0)).at(random.vector(-0.5, 0.5)).into(),
        1 => {
            Capsule::new(random.vector(-0.5, 0.5), random.vector(-0.5, 0.5), random.number(0.05, 0.5)).into()
        }
        2 => Segment::new(random.vector(-3.0, 3.0), random.vector(-3.0, 3.0)).into(),
        3 => {
            let rect = Rect::half(random.number(0.05, 1.0), random.number(0.05, 1.0))
                .rotated(random.number(-3.0, 3.0));
            rect.at(random.vector(-0.5, 0.5))
                .rounded(if random.one_in(3) { random.number(0.01, 0.2) } else { 0.0 })
                .into()
        }
        4 => {
            let points: Vec<Vec2> = (0..3 + random.below(10)).map(|_| random.vector(-1.0, 1.0)).collect();
            match Polygon::new(&points) {
                Ok(polygon) => polygon.into(),
                Err(_) => Circle::new(0.25).into(),
            }
        }
        _ => Rect::half(0.5, 0.5).into(),
    }
}

pub(crate) fn material(random: &mut Random) -> Material {
    const RULES: [Combine; 5] =
        [Combine::GeometricMean, Combine::Average, Combine::Min, Combine::Multiply, Combine::Max];
    let mut material = Material::default();
    material.friction = random.number(0.0, 1.5);
    material.restitution = random.number(0.0, 1.0);
    material.rolling_resistance = if random.one_in(4) { random.number(0.0, 0.5) } else { 0.0 };
    material.tangent_speed = if random.one_in(4) { random.number(-3.0, 3.0) } else { 0.0 };
    material.static_friction = random.one_in(4).then(|| random.number(0.0, 2.0));
    let softness = ContactSoftness::new(random.number(0.5, 40.0), random.number(0.0, 2.0));
    material.softness = random.one_in(4).then_some(softness);
    material.id = random.below(3) as u64;
    material.friction_combine = RULES[random.below(5)];
    material.restitution_combine = RULES[random.below(5)];
    material
}

pub(crate) fn material_pair(random: &mut Random) -> MaterialPair {
    let mut pick = |low: f32, high: f32| random.one_in(2).then(|| random.number(low, high));
    MaterialPair {
        friction: pick(0.0, 1.5),
        static_friction: pick(0.0, 2.0),
        restitution: pick(0.0, 1.0),
        rolling_resistance: pick(0.0, 0.5),
        softness: pick(0.5, 40.0).map(|hertz| ContactSoftness::new(hertz, 0.5)),
    }
}

pub(crate) fn one_way(random: &mut Random) -> OneWay {
    OneWay::new(random.vector(-1.0, 1.0), random.number(0.0, 3.0))
}

pub(crate) fn filter(random: &mut Random) -> CollisionFilter {
    CollisionFilter {
        category: 1 << random.below(4),
        mask: if random.one_in(3) { random.next() } else { u64::MAX },
        group: if random.one_in(6) { random.below(5) as i32 - 2 } else { 0 },
    }
}

pub(crate) fn shape(random: &mut Random) -> ShapeDef {
    let mut def = ShapeDef::new(geometry(random));
    if random.one_in(2) {
        def = def.density(random.number(0.1, 10.0)).material(material(random));
    }
    if random.one_in(4) {
        def = def.filter(filter(random));
    }
    if random.one_in(4) {
        def = def.report_hits_above(random.number(0.0, 2.0));
    }
    if random.one_in(6) {
        def = def.sensor();
    }
    if random.one_in(6) {
        def = def.one_way(one_way(random));
    }
    if random.one_in(6) {
        def = def.hooked();
    }
    if random.one_in(8) {
        def = def.sensor_events(random.one_in(2));
    }
    def
}

pub(crate) fn mass(random: &mut Random) -> Mass {
    Mass {
        mass: random.number(0.1, 20.0),
        center: random.vector(-0.5, 0.5),
        inertia: random.number(0.01, 20.0),
    }
}

fn chain(random: &mut Random) -> ChainDef {
    let points: Vec<Vec2> =
        (0..4 + random.below(5)).map(|i| Vec2::new(2.0 * i as f32 - 6.0, random.range(-1.0, 1.0))).collect();
    let chain = if random.one_in(2) { Chain::open(&points) } else { Chain::closed(&points) };
    ChainDef::new(chain.expect("these points are apart"))
        .friction(random.number(0.0, 1.0))
        .material(material(random))
        .materials((0..random.below(3)).map(|_| material(random)).collect::<Vec<_>>())
}

pub(crate) fn body(random: &mut Random) -> Body {
    let kind = [
        BodyKind::Static,
        BodyKind::Kinematic,
        BodyKind::Dynamic,
        BodyKind::Dynamic,
        BodyKind::Dynamic,
        BodyKind::Dynamic,
    ];
    let body = Body::new(kind[random.below(kind.len())]);
    let mut body =
        if random.home == DVec2::ZERO { body.at(random.point()) } else { body.at64(random.place()) };
    for _ in 0..[1, 1, 1, 1, 2, 3, 0][random.below(7)] {
        body = body.with(shape(random));
    }
    if random.one_in(3) {
        body = body.rotated(random.number(-4.0, 4.0));
    }
    if random.one_in(3) {
        body = body.velocity(random.vector(-20.0, 20.0)).angular_velocity(random.number(-20.0, 20.0));
    }
    if random.one_in(20) {
        body = body.with_chain(chain(random));
    }
    if random.one_in(6) {
        body = body.linear_damping(random.number(0.0, 2.0)).angular_damping(random.number(0.0, 2.0));
    }
    if random.one_in(6) {
        body = body.gravity_scale(random.number(-2.0, 2.0)).sleep_threshold(random.number(0.0, 1.0));
    }
    if random.one_in(6) {
        body = body.bullet().sweep_threshold(random.number(0.0, 2.0));
    }
    if random.one_in(12) {
        body = body.time_scale(random.number(0.1, 3.0));
    }
    if random.one_in(10) {
        body = body.dominance(random.below(5) as i8 - 2);
    }
    if random.one_in(12) {
        body = body.mass(mass(random));
    }
    if random.one_in(12) {
        body = body.pose(random.pose());
    }
    if random.one_in(12) {
        body = body.locks(locks(random));
    }
    match random.below(20) {
        0 => body.asleep(),
        1 => body.disabled(),
        2 => body.never_sleeps(),
        _ => body,
    }
}

pub(crate) fn locks(random: &mut Random) -> Locks {
    Locks { x: random.one_in(2), y: random.one_in(2), rotation: random.one_in(2) }
}

/// Limits of the force and the torque of a joint.
pub(crate) fn load_limit(random: &mut Random) -> [Option<f32>; 2] {
    [500.0, 50.0].map(|most| (!random.one_in(3)).then(|| random.number(0.0, most)))
}

pub(crate) fn joint(random: &mut Random, a: BodyId, b: BodyId) -> JointDef {
    let def = typed_joint(random, a, b);
    // Sometimes a part that its type lacks.
    if !random.one_in(8) {
        return def;
    }
    match random.below(9) {
        0 => def.along(random.point()),
        1 => def.limits(random.number(-2.0, 1.0), random.number(0.0, 3.0)),
        2 => def.motor(random.number(-9.0, 9.0), random.number(0.0, 99.0)),
        3 => def.spring(random.number(0.0, 9.0), random.number(0.0, 2.0), random.number(-2.0, 2.0)),
        4 => def.spring_range(random.number(-9.0, 0.0), random.number(0.0, 9.0)),
        5 => def.servo(random.number(-2.0, 2.0), random.number(0.0, 9.0), random.number(0.0, 99.0)),
        6 => def.linear_motor(random.point(), random.number(0.0, 99.0)),
        7 => def.linear_spring(random.number(0.0, 9.0), random.number(0.0, 2.0), random.number(0.0, 99.0)),
        _ => def.length(random.number(0.1, 4.0)),
    }
}

fn typed_joint(random: &mut Random, a: BodyId, b: BodyId) -> JointDef {
    match random.below(9) {
        5 | 6 => relation(random, a, b),
        0 => line_joint(random, a, b),
        2 => {
            let drive = Drive::new(a, b).velocity(random.vector(-3.0, 3.0), random.number(0.0, 50.0));
            let drive = drive.spin(random.number(-3.0, 3.0), random.number(0.0, 50.0));
            if random.one_in(2) {
                let drive = drive.linear_spring(random.number(0.0, 10.0), random.number(0.0, 2.0), 90.0);
                return drive.angular_spring(random.number(0.0, 10.0), 0.1, 9.0).into();
            }
            drive.into()
        }
        3 => {
            let grab = Grab::new(b, random.point()).target(random.point());
            grab.spring(random.number(0.0, 10.0), random.number(0.0, 2.0))
                .max_force(random.number(0.0, 500.0))
                .into()
        }
        4 if random.one_in(2) => Filter::new(a, b).into(),
        1 => {
            let mut def = Weld::new(a, b).at(random.point());
            if random.one_in(2) {
                def = def.linear_spring(random.number(0.0, 10.0), random.number(0.0, 2.0));
            }
            if random.one_in(2) {
                def = def.angular_spring(random.number(0.0, 10.0), random.number(0.0, 2.0));
            }
            def.collide_connected(random.one_in(3)).into()
        }
        _ => point_joint(random, a, b),
    }
}

fn relation(random: &mut Random, a: BodyId, b: BodyId) -> JointDef {
    match random.below(6) {
        0 => Gear::new(a, b, random.number(-3.0, 3.0)).into(),
        1 => Rack::new(a, b, random.number(0.1, 2.0)).along(random.vector(-1.0, 1.0)).into(),
        2 => {
            let rope = Pulley::new(a, b, random.point(), random.point()).ratio(random.number(0.2, 3.0));
            if random.one_in(2) { rope.slack().length(random.number(0.5, 8.0)).into() } else { rope.into() }
        }
        3 => {
            let (x, y, spin) = (random.number(-1.0, 1.0), random.number(-1.0, 1.0), random.one_in(2));
            let constraint = move |ends: &JointEnds| {
                let mut limited = ConstraintRow::offset(ends, [y, x]);
                (limited.rigid, limited.limits) = (false, Some((-0.5, 0.5)));
                // The third is out of range.
                let mut bad = ConstraintRow::angle(ends);
                bad.value = 1.0e30;
                [Some(ConstraintRow::offset(ends, [x, y])), spin.then_some(limited), Some(bad)]
            };
            let constraint: Arc<dyn CustomConstraint> = Arc::new(constraint);
            random.constraint = Some(constraint.clone());
            Custom::shared(a, b, constraint).at(random.point()).into()
        }
        _ => {
            let mut def = Rotary::new(a, b).limits(random.number(-20.0, 0.0), random.number(0.0, 20.0));
            if random.one_in(2) {
                def = def.ratchet(random.number(-1.0, 1.0), random.number(-1.0, 1.0));
            }
            if random.one_in(2) {
                def = def.spring(random.number(0.0, 10.0), random.number(0.0, 2.0), random.number(-9.0, 9.0));
            }
            if random.one_in(2) {
                def = def.servo(random.number(-9.0, 9.0), random.number(0.0, 9.0), random.number(0.0, 90.0));
            }
            def.into()
        }
    }
}

fn line_joint(random: &mut Random, a: BodyId, b: BodyId) -> JointDef {
    let (point, direction) = (random.point(), random.vector(-1.0, 1.0));
    let limits = (random.number(-2.0, 0.0), random.number(0.0, 2.0));
    let spring = (random.number(0.0, 10.0), random.number(0.0, 2.0));
    match random.below(3) {
        0 => {
            let mut def = Prismatic::new(a, b).at(point).along(direction);
            if random.one_in(2) {
                def = def.limits(limits.0, limits.1);
            }
            if random.one_in(2) {
                def = def.motor(random.number(-5.0, 5.0), random.number(0.0, 100.0));
            }
            if random.one_in(2) {
                def = def.spring(spring.0, spring.1, random.number(-1.0, 1.0)).spring_range(-5.0, 50.0);
            }
            if random.one_in(3) {
                def = def.servo(random.number(-2.0, 2.0), random.number(0.0, 3.0), random.number(0.0, 100.0));
            }
            def.into()
        }
        1 => {
            let def = Wheel::new(a, b).at(point).along(direction).spring(spring.0, spring.1);
            let def = def.motor(random.number(-5.0, 5.0), random.number(0.0, 100.0));
            if random.one_in(2) { def.limits(limits.0, limits.1).into() } else { def.into() }
        }
        _ => Slot::new(a, b).at(point).along(direction).limits(limits.0, limits.1).into(),
    }
}

fn point_joint(random: &mut Random, a: BodyId, b: BodyId) -> JointDef {
    if random.one_in(2) {
        let mut def = Revolute::new(a, b);
        def = match random.below(3) {
            0 => def.at(random.point()),
            1 => def.at_local(random.vector(-1.0, 1.0), random.vector(-1.0, 1.0)),
            _ => def.at_frames(random.pose(), random.pose()),
        };
        if random.one_in(3) {
            def = def.limits(random.number(-2.0, 0.0), random.number(0.0, 2.0));
        }
        if random.one_in(3) {
            def = def.motor(random.number(-5.0, 5.0), random.number(0.0, 100.0));
        }
        if random.one_in(3) {
            def = def.spring(random.number(0.0, 10.0), random.number(0.0, 2.0), random.number(-1.0, 1.0));
        }
        if random.one_in(4) {
            def = def.softness(random.number(1.0, 60.0), random.number(0.0, 5.0));
        }
        if random.one_in(6) {
            let [force, torque] = load_limit(random);
            def = def.report_above(force, torque);
        }
        if random.one_in(12) {
            def = def.disabled();
        }
        return def.collide_connected(random.one_in(3)).into();
    }
    let mut def = Distance::new(a, b);
    def = if random.one_in(2) { def.between(random.point(), random.point()) } else { def };
    if random.one_in(2) {
        def = def.length(random.number(0.1, 4.0));
    }
    if random.one_in(3) {
        def = def.limits(random.number(0.0, 1.0), random.number(1.0, 4.0));
    }
    if random.one_in(3) {
        def = def.motor(random.number(-5.0, 5.0), random.number(0.0, 100.0));
    }
    if random.one_in(2) {
        def = def.spring(random.number(0.0, 10.0), random.number(0.0, 2.0));
    }
    if random.one_in(4) {
        def = def.softness(random.number(1.0, 60.0), random.number(0.0, 5.0));
    }
    if random.one_in(6) {
        let [force, torque] = load_limit(random);
        def = def.break_at(force, torque);
    }
    def.collide_connected(random.one_in(3)).into()
}
