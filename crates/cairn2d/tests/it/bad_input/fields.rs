//! The table of numbers: fields and explosions.

use cairn2d::{
    Area, Attractor, Conveyor, Drag, Effect, Explosion, Field, Floor, Gravity, TimeFlow, Water, Wind,
};

use super::numbers::{COORDINATE, done, entry, inner, slot};
use super::{Entry, Fixture};

/// Accelerations, speeds, rates and densities of fields.
const AMOUNT: (f32, f32) = (0.0, 1.0e6);

fn add(f: &mut Fixture, effect: impl Into<Effect>) -> Result<(), String> {
    done(f.world.add_field(Field::new(Area::Everywhere, effect)))
}

fn within(f: &mut Fixture, area: Area) -> Result<(), String> {
    done(f.world.add_field(Field::new(area, Drag::new(1.0))))
}

fn explode(f: &mut Fixture, explosion: &Explosion) -> Result<(), String> {
    done(f.world.explode(explosion))
}

pub(super) fn table() -> Vec<Entry> {
    let vector = |name: &'static str| [slot(name, 1.0, COORDINATE), slot(name, -2.0, COORDINATE)];
    let corner = |good: f32| inner("area", good, COORDINATE);
    let [x, y] = vector("center");
    let pull = [x, y, slot("strength", 3.0, COORDINATE)];
    let blast = vector("explosion center")
        .into_iter()
        .chain([slot("explosion radius", 3.0, AMOUNT), slot("impulse per length", 2.0, COORDINATE)]);
    vec![
        entry("Area::rect", [corner(-1.0), corner(-1.0), corner(1.0), corner(1.0)], |f, v| {
            within(f, Area::rect([v[0], v[1]], [v[2], v[3]]))
        }),
        entry(
            "Area::circle",
            vector("area center").into_iter().chain([slot("area radius", 2.0, (1.0e-6, 1.0e6))]),
            |f, v| within(f, Area::circle([v[0], v[1]], v[2])),
        ),
        entry("Gravity::new", vector("acceleration"), |f, v| add(f, Gravity::new([v[0], v[1]]))),
        entry("Attractor::new", pull, |f, v| add(f, Attractor::new([v[0], v[1]], v[2]))),
        entry("Attractor::min_distance", [slot("min distance", 0.5, (1.0e-3, 1.0e6))], |f, v| {
            add(f, Attractor::new([0.0, 0.0], 1.0).min_distance(v[0]))
        }),
        entry("Wind::new", vector("wind velocity"), |f, v| add(f, Wind::new([v[0], v[1]]))),
        entry("Wind::density", [slot("wind density", 1.0, AMOUNT)], |f, v| {
            add(f, Wind::new([3.0, 0.0]).density(v[0]))
        }),
        entry(
            "Wind::coefficients",
            [slot("drag coefficient", 1.0, AMOUNT), slot("lift coefficient", 1.0, AMOUNT)],
            |f, v| add(f, Wind::new([3.0, 0.0]).coefficients(v[0], v[1])),
        ),
        entry("Drag::new", [slot("linear drag", 1.0, AMOUNT)], |f, v| add(f, Drag::new(v[0]))),
        entry("Drag::angular", [slot("angular drag", 1.0, AMOUNT)], |f, v| {
            add(f, Drag::new(1.0).angular(v[0]))
        }),
        entry("Drag::flow", vector("flow"), |f, v| add(f, Drag::new(1.0).flow([v[0], v[1]]))),
        entry(
            "Conveyor::new",
            vector("conveyor velocity").into_iter().chain([slot("max acceleration", 2.0, AMOUNT)]),
            |f, v| add(f, Conveyor::new([v[0], v[1]], v[2])),
        ),
        entry("Floor::new", [slot("floor deceleration", 2.0, AMOUNT)], |f, v| add(f, Floor::new(v[0]))),
        entry("Floor::moving", vector("floor velocity"), |f, v| add(f, Floor::new(2.0).moving([v[0], v[1]]))),
        entry("TimeFlow::new", [slot("time scale", 1.0, (1.0e-3, 1.0e3))], |f, v| {
            add(f, TimeFlow::new(v[0]))
        }),
        entry("Water::new", [slot("water density", 2.0, AMOUNT)], |f, v| add(f, Water::new(v[0]))),
        entry("Water::drag", [slot("water drag", 2.0, AMOUNT)], |f, v| add(f, Water::new(1.0).drag(v[0]))),
        entry("Water::flow", vector("flow"), |f, v| add(f, Water::new(1.0).drag(1.0).flow([v[0], v[1]]))),
        entry("World::add_field", [slot("acceleration", 1.0, COORDINATE)], |f, v| {
            done(f.world.add_field(Field::new(Area::Everywhere, Gravity::new([0.0, v[0]]))))
        }),
        entry("World::set_field", [slot("acceleration", 1.0, COORDINATE)], |f, v| {
            let field = |y: f32| Field::new(Area::Everywhere, Gravity::new([0.0, y]));
            done(f.world.set_field(f.field(), field(v[0])))
        }),
        entry("Explosion::new", blast, |f, v| explode(f, &Explosion::new([v[0], v[1]], v[2], v[3]))),
        entry("Explosion::falloff", [slot("explosion falloff", 1.0, AMOUNT)], |f, v| {
            explode(f, &Explosion::new([0.0, 0.0], 1.0, 1.0).falloff(v[0]))
        }),
        entry("World::explode", [slot("explosion radius", 1.0, AMOUNT)], |f, v| {
            explode(f, &Explosion::new([0.0, 0.0], v[0], 1.0))
        }),
    ]
}

#[test]
fn unsupported_field_areas_are_rejected() {
    let mut fixture = Fixture::new();
    let before = fixture.text();
    let pond = Field::new(Area::circle([0.0, 0.0], 1.0), Water::new(1.0));
    assert!(fixture.world.add_field(pond.clone()).is_err(), "water wants straight sides");
    assert!(fixture.world.set_field(fixture.field(), pond).is_err());
    let round = cairn2d::Polygon::regular(5, 1.0).expect("valid").rounded(0.1);
    assert!(within(&mut fixture, Area::Polygon(round)).is_err(), "areas have sharp corners");
    assert!(fixture.text() == before);
    let bad = [[0.0, 0.0], [1.0, 0.0], [0.0, f32::NAN]];
    assert!(Area::polygon(&bad).is_err());
    let far = Area::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 2.0e6]]);
    assert!(far.is_err() || far.is_ok_and(|area| within(&mut fixture, area).is_err()));
    assert!(fixture.text() == before);
}
