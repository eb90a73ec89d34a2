//! Bodies on ground that changes.

use super::{DT, Random, flat, run, segments, terrain_of};
use crate::{Brush, Loose, Terrain, TerrainDef};
use cairn2d::prelude::*;
use cairn2d::system::Systems;

/// Ids, impulses and poses of the contacts of some bodies, as bits.
fn contacts(world: &World, bodies: &[BodyId]) -> Vec<String> {
    let mut list = Vec::new();
    for &body in bodies {
        let view = world.body(body).unwrap();
        list.push(format!("{:?} {:?} {:?}", view.pose(), view.velocity(), view.is_awake()));
        let mut ids: Vec<_> = view.contacts().collect();
        ids.sort_by_key(|id| id.to_bits());
        for id in ids {
            list.push(format!("{id:?} {:?}", world.contact(id).unwrap().points().collect::<Vec<_>>()));
        }
    }
    list
}

fn tower(world: &mut World, x: f32, ground: f32, count: usize) -> Vec<BodyId> {
    (0..count)
        .map(|n| {
            let at = [x, ground + 0.25 + 0.5 * n as f32];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.25, 0.25))).unwrap()
        })
        .collect()
}

#[test]
fn a_tower_five_meters_away_notices_nothing() {
    for sleeping in [false, true] {
        let mut config = WorldConfig::default();
        config.sleeping = sleeping;
        let mut world = World::new(config).unwrap();
        let mut systems = Systems::new().with(flat([256, 128], 4.0));
        run(&mut systems, &mut world, 1);
        let bodies = tower(&mut world, 6.02, 4.0, 8);
        run(&mut systems, &mut world, 150);
        let (mut quiet, mut quiets) = (world.clone(), systems.clone());
        for round in 0..5 {
            let center = [11.02 + 0.5 * round as f32, 4.0];
            terrain_of(&mut systems).field_mut().carve(&Brush::disc(center, 2.0)).unwrap();
            for _ in 0..20 {
                systems.step(&mut world, DT).unwrap();
                quiets.step(&mut quiet, DT).unwrap();
                assert_eq!(contacts(&world, &bodies), contacts(&quiet, &bodies));
            }
        }
        assert_eq!(world.body(bodies[0]).unwrap().is_asleep(), sleeping);
    }
}

#[test]
fn sleepers_wake_only_where_ground_went() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut systems = Systems::new().with(flat([256, 128], 4.0));
    run(&mut systems, &mut world, 1);
    let near = tower(&mut world, 10.0, 4.0, 3);
    let far = tower(&mut world, 13.0, 4.0, 3);
    run(&mut systems, &mut world, 180);
    let awake = |world: &World, list: &[BodyId]| {
        list.iter().filter(|&&body| world.body(body).unwrap().is_awake()).count()
    };
    assert_eq!((awake(&world, &near), awake(&world, &far)), (0, 0));
    // Deep below both, nothing that they touch changes.
    terrain_of(&mut systems).field_mut().carve(&Brush::disc([11.0, 1.5], 1.0)).unwrap();
    run(&mut systems, &mut world, 1);
    assert_eq!((awake(&world, &near), awake(&world, &far)), (0, 0));
    terrain_of(&mut systems).field_mut().carve(&Brush::disc([9.5, 4.0], 1.0)).unwrap();
    run(&mut systems, &mut world, 1);
    assert_eq!((awake(&world, &near), awake(&world, &far)), (3, 0));
    run(&mut systems, &mut world, 60);
    assert!(world.body(near[0]).unwrap().position().y < 4.0, "it falls into the hole");
}

