//! Definitions of the interface as definitions of the engine.

use cairn2d::{
    Area, Attractor, Body, BodyImpulse, BodyKind, Capsule, Chain, ChainDef, ChainSegment, Circle,
    CollisionFilter, ContactSoftness, Conveyor, DVec2, Distance, Drag, Drive, Effect, Explosion, Falloff,
    Field, Filter, Floor, Gear, Grab, Gravity, IntoShape, JointDef, JointKind, Material, MaterialPair,
    OneWay, Polygon, PortalFrame, PortalPair, Pose, Prismatic, Pulley, QueryFilter, Rack, Rect, Revolute,
    Rot, Rotary, Segment, Shape, ShapeDef, Slot, TimeFlow, Vec2, Water, Weld, Wheel, Wind, WorldConfig,
};

use crate::convert::{Engine, Give, cairn_body_id, cairn_vec2, read_lanes, small};
use crate::fault::{Code, Fault};
use crate::generated::structs::{
    ANCHOR_LOCAL, ANCHOR_WORLD, ANCHOR_WORLD_PAIR, cairn_body_def, cairn_body_impulse, cairn_chain_def,
    cairn_explosion, cairn_field_def, cairn_geometry, cairn_joint_def, cairn_material, cairn_material_pair,
    cairn_portal_pair, cairn_query_filter, cairn_shape_def, cairn_world_config, read_body_type, read_combine,
    read_joint_type,
};

fn shape_fault(error: impl core::fmt::Display) -> Fault {
    Fault::new(Code::Shape, error)
}

fn points(list: &[cairn_vec2]) -> Vec<Vec2> {
    list.iter().map(|point| Vec2::new(point.x, point.y)).collect()
}

/// A value that applies if its flag is set.
fn given<T>(flag: u8, value: T) -> Option<T> {
    (flag != 0).then_some(value)
}

impl Engine for cairn_world_config {
    type Engine = WorldConfig;

    fn engine(&self) -> Result<WorldConfig, Fault> {
        self.check_size()?;
        let id_tag = u8::try_from(self.id_tag).map_err(|_| Fault::choice("id_tag", self.id_tag))?;
        Ok(WorldConfig::with_gravity(self.gravity.engine()?)
            .sub_steps(self.sub_steps)
            .sleeping(self.sleeping != 0)
            .layered_sleep(self.layered_sleep != 0)
            .continuous(self.continuous != 0)
            .restitution_threshold(self.restitution_threshold)
            .exact_restitution(self.exact_restitution)
            .max_linear_speed(self.max_linear_speed)
            .max_angular_speed(self.max_angular_speed)
            .contact_hertz(self.contact_hertz)
            .contact_damping_ratio(self.contact_damping_ratio)
            .contact_push_speed(self.contact_push_speed)
            .joint_hertz(self.joint_hertz)
            .joint_damping_ratio(self.joint_damping_ratio)
            .threads(self.threads as usize)
            .lanes(read_lanes(self.lanes)?)
            .large_world(self.large_world != 0)
            .id_tag(id_tag))
    }
}

impl Engine for cairn_material {
    type Engine = Material;

    fn engine(&self) -> Result<Material, Fault> {
        let softness = ContactSoftness::new(self.softness_hertz, self.softness_damping_ratio);
        Ok(Material::default()
            .friction(self.friction)
            .restitution(self.restitution)
            .rolling_resistance(self.rolling_resistance)
            .tangent_speed(self.tangent_speed)
            .static_friction(given(self.has_static_friction, self.static_friction))
            .softness(given(self.has_softness, softness))
            .id(self.id)
            .friction_combine(read_combine(self.friction_combine)?)
            .restitution_combine(read_combine(self.restitution_combine)?))
    }
}

impl Give for Material {
    type C = cairn_material;

