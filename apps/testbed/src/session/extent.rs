//! The part of the world that a view should show: the moving bodies and the ground near them, without bodies
//! that have flown far away.

use cairn2d::{Aabb, BodyId, BodyKind, DVec2, ShapeRef, Vec2, World};
use cairn2d_particles::Particles;

use super::Session;

/// Share of the bodies on each side that the core leaves out.
const TAIL: f32 = 0.2;
/// Distance from the core at which a body is an outlier, relative to the size of the core.
const REACH: f32 = 5.0;
/// Least size of the core, in sizes of a typical body.
const BODIES: f32 = 4.0;
/// Share of the bodies on each side that a crowd leaves out.
const FEW: f32 = 0.04;
/// Most particles of a liquid that are looked at.
const SAMPLES: usize = 2000;

/// Something to show.
#[derive(Clone, Copy, Debug)]
struct Thing {
    bounds: Aabb,
    center: Vec2,
}

impl Thing {
    fn of(bounds: Aabb) -> Self {
        Self { bounds, center: bounds.center() }
    }
}

/// A world whose extent is asked for.
#[derive(Clone, Copy)]
pub struct Extent<'a> {
    world: &'a World,
    origin: DVec2,
    water: Option<&'a Particles>,
    /// Most bodies that are looked at; of more, some are skipped evenly.
    most: usize,
}

impl<'a> Extent<'a> {
    /// The extent of a world, relative to a world position, by a sample of at most this many bodies.
    pub fn of_sample(world: &'a World, origin: DVec2, most: usize) -> Self {
        Self { world, origin, water: None, most: most.max(1) }
    }

    /// The same with the particles of a liquid.
    #[must_use]
    pub fn with_water(self, water: Option<&'a Particles>) -> Self {
        Self { water, ..self }
    }

    /// The box to show `[m]`: all moving bodies but outliers, and the ground near them; everything if nothing
    /// moves; `None` for an empty world.
    pub fn bounds(&self) -> Option<Aabb> {
        let things = self.moving();
        let Some(moving) = without_outliers(&things) else {
            return self.solid(|kind| kind == BodyKind::Static).reduce(Aabb::union);
        };
        let grounds = self.solid(|kind| kind == BodyKind::Static).filter_map(|one| ground_near(moving, one));
        Some(grounds.fold(moving, Aabb::union))
    }

    /// The part of the moving bodies and of the ground that is in a box `[m]`, of which outliers are no part.
    pub fn bounds_in(&self, limits: Aabb) -> Option<Aabb> {
        let ground = self.solid(|kind| kind == BodyKind::Static).filter_map(|one| overlap(one, limits));
        let moving = self.moving_bounds().and_then(|moving| overlap(moving, limits));
        ground.chain(moving).reduce(Aabb::union)
    }

    /// The box of all moving bodies but outliers `[m]`.
    pub fn moving_bounds(&self) -> Option<Aabb> {
        without_outliers(&self.moving())
    }

    /// The bodies that move and whose centre is in a box `[m]`, in the order of their ids.
    fn moving_in(&self, view: Aabb) -> Vec<BodyId> {
        let moves = |id: &BodyId| {
            self.world.body(*id).is_some_and(|body| {
                body.kind() != BodyKind::Static
                    && view.contains_point((body.center64() - self.origin).to_vec2())
            })
        };
        let mut bodies: Vec<BodyId> = self.world.bodies().filter(moves).collect();
        bodies.sort_unstable();
        bodies
    }

    /// The boxes around nearly all, and around most, of these bodies `[m]`, without outliers.
    fn crowd(&self, bodies: &[BodyId]) -> Option<[Aabb; 2]> {
        let mut things: Vec<Thing> = bodies.iter().filter_map(|&id| self.thing(id)).collect();
        let range = range_of(&things)?;
        things.retain(|thing| range.contains_point(thing.center));
        let around = |tail| core_of(&things, tail).map(|(core, size)| core.expand(0.5 * size));
        Some([around(FEW)?, around(TAIL)?])
    }

    /// Centres of all moving bodies `[m]` that are not outliers.
    fn interest(&self) -> Vec<Vec2> {
        let things = self.moving();
        let Some(range) = range_of(&things) else { return Vec::new() };
        let center = |thing: &Thing| Some(thing.center).filter(|&at| range.contains_point(at));
        things.iter().filter_map(center).collect()
    }

