//! A character and two cars in the random world: they must never panic and must stay finite.

use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Response, Surroundings};
use cairn2d::prelude::*;
use cairn2d::vehicle::{CarInput, SprungCar, SprungWheel, TopDownCar, TopDownWheel};

use super::calls::outcome;
use super::inputs::{self, Random};
use super::{Fuzz, Outcome};

/// The character and the cars.
#[derive(Default)]
pub(super) struct Drivers {
    hero: Option<Character>,
    sprung: Option<SprungCar>,
    top_down: Option<TopDownCar>,
}

/// Makes a character, or updates it.
pub(super) fn walk(fuzz: &mut Fuzz) -> Outcome {
    let random = &mut fuzz.random;
    if fuzz.drivers.hero.is_none() || random.one_in(12) {
        let mut config = CharacterConfig::default();
        config.step_height = random.number(0.0, 0.6);
        config.max_slope = random.number(0.0, 1.5);
        let made = Character::new(inputs::geometry(random), random.point(), config);
        return match made {
            Ok(hero) => {
                fuzz.drivers.hero = Some(hero);
                Outcome::Done
            }
            Err(error) => Outcome::Refused(error.to_string()),
        };
    }
    let hero = fuzz.drivers.hero.as_mut().expect("just looked");
    match random.below(10) {
        0 => return outcome(hero.push(&mut fuzz.world, random.number(0.0, 100.0), 1.0 / 60.0)),
        1 => return outcome(hero.teleport(random.point())),
        2 => return outcome(hero.launch(random.vector(-20.0, 20.0))),
        _ => {}
    }
    let jump = if random.one_in(3) { random.number(0.0, 8.0) } else { 0.0 };
    let input = CharacterInput::walk(random.number(-8.0, 8.0)).jump(jump);
    let input = if random.one_in(4) { input.drop() } else { input };
    let response = |shape: ShapeId| match shape.to_bits() % 5 {
        0 => Response::Soft(2.0),
        1 => Response::OneWay { direction: Vec2::Y, half_angle: 1.0 },
        2 => Response::Pass,
        _ => Response::Solid,
    };
    let around = Surroundings::of(&fuzz.world).response(&response);
    let result = hero.update(&around, input, random.number(0.001, 0.1));
    assert!(hero.position().is_finite() && hero.velocity().is_finite(), "{hero:?}");
    for hit in hero.hits().iter().filter(|_| result.is_ok()) {
        assert!(hit.normal.is_finite() && fuzz.world.shape(hit.shape).is_some(), "{hit:?}");
    }
    outcome(result)
}

/// Makes a car, or drives one.
pub(super) fn drive(fuzz: &mut Fuzz) -> Outcome {
    let random = &mut fuzz.random;
    let input = CarInput::throttle(random.number(-1.0, 1.0))
        .brake(random.number(0.0, 1.0))
        .steer(random.number(-1.4, 1.4));
    let sprung = random.one_in(2);
    let missing = if sprung { fuzz.drivers.sprung.is_none() } else { fuzz.drivers.top_down.is_none() };
    if missing || random.one_in(12) {
        let Some(body) = random.pick(&fuzz.bodies, BodyId::from_bits) else { return Outcome::Skipped };
        if sprung {
            let wheel = |random: &mut Random| {
                let mount = random.vector(-1.0, 1.0);
                SprungWheel::new(mount, random.number(0.1, 1.0), random.number(0.1, 0.6)).driven(20.0, 50.0)
            };
            let car = SprungCar::new(body, random.number(0.0, 30.0));
            fuzz.drivers.sprung = Some(car.wheel(wheel(random)).wheel(wheel(random)));
        } else {
            let mut car = TopDownCar::new(body, random.number(0.0, 30.0));
            for steered in [true, true, false] {
                let wheel = TopDownWheel::new(random.vector(-1.0, 1.0), random.number(0.0, 50.0)).driven(5.0);
                car = car.wheel(if steered { wheel.steered() } else { wheel });
            }
            fuzz.drivers.top_down = Some(car);
        }
        return Outcome::Done;
    }
    let dt = random.number(0.005, 0.05);
    if sprung {
        let car = fuzz.drivers.sprung.as_mut().expect("just looked");
        let result = car.update(&mut fuzz.world, input, dt);
        let finite = car.states().iter().all(|state| state.spin.is_finite() && state.load.is_finite());
        assert!(finite, "{:?}", car.states());
        return outcome(result);
    }
    outcome(fuzz.drivers.top_down.as_mut().expect("just looked").update(&mut fuzz.world, input, dt))
}