#[test]
fn loose_ground_falls_with_its_mass() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut terrain = Terrain::new(TerrainDef { size: [160, 120], ..TerrainDef::default() }).unwrap();
    let field = terrain.field_mut();
    field.fill(&Brush::capsule([-9.0, 0.0], [30.0, 0.0], 1.0), 0).unwrap();
    // A mushroom with a hole in its hat.
    field.fill(&Brush::capsule([8.0, 0.0], [8.0, 6.0], 0.4), 0).unwrap();
    field.fill(&Brush::capsule([5.0, 7.0], [11.0, 7.0], 1.2), 0).unwrap();
    field.carve(&Brush::disc([10.0, 7.0], 0.5)).unwrap();
    let mut systems = Systems::new().with(terrain);
    run(&mut systems, &mut world, 1);
    assert_eq!(terrain_of(&mut systems).changes().bodies, []);
    terrain_of(&mut systems).field_mut().carve(&Brush::disc([8.0, 4.0], 0.8)).unwrap();
    let (above, before) = (5.0, terrain_of(&mut systems).field().solid_area());
    run(&mut systems, &mut world, 1);
    let [body] = terrain_of(&mut systems).changes().bodies[..] else { panic!("one body comes loose") };
    let gone = before - terrain_of(&mut systems).field().solid_area();
    let mass = world.body(body).unwrap().mass().mass;
    assert!((f64::from(mass) / gone - 1.0).abs() < 0.02, "{mass} kg of {gone} samples");
    // The hat and 1.2 m of stem, less what overlaps and the hole; the stem's cut is round.
    let exact = 12.0 * 1.2 + 1.44 * core::f32::consts::PI - 0.25 * core::f32::consts::PI;
    assert!(mass > exact && mass < exact + 1.5, "{mass} of at least {exact}");
    assert!(world.body(body).unwrap().position().y > above);
    assert!(!terrain_of(&mut systems).field().is_solid([6.0, 7.0]));
    run(&mut systems, &mut world, 600);
    let end = world.body(body).unwrap();
    assert!(end.is_asleep() && end.position().y > 1.0 && end.position().y < 6.0, "{:?}", end.position());
    // It becomes ground where it lies.
    let [x, y] = [end.position().x, end.position().y];
    let solid = terrain_of(&mut systems).field().solid_area();
    terrain_of(&mut systems).bake(&mut world, body, 0).unwrap();
    run(&mut systems, &mut world, 1);
    assert!(world.body(body).is_none() && terrain_of(&mut systems).field().is_solid([x, y]));
    let baked = terrain_of(&mut systems).field().solid_area() - solid;
    assert!((baked / f64::from(mass) - 1.0).abs() < 0.03, "{baked} of {mass}");
}

#[test]
fn loose_ground_follows_the_option() {
    for (loose, bodies, stays) in [(Loose::Fall, 1, false), (Loose::Stay, 0, true), (Loose::Vanish, 0, false)]
    {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let def = TerrainDef { size: [64, 64], loose, ..TerrainDef::default() };
        let mut terrain = Terrain::new(def).unwrap();
        terrain.field_mut().fill(&Brush::disc([3.0, 3.0], 1.0), 0).unwrap();
        terrain.apply(&mut world).unwrap();
        assert_eq!(terrain.changes().bodies.len(), bodies, "{loose:?}");
        assert_eq!(terrain.field().is_solid([3.0, 3.0]), stays, "{loose:?}");
    }
}

#[test]
fn islands_beyond_the_budget_wait() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let def = TerrainDef { size: [128, 64], max_loose: 1, ..TerrainDef::default() };
    let mut terrain = Terrain::new(def).unwrap();
    for n in 0..4 {
        terrain.field_mut().fill(&Brush::disc([2.0 + 3.0 * n as f32, 3.0], 1.0), 0).unwrap();
    }
    for left in (0..4).rev() {
        terrain.apply(&mut world).unwrap();
        assert_eq!(terrain.changes().bodies.len(), 1);
        assert!((terrain.field().solid_area() - f64::from(left) * core::f64::consts::PI).abs() < 0.15);
    }
    terrain.apply(&mut world).unwrap();
    assert_eq!(terrain.changes().bodies, []);
}

#[test]
fn a_ball_rolls_over_all_borders() {
    // Hills with chunks of 1.6 m, and a ball of half a spacing.
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut terrain = flat([400, 64], 3.0);
    for n in 0..40 {
        let brush = Brush::disc([n as f32 + 0.3, 3.4], 0.7);
        terrain.field_mut().carve(&brush).unwrap();
    }
    let mut systems = Systems::new().with(terrain);
    run(&mut systems, &mut world, 1);
    let ball = Body::dynamic().at([1.0, 3.5]).never_sleeps().with(Circle::new(0.05).friction(1.0));
    let ball = world.spawn(ball).unwrap();
    let mut farthest = 0.0_f32;
    for _ in 0..4000 {
        let mut view = world.body_mut(ball).unwrap();
        let velocity = view.velocity();
        view.set_velocity([3.0, velocity.y]).unwrap();
        systems.step(&mut world, DT).unwrap();
        let position = world.body(ball).unwrap().position();
        farthest = farthest.max(position.x);
        if position.x > 39.0 {
            return;
        }
        let depth = terrain_of(&mut systems).field().sample(position);
        assert!(depth < -0.03, "{position:?} is {depth} m deep");
    }
    panic!("the ball came to {farthest} m");
}