    /// Moving bodies, one by one, and particles of liquids.
    fn moving(&self) -> Vec<Thing> {
        let moves = |id: &BodyId| {
            let body = self.world.body(*id);
            body.is_some_and(|body| body.kind() != BodyKind::Static && body.is_enabled())
        };
        let stride = (self.world.counts().bodies as usize).div_ceil(self.most).max(1);
        let bodies = self.world.bodies().step_by(stride).filter(moves);
        let mut things: Vec<Thing> = bodies.filter_map(|id| self.thing(id)).collect();
        if let Some(water) = self.water {
            let half = Vec2::splat(0.5 * water.def().spacing);
            let stride = water.len().div_ceil(SAMPLES).max(1);
            let drops = water.positions().iter().step_by(stride);
            things.extend(drops.map(|&at| Thing::of(Aabb::from_center_half(at, half))));
        }
        things
    }

    /// A body by the box of its solid shapes.
    fn thing(&self, id: BodyId) -> Option<Thing> {
        let body = self.world.body(id)?;
        let pose = body.pose_from(self.origin);
        let solid = body.shapes().filter_map(|id| self.world.shape(id)).filter(|shape| !shape.is_sensor());
        solid.map(|shape| shape.geometry().aabb(pose)).reduce(Aabb::union).map(Thing::of)
    }

    /// Boxes of solid shapes of bodies of a kind.
    fn solid(&self, of: impl Fn(BodyKind) -> bool) -> impl Iterator<Item = Aabb> {
        let (world, origin) = (self.world, self.origin);
        let bounds = move |shape: ShapeRef<'_>| {
            let body = world.body(shape.body()).filter(|body| of(body.kind()) && !shape.is_sensor())?;
            Some(shape.geometry().aabb(body.pose_from(origin)))
        };
        world.shapes().filter_map(|id| world.shape(id)).filter_map(bounds)
    }
}

impl Session {
    /// The extent of the current world.
    pub fn extent(&self) -> Extent<'_> {
        let water = self.runner().systems.get::<Particles>().filter(|_| !self.is_playback());
        Extent::of_sample(self.world(), self.scene().origin(), usize::MAX).with_water(water)
    }

    /// As [`Extent::bounds`].
    pub fn bounds(&self) -> Option<Aabb> {
        self.extent().bounds()
    }

    /// As [`Extent::bounds_in`].
    pub fn bounds_in(&self, limits: Aabb) -> Option<Aabb> {
        self.extent().bounds_in(limits)
    }

    /// The bodies that move and whose centre is in a box `[m]`, in the order of their ids.
    pub fn moving_in(&self, view: Aabb) -> Vec<BodyId> {
        self.extent().moving_in(view)
    }

    /// The boxes around nearly all, and around most, of these bodies `[m]`, without outliers.
    pub fn crowd(&self, bodies: &[BodyId]) -> Option<[Aabb; 2]> {
        self.extent().crowd(bodies)
    }

    /// Centres of all moving bodies `[m]` that are not outliers.
    pub fn interest(&self) -> Vec<Vec2> {
        self.extent().interest()
    }
}

/// The box that holds the centres of the things without a share of them on each side, and the size of a
/// typical thing.
fn core_of(things: &[Thing], tail: f32) -> Option<(Aabb, f32)> {
    let left_out = (things.len() as f32 * tail) as usize;
    let ends = |value: &dyn Fn(&Thing) -> f32| {
        let mut values: Vec<f32> = things.iter().map(value).collect();
        values.sort_unstable_by(f32::total_cmp);
        Some([*values.get(left_out)?, *values.get(values.len() - 1 - left_out)?])
    };
    let [left, right] = ends(&|thing| thing.center.x)?;
    let [low, high] = ends(&|thing| thing.center.y)?;
    let mut sizes: Vec<f32> = things.iter().map(|thing| longer_side(thing.bounds)).collect();
    sizes.sort_unstable_by(f32::total_cmp);
    let core = Aabb { min: Vec2::new(left, low), max: Vec2::new(right, high) };
    Some((core, sizes[sizes.len() / 2]))
}

/// The box in which centres of things are not outliers.
fn range_of(things: &[Thing]) -> Option<Aabb> {
    let (core, size) = core_of(things, TAIL)?;
    Some(core.expand(REACH * longer_side(core).max(BODIES * size)))
}

/// The box of all things that are not outliers.
fn without_outliers(things: &[Thing]) -> Option<Aabb> {
    let range = range_of(things)?;
    let kept = things.iter().filter(|thing| range.contains_point(thing.center));
    kept.map(|thing| thing.bounds).reduce(Aabb::union)
}