    fn give(self) -> cairn_material {
        let softness = self.softness.unwrap_or(ContactSoftness::new(0.0, 0.0));
        cairn_material {
            friction: self.friction,
            restitution: self.restitution,
            rolling_resistance: self.rolling_resistance,
            tangent_speed: self.tangent_speed,
            has_static_friction: self.static_friction.is_some().give(),
            static_friction: self.static_friction.unwrap_or(0.0),
            has_softness: self.softness.is_some().give(),
            softness_hertz: softness.hertz,
            softness_damping_ratio: softness.damping_ratio,
            id: self.id,
            friction_combine: self.friction_combine.give(),
            restitution_combine: self.restitution_combine.give(),
        }
    }
}

impl Engine for cairn_material_pair {
    type Engine = MaterialPair;

    fn engine(&self) -> Result<MaterialPair, Fault> {
        let softness = ContactSoftness::new(self.softness_hertz, self.softness_damping_ratio);
        Ok(MaterialPair {
            friction: given(self.has_friction, self.friction),
            static_friction: given(self.has_static_friction, self.static_friction),
            restitution: given(self.has_restitution, self.restitution),
            rolling_resistance: given(self.has_rolling_resistance, self.rolling_resistance),
            softness: given(self.has_softness, softness),
        })
    }
}

impl Give for MaterialPair {
    type C = cairn_material_pair;

    fn give(self) -> cairn_material_pair {
        let softness = self.softness.unwrap_or(ContactSoftness::new(0.0, 0.0));
        cairn_material_pair {
            has_friction: self.friction.is_some().give(),
            friction: self.friction.unwrap_or(0.0),
            has_static_friction: self.static_friction.is_some().give(),
            static_friction: self.static_friction.unwrap_or(0.0),
            has_restitution: self.restitution.is_some().give(),
            restitution: self.restitution.unwrap_or(0.0),
            has_rolling_resistance: self.rolling_resistance.is_some().give(),
            rolling_resistance: self.rolling_resistance.unwrap_or(0.0),
            has_softness: self.softness.is_some().give(),
            softness_hertz: softness.hertz,
            softness_damping_ratio: softness.damping_ratio,
        }
    }
}

impl Engine for cairn_geometry {
    type Engine = Shape;

    fn engine(&self) -> Result<Shape, Fault> {
        let (a, b) = (self.a.engine()?, self.b.engine()?);
        let shape: Shape = match self.kind {
            0 => Circle::new(self.radius).at(a).into(),
            1 => Capsule::new(a, b, self.radius).into(),
            2 => Segment::new(a, b).into(),
            3 => Rect::half(b.x, b.y).at(a).rotated(self.angle).rounded(self.radius).into(),
            4 => {
                let hull = Polygon::new(&points(self.read_points()?)).map_err(shape_fault)?;
                hull.rounded(self.radius).into()
            }
            other => return Err(Fault::choice("shape_type", other)),
        };
        Ok(shape)
    }
}

impl Engine for cairn_shape_def {
    type Engine = ShapeDef;

    fn engine(&self) -> Result<ShapeDef, Fault> {
        self.check_size()?;
        let mut def = ShapeDef::new(self.geometry.engine()?)
            .density(self.density)
            .material(self.material.engine()?)
            .filter(self.filter.engine()?)
            .user_data(self.user_data);
        if self.has_one_way != 0 {
            def = def.one_way(OneWay::new(self.one_way_direction.engine()?, self.one_way_half_angle));
        }
        if self.reports_hits != 0 {
            def = def.report_hits_above(self.report_hits_above);
        }
        if self.sensor != 0 {
            def = def.sensor();
        }
        if self.has_sensor_events != 0 {
            def = def.sensor_events(self.sensor_events != 0);
        }
        if self.hooked != 0 {
            def = def.hooked();
        }
        Ok(def)
    }
}

/// A chain for a body, or alone as segments.
#[derive(Clone, Debug)]
pub struct ChainOf {
    chain: Chain,
    materials: Vec<Material>,
    material: Material,
    filter: CollisionFilter,
    one_way: Option<OneWay>,
}

impl ChainOf {
    fn def(self) -> ChainDef {
        let def = ChainDef::new(self.chain).material(self.material).filter(self.filter);
        let def = def.materials(self.materials);
        match self.one_way {
            Some(one_way) => def.one_way(one_way),
            None => def,
        }
    }

