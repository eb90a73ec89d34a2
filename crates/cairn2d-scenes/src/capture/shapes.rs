//! Shapes and chains of a body as data. Adjacent segments of a chain are joined into one chain again.

use cairn2d::{
    BodyKind, BodyRef, ChainSegment, CollisionFilter, Combine, ContactSoftness, Material, OneWay, Shape,
    ShapeRef, World,
};

use super::portals::Rims;
use crate::format::{
    ChainDesc, ContactSoftnessDesc, FilterDesc, Geometry, MaterialDesc, MaterialRef, MixRule, OneWayDesc,
    ShapeDesc,
};

/// The shapes and the chains of a body, in the order they were made, without rims of openings.
pub(super) fn of_body(world: &World, body: &BodyRef<'_>, rims: &Rims) -> (Vec<ShapeDesc>, Vec<ChainDesc>) {
    let mut shapes = Vec::new();
    let mut chains: Vec<Run> = Vec::new();
    for shape in body.shapes().filter(|&id| !rims.contains(id)).filter_map(|id| world.shape(id)) {
        match (Geometry::of(shape.geometry()), shape.geometry()) {
            (Some(geometry), _) => shapes.push(of_shape(geometry, &shape, body.kind())),
            (None, Shape::ChainSegment(piece)) => {
                if !chains.last_mut().is_some_and(|run| run.takes(piece, &shape)) {
                    chains.push(Run::new(*piece, &shape));
                }
            }
            (None, _) => {}
        }
    }
    (shapes, chains.into_iter().map(Run::finish).collect())
}

fn of_shape(geometry: Geometry, shape: &ShapeRef<'_>, kind: BodyKind) -> ShapeDesc {
    let usual = !shape.is_sensor() && kind != BodyKind::Static;
    ShapeDesc {
        geometry,
        density: shape.density(),
        material: MaterialRef::Inline(material(&shape.material())),
        filter: filter(shape.filter()),
        one_way: shape.one_way().map(one_way),
        report_hits_above: shape.report_hits_above(),
        sensor: shape.is_sensor(),
        sensor_events: (shape.sensor_events() != usual).then(|| shape.sensor_events()),
        user_data: shape.user_data(),
    }
}

fn filter(filter: CollisionFilter) -> FilterDesc {
    FilterDesc { category: filter.category, mask: filter.mask, group: filter.group }
}

fn one_way(one_way: OneWay) -> OneWayDesc {
    OneWayDesc { direction: one_way.direction.into(), half_angle: one_way.half_angle }
}

pub(super) fn softness(softness: ContactSoftness) -> ContactSoftnessDesc {
    ContactSoftnessDesc { hertz: softness.hertz, damping_ratio: softness.damping_ratio }
}

fn material(material: &Material) -> MaterialDesc {
    let mix = |rule: Combine| match rule {
        Combine::GeometricMean => MixRule::GeometricMean,
        Combine::Average => MixRule::Average,
        Combine::Min => MixRule::Minimum,
        Combine::Multiply => MixRule::Multiply,
        Combine::Max => MixRule::Maximum,
        // A rule that the engine may get later.
        _ => MixRule::GeometricMean,
    };
    MaterialDesc {
        friction: material.friction,
        restitution: material.restitution,
        rolling_resistance: material.rolling_resistance,
        tangent_speed: material.tangent_speed,
        static_friction: material.static_friction,
        softness: material.softness.map(softness),
        id: material.id,
        friction_mix: mix(material.friction_combine),
        restitution_mix: mix(material.restitution_combine),
    }
}

/// Adjacent segments of a chain with the same filter and one-way side.
struct Run {
    pieces: Vec<ChainSegment>,
    materials: Vec<Material>,
    filter: CollisionFilter,
    one_way: Option<OneWay>,
}

impl Run {
    fn new(piece: ChainSegment, shape: &ShapeRef<'_>) -> Run {
        Run {
            pieces: vec![piece],
            materials: vec![shape.material()],
            filter: shape.filter(),
            one_way: shape.one_way(),
        }
    }

    /// Appends a segment if it begins where the last one ends.
    fn takes(&mut self, piece: &ChainSegment, shape: &ShapeRef<'_>) -> bool {
        let Some(last) = self.pieces.last() else { return false };
        let follows = last.b == piece.a && last.ghost_b == piece.b && last.a == piece.ghost_a;
        let same = self.filter == shape.filter() && self.one_way == shape.one_way();
        // A chain that has reached its first point is complete; the next segment begins another one.
        let whole = self.pieces[0].a == last.b && self.pieces[0].b == last.ghost_b && self.pieces.len() > 2;
        if !follows || !same || whole {
            return false;
        }
        self.pieces.push(*piece);
        self.materials.push(shape.material());
        true
    }

    fn finish(self) -> ChainDesc {
        let (first, last) = (self.pieces[0], self.pieces[self.pieces.len() - 1]);
        let closed =
            self.pieces.len() > 2 && last.b == first.a && last.ghost_b == first.b && first.ghost_a == last.a;
        let mut points: Vec<[f32; 2]> = self.pieces.iter().map(|piece| piece.a.into()).collect();
        if !closed {
            points.insert(0, first.ghost_a.into());
            points.extend([last.b, last.ghost_b].map(<[f32; 2]>::from));
        }
        let of = |surface: &Material| MaterialRef::Inline(material(surface));
        let common = self.materials.iter().all(|material| *material == self.materials[0]);
        let materials = if common { Vec::new() } else { self.materials.iter().map(of).collect() };
        ChainDesc {
            points,
            closed,
            material: if common { of(&self.materials[0]) } else { MaterialRef::default() },
            materials,
            one_way: self.one_way.map(one_way),
            filter: filter(self.filter),
        }
    }
}
