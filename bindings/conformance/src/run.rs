//! The interpreter of scripts.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use cairn2d::{DVec2, Pose, Rot, SavedWorld, Vec2, World, WorldConfig};
use cairn2d_capi::convert::{
    cairn_body_id, cairn_contact_id, cairn_dvec2, cairn_field_id, cairn_joint_id, cairn_portal_id,
    cairn_pose, cairn_rot, cairn_shape_id, cairn_vec2,
};
use cairn2d_capi::fault::{Fault, NONE, OK};
use cairn2d_record::Recorder;

use crate::generated::{self, Pending};
use crate::host::{self, Host};
use crate::own;

/// A script that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    line: usize,
    what: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: cannot read `{}`", self.line, self.what)
    }
}

impl std::error::Error for ScriptError {}

/// What a script has computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Hash of the world after the last call.
    pub hash: u64,
    /// FNV-1a hash of all results and errors.
    pub log: u64,
    /// Number of calls.
    pub calls: u32,
    /// Number of calls that were rejected.
    pub rejected: u32,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x} {:016x} {}", self.hash, self.log, self.calls)
    }
}

/// Runs a script.
///
/// # Errors
/// The first line that cannot be read. A call that the engine rejects is a result, not an error.
pub fn run(text: &str) -> Result<Outcome, ScriptError> {
    run_by(text, None)
}

/// Runs a script of which a host makes calls.
///
/// # Errors
/// The first line that cannot be read.
pub fn run_in(text: &str, host: Box<dyn Host>) -> Result<Outcome, ScriptError> {
    run_by(text, Some(host))
}

fn run_by(text: &str, host: Option<Box<dyn Host>>) -> Result<Outcome, ScriptError> {
    let lines: Vec<&str> = text.lines().collect();
    let world = World::new(WorldConfig::default()).map_err(|error| at(0, &error.to_string()))?;
    let mut run = Run::new(world);
    run.host = host;
    run.lines(&lines, 0, lines.len())?;
    Ok(Outcome { hash: run.world.hash(), log: run.log, calls: run.calls, rejected: run.rejected })
}

fn at(line: usize, what: &str) -> ScriptError {
    ScriptError { line, what: what.to_owned() }
}

/// The state of a running script.
pub(crate) struct Run<'a> {
    pub(crate) world: World,
    pub(crate) host: Option<Box<dyn Host>>,
    pub(crate) saved: SavedWorld,
    pub(crate) recorder: Option<Recorder>,
    pub(crate) snapshot: Vec<u8>,
    pub(crate) delta: Vec<u8>,
    pub(crate) pending: Pending,
    /// Id that the last call returned.
    pub(crate) kept: u64,
    names: BTreeMap<String, u64>,
    tokens: Vec<&'a str>,
    at: usize,
    line: usize,
    log: u64,
    calls: u32,
    rejected: u32,
}

