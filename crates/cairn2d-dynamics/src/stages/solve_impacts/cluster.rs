//! Impact law: resolves the simultaneous impacts of a cluster of bodies.
//!
//! A round is an inelastic collision followed by restitution. All approaching points together get the
//! impulses that stop them, which solve a linear complementarity problem. These impulses are applied again,
//! times their restitution. Rounds repeat until no point approaches.
//!
//! With restitution 1, a round is a reflection in the metric of the masses. Energy stays the same up to
//! rounding, mirrored clusters stay mirrored, and an impulse travels through a row of balls one contact per
//! round. Impulses only push.
//!
//! The inelastic part removes energy and restitution returns some. Both energies are half the squared
//! length of their impulses in that metric, because stopping impulses do no work on the remaining
//! velocities. With one restitution the second is never larger. With several it can be, and is then scaled
//! down. So no mixture gains energy.
//!
//! Source: generalized reflections of Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on
//! Simultaneous Impact", SIGGRAPH 2012. The restitution per contact and the bound on its energy are our
//! own.

/// Rounds after which restitution is off; restitutions between 0 and 1 can cause infinitely many.
const MAX_ROUNDS: u32 = 50;

/// Points visited in all passes of a round; fewer points get more passes.
const ROUND_BUDGET: usize = 40_000;

/// Least and most passes over the points of a round; a round stops early when it has converged.
const PASS_RANGE: (usize, usize) = (8, 2000);

/// Least speed of approach that counts, as a share of the fastest one `[-]`. It exceeds the rounding errors
/// of positions and velocities. Otherwise noise would select the points of a round, and mirrored clusters
/// would not stay mirrored.
const SPEED_TOLERANCE: f64 = 1.0e-5;

/// Change of speed in a pass below which a round has converged, as a share of the fastest speed `[-]`.
const PASS_TOLERANCE: f64 = 1.0e-13;

/// Passes of friction.
const FRICTION_PASSES: u32 = 8;

/// A body of a cluster; a body that cannot move has inverse masses of 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImpactBody {
    pub(crate) velocity: [f64; 2],
    pub(crate) spin: f64,
    /// Inverse mass along x and y `[1/kg]`; 0 for a locked axis.
    pub(crate) inv_mass: [f64; 2],
    pub(crate) inv_inertia: f64,
}

/// A contact point of two bodies of a cluster.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImpactPoint {
    /// Positions in the list of bodies.
    pub(crate) bodies: [u32; 2],
    /// Unit normal from the first body to the second.
    pub(crate) normal: [f64; 2],
    /// From each centre of mass to the point `[m]`.
    pub(crate) arms: [[f64; 2]; 2],
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    /// Relative speed of the surfaces that friction aims at `[m/s]`.
    pub(crate) tangent_speed: f64,
    /// Result: the impulse along the normal, at least 0 `[N*s]`.
    pub(crate) impulse: f64,
    /// Impulse of the current round `[N*s]`, and inverse effective mass `[1/kg]`.
    pub(super) round_impulse: f64,
    pub(super) inverse: f64,
    pub(super) active: bool,
}

impl ImpactBody {
    pub(crate) fn is_finite(&self) -> bool {
        self.velocity.iter().all(|v| v.is_finite()) && self.spin.is_finite()
    }
}

impl ImpactPoint {
    /// Speed at which the bodies approach at this point `[m/s]`.
    pub(crate) fn approach(&self, bodies: &[ImpactBody]) -> f64 {
        -speed(bodies, self, self.normal)
    }

    fn tangent(&self) -> [f64; 2] {
        [self.normal[1], -self.normal[0]]
    }
}

/// Bodies with simultaneous impacts, and their contact points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cluster {
    pub(crate) bodies: Vec<ImpactBody>,
    pub(crate) points: Vec<ImpactPoint>,
    /// Number of rounds so far.
    rounds: u32,
    /// Largest speed of approach so far `[m/s]`.
    pub(crate) fastest: f64,
    /// The bodies before the round; later the velocity changes of restitution alone.
    scratch: Vec<ImpactBody>,
}