    /// The segments as shapes, as `Body::with_chain` makes them.
    pub(crate) fn segments(self) -> Vec<ShapeDef> {
        let ChainOf { chain, materials, material, filter, one_way } = self;
        let shape = |(index, segment): (usize, ChainSegment)| {
            let material = materials.get(index).copied().unwrap_or(material);
            let def = ShapeDef::new(segment).material(material).filter(filter);
            match one_way {
                Some(one_way) => def.one_way(one_way),
                None => def,
            }
        };
        chain.segments().enumerate().map(shape).collect()
    }
}

impl Engine for cairn_chain_def {
    type Engine = ChainOf;

    fn engine(&self) -> Result<ChainOf, Fault> {
        self.check_size()?;
        let corners = points(self.read_points()?);
        let chain = if self.closed != 0 { Chain::closed(&corners) } else { Chain::open(&corners) };
        let one_way = OneWay::new(self.one_way_direction.engine()?, self.one_way_half_angle);
        Ok(ChainOf {
            chain: chain.map_err(shape_fault)?,
            materials: crate::convert::read_all(self.read_materials()?)?,
            material: self.material.engine()?,
            filter: self.filter.engine()?,
            one_way: given(self.has_one_way, one_way),
        })
    }
}

impl Engine for cairn_body_def {
    type Engine = Body;

    fn engine(&self) -> Result<Body, Fault> {
        self.check_size()?;
        let kind = read_body_type(self.kind)?;
        let exact = DVec2::new(self.position.x, self.position.y);
        let near = Vec2::new(exact.x as f32, exact.y as f32);
        // Positions that 32 bits hold are recorded as such.
        let fits = f64::from(near.x) == exact.x && f64::from(near.y) == exact.y;
        let def = if fits { Body::new(kind).at(near) } else { Body::new(kind).at64(exact) };
        let mut def = def
            .rotated(self.angle)
            .linear_damping(self.linear_damping)
            .angular_damping(self.angular_damping)
            .gravity_scale(self.gravity_scale)
            .sleep_threshold(self.sleep_threshold)
            .locks(self.locks.engine()?)
            .sweep_threshold(self.sweep_threshold)
            .time_scale(self.time_scale)
            .dominance(small("dominance", self.dominance)?)
            .user_data(self.user_data);
        if kind != BodyKind::Static {
            def = def.velocity(self.velocity.engine()?).angular_velocity(self.angular_velocity);
        }
        def = if self.can_sleep == 0 { def.never_sleeps() } else { def };
        def = if self.asleep != 0 { def.asleep() } else { def };
        def = if self.disabled != 0 { def.disabled() } else { def };
        def = if self.bullet != 0 { def.bullet() } else { def };
        def = if self.joined != 0 { def.joined() } else { def };
        def = if self.has_mass != 0 { def.mass(self.mass.engine()?) } else { def };
        for shape in self.read_shapes()? {
            def = def.with(shape.engine()?);
        }
        for chain in self.read_chains()? {
            def = def.with_chain(chain.engine()?.def());
        }
        Ok(def)
    }
}

