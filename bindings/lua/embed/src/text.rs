//! Library functions of strings that pay for their steps.

use std::rc::Rc;

use mlua::{IntoLua, Lua, MultiValue, Table, Value};

use crate::meter::{Meter, Over};
use crate::pattern::{Capture, Failure, Matcher};
use crate::values::{Read, Stop, finish, value_error};

/// Steps of the matcher that cost as much as an instruction.
const STEPS: u64 = 4;

fn text(value: &Value, name: &str) -> Read<Vec<u8>> {
    match value {
        Value::String(text) => Ok(text.as_bytes().to_vec()),
        Value::Integer(number) => Ok(number.to_string().into_bytes()),
        Value::Number(number) => Ok(format!("{number:?}").into_bytes()),
        other => Err(value_error(format!("{name} is a {}, it must be a string", other.type_name()))),
    }
}

/// A place from 1, from the end if it is negative.
fn start(init: &Value, length: usize) -> Read<Option<usize>> {
    let init = match init {
        Value::Nil => 1,
        Value::Integer(init) => *init,
        Value::Number(init) => *init as i64,
        other => return Err(value_error(format!("init is a {}, it must be a number", other.type_name()))),
    };
    let from = match init {
        0 => 0,
        1.. => usize::try_from(init - 1).unwrap_or(usize::MAX),
        _ => length.saturating_sub(usize::try_from(init.unsigned_abs()).unwrap_or(usize::MAX)),
    };
    Ok((from <= length).then_some(from))
}

