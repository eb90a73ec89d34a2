//! Reads the table from its text.

use std::fmt;

use crate::table::{Argument, Call, CallKind, Enum, Field, Outcome, Role, Skip, Struct, Table, Type};

/// A line of the table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    reason: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the API table: {}", self.line, self.reason)
    }
}

impl std::error::Error for ParseError {}

type Step<T> = Result<T, String>;

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn parse(text: &str) -> Result<Table, ParseError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            reader.line(line).map_err(|reason| ParseError { line: index + 1, reason })?;
        }
        Ok(reader.table)
    }
}

#[derive(Default)]
struct Reader {
    table: Table,
    section: String,
    /// Whether an indented line belongs to a struct.
    in_struct: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Step<()> {
        if let Some(section) = line.strip_prefix("## ") {
            section.trim().clone_into(&mut self.section);
            return Ok(());
        }
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if let Some(indented) = line.strip_prefix("  ") {
            return self.detail(indented.trim());
        }
        let (word, rest) = line.split_once(' ').ok_or("a keyword and a name are expected")?;
        self.in_struct = word == "struct";
        match word {
            "enum" => self.enumeration(rest),
            "struct" => self.structure(rest),
            "get" => self.call(CallKind::Get, rest),
            "query" => self.call(CallKind::Query, rest),
            "change" => self.call(CallKind::Change, rest),
            "own" => self.call(CallKind::Own, rest),
            "skip" => {
                let (name, reason) = rest.split_once(": ").ok_or("a reason is expected")?;
                self.table.skips.push(Skip { name: name.to_owned(), reason: reason.to_owned() });
                Ok(())
            }
            other => Err(format!("unknown keyword `{other}`")),
        }
    }

    fn enumeration(&mut self, rest: &str) -> Step<()> {
        let (head, values) = rest.split_once(": ").ok_or("values are expected")?;
        let (name, engine) = head.split_once(' ').ok_or("a Rust type is expected")?;
        let values = values.split_whitespace().map(|value| {
            let (name, variant) = value.split_once('=').unwrap_or((value, ""));
            (name.to_owned(), variant.to_owned())
        });
        let values = values.collect();
        self.table.enums.push(Enum { name: name.to_owned(), engine: engine_type(engine), values });
        Ok(())
    }

    fn structure(&mut self, rest: &str) -> Step<()> {
        let head = rest.strip_suffix(':').ok_or("`:` is expected at the end")?;
        let words: Vec<&str> = head.split(' ').collect();
        let [name, role, engine] = words.as_slice() else {
            return Err("a name, a role and a Rust type are expected".to_owned());
        };
        let role = match *role {
            "in" => Role::In,
            "out" => Role::Out,
            "both" => Role::Both,
            other => return Err(format!("unknown role `{other}`")),
        };
        let (name, engine) = ((*name).to_owned(), engine_type(engine));
        self.table.structs.push(Struct { name, role, engine, fields: Vec::new() });
        Ok(())
    }

    fn detail(&mut self, line: &str) -> Step<()> {
        if self.in_struct {
            let field = self.field(line)?;
            let structure = self.table.structs.last_mut().ok_or("no struct above")?;
            structure.fields.push(field);
            return Ok(());
        }
        let call = self.table.calls.last_mut().ok_or("no call above")?;
        if let Some(rust) = line.strip_prefix("rust ") {
            call.rust = Some(rust.to_owned());
        } else if let Some(of) = line.strip_prefix("of ") {
            call.of = if of.contains('.') { of.to_owned() } else { format!("{}.{of}", call.owner) };
        } else if call.doc.is_empty() {
            line.clone_into(&mut call.doc);
        } else {
            return Err("a second sentence".to_owned());
        }
        Ok(())
    }

