//! Heaps fall asleep. The bound is about three times what Box2D v3.2 takes for these heaps (3.7 to 13.8 s),
//! as the last body of a heap may rock for some seconds in both engines.

use cairn2d_truth::Cairn2d;
use cairn2d_truth::rest::{Heap, Kind, measure};

#[test]
fn heaps_of_every_shape_kind_fall_asleep() {
    for kind in Kind::ALL {
        // Without friction nothing stops the flow of a heap, in Box2D either.
        if kind == Kind::Slippery {
            continue;
        }
        for (count, size) in [(150, 1.0), (200, 0.3)] {
            let heap = Heap { kind, count, size, hertz: 60.0 };
            let rest = measure(&Cairn2d, &heap, 20.0).expect("cairn2d has all that heaps need");
            assert!(rest.asleep_after <= 20.0, "{heap}: {rest}");
        }
    }
}

/// In each of these heaps, light bodies tremble between heavy ones. All six were awake when only slow bodies
/// could fall asleep.
#[test]
fn enclosed_bodies_do_not_keep_heaps_awake() {
    let awake = [578, 620, 752, 806, 812, 818].into_iter().filter(|&count| {
        let heap = Heap { kind: Kind::Unequal, count, size: 1.0, hertz: 60.0 };
        let rest = measure(&Cairn2d, &heap, 10.0).expect("cairn2d has all that heaps need");
        rest.asleep_after > 10.0
    });
    let awake: Vec<u32> = awake.collect();
    assert!(awake.len() <= 2, "heaps of {awake:?} bodies are awake");
}
