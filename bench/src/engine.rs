//! The engines that can be compared, by name.

use core::fmt;

/// The lanes that cairn2d can be restricted to.
const LANES: [&str; 4] = ["scalar", "sse2", "avx2", "avx512"];

/// The program of an engine, and its build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// cairn2d in its default build.
    Cairn2d,
    /// Box2D with its default SSE2 code.
    Box2dSse2,
    /// Box2D with its AVX2 code.
    Box2dAvx2,
    /// Rapier with its default features.
    Rapier,
    /// Rapier with its thread pool.
    RapierParallel,
}

impl Program {
    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Program::Cairn2d => "cairn2d",
            Program::Box2dSse2 => "box2d-sse2",
            Program::Box2dAvx2 => "box2d-avx2",
            Program::Rapier => "rapier",
            Program::RapierParallel => "rapier-parallel",
        }
    }
}

const PROGRAMS: [Program; 5] =
    [Program::Cairn2d, Program::Box2dSse2, Program::Box2dAvx2, Program::Rapier, Program::RapierParallel];

/// One engine of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Engine {
    /// The program that runs it.
    pub(crate) program: Program,
    /// Its lanes; `None` for its own choice.
    pub(crate) lanes: Option<String>,
}

impl Engine {
    /// Returns the engine of a name such as `box2d-avx2` or `cairn2d-sse2`.
    ///
    /// # Errors
    /// A name no engine has.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        if let Some(program) = PROGRAMS.into_iter().find(|program| program.name() == name) {
            return Ok(Self { program, lanes: None });
        }
        let lanes = name.strip_prefix("cairn2d-").filter(|lanes| LANES.contains(lanes));
        let lanes = lanes.ok_or_else(|| {
            let known = PROGRAMS.map(Program::name).join(", ");
            format!(
                "there is no engine {name:?}; there are {known}, and cairn2d-<lanes> with {}",
                LANES.join(", ")
            )
        })?;
        Ok(Self { program: Program::Cairn2d, lanes: Some(lanes.to_owned()) })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.lanes {
            None => self.program.name().to_owned(),
            Some(lanes) => format!("{}-{lanes}", self.program.name()),
        };
        out.pad(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, Program};

    #[test]
    fn engine_names_survive_a_round_trip() {
        for name in ["cairn2d", "cairn2d-avx2", "box2d-avx2", "box2d-sse2", "rapier", "rapier-parallel"] {
            assert_eq!(Engine::parse(name).unwrap().to_string(), name);
        }
        assert_eq!(Engine::parse("cairn2d-scalar").unwrap().program, Program::Cairn2d);
        assert!(Engine::parse("cairn2d-mmx").is_err() && Engine::parse("box2d").is_err());
    }
}
