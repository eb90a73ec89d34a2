//! Random scripts: every call of the table with arguments of its types, sensible, odd and wrong ones.

use std::fmt::Write;

use cairn2d_api::{Argument, Call, CallKind, Outcome, Struct, Table, Type};

/// Statements of a script.
const STATEMENTS: u32 = 140;

/// Returns the script of a seed; the same for the same table. `None` if the table cannot be read.
pub fn random(seed: u64) -> Option<String> {
    let table = Table::parse(include_str!("../../api/cairn2d.api")).ok()?;
    let mut writer = Writer { table: &table, state: seed ^ 0x5eed, out: String::new(), names: Vec::new() };
    writer.begin(seed);
    for _ in 0..STATEMENTS {
        writer.statement();
    }
    let end = "World.take_calls\nWorld.read_poses\nWorld.debug_draw\nWorld.snapshot\nWorld.step 0.016666668\nWorld.hash\n";
    writer.out.push_str(end);
    Some(writer.out)
}

struct Writer<'a> {
    table: &'a Table,
    state: u64,
    out: String,
    /// Names of ids so far, with their types.
    names: Vec<(String, String)>,
}

impl Writer<'_> {
    /// Splitmix64 (Steele, Lea and Flood 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn begin(&mut self, seed: u64) {
        let sub_steps = 1 + self.below(6);
        let _ = writeln!(self.out, "# Random calls of seed {seed}\nWorld.new {{ sub_steps={sub_steps} }}");
        self.out.push_str("World.record_calls true\n");
        self.out.push_str("push shape_def { geometry.kind=box geometry.b=20,0.5 }\n");
        self.out.push_str("ground = World.spawn { kind=static position=0,-1 }\n");
        self.names.push(("body_id".to_owned(), "ground".to_owned()));
    }

    fn statement(&mut self) {
        match self.below(100) {
            0..20 => self.named("World", "step"),
            20..40 => self.spawn(),
            40..48 => self.named("World", "join"),
            48..51 => self.named("World", "contacts"),
            51..56 => self.own(),
            _ => {
                let calls: Vec<&Call> = self.table.bound().collect();
                let index = self.below(calls.len() as u64) as usize;
                self.call(calls[index]);
            }
        }
    }

    fn own(&mut self) {
        const OWN: [&str; 13] = [
            "Recorder.start",
            "Recorder.update",
            "Recorder.finish",
            "World.clone",
            "World.snapshot",
            "World.restore",
            "World.from_snapshot",
            "World.snapshot_since",
            "World.restore_since",
            "World.save_into",
            "World.restore_saved",
            "World.write_velocities",
            "World.debug_draw",
        ];
        let index = self.below(OWN.len() as u64) as usize;
        let _ = writeln!(self.out, "{}", OWN[index]);
    }

    /// A body with one or two shapes, mostly valid.
    fn spawn(&mut self) {
        for _ in 0..1 + self.below(2) {
            let kind = ["circle", "box", "capsule"][self.below(3) as usize];
            let (a, b, sensor) = (self.below(10), 1 + self.below(10), self.one_in(8));
            let _ = writeln!(
                self.out,
                "push shape_def {{ geometry.kind={kind} geometry.a=0.{a},0 geometry.b=0.{b},0.4 \
                 geometry.radius=0.3 material.restitution=0.{a} reports_hits=true sensor={sensor} }}"
            );
        }
        let (x, y) = (self.below(12) as f32 - 6.0, self.below(8) as f32);
        let (name, angle) = (format!("v{}", self.names.len()), self.below(10));
        let _ = writeln!(self.out, "{name} = World.spawn {{ position={x:?},{y:?} angle=0.{angle} }}");
        self.names.push(("body_id".to_owned(), name.clone()));
        let shapes = format!("v{}", self.names.len());
        let _ = writeln!(self.out, "{shapes} = Body.shapes {name}");
        self.names.push(("shape_id".to_owned(), shapes));
    }

    fn named(&mut self, owner: &str, name: &str) {
        if let Some(call) = self.table.bound().find(|call| call.owner == owner && call.name == name) {
            self.call(call);
        }
    }

    fn call(&mut self, call: &Call) {
        let mut words = Vec::new();
        if !matches!(call.owner.as_str(), "World" | "Events") {
            words.push(self.id(&format!("{}_id", call.owner.to_lowercase())));
        }
        for argument in &call.arguments {
            let word = self.argument(call, argument);
            words.extend(word);
        }
        if let (Outcome::One(Type::Id(kind)) | Outcome::List(Type::Id(kind)), true) =
            (&call.outcome, self.names.len() < 4000)
        {
            let name = format!("v{}", self.names.len());
            let _ = write!(self.out, "{name} = ");
            self.names.push((kind.clone(), name));
        }
        let _ = writeln!(self.out, "{}.{} {}", call.owner, call.name, words.join(" "));
    }

    fn argument(&mut self, call: &Call, argument: &Argument) -> Option<String> {
        // A step of an odd length, and lanes that this machine lacks, would end most scripts early.
        if call.name == "step" && !self.one_in(12) {
            return Some("0.016666668".to_owned());
        }
        if call.kind == CallKind::Change && call.name == "set_lanes" {
            return Some("fastest".to_owned());
        }
        Some(match &argument.kind {
            Type::Struct(name) if name == "query_filter" && self.one_in(2) => "null".to_owned(),
            Type::Struct(name) => self.structure(name),
            Type::List(inner) => {
                if let Type::Struct(name) = inner.as_ref() {
                    for _ in 0..self.below(4) {
                        let value = self.structure(name);
                        let _ = writeln!(self.out, "push {name} {value}");
                    }
                }
                return None;
            }
            kind => self.value(kind),
        })
    }

    fn structure(&mut self, name: &str) -> String {
        let table = self.table;
        let Some(structure) = table.structure(name) else { return "{ }".to_owned() };
        let mut out = "{".to_owned();
        self.fields(structure, "", &mut out);
        out.push_str(" }");
        out
    }

    fn fields(&mut self, structure: &Struct, prefix: &str, out: &mut String) {
        for field in &structure.fields {
            let key = format!("{prefix}{}", field.name);
            let always = matches!(field.name.as_str(), "body_a" | "body_b" | "body" | "kind" | "radius");
            match &field.kind {
                Type::Struct(name) => {
                    if let Some(inner) = self.table.structure(name) {
                        self.fields(inner, &format!("{key}."), out);
                    }
                }
                Type::List(inner) if **inner == Type::Vec2 => {
                    let _ = write!(out, " {key}=0,0,1,0,1.5,1,0,1");
                }
                Type::List(_) => {}
                kind if always || self.one_in(6) => {
                    let value = self.value(kind);
                    let _ = write!(out, " {key}={value}");
                }
                _ => {}
            }
        }
    }

    fn value(&mut self, kind: &Type) -> String {
        match kind {
            Type::F32 | Type::F64 => self.float(),
            Type::U32 | Type::U64 => self.below(6).to_string(),
            Type::I32 => (self.below(12) as i64 - 4).to_string(),
            Type::Bool => self.one_in(2).to_string(),
            Type::Vec2 | Type::DVec2 => format!("{},{}", self.float(), self.float()),
            Type::Pose | Type::Rot => format!("{},{},{}", self.float(), self.float(), self.float()),
            Type::Id(name) => self.id(name),
            Type::Enum(name) => match self.table.enumeration(name) {
                Some(of) if !self.one_in(40) => {
                    of.values[self.below(of.values.len() as u64) as usize].0.clone()
                }
                _ => "99".to_owned(),
            },
            Type::Struct(_) | Type::List(_) => String::new(),
        }
    }

    fn float(&mut self) -> String {
        const ODD: [f32; 6] = [f32::NAN, f32::INFINITY, -1.0e30, 1.0e-38, -0.0, 3.0e7];
        if self.one_in(40) {
            return format!("{:?}", ODD[self.below(6) as usize]);
        }
        const PLAIN: [f32; 8] = [0.0, 0.1, 0.5, 1.0, 2.0, -1.0, -3.5, 7.3];
        format!("{:?}", PLAIN[self.below(8) as usize])
    }

    /// An id of a type: mostly a name of it, which may be removed by now; else null or one that never was.
    fn id(&mut self, kind: &str) -> String {
        let names: Vec<&str> =
            self.names.iter().filter(|(of, _)| of == kind).map(|(_, name)| name.as_str()).collect();
        let count = names.len() as u64;
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        match self.below(30) {
            0 => "null".to_owned(),
            1 => "0x500000007".to_owned(),
            _ if count == 0 => "null".to_owned(),
            _ => names[self.below(count) as usize].clone(),
        }
    }
}