    fn field(&self, line: &str) -> Step<Field> {
        let (left, doc) = line.split_once("  ").ok_or("two spaces and a sentence are expected")?;
        let (left, from) = match left.split_once(" <- ") {
            Some((left, from)) => (left, Some(from.to_owned())),
            None => (left, None),
        };
        let (left, default) = left.split_once(" = ").unwrap_or((left, ""));
        let (name, kind, unit) = self.typed(left)?;
        Ok(Field { name, kind, unit, default: default.to_owned(), from, doc: doc.trim().to_owned() })
    }

    /// Reads `name: type [unit]`.
    fn typed(&self, text: &str) -> Step<(String, Type, String)> {
        let (name, rest) = text.split_once(": ").ok_or_else(|| format!("`{text}` has no type"))?;
        let (kind, unit) = rest.split_once(" [").unwrap_or((rest, ""));
        let unit = unit.trim_end_matches(']').trim_matches('-');
        Ok((name.to_owned(), self.kind(kind)?, unit.to_owned()))
    }

    fn kind(&self, text: &str) -> Step<Type> {
        if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return Ok(Type::List(Box::new(self.kind(inner)?)));
        }
        Ok(match text {
            "f32" => Type::F32,
            "f64" => Type::F64,
            "u32" => Type::U32,
            "i32" => Type::I32,
            "u64" => Type::U64,
            "bool" => Type::Bool,
            "vec2" => Type::Vec2,
            "dvec2" => Type::DVec2,
            "rot" => Type::Rot,
            "pose" => Type::Pose,
            id if id.ends_with("_id") => Type::Id(id.to_owned()),
            name if self.table.enumeration(name).is_some() => Type::Enum(name.to_owned()),
            name if self.table.structure(name).is_some() => Type::Struct(name.to_owned()),
            other => return Err(format!("unknown type `{other}`")),
        })
    }

    fn call(&mut self, kind: CallKind, signature: &str) -> Step<()> {
        let (head, rest) = signature.split_once('(').ok_or("`(` is expected")?;
        let (owner, name) = head.split_once('.').ok_or("`Owner.name` is expected")?;
        let (arguments, result) = rest.split_once(')').ok_or("`)` is expected")?;
        let (mut read, mut outcome) = (Vec::new(), Outcome::Nothing);
        let result = result.trim();
        let (result, fails) = match result.strip_suffix('!') {
            Some(result) => (result.trim(), true),
            None => (result, false),
        };
        // The types of calls that are written by hand are for the reader.
        if kind != CallKind::Own {
            for argument in arguments.split(", ").filter(|argument| !argument.is_empty()) {
                let (name, kind, unit) = self.typed(argument)?;
                read.push(Argument { name, kind, unit });
            }
            outcome = self.outcome(result)?;
        }
        self.table.calls.push(Call {
            kind,
            owner: owner.to_owned(),
            name: name.to_owned(),
            arguments: read,
            outcome,
            fails,
            signature: signature.to_owned(),
            doc: String::new(),
            rust: None,
            of: format!("{owner}.{name}"),
            section: self.section.clone(),
        });
        Ok(())
    }

    fn outcome(&self, result: &str) -> Step<Outcome> {
        let Some(result) = result.strip_prefix("-> ") else { return Ok(Outcome::Nothing) };
        let result = match result.rsplit_once(" [") {
            Some((kind, _unit)) => kind,
            None => result,
        };
        if let Some(view) = result.strip_prefix("&[") {
            return Ok(Outcome::View(self.kind(view.trim_end_matches(']'))?));
        }
        if let Some(list) = result.strip_prefix('[') {
            return Ok(Outcome::List(self.kind(list.trim_end_matches(']'))?));
        }
        match result.strip_prefix('?') {
            Some(kind) => Ok(Outcome::Maybe(self.kind(kind)?)),
            None => Ok(Outcome::One(self.kind(result)?)),
        }
    }
}

/// `-` stands for none.
fn engine_type(text: &str) -> Option<String> {
    (text != "-").then(|| text.to_owned())
}