/// Runs a matcher, pays for it, and turns its failures into errors.
fn paid<T>(
    meter: &Meter,
    matcher: &mut Matcher<'_>,
    work: impl FnOnce(&mut Matcher<'_>) -> Result<T, Failure>,
) -> Read<T> {
    let found = work(matcher);
    meter.charge((matcher.steps / STEPS) as usize)?;
    found.map_err(|failure| match failure {
        Failure::Malformed(text) => value_error(text.to_owned()),
        Failure::TooLong => meter.stop(Over::Instructions),
    })
}

fn matcher<'a>(meter: &Meter, text: &'a [u8], pattern: &'a [u8]) -> Matcher<'a> {
    Matcher::new(text, pattern, meter.left().saturating_mul(STEPS))
}

fn push(lua: &Lua, values: &mut MultiValue, text: &[u8], captures: &[Capture]) -> Read<()> {
    for capture in captures {
        values.push_back(match *capture {
            Capture::Part(from, to) => Value::String(lua.create_string(&text[from..to])?),
            Capture::Place(at) => Value::Integer(at as i64),
        });
    }
    Ok(())
}

/// `string.find` and `string.match`.
fn find(lua: &Lua, meter: &Meter, arguments: [Value; 5]) -> Read<MultiValue> {
    let [subject, pattern, init, plain, places] = arguments;
    let (subject, pattern) = (text(&subject, "text")?, text(&pattern, "pattern")?);
    let (plain, places) =
        (!matches!(plain, Value::Nil | Value::Boolean(false)), places == Value::Boolean(true));
    let mut values = MultiValue::new();
    let Some(from) = start(&init, subject.len())? else {
        values.push_back(Value::Nil);
        return Ok(values);
    };
    let mut matcher = matcher(meter, &subject, &pattern);
    let anchored = pattern.first() == Some(&b'^');
    let found = paid(meter, &mut matcher, |matcher| {
        let found = if plain { matcher.plain(from)? } else { matcher.search(from, None, anchored)? };
        let Some((first, end)) = found else { return Ok(None) };
        Ok(Some((first, end, matcher.captures(first, end, !places)?)))
    })?;
    let Some((first, end, captures)) = found else {
        values.push_back(Value::Nil);
        return Ok(values);
    };
    if places {
        values.push_back(Value::Integer(first as i64 + 1));
        values.push_back(Value::Integer(end as i64));
    }
    push(lua, &mut values, &subject, &captures)?;
    Ok(values)
}

/// The next match of `gmatch` and `gsub`: first place, place after it, captures.
fn scan(lua: &Lua, meter: &Meter, arguments: (Value, Value, usize, usize, bool)) -> Read<MultiValue> {
    let (subject, pattern, at, last, is_iterator) = arguments;
    let (subject, pattern) = (text(&subject, "text")?, text(&pattern, "pattern")?);
    let mut values = MultiValue::new();
    let mut matcher = matcher(meter, &subject, &pattern);
    // For `gmatch`, `^` is no anchor but a literal.
    let anchored = !is_iterator && pattern.first() == Some(&b'^');
    let last = last.checked_sub(1);
    let found = paid(meter, &mut matcher, |matcher| {
        let Some((first, end)) = matcher.search(at.saturating_sub(1), last, anchored)? else {
            return Ok(None);
        };
        Ok(Some((first, end, matcher.captures(first, end, true)?)))
    })?;
    let Some((first, end, captures)) = found else {
        values.push_back(Value::Nil);
        return Ok(values);
    };
    values.push_back(Value::Integer(first as i64 + 1));
    values.push_back(Value::Integer(end as i64 + 1));
    push(lua, &mut values, &subject, &captures)?;
    Ok(values)
}

/// `string.gsub` with a text.
fn replace(lua: &Lua, meter: &Meter, arguments: (Value, Value, Value, Value)) -> Read<(Value, i64)> {
    let (subject, pattern, with, most) = arguments;
    let (subject, pattern) = (text(&subject, "text")?, text(&pattern, "pattern")?);
    let with = text(&with, "replacement")?;
    let most = match most {
        Value::Nil => i64::MAX,
        Value::Integer(most) => most,
        Value::Number(most) => most as i64,
        other => return Err(value_error(format!("n is a {}, it must be a number", other.type_name()))),
    };
    let anchored = pattern.first() == Some(&b'^');
    let (mut out, mut count, mut at, mut last) = (Vec::new(), 0, 0, None);
    let mut matcher = matcher(meter, &subject, &pattern);
    let room = meter.limits.block;
    let mut full = false;
    paid(meter, &mut matcher, |matcher| {
        while count < most {
            let Some((first, end)) = matcher.search(at, last, anchored)? else { break };
            out.extend_from_slice(&subject[at..first]);
            let before = out.len();
            expand(&mut out, &with, &subject, (first, end), &matcher.captures(first, end, true)?)?;
            matcher.pay((out.len() - before) as u64 / 8)?;
            (at, last) = (end, Some(end));
            count += 1;
            full = out.len() > room;
            if anchored || full {
                break;
            }
        }
        Ok(())
    })?;
    out.extend_from_slice(&subject[at..]);
    if full || out.len() > meter.limits.string {
        return Err(meter.stop(Over::Memory));
    }
    Ok((Value::String(lua.create_string(out)?), count))
}

/// Appends a replacement, in which `%1` is a capture.
fn expand(
    out: &mut Vec<u8>,
    with: &[u8],
    subject: &[u8],
    (first, end): (usize, usize),
    captures: &[Capture],
) -> Result<(), Failure> {
    let mut bytes = with.iter();
    while let Some(&byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'%') => out.push(b'%'),
            Some(b'0') => out.extend_from_slice(&subject[first..end]),
            Some(digit) if digit.is_ascii_digit() => match captures.get(usize::from(digit - b'1')) {
                Some(Capture::Part(from, to)) => out.extend_from_slice(&subject[*from..*to]),
                Some(Capture::Place(at)) => out.extend_from_slice(at.to_string().as_bytes()),
                None => return Err(Failure::Malformed("invalid capture index in replacement string")),
            },
            _ => return Err(Failure::Malformed("invalid use of '%' in replacement string")),
        }
    }
    Ok(())
}

/// Adds the functions to the table of functions for `sandbox.lua`.
pub(crate) fn add(lua: &Lua, meter: &Rc<Meter>, host: &Table) -> mlua::Result<()> {
    let own = Rc::clone(meter);
    host.set(
        "find",
        lua.create_function(move |lua, (a, b, c, d, e): (Value, Value, Value, Value, Value)| {
            finish(lua, find(lua, &own, [a, b, c, d, e]))
        })?,
    )?;
    let own = Rc::clone(meter);
    host.set("scan", lua.create_function(move |lua, arguments| finish(lua, scan(lua, &own, arguments)))?)?;
    let own = Rc::clone(meter);
    host.set(
        "replace",
        lua.create_function(move |lua, arguments| finish(lua, replace(lua, &own, arguments)))?,
    )?;
    host.set(
        "text",
        lua.create_function(|lua, (value, name): (Value, String)| match &value {
            Value::String(_) => Ok(value),
            Value::Integer(_) | Value::Number(_) => match lua.coerce_string(value)? {
                Some(text) => text.into_lua(lua),
                None => Ok(Value::Nil),
            },
            other => {
                let text = format!("{name} is a {}, it must be a string", other.type_name());
                finish(lua, Err::<Value, Stop>(value_error(text)))
            }
        })?,
    )
}