impl Cluster {
    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.points.clear();
        self.rounds = 0;
        self.fastest = 0.0;
    }

    /// Runs one round over all approaching points. Returns whether there were any; the caller may add
    /// points before the next round.
    pub(crate) fn round(&mut self) -> bool {
        let Cluster { bodies, points, scratch, .. } = self;
        for point in points.iter() {
            self.fastest = larger(point.approach(bodies), self.fastest);
        }
        if !(self.fastest > 0.0 && self.fastest.is_finite()) || self.rounds > MAX_ROUNDS {
            return false;
        }
        let mut count = 0;
        for point in points.iter_mut() {
            point.inverse = inverse_mass(bodies, point, point.normal);
            let approaches = speed(bodies, point, point.normal) < -SPEED_TOLERANCE * self.fastest;
            point.active = approaches && point.inverse > 0.0;
            point.round_impulse = 0.0;
            count += usize::from(point.active);
        }
        if count == 0 {
            return false;
        }
        scratch.clone_from(bodies);
        let passes = (ROUND_BUDGET / count).clamp(PASS_RANGE.0, PASS_RANGE.1);
        inelastic(bodies, points, (passes, PASS_TOLERANCE * self.fastest));
        restitution(bodies, points, scratch, self.rounds < MAX_ROUNDS);
        self.rounds += 1;
        true
    }

    /// Runs all rounds, then friction.
    #[cfg(test)]
    fn resolve(&mut self) {
        while self.round() {}
        self.solve_friction();
    }

    /// Applies Coulomb friction, bounded by the normal impulses. Each iteration removes energy.
    pub(crate) fn solve_friction(&mut self) {
        let Cluster { bodies, points, .. } = self;
        for point in points.iter_mut() {
            point.inverse = inverse_mass(bodies, point, point.tangent());
            point.round_impulse = 0.0;
        }
        for _ in 0..FRICTION_PASSES {
            for point in points.iter_mut().filter(|point| point.impulse > 0.0 && point.inverse > 0.0) {
                let bound = point.friction * point.impulse;
                let velocity = speed(bodies, point, point.tangent()) - point.tangent_speed;
                let wanted = point.round_impulse - velocity / point.inverse;
                let total = larger(-larger(-wanted, -bound), -bound);
                let change = total - point.round_impulse;
                point.round_impulse = total;
                push(bodies, point, point.tangent(), change);
            }
        }
    }
}

/// Stops the active points with non-negative impulses. Afterwards none approaches, and points that separate
/// anyway have no impulse.
fn inelastic(bodies: &mut [ImpactBody], points: &mut [ImpactPoint], (passes, tolerance): (usize, f64)) {
    for _ in 0..passes {
        let mut most = 0.0_f64;
        for point in points.iter_mut().filter(|point| point.active) {
            let velocity = speed(bodies, point, point.normal);
            let total = larger(point.round_impulse - velocity / point.inverse, 0.0);
            let change = total - point.round_impulse;
            point.round_impulse = total;
            push(bodies, point, point.normal, change);
            most = larger((change * point.inverse).abs(), most);
        }
        if most <= tolerance {
            break;
        }
    }
}

/// Applies the impulses of the round again, times the restitutions, scaled down if they would return more
/// energy than was removed. `scratch` holds the bodies before the round.
fn restitution(
    bodies: &mut [ImpactBody],
    points: &mut [ImpactPoint],
    scratch: &mut [ImpactBody],
    elastic: bool,
) {
    for (body, before) in bodies.iter().zip(scratch.iter_mut()) {
        before.velocity = [0, 1].map(|axis| body.velocity[axis] - before.velocity[axis]);
        before.spin = body.spin - before.spin;
    }
    let taken = energy(scratch);
    for body in scratch.iter_mut() {
        (body.velocity, body.spin) = ([0.0; 2], 0.0);
    }
    let back = |point: &ImpactPoint| if elastic { point.restitution * point.round_impulse } else { 0.0 };
    for point in points.iter().filter(|point| point.active) {
        push(scratch, point, point.normal, back(point));
    }
    let given = energy(scratch);
    let share = if given > taken { (taken / given).sqrt() } else { 1.0 };
    for (body, gain) in bodies.iter_mut().zip(scratch) {
        body.velocity = [0, 1].map(|axis| body.velocity[axis] + share * gain.velocity[axis]);
        body.spin += share * gain.spin;
    }
    for point in points.iter_mut().filter(|point| point.active) {
        point.impulse += point.round_impulse + share * back(point);
    }
}

/// Kinetic energy of the movable bodies `[J]`.
fn energy(bodies: &[ImpactBody]) -> f64 {
    let part = |speed: f64, inverse: f64| if inverse > 0.0 { speed * speed / inverse } else { 0.0 };
    let of = |body: &ImpactBody| {
        let [x, y] = [0, 1].map(|axis| part(body.velocity[axis], body.inv_mass[axis]));
        x + y + part(body.spin, body.inv_inertia)
    };
    0.5 * bodies.iter().map(of).sum::<f64>()
}

/// Returns the larger value, and `b` for two zeros.
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Speed of the second body relative to the first along `axis` at the point `[m/s]`; negative if they
/// approach along the normal.
fn speed(bodies: &[ImpactBody], point: &ImpactPoint, axis: [f64; 2]) -> f64 {
    speed_of(bodies, point, 1, axis) - speed_of(bodies, point, 0, axis)
}

