//! The table of numbers: builders.

use cairn2d::build::{Blob, Bridge, Car, Cloth, Ragdoll, Rope};

use super::numbers::{COORDINATE, done, entry, inner};
use super::{Entry, Slot};

pub(super) fn table() -> Vec<Entry> {
    let pair = |name: &'static str| [inner(name, 2.0, COORDINATE), inner(name, 6.0, COORDINATE)];
    let ends =
        |name: &'static str| -> Vec<Slot> { pair(name).into_iter().chain(pair(name).map(shifted)).collect() };
    let length = (1.0e-3, 1.0e4);
    vec![
        entry("Rope::new", ends("rope"), |f, v| {
            done(Rope::new([v[0], v[1]], [v[2], v[3]], 4).build(&mut f.world))
        }),
        entry("Bridge::new", ends("bridge"), |f, v| {
            done(Bridge::new([f.fixed, f.fixed], [v[0], v[1]], [v[2], v[3]], 4).build(&mut f.world))
        }),
        entry("Ragdoll::new", pair("doll"), |f, v| done(Ragdoll::new([v[0], v[1]]).build(&mut f.world))),
        entry("Car::new", pair("car"), |f, v| done(Car::new([v[0], v[1]]).build(&mut f.world))),
        entry("Blob::new", pair("blob").into_iter().chain([inner("blob", 1.0, length)]), |f, v| {
            done(Blob::new([v[0], v[1]], v[2]).build(&mut f.world))
        }),
        entry("Cloth::new", pair("cloth").into_iter().chain([inner("cloth", 0.5, length)]), |f, v| {
            done(Cloth::new([v[0], v[1]], [3, 3], v[2]).build(&mut f.world))
        }),
    ]
}

fn shifted(slot: Slot) -> Slot {
    Slot { good: slot.good + 2.0, ..slot }
}
