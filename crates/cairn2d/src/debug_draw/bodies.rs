//! Bodies and their shapes.

use cairn2d_dynamics::{BodyKind, BodyRef, ShapeRef};
use cairn2d_geometry::Shape;
use cairn2d_math::{Aabb, Pose, Vec2};

use super::{Appearance, Coloring, Ink, Label, Look, Mark, VisiblePart, Walk, appearances};

impl Walk<'_> {
    pub(super) fn bodies(&mut self) {
        let (world, options) = (self.world, self.options);
        let marked = options.velocities || options.centers || options.body_ids || options.masses;
        let shapes = options.shapes || options.sensors || options.boxes || options.one_way;
        for body in world.bodies().filter_map(|id| world.body(id)) {
            let pose = self.canvas.pose(body.id(), body.pose_from(options.origin));
            if shapes {
                let look = self.look(&body);
                let joined = self.sides.find(world, &body);
                for seen in appearances(world, &body, pose, options.origin) {
                    for (index, shape) in body.shapes().filter_map(|id| world.shape(id)).enumerate() {
                        self.shape(&shape, &seen, look, joined.then_some(index));
                    }
                }
            }
            if options.island_boxes {
                self.add_member(&body, pose);
            }
            if marked {
                self.marks_of(&body, pose);
            }
        }
    }

    /// Lists the AABB of a body that is part of an island.
    fn add_member(&mut self, body: &BodyRef<'_>, pose: Pose) {
        let Some(island) = self.islands.of(body.id()) else { return };
        let shapes = body.shapes().filter_map(|id| self.world.shape(id));
        let bounds = shapes.map(|shape| shape.geometry().aabb(pose)).reduce(Aabb::union);
        self.members.extend(bounds.map(|bounds| (island, bounds)));
    }

    /// Outlines the islands.
    pub(super) fn island_boxes(&mut self) {
        self.members.sort_by_key(|&(island, _)| island.to_bits());
        let mut rest = 0;
        while let Some(&(island, mut bounds)) = self.members.get(rest) {
            let of_island = self.members[rest..].iter().take_while(|(other, _)| *other == island);
            let count = of_island.map(|(_, member)| bounds = bounds.union(*member)).count();
            rest += count;
            if self.sees(bounds) {
                self.outline(bounds, Ink::Island(island.to_bits() as u32));
            }
        }
    }

    fn look(&self, body: &BodyRef<'_>) -> Look {
        let number = body.id().to_bits() as u32;
        let ink = match (self.options.coloring, body.kind()) {
            _ if !body.is_enabled() => Ink::Disabled,
            (_, BodyKind::Static) => Ink::Static,
            (Coloring::Body, BodyKind::Dynamic) => Ink::Body(number),
            (Coloring::Island, BodyKind::Dynamic) => {
                Ink::Island(self.islands.of(body.id()).map_or(number, |island| island.to_bits() as u32))
            }
            (Coloring::Team, _) => {
                let shape = body.shapes().next().and_then(|id| self.world.shape(id));
                let category = shape.map_or(1, |shape| shape.filter().category);
                Ink::Team(category.trailing_zeros().min(63))
            }
            (_, BodyKind::Kinematic) => Ink::Kinematic,
            (_, BodyKind::Dynamic) if body.is_bullet() => Ink::Bullet,
            (_, BodyKind::Dynamic) => Ink::Dynamic,
        };
        let asleep = self.options.sleep && body.is_asleep();
        Look { body: body.id(), ink, sensor: false, asleep, turns: body.kind() != BodyKind::Static }
    }

    fn shape(&mut self, shape: &ShapeRef<'_>, seen: &Appearance, mut look: Look, part: Option<usize>) {
        let (geometry, pose, options) = (shape.geometry(), seen.pose, self.options);
        let needs_box = self.view.is_some() || options.boxes;
        if needs_box {
            let bounds = geometry.aabb(pose);
            if !self.sees(bounds) {
                return;
            }
            if options.boxes {
                self.outline(bounds, Ink::Box);
            }
        }
        if shape.is_sensor() {
            look.sensor = true;
            if look.ink != Ink::Disabled {
                look.ink = if shape.visitors().next().is_some() { Ink::SensorBusy } else { Ink::Sensor };
            }
        }
        let shown = if look.sensor { options.sensors } else { options.shapes };
        let visible = seen.visible(geometry);
        match part {
            _ if !shown || visible == VisiblePart::Nothing => {}
            _ if visible != VisiblePart::Whole => {
                if let VisiblePart::Part(part) = &visible {
                    self.canvas.shape(part, Pose::IDENTITY, &look);
                }
            }
            Some(part) if !look.sensor => {
                let sides = self.sides.of(part).iter().map(|side| side.map(|end| pose.transform_point(end)));
                self.placed.clear();
                self.placed.extend(sides);
                self.canvas.part(geometry, pose, &look, self.placed);
            }
            _ => self.canvas.shape(geometry, pose, &look),
        }
        if options.one_way && !look.sensor {
            self.solid_sides(shape, pose);
        }
    }

    /// Small arrows on the solid sides of one-way shapes.
    fn solid_sides(&mut self, shape: &ShapeRef<'_>, pose: Pose) {
        if let Some(one_way) = shape.one_way() {
            let out = pose.transform_vector(one_way.direction.normalize_or(Vec2::Y));
            let middle = pose.transform_point(shape.geometry().centroid());
            self.arrow(middle, middle + out * self.pixels(14.0), Ink::OneWay);
        } else if let Shape::ChainSegment(segment) = shape.geometry() {
            let [a, b] = [segment.a, segment.b].map(|point| pose.transform_point(point));
            if (b - a).length() > self.pixels(12.0) {
                let out = pose.transform_vector(segment.normal());
                let middle = a.lerp(b, 0.5);
                self.canvas.line(middle, middle + out * self.pixels(6.0), Ink::OneWay);
            }
        }
    }

    fn marks_of(&mut self, body: &BodyRef<'_>, pose: Pose) {
        let options = self.options;
        let local_center = body.rotation().inv_rotate((body.center64() - body.position64()).to_vec2());
        let center = pose.transform_point(local_center);
        let velocity = if options.velocities { body.velocity() * options.velocity_scale } else { Vec2::ZERO };
        let arm = self.pixels(18.0);
        let axes = [pose.q.x_axis() * arm, pose.q.y_axis() * arm];
        let ends = [center, center + velocity, pose.p];
        if !self.sees_any(&ends, arm) {
            return;
        }
        if options.centers {
            self.canvas.line(pose.p, pose.p + axes[0], Ink::AxisX);
            self.canvas.line(pose.p, pose.p + axes[1], Ink::AxisY);
            if body.kind() == BodyKind::Dynamic {
                self.canvas.mark(center, Mark::Plus, 9.0, Vec2::X, Ink::Center);
                self.canvas.mark(center, Mark::Ring, 7.0, Vec2::X, Ink::Center);
            }
        }
        if options.velocities && velocity.length_squared() > 0.0 {
            self.arrow(center, center + velocity, Ink::Velocity);
        }
        if options.body_ids {
            self.canvas.label(center, Label::Body(body.id()), Ink::Label);
        }
        if options.masses && body.kind() == BodyKind::Dynamic {
            // Below the id.
            let line = if options.body_ids { self.pixels(14.0) } else { 0.0 };
            self.canvas.label(center - Vec2::Y * line, Label::Mass(body.mass().mass), Ink::Label);
        }
    }
}