/// Largest depth of the bodies in the ground of the world `[m]`, measured with its segments.
fn deepest(world: &World) -> (f32, Vec2) {
    let ground = segments(world);
    let mut most = (0.0, Vec2::ZERO);
    for body in world.bodies() {
        let view = world.body(body).unwrap();
        if view.kind() != cairn2d::BodyKind::Dynamic {
            continue;
        }
        for id in view.shapes() {
            let geometry = world.shape(id).unwrap().geometry().clone();
            let core = geometry.core();
            // Corners of the ground inside of the shape.
            for &[_, corner, ..] in &ground {
                let nearest = geometry.nearest_point(view.pose().inv_transform_point(corner));
                let depth = -nearest.distance;
                if depth > most.0 {
                    most = (depth, corner);
                }
            }
            for &point in core.points() {
                let point = view.pose().transform_point(point);
                let (mut nearest, mut winding) = (f32::MAX, 0);
                for &[_, a, b, _] in &ground {
                    let side = b - a;
                    let share = ((point - a).dot(side) / side.length_squared()).clamp(0.0, 1.0);
                    nearest = nearest.min(point.distance(a + side * share));
                    if (a.y > point.y) != (b.y > point.y) {
                        let x = a.x + (point.y - a.y) / (b.y - a.y) * side.x;
                        if x > point.x {
                            winding += if b.y > a.y { 1 } else { -1 };
                        }
                    }
                }
                let depth = if winding > 0 { nearest } else { -nearest } + core.radius();
                if depth > most.0 {
                    most = (depth, point);
                }
            }
        }
    }
    most
}

#[test]
fn no_body_is_inside_the_ground() {
    let rounds: u32 = std::env::var("CAIRN2D_TERRAIN_EDITS").map_or(60, |count| count.parse().unwrap());
    let mut random = Random(23);
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut systems = Systems::new().with(flat([256, 160], 7.0));
    run(&mut systems, &mut world, 1);
    for n in 0..200 {
        let at = [1.0 + 0.118 * n as f32, 7.5 + 0.6 * (n % 7) as f32];
        let body = Body::dynamic().at(at);
        let size = 0.15 + 0.1 * random.next();
        let body = match n % 3 {
            0 => body.with(Circle::new(size)),
            1 => body.with(Rect::half(size, 0.7 * size)),
            _ => body.with(Capsule::new([-size, 0.0], [size, 0.0], 0.5 * size)),
        };
        world.spawn(body).unwrap();
    }
    run(&mut systems, &mut world, 60);
    let (mut above, mut edits) = (0, 0);
    let mut worst = 0.0_f32;
    for _ in 0..rounds {
        let center = [random.between(0.5, 25.0), random.between(1.0, 12.0)];
        let radius = random.between(0.3, 2.0);
        let to = [center[0] + random.between(-2.0, 2.0), center[1] + random.between(-2.0, 2.0)];
        let brush = if random.next() < 0.7 {
            Brush::disc(center, radius)
        } else {
            Brush::capsule(center, to, 0.4 * radius)
        };
        let terrain = terrain_of(&mut systems);
        if random.next() < 0.5 {
            terrain.field_mut().carve(&brush).unwrap();
        } else {
            terrain.fill_around(&world, &brush, 0).unwrap();
        }
        edits += 1;
        run(&mut systems, &mut world, 10);
        let (mut depth, mut at) = deepest(&world);
        // A body that lands at this moment may be a little deeper until the next step.
        for _ in 0..2 {
            if depth > 0.01 {
                run(&mut systems, &mut world, 1);
                let after = deepest(&world);
                (depth, at) = if after.0 < depth { after } else { (depth, at) };
            }
        }
        worst = worst.max(depth);
        if depth > 0.01 {
            above += 1;
            println!("edit {edits}: {depth} m at {at:?}");
        }
    }
    println!("worst {worst} m, {above} of {edits} above 10 mm");
    assert_eq!(above, 0);
}

#[test]
fn bodies_under_a_fill_are_moved_out() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut systems = Systems::new().with(flat([160, 120], 3.0));
    run(&mut systems, &mut world, 1);
    let bodies = tower(&mut world, 8.0, 3.0, 3);
    run(&mut systems, &mut world, 60);
    terrain_of(&mut systems).field_mut().fill(&Brush::disc([8.0, 3.0], 2.0), 0).unwrap();
    run(&mut systems, &mut world, 1);
    assert!(terrain_of(&mut systems).changes().rescued > 0);
    run(&mut systems, &mut world, 119);
    assert_eq!(terrain_of(&mut systems).changes().rescued, 0);
    let (depth, at) = deepest(&world);
    assert!(depth < 0.01, "{depth} m at {at:?}");
    assert!(bodies.iter().all(|&body| world.body(body).unwrap().position().y > 3.0));
}