impl<'a> Run<'a> {
    fn new(world: World) -> Run<'a> {
        Run {
            world,
            host: None,
            saved: SavedWorld::default(),
            recorder: None,
            snapshot: Vec::new(),
            delta: Vec::new(),
            pending: Pending::default(),
            kept: 0,
            names: BTreeMap::new(),
            tokens: Vec::new(),
            at: 0,
            line: 0,
            log: 0xcbf2_9ce4_8422_2325,
            calls: 0,
            rejected: 0,
        }
    }

    /// Runs a range of lines; `repeat N` repeats those up to the next `end`.
    fn lines(&mut self, lines: &[&'a str], first: usize, last: usize) -> Result<(), ScriptError> {
        let mut index = first;
        while index < last {
            self.line = index + 1;
            if let Some(times) = lines[index].trim().strip_prefix("repeat ") {
                let times: u32 = times.parse().map_err(|_| self.wrong(times))?;
                let end = (index + 1..last).find(|&end| lines[end].starts_with("end")).unwrap_or(last);
                for _ in 0..times {
                    self.lines(lines, index + 1, end)?;
                }
                index = end + 1;
                continue;
            }
            self.one_line(lines[index])?;
            index += 1;
        }
        Ok(())
    }

    fn one_line(&mut self, line: &'a str) -> Result<(), ScriptError> {
        self.tokens = line.split_whitespace().take_while(|token| !token.starts_with('#')).collect();
        self.at = 0;
        if self.tokens.is_empty() {
            return Ok(());
        }
        let mut name = self.next()?;
        if name == "push" {
            let name = self.next()?;
            return generated::push(self, name);
        }
        let mut target = None;
        if self.tokens.len() > 2 && self.tokens[1] == "=" {
            target = Some(name);
            self.at = 2;
            name = self.next()?;
        }
        self.kept = 0;
        self.calls += 1;
        if !host::call(self, name)? && !own::call(self, name)? && !generated::call(self, name)? {
            return Err(self.wrong(name));
        }
        if let Some(rest) = self.tokens.get(self.at) {
            return Err(self.wrong(rest));
        }
        self.pending = Pending::default();
        if let Some(target) = target {
            self.names.insert(target.to_owned(), self.kept);
        }
        Ok(())
    }

    /// The world is another one.
    pub(crate) fn replaced(&mut self) {
        if let Some(host) = &mut self.host {
            host.replaced();
        }
    }

    pub(crate) fn wrong(&self, what: &str) -> ScriptError {
        at(self.line, what)
    }

    pub(crate) fn next(&mut self) -> Result<&'a str, ScriptError> {
        let token = self.tokens.get(self.at).copied().ok_or_else(|| self.wrong("the end of the line"))?;
        self.at += 1;
        Ok(token)
    }

    pub(crate) fn read<T: Read>(&self, text: &str) -> Result<T, ScriptError> {
        T::read(self, text).ok_or_else(|| self.wrong(text))
    }

    pub(crate) fn value<T: Read>(&mut self) -> Result<T, ScriptError> {
        let text = self.next()?;
        self.read(text)
    }

    pub(crate) fn truth(&self, text: &str) -> Result<u8, ScriptError> {
        let truth: bool = text.parse().map_err(|_| self.wrong(text))?;
        Ok(u8::from(truth))
    }

    pub(crate) fn next_truth(&mut self) -> Result<u8, ScriptError> {
        let text = self.next()?;
        self.truth(text)
    }

    /// The value of an enum by name, or any number.
    pub(crate) fn choice(&self, text: &str, names: &[&str]) -> Result<u32, ScriptError> {
        match names.iter().position(|name| *name == text) {
            Some(index) => Ok(index as u32),
            None => self.read(text),
        }
    }

    pub(crate) fn next_choice(&mut self, names: &[&str]) -> Result<u32, ScriptError> {
        let text = self.next()?;
        self.choice(text, names)
    }

    pub(crate) fn next_vec2(&mut self) -> Result<Vec2, ScriptError> {
        let point: cairn_vec2 = self.value()?;
        Ok(Vec2::new(point.x, point.y))
    }

    pub(crate) fn next_dvec2(&mut self) -> Result<DVec2, ScriptError> {
        let point: cairn_dvec2 = self.value()?;
        Ok(DVec2::new(point.x, point.y))
    }

    pub(crate) fn next_place(&mut self) -> Result<Pose, ScriptError> {
        let text = self.next()?;
        let [x, y, angle] = numbers(text).ok_or_else(|| self.wrong(text))?;
        Ok(Pose { p: Vec2::new(x, y), q: Rot::from_angle(angle) })
    }

    pub(crate) fn points(&self, text: &str) -> Result<&'static [cairn_vec2], ScriptError> {
        let floats: Option<Vec<f32>> = text.split(',').map(|float| float.parse().ok()).collect();
        let floats =
            floats.filter(|floats| floats.len().is_multiple_of(2)).ok_or_else(|| self.wrong(text))?;
        let points: Vec<cairn_vec2> =
            floats.chunks_exact(2).map(|pair| cairn_vec2 { x: pair[0], y: pair[1] }).collect();
        Ok(points.leak())
    }

    /// The fields of a struct, as keys and values.
    pub(crate) fn fields(&mut self) -> Result<Vec<(&'a str, &'a str)>, ScriptError> {
        if self.next()? != "{" {
            return Err(self.wrong("a struct"));
        }
        let mut fields = Vec::new();
        loop {
            let token = self.next()?;
            if token == "}" {
                return Ok(fields);
            }
            fields.push(token.split_once('=').ok_or_else(|| self.wrong(token))?);
        }
    }

    pub(crate) fn skip_null(&mut self) -> bool {
        let null = self.tokens.get(self.at) == Some(&"null");
        self.at += usize::from(null);
        null
    }

    pub(crate) fn log_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.log = (self.log ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Logs the code of a result, and the text of an error; returns whether there is a value.
    pub(crate) fn log_code<T>(&mut self, result: &Result<T, Fault>, present: bool) -> bool {
        let code = match result {
            Ok(_) => {
                if present {
                    OK
                } else {
                    NONE
                }
            }
            Err(fault) => fault.code() as i32,
        };
        self.log_bytes(&code.to_le_bytes());
        if let Err(fault) = result {
            self.rejected += 1;
            self.log_bytes(fault.text().as_bytes());
            if std::env::var_os("CAIRN_TRACE").is_some() {
                eprintln!("line {}: {}", self.line, fault.text());
            }
        }
        code == OK
    }

    pub(crate) fn log_one<T: Log>(&mut self, result: &Result<T, Fault>) {
        if let (true, Ok(value)) = (self.log_code(result, true), result) {
            value.note(self);
        }
    }

    pub(crate) fn log_maybe<T: Log>(&mut self, result: &Result<Option<T>, Fault>) {
        let present = matches!(result, Ok(Some(_)));
        if let (true, Ok(Some(value))) = (self.log_code(result, present), result) {
            value.note(self);
        }
    }

    pub(crate) fn log_list<T: Log>(&mut self, done: Result<(), Fault>, list: &[T]) {
        if self.log_code(&done, true) {
            (list.len() as u32).note(self);
            list.iter().for_each(|item| item.note(self));
        }
    }
}

