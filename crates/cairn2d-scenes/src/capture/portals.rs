//! Portals of a world as data. The rims are shapes of the world that instantiating makes again, so they are
//! no shapes of the scene.

use std::collections::{BTreeMap, BTreeSet};

use cairn2d::{BodyId, Portals, ShapeId, Vec2, World};

use crate::format::{BodyRef, OpeningDesc, OpeningKey, PortalDesc};

/// Shapes and bodies that exist only as rims of openings.
#[derive(Default)]
pub(super) struct Rims {
    shapes: BTreeSet<ShapeId>,
    /// Bodies that the world made for the rims of openings without a body.
    holders: BTreeSet<BodyId>,
}

impl Rims {
    pub(super) fn of(world: &World) -> Rims {
        let mut rims = Rims::default();
        rims.shapes.extend(world.portals().flat_map(|pair| pair.rims).flatten().flatten());
        for pair in world.portals() {
            let fixed = pair.rims.iter().zip(pair.bodies).filter(|(_, body)| body.is_none());
            let bodies = fixed.flat_map(|(shapes, _)| shapes).flatten();
            let bodies = bodies.filter_map(|&rim| world.shape(rim)).map(|rim| rim.body());
            rims.holders.extend(bodies);
        }
        // A caller may have used such a body.
        let on: BTreeSet<BodyId> = world.portals().flat_map(|pair| pair.bodies).flatten().collect();
        let shapes = &rims.shapes;
        rims.holders.retain(|&id| {
            let bare = world.body(id).is_some_and(|body| {
                body.joints().next().is_none() && body.shapes().all(|shape| shapes.contains(&shape))
            });
            bare && !on.contains(&id)
        });
        rims
    }

    pub(super) fn contains(&self, shape: ShapeId) -> bool {
        self.shapes.contains(&shape)
    }

    pub(super) fn is_holder(&self, body: BodyId) -> bool {
        self.holders.contains(&body)
    }
}

/// All pairs of openings in the order of their slots; `indices` maps each body to its index.
pub(super) fn all(
    world: &World,
    indices: &BTreeMap<BodyId, u32>,
    left_out: &mut Vec<String>,
) -> Vec<PortalDesc> {
    let mut openings = BTreeSet::new();
    let mut portals = Vec::new();
    for pair in world.portals() {
        let [a, b] = [0, 1].map(|side| opening(&pair, side, indices));
        // The format has each opening once.
        match (a, b) {
            (Some((a, key_a)), Some((b, key_b)))
                if key_a != key_b && !openings.contains(&key_a) && !openings.contains(&key_b) =>
            {
                openings.extend([key_a, key_b]);
                let rims = pair.rims.iter().flatten().any(Option::is_some);
                portals.push(PortalDesc { a, b, width: pair.width, rims });
            }
            _ => left_out.push(format!("{}, which shares an opening or has none in the scene", pair.id)),
        }
    }
    portals
}

fn opening(
    pair: &Portals,
    side: usize,
    indices: &BTreeMap<BodyId, u32>,
) -> Option<(OpeningDesc, OpeningKey)> {
    let frame = pair.frames[side];
    let body = match pair.bodies[side] {
        Some(body) => Some(*indices.get(&body)?),
        None => None,
    };
    let out = frame.q * Vec2::Y;
    let opening = OpeningDesc { body: body.map(BodyRef::Index), at: frame.p.into(), out: out.into() };
    let key = opening.key(body.map(|index| index as usize));
    Some((opening, key))
}
