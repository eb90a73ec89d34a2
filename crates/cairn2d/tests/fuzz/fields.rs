//! Random fields for the fuzzer.

use cairn2d::{Area, Attractor, Conveyor, Drag, Falloff, Field, Floor, Gravity, TimeFlow, Vec2, Water, Wind};

use super::inputs::Random;

fn area(random: &mut Random) -> Area {
    match random.below(5) {
        0 => Area::Everywhere,
        1 => Area::circle(random.point(), random.number(0.1, 8.0)),
        2 => {
            let points: Vec<Vec2> = (0..5).map(|_| random.point()).collect();
            Area::polygon(&points).unwrap_or(Area::Everywhere)
        }
        _ => Area::rect(random.vector(-9.0, 0.0), random.vector(0.0, 9.0)),
    }
}

pub(super) fn field(random: &mut Random) -> Field {
    let area = area(random);
    let field = match random.below(8) {
        6 => Field::new(area, Floor::new(random.number(0.0, 20.0)).moving(random.vector(-5.0, 5.0))),
        5 => Field::new(area, TimeFlow::new(random.number(0.1, 4.0))),
        0 => Field::new(area, Gravity::new(random.vector(-20.0, 20.0))),
        1 => {
            let falloff = [Falloff::Constant, Falloff::Inverse, Falloff::InverseSquare][random.below(3)];
            let pull = Attractor::new(random.point(), random.number(-50.0, 50.0)).falloff(falloff);
            Field::new(area, pull.min_distance(random.number(0.01, 1.0)))
        }
        2 => {
            let wind = Wind::new(random.vector(-20.0, 20.0)).density(random.number(0.0, 5.0));
            Field::new(area, wind.coefficients(random.number(0.0, 2.0), random.number(0.0, 2.0)))
        }
        3 => {
            let drag = Drag::new(random.number(0.0, 5.0)).angular(random.number(0.0, 5.0));
            Field::new(area, drag.flow(random.vector(-5.0, 5.0)))
        }
        4 => Field::new(area, Conveyor::new(random.vector(-5.0, 5.0), random.number(0.0, 20.0))),
        _ => {
            let water = Water::new(random.number(0.0, 5.0)).drag(random.number(0.0, 5.0));
            Field::new(area, water.flow(random.vector(-5.0, 5.0)))
        }
    };
    let field = field.priority(random.below(4) as i32).exclusive(random.one_in(2));
    if random.one_in(4) { field.mask(random.next() & 15) } else { field }
}