/// The common part of two boxes, if it is one.
fn overlap(a: Aabb, b: Aabb) -> Option<Aabb> {
    let part = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    (part.min.x <= part.max.x && part.min.y <= part.max.y).then_some(part)
}

fn longer_side(bounds: Aabb) -> f32 {
    let size = bounds.max - bounds.min;
    size.x.max(size.y)
}

/// The part of the ground that is shown with the moving bodies: ground no farther away than their size, and
/// only the top of a floor.
fn ground_near(moving: Aabb, ground: Aabb) -> Option<Aabb> {
    let reach = longer_side(moving);
    let (aside, far) = (Vec2::new(0.25 * reach, reach), Vec2::splat(reach));
    let near = Aabb { min: moving.min - far, max: moving.max + far };
    if !near.overlaps(ground) {
        return None;
    }
    let seen = Aabb { min: moving.min - aside, max: moving.max + aside };
    let mut part = overlap(ground, seen)?;
    let top = part.max.y - 0.08 * reach;
    if part.max.y <= moving.min.y {
        part.min.y = part.min.y.max(top);
    }
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::vec2;
    use cairn2d_scenes::Scene;

    use crate::session::make::Piece;

    fn scene_of(places: impl IntoIterator<Item = [f32; 2]>) -> Session {
        let mut scene = Scene::new("bodies", "");
        for at in places {
            scene.add(Piece::Box.body(at.into(), 1.0));
        }
        Session::open_scene(scene).unwrap()
    }

    #[test]
    fn bodies_that_have_flown_off_do_not_count() {
        let pile = || (0..30).map(|n| [(n % 6) as f32, (n / 6) as f32]);
        let expected = Aabb::new(vec2(-0.5, -0.5), vec2(5.5, 4.5));
        let near = |bounds: Aabb| {
            (bounds.min - expected.min).length() < 1e-3 && (bounds.max - expected.max).length() < 1e-3
        };
        assert!(near(scene_of(pile()).bounds().unwrap()));
        for far in [300.0, 1.0e4, 5.0e5] {
            for lost in [1, 3, 7] {
                let away = (0..lost).map(|n| [far + 7.0 * n as f32, -far]);
                let bounds = scene_of(pile().chain(away)).bounds().unwrap();
                assert!(near(bounds), "{lost} lost at {far} m: {bounds:?}");
            }
        }
        // A ball beside a wall, and two halves of a scene, are no outliers.
        let ball = scene_of(pile().chain([[-15.0, 4.0]])).bounds().unwrap();
        assert_eq!(ball.min.x, -15.5);
        let halves = scene_of(pile().chain(pile().map(|[x, y]| [x + 200.0, y]))).bounds().unwrap();
        assert_eq!((halves.min.x, halves.max.x), (-0.5, 205.5));
        let pair = scene_of([[0.0, 0.0], [50.0, 0.0]]).bounds().unwrap();
        assert_eq!((pair.min.x, pair.max.x), (-0.5, 50.5));
    }

    #[test]
    fn the_view_contains_falling_bodies_and_their_ground() {
        let falling = Aabb::new(vec2(-3.0, 8.0), vec2(3.0, 14.0));
        let floor = Aabb::new(vec2(-40.0, -2.0), vec2(40.0, 4.0));
        let seen = ground_near(falling, floor).unwrap();
        assert!(seen.max.y == 4.0 && seen.min.y > 3.0, "its top: {seen:?}");
        assert!(seen.min.x > -6.0 && seen.max.x < 6.0, "not all of it: {seen:?}");
        assert_eq!(ground_near(falling, Aabb::new(vec2(-1.0, -60.0), vec2(1.0, -50.0))), None);
        for name in ["ragdoll_pile", "domino", "wrecking_ball"] {
            let mut session = Session::open(name).unwrap();
            let bounds = session.bounds().unwrap();
            session.pace.paused = true;
            for _ in 0..250 {
                session.step_once();
                session.frame(0.0);
            }
            let world = session.world();
            let moving = world.bodies().filter_map(|id| world.body(id)).filter(|body| body.mass().mass > 0.0);
            let (mut inside, mut all) = (0, 0);
            for body in moving {
                all += 1;
                inside += u32::from(bounds.contains_point(body.position()));
            }
            assert!(2 * inside > all, "{name}: {inside} of {all} are still in view");
        }
    }
}