/// A value that goes into the log.
pub(crate) trait Log {
    fn note(&self, run: &mut Run<'_>);
}

impl Log for () {
    fn note(&self, _run: &mut Run<'_>) {}
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl Log for $kind {
            fn note(&self, run: &mut Run<'_>) {
                run.log_bytes(&self.to_le_bytes());
            }
        })*
    };
}

numbers!(u8, u32, i32, u64, f32, f64);

macro_rules! ids {
    ($($kind:ident),*) => {
        $(impl Log for $kind {
            fn note(&self, run: &mut Run<'_>) {
                self.bits.note(run);
            }
        }

        impl Read for $kind {
            fn read(run: &Run<'_>, text: &str) -> Option<$kind> {
                let bits = match text {
                    "null" => 0,
                    text if text.starts_with("0x") => u64::read(run, text)?,
                    name => *run.names.get(name)?,
                };
                Some($kind { bits })
            }
        })*
    };
}

ids!(cairn_body_id, cairn_shape_id, cairn_joint_id, cairn_contact_id, cairn_field_id, cairn_portal_id);

impl Log for cairn_vec2 {
    fn note(&self, run: &mut Run<'_>) {
        self.x.note(run);
        self.y.note(run);
    }
}

impl Log for cairn_dvec2 {
    fn note(&self, run: &mut Run<'_>) {
        self.x.note(run);
        self.y.note(run);
    }
}

impl Log for cairn_rot {
    fn note(&self, run: &mut Run<'_>) {
        self.c.note(run);
        self.s.note(run);
    }
}

impl Log for cairn_pose {
    fn note(&self, run: &mut Run<'_>) {
        self.p.note(run);
        self.q.note(run);
    }
}

/// A value of a token.
pub(crate) trait Read: Sized {
    fn read(run: &Run<'_>, text: &str) -> Option<Self>;
}

impl Read for f32 {
    fn read(_run: &Run<'_>, text: &str) -> Option<f32> {
        text.parse().ok()
    }
}

impl Read for f64 {
    fn read(_run: &Run<'_>, text: &str) -> Option<f64> {
        text.parse().ok()
    }
}

impl Read for i32 {
    fn read(_run: &Run<'_>, text: &str) -> Option<i32> {
        text.parse().ok()
    }
}

impl Read for u64 {
    fn read(_run: &Run<'_>, text: &str) -> Option<u64> {
        match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        }
    }
}

impl Read for u32 {
    fn read(run: &Run<'_>, text: &str) -> Option<u32> {
        u64::read(run, text).map(|value| value as u32)
    }
}

impl Read for cairn_vec2 {
    fn read(_run: &Run<'_>, text: &str) -> Option<cairn_vec2> {
        numbers(text).map(|[x, y]| cairn_vec2 { x, y })
    }
}

impl Read for cairn_dvec2 {
    fn read(_run: &Run<'_>, text: &str) -> Option<cairn_dvec2> {
        numbers(text).map(|[x, y]| cairn_dvec2 { x, y })
    }
}

/// Numbers between commas.
fn numbers<T: FromStr, const COUNT: usize>(text: &str) -> Option<[T; COUNT]> {
    let numbers: Option<Vec<T>> = text.split(',').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}