/// Speed of the body of one side along `axis` at the point `[m/s]`.
#[inline(always)]
fn speed_of(bodies: &[ImpactBody], point: &ImpactPoint, side: usize, axis: [f64; 2]) -> f64 {
    let body = &bodies[point.bodies[side] as usize];
    body.velocity[0] * axis[0] + body.velocity[1] * axis[1] + body.spin * cross(point.arms[side], axis)
}

/// Inverse effective mass of both bodies at a point along an axis `[1/kg]`.
fn inverse_mass(bodies: &[ImpactBody], point: &ImpactPoint, axis: [f64; 2]) -> f64 {
    let of = |side: usize| {
        let body = &bodies[point.bodies[side] as usize];
        let arm = cross(point.arms[side], axis);
        body.inv_mass[0] * axis[0] * axis[0]
            + body.inv_mass[1] * axis[1] * axis[1]
            + body.inv_inertia * arm * arm
    };
    of(0) + of(1)
}

/// Applies an impulse along an axis to the second body, and its reaction to the first.
fn push(bodies: &mut [ImpactBody], point: &ImpactPoint, axis: [f64; 2], impulse: f64) {
    for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
        let body = &mut bodies[point.bodies[side] as usize];
        body.velocity[0] += sign * impulse * axis[0] * body.inv_mass[0];
        body.velocity[1] += sign * impulse * axis[1] * body.inv_mass[1];
        body.spin += sign * impulse * cross(point.arms[side], axis) * body.inv_inertia;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discs of radius 1/2 and mass 1 with these positions and velocities, and a point for each touching
    /// pair.
    fn discs(at: &[[f64; 2]], velocities: &[[f64; 2]], restitution: f64) -> Cluster {
        let body = |velocity: &[f64; 2]| ImpactBody {
            velocity: *velocity,
            spin: 0.0,
            inv_mass: [1.0; 2],
            inv_inertia: 8.0,
        };
        let mut points = Vec::new();
        for a in 0..at.len() {
            for b in a + 1..at.len() {
                let (x, y) = (at[b][0] - at[a][0], at[b][1] - at[a][1]);
                let distance = x.hypot(y);
                if distance < 1.0 + 1.0e-9 {
                    let normal = [x / distance, y / distance];
                    points.push(ImpactPoint {
                        bodies: [a as u32, b as u32],
                        normal,
                        arms: [normal.map(|n| 0.5 * n), normal.map(|n| -0.5 * n)],
                        restitution,
                        ..ImpactPoint::default()
                    });
                }
            }
        }
        Cluster { bodies: velocities.iter().map(body).collect(), points, ..Cluster::default() }
    }

    fn assert_velocities(bodies: &[ImpactBody], expected: &[[f64; 2]]) {
        for (index, (body, expected)) in bodies.iter().zip(expected).enumerate() {
            let off = (body.velocity[0] - expected[0]).hypot(body.velocity[1] - expected[1]);
            assert!(off < 1.0e-6, "body {index} has {:?} instead of {expected:?}", body.velocity);
        }
    }

    #[test]
    fn a_cradle_hands_on_as_many_balls_as_came() {
        let at: Vec<[f64; 2]> = (0..5).map(|i| [f64::from(i), 0.0]).collect();
        for coming in 1..5 {
            let velocities: Vec<[f64; 2]> =
                (0..5).map(|i| [if i < coming { 2.0 } else { 0.0 }, 0.0]).collect();
            let mut cluster = discs(&at, &velocities, 1.0);
            cluster.resolve();
            let expected: Vec<[f64; 2]> = velocities.iter().rev().copied().collect();
            assert_velocities(&cluster.bodies, &expected);
        }
    }

    #[test]
    fn bernoullis_ball_separates_two_others_evenly() {
        let height = 0.75_f64.sqrt();
        let mut cluster =
            discs(&[[0.0, 0.0], [height, 0.5], [height, -0.5]], &[[2.0, 0.0], [0.0, 0.0], [0.0, 0.0]], 1.0);
        cluster.resolve();
        assert_velocities(&cluster.bodies, &[[-0.4, 0.0], [1.2, 0.692_820_323], [1.2, -0.692_820_323]]);
    }

    #[test]
    fn a_ball_hit_from_both_sides_stays() {
        let mut cluster =
            discs(&[[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]], &[[2.0, 0.0], [0.0, 0.0], [-2.0, 0.0]], 1.0);
        cluster.resolve();
        assert_velocities(&cluster.bodies, &[[-2.0, 0.0], [0.0, 0.0], [2.0, 0.0]]);
    }

    #[test]
    fn a_rack_of_fifteen_breaks_as_its_mirror_image_and_keeps_its_energy() {
        let height = 0.75_f64.sqrt();
        let mut at = vec![[-1.0, 0.0]];
        for row in 0..5 {
            at.extend((0..=row).map(|i| [f64::from(row) * height, f64::from(i) - 0.5 * f64::from(row)]));
        }
        let mut velocities = vec![[0.0, 0.0]; at.len()];
        velocities[0] = [10.0, 0.0];
        let mut cluster = discs(&at, &velocities, 1.0);
        let before = energy(&cluster.bodies);
        cluster.resolve();
        let Cluster { bodies, points, .. } = cluster;
        assert!((energy(&bodies) / before - 1.0).abs() < 1.0e-9, "energy {}", energy(&bodies) / before);
        // The velocities of the corner balls come from an independent computation.
        assert!((bodies[0].velocity[0] + 2.0).abs() < 1.0e-5, "cue ball {:?}", bodies[0].velocity);
        let corner = bodies[15].velocity;
        let off = (corner[0] - 5.117_753_2).hypot(corner[1] - 2.954_736_2);
        assert!(off < 1.0e-5, "corner ball {corner:?}");
        for (a, at_a) in at.iter().enumerate() {
            let mirror = at.iter().position(|b| (b[0] - at_a[0]).hypot(b[1] + at_a[1]) < 1.0e-9).unwrap();
            let (v, w) = (bodies[a].velocity, bodies[mirror].velocity);
            assert!((v[0] - w[0]).abs() < 1.0e-6 && (v[1] + w[1]).abs() < 1.0e-6, "{v:?} and {w:?}");
        }
        assert!(points.iter().all(|point| point.impulse >= 0.0));
    }

    #[test]
    fn clusters_of_mixed_restitutions_never_gain_energy_and_keep_their_momentum() {
        let mut state = 7_u64;
        let mut random = move |low: f64, high: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut most, mut cut) = (0.0_f64, 0);
        for _ in 0..10_000 {
            let count = 2 + random(0.0, 7.0) as usize;
            let bodies: Vec<ImpactBody> = (0..count)
                .map(|_| {
                    let inv_mass = 1.0 / random(0.1, 10.0);
                    ImpactBody {
                        velocity: [random(-5.0, 5.0), random(-5.0, 5.0)],
                        spin: random(-3.0, 3.0),
                        inv_mass: [inv_mass; 2],
                        inv_inertia: 8.0 * inv_mass,
                    }
                })
                .collect();
            let mut points = Vec::new();
            for b in 1..count {
                let (a, angle) = (random(0.0, b as f64) as u32, random(0.0, 6.0));
                let arm =
                    |reach: f64, turn: f64| [reach * (angle + turn).cos(), reach * (angle + turn).sin()];
                points.push(ImpactPoint {
                    bodies: [a, b as u32],
                    normal: [angle.cos(), angle.sin()],
                    arms: [arm(0.5, 0.3), arm(-0.4, -0.2)],
                    restitution: [0.0, 0.3, 0.5, 0.8, 1.0][random(0.0, 5.0) as usize],
                    friction: random(0.0, 1.0),
                    ..ImpactPoint::default()
                });
            }
            let momentum = |bodies: &[ImpactBody]| {
                [0, 1].map(|axis| bodies.iter().map(|b| b.velocity[axis] / b.inv_mass[axis]).sum::<f64>())
            };
            let (before, momentum_before) = (energy(&bodies), momentum(&bodies));
            let mut cluster = Cluster { bodies, points, ..Cluster::default() };
            while cluster.round() {}
            // Friction may turn bodies back towards each other, so this is asserted before it acts.
            let approach = cluster.points.iter().map(|p| p.approach(&cluster.bodies)).fold(0.0, f64::max);
            if cluster.rounds <= MAX_ROUNDS {
                assert!(approach < 2.0e-4, "still approaching at {approach}");
            } else {
                // An infinite sequence that was cut, so some approach is left.
                cut += 1;
                assert!(approach < 0.01 * cluster.fastest, "approaching at {approach} after all rounds");
            }
            cluster.solve_friction();
            let Cluster { bodies, points, .. } = cluster;
            let after = momentum(&bodies);
            most = most.max(energy(&bodies) / before);
            assert!(energy(&bodies) <= before * (1.0 + 1.0e-12), "gained {}", energy(&bodies) / before);
            assert!((0..2).all(|axis| (after[axis] - momentum_before[axis]).abs() < 1.0e-9));
            assert!(points.iter().all(|point| point.impulse >= 0.0));
        }
        println!("highest share of the energy kept: {most}; {cut} ran out of rounds");
        assert!(cut < 20, "{cut} of 10,000 clusters ran out of rounds");
    }
}