impl cairn_joint_def {
    /// The joint with what only its kind has.
    fn of_kind(&self, kind: JointKind) -> Result<JointDef, Fault> {
        let a = self.body_a.read()?;
        if kind == JointKind::Grab {
            return Ok(Grab::new(a, self.anchor_a.engine()?).target(self.target.engine()?).into());
        }
        let b = self.body_b.read()?;
        Ok(match kind {
            JointKind::Revolute => Revolute::new(a, b).into(),
            JointKind::Distance if self.anchor == ANCHOR_WORLD_PAIR => {
                Distance::new(a, b).between(self.anchor_a.engine()?, self.anchor_b.engine()?).into()
            }
            JointKind::Distance => Distance::new(a, b).into(),
            JointKind::Prismatic => Prismatic::new(a, b).into(),
            JointKind::Wheel => Wheel::new(a, b).into(),
            JointKind::Slot => Slot::new(a, b).into(),
            JointKind::Weld => Weld::new(a, b).into(),
            JointKind::Drive => Drive::new(a, b).into(),
            JointKind::Filter => Filter::new(a, b).into(),
            JointKind::Rotary if self.has_ratchet != 0 => {
                Rotary::new(a, b).ratchet(self.ratchet_pitch, self.ratchet_phase).into()
            }
            JointKind::Rotary => Rotary::new(a, b).into(),
            JointKind::Gear => Gear::new(a, b, self.ratio).into(),
            JointKind::Rack => Rack::new(a, b, self.ratio).into(),
            JointKind::Pulley => {
                let rope = Pulley::new(a, b, self.over_a.engine()?, self.over_b.engine()?).ratio(self.ratio);
                let rope = if self.anchor == ANCHOR_WORLD_PAIR {
                    rope.between(self.anchor_a.engine()?, self.anchor_b.engine()?)
                } else {
                    rope
                };
                if self.slack != 0 { rope.slack().into() } else { rope.into() }
            }
            _ => return Err(Fault::new(Code::Kind, "a custom joint can be made in Rust only")),
        })
    }

    fn anchored(&self, kind: JointKind, def: JointDef) -> Result<JointDef, Fault> {
        let (a, b) = (self.anchor_a.engine()?, self.anchor_b.engine()?);
        let frame = |p: Vec2, angle: f32| Pose { p, q: Rot::from_angle(angle) };
        Ok(match self.anchor {
            _ if kind == JointKind::Grab => def,
            ANCHOR_LOCAL => def.at_frames(frame(a, self.angle_a), frame(b, self.angle_b)),
            ANCHOR_WORLD => def.at(a),
            ANCHOR_WORLD_PAIR if matches!(kind, JointKind::Distance | JointKind::Pulley) => def,
            ANCHOR_WORLD_PAIR => {
                return Err(Fault::new(
                    Code::Kind,
                    "only a distance joint or a pulley has two anchors in the world",
                ));
            }
            other => return Err(Fault::choice("anchor_type", other)),
        })
    }
}

impl Engine for cairn_joint_def {
    type Engine = JointDef;

    fn engine(&self) -> Result<JointDef, Fault> {
        self.check_size()?;
        let kind = read_joint_type(self.kind)?;
        let mut def = self.anchored(kind, self.of_kind(kind)?)?.user_data(self.user_data);
        if self.has_collide_connected != 0 {
            def = def.collide_connected(self.collide_connected != 0);
        }
        if self.has_along != 0 {
            def = def.along(self.along.engine()?);
        }
        if self.has_length != 0 {
            def = def.length(self.length);
        }
        if self.enable_limits != 0 {
            def = def.limits(self.lower, self.upper);
        }
        if self.enable_motor != 0 {
            def = def.motor(self.motor_speed, self.motor_strength);
        }
        if self.enable_spring != 0 {
            def = def.spring(self.spring_hertz, self.spring_damping_ratio, self.spring_target);
        }
        if self.has_spring_range != 0 {
            def = def.spring_range(self.spring_lower, self.spring_upper);
        }
        if self.enable_servo != 0 {
            def = def.servo(self.servo_target, self.servo_max_speed, self.servo_strength);
        }
        if self.enable_linear_motor != 0 {
            def = def.linear_motor(self.linear_motor_velocity.engine()?, self.linear_motor_max_force);
        }
        if self.enable_linear_spring != 0 {
            let [hertz, damping_ratio] = [self.linear_spring_hertz, self.linear_spring_damping_ratio];
            def = def.linear_spring(hertz, damping_ratio, self.linear_spring_max_force);
        }
        if self.has_softness != 0 {
            def = def.softness(self.softness_hertz, self.softness_damping_ratio);
        }
        let force = given(self.has_break_force, self.break_force);
        let torque = given(self.has_break_torque, self.break_torque);
        if force.is_some() || torque.is_some() {
            def = def.break_at(force, torque);
        }
        let force = given(self.has_report_force, self.report_force);
        let torque = given(self.has_report_torque, self.report_torque);
        if force.is_some() || torque.is_some() {
            def = def.report_above(force, torque);
        }
        Ok(if self.disabled != 0 { def.disabled() } else { def })
    }
}

