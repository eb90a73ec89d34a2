//! Random strikes of heavy bodies on light ones: no body moves farther than the speed limit allows, is faster
//! than the strike explains, or gains energy. `cargo run --release -p cairn2d-truth --example strikes 0
//! 10000` runs ten thousand.

use cairn2d_truth::Cairn2d;
use cairn2d_truth::strikes::Survey;

#[test]
fn impacts_of_heavy_on_light_bodies_stay_within_bounds() {
    let survey = Survey::run(&Cairn2d, 0..1000).expect("cairn2d has all that strikes need");
    assert!(survey.exceeding().is_empty(), "{survey}");
}

#[test]
fn strikes_that_exceeded_the_bounds_before_stay_within_them() {
    // 5761 and 27027: bodies squeezed between much heavier ones got 4.5 and 5.1 times the speed of the strike
    // from the push out of their overlap. 23429: the angular-momentum correction added energy.
    // 7596 to 50640: a light body slipped around a corner of a heavy one, and the impulses that it no longer
    // balanced threw it away at 4.1 to 5.8 times the speed of the strike. 36737 to 50138: continuous
    // collision held a striker in overlap with a wall while gravity accelerated it. 1174 to 58032: the push
    // out of an overlap threw a light body after it slipped around a corner.
    let thrown = [7596, 14341, 25890, 30933, 50366, 50640];
    let held = [36737, 37167, 40187, 48998, 49980, 50138];
    let slipped = [1174, 14201, 36907, 53973, 58032];
    for seed in [5761, 23429, 27027].into_iter().chain(thrown).chain(held).chain(slipped) {
        let survey = Survey::run(&Cairn2d, seed..seed + 1).expect("cairn2d has all that strikes need");
        assert!(survey.exceeding().is_empty(), "{survey}");
    }
}
