//! Small parts: settings and counters, pools of ids, material pairs.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::tables::config::WorldConfig;
use crate::tables::material::{ContactSoftness, MaterialPair, MaterialPairs};

use super::{Read, Reader, Writer};

impl State {
    pub(super) fn write_settings(&self, out: &mut Writer<'_>) {
        let config = &self.config;
        out.floats([
            config.gravity.x,
            config.gravity.y,
            config.restitution_threshold,
            config.exact_restitution,
            config.max_linear_speed,
            config.max_angular_speed,
            config.contact_hertz,
            config.contact_damping_ratio,
            config.contact_push_speed,
            config.joint_hertz,
            config.joint_damping_ratio,
            self.last_dt,
        ]);
        out.words([config.sub_steps]);
        out.byte(u8::from(config.sleeping));
        out.byte(u8::from(config.continuous) | u8::from(config.large_world) << 1);
        out.byte(config.id_tag);
        out.long(self.step_count);
    }

    pub(super) fn read_settings(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let [x, y, threshold, exact, linear, angular, hertz, damping, push, joint_hertz, joint_damping, dt] =
            from.floats()?;
        let (sub_steps, sleeping, marks) = (from.word()?, from.flag()?, from.byte()?);
        super::ensure(marks < 4, "a setting is unknown")?;
        self.config = WorldConfig {
            gravity: Vec2 { x, y },
            restitution_threshold: threshold,
            exact_restitution: exact,
            max_linear_speed: linear,
            max_angular_speed: angular,
            contact_hertz: hertz,
            contact_damping_ratio: damping,
            contact_push_speed: push,
            joint_hertz,
            joint_damping_ratio: joint_damping,
            sub_steps,
            sleeping,
            continuous: marks & 1 != 0,
            large_world: marks & 2 != 0,
            id_tag: from.byte()?,
            threads: self.config.threads,
            lanes: self.config.lanes,
        };
        self.config.validate()?;
        super::ensure((0.0..=1.0).contains(&dt), "the length of the last step is out of range")?;
        self.last_dt = dt;
        self.step_count = from.long()?;
        Ok(())
    }
}

/// Memory of a material pair in a growing list.
const MATERIAL_PAIR: usize = 160;

impl MaterialPairs {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        out.count(self.pairs.len());
        out.weigh(self.pairs.len(), MATERIAL_PAIR);
        for ([a, b], pair) in &self.pairs {
            out.long(*a);
            out.long(*b);
            for value in [pair.friction, pair.static_friction, pair.restitution, pair.rolling_resistance] {
                out.option(value, |out, value| out.floats([value]));
            }
            out.option(pair.softness, |out, softness| {
                out.floats([softness.hertz, softness.damping_ratio]);
            });
        }
    }

    pub(super) fn read(&mut self, from: &mut Reader<'_>) -> Read<()> {
        self.pairs.clear();
        let count = from.count(21)?;
        from.weigh(count, MATERIAL_PAIR)?;
        for _ in 0..count {
            let (a, b) = (from.long()?, from.long()?);
            let pair = MaterialPair {
                friction: from.option(Reader::float)?,
                static_friction: from.option(Reader::float)?,
                restitution: from.option(Reader::float)?,
                rolling_resistance: from.option(Reader::float)?,
                softness: from.option(|from| {
                    let [hertz, damping_ratio] = from.floats()?;
                    Ok(ContactSoftness { hertz, damping_ratio })
                })?,
            };
            self.set(a, b, Some(pair))?;
        }
        Ok(())
    }
}