impl Engine for cairn_portal_pair {
    type Engine = PortalPair;

    fn engine(&self) -> Result<PortalPair, Fault> {
        self.check_size()?;
        let frame = |body: cairn_body_id, at: cairn_vec2, out: cairn_vec2| {
            let (at, out) = (at.engine()?, out.engine()?);
            Ok::<_, Fault>(if body.bits == 0 {
                PortalFrame::fixed(at, out)
            } else {
                PortalFrame::on(body.read()?, at, out)
            })
        };
        let a = frame(self.body_a, self.at_a, self.out_a)?;
        let b = frame(self.body_b, self.at_b, self.out_b)?;
        Ok(PortalPair::new(a, b).width(self.width).rims(self.rims != 0))
    }
}

impl cairn_field_def {
    fn area_of(&self) -> Result<Area, Fault> {
        let (a, b) = (self.area_a.engine()?, self.area_b.engine()?);
        Ok(match self.area {
            0 => Area::Everywhere,
            1 => Area::rect(a, b),
            2 => Area::circle(a, self.area_radius),
            3 => Area::polygon(&points(self.read_area_points()?)).map_err(shape_fault)?,
            other => return Err(Fault::choice("area_type", other)),
        })
    }

    fn effect_of(&self) -> Result<Effect, Fault> {
        let vector = self.vector.engine()?;
        Ok(match self.effect {
            0 => Gravity::new(vector).into(),
            1 => {
                let falloff = match self.falloff {
                    0 => Falloff::Constant,
                    1 => Falloff::Inverse,
                    2 => Falloff::InverseSquare,
                    other => return Err(Fault::choice("falloff", other)),
                };
                Attractor::new(vector, self.strength).falloff(falloff).min_distance(self.min_distance).into()
            }
            2 => Wind::new(vector).density(self.density).coefficients(self.drag, self.lift).into(),
            3 => Drag::new(self.strength).angular(self.angular).flow(vector).into(),
            4 => Conveyor::new(vector, self.strength).into(),
            5 => Floor::new(self.strength).moving(vector).into(),
            6 => Water::new(self.strength).drag(self.drag).flow(vector).into(),
            7 => TimeFlow::new(self.strength).into(),
            other => return Err(Fault::choice("effect_type", other)),
        })
    }
}

impl Engine for cairn_field_def {
    type Engine = Field;

    fn engine(&self) -> Result<Field, Fault> {
        self.check_size()?;
        let field = Field::new(self.area_of()?, self.effect_of()?);
        let field = field.priority(self.priority).mask(self.mask).user_data(self.user_data);
        let field = if self.has_exclusive != 0 { field.exclusive(self.exclusive != 0) } else { field };
        Ok(if self.disabled != 0 { field.disabled() } else { field })
    }
}

impl Engine for cairn_query_filter {
    type Engine = QueryFilter<'static>;

    fn engine(&self) -> Result<QueryFilter<'static>, Fault> {
        self.check_size()?;
        let mut filter = QueryFilter::all();
        if self.has_collision != 0 {
            filter = filter.colliding(self.collision.engine()?);
        }
        if self.ignore_body.bits != 0 {
            filter = filter.ignore(self.ignore_body.read()?);
        }
        filter = if self.sensors != 0 { filter.with_sensors() } else { filter };
        Ok(if self.honor_one_way != 0 { filter.honor_one_way() } else { filter })
    }
}

impl Engine for cairn_explosion {
    type Engine = Explosion;

    fn engine(&self) -> Result<Explosion, Fault> {
        self.check_size()?;
        let blast = Explosion::new(self.center.engine()?, self.radius, self.impulse_per_length);
        Ok(blast.falloff(self.falloff).mask(self.mask))
    }
}

impl Engine for cairn_body_impulse {
    type Engine = BodyImpulse;

    fn engine(&self) -> Result<BodyImpulse, Fault> {
        self.check_size()?;
        Ok(BodyImpulse::new(self.body.read()?, self.impulse.engine()?, self.angular))
    }
}
