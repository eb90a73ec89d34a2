//! Values of Lua as plain values of the interface, with the error texts of the module for LuaJIT.
//!
//! Invariant: tables are read raw, so no code of a script runs while a definition is read.

use std::any::Any;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use cairn2d::{DVec2, Pose, Rot, Vec2, vec2 as vector};
use cairn2d_capi::convert::{cairn_dvec2, cairn_pose, cairn_vec2};
use cairn2d_capi::fault::Fault;
use mlua::{Lua, Table, UserData, Value};

use std::rc::Rc;

use crate::objects::{Object, Slot};

/// Result of a step of a call.
pub(crate) type Read<T> = Result<T, Stop>;

/// A rejected call.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An error of the engine, or of an argument.
    Engine(Fault),
    /// An error with a kind that the engine does not have.
    Kind(&'static str, String),
    /// An error of Lua, such as too little memory.
    Lua(mlua::Error),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Engine(fault)
    }
}

impl From<mlua::Error> for Stop {
    fn from(error: mlua::Error) -> Stop {
        Stop::Lua(error)
    }
}

/// An error as it passes through Lua. Scripts see it as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Raised {
    pub(crate) kind: Cow<'static, str>,
    pub(crate) message: String,
    /// Name of the chunk and line of the call.
    pub(crate) place: Option<(String, u32)>,
}

impl fmt::Display for Raised {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl Error for Raised {}

/// The result of a call for Lua, where an error has the line of the script.
#[inline]
pub(crate) fn finish<T>(lua: &Lua, result: Read<T>) -> mlua::Result<T> {
    match result {
        Ok(value) => Ok(value),
        Err(stop) => Err(raise(lua, stop)),
    }
}

#[cold]
fn raise(lua: &Lua, stop: Stop) -> mlua::Error {
    let (kind, message) = match stop {
        Stop::Lua(error) => return error,
        Stop::Kind(kind, message) => (kind.into(), message),
        Stop::Engine(fault) => (format!("{:?}", fault.code()).to_lowercase().into(), fault.text().to_owned()),
    };
    mlua::Error::external(Raised { kind, message, place: place(lua) })
}

/// Name of the chunk and line of the innermost function of Lua.
pub(crate) fn place(lua: &Lua) -> Option<(String, u32)> {
    (0..16).find_map(|level| {
        lua.inspect_stack(level, |debug| {
            let line = debug.current_line()?;
            let source = debug.source();
            // Parts of this crate begin with `=[`, and are not what the reader looks for.
            let name = source.source?.trim_start_matches(['=', '@']).to_owned();
            (!name.starts_with('[')).then(|| Some((name, u32::try_from(line).ok()?)))?
        })?
    })
}

pub(crate) fn value_error(message: String) -> Stop {
    Stop::Engine(Fault::new(cairn2d_capi::fault::Code::Value, message))
}

#[cold]
fn bad(name: &str, value: &Value, wanted: impl fmt::Display) -> Stop {
    value_error(format!("{name} is {}, it must be {wanted}", shown(value)))
}

/// Text of a value in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => decimal(*number),
        Value::Boolean(truth) => truth.to_string(),
        Value::Nil => "nil".to_owned(),
        // Objects are tables in the module for LuaJIT.
        Value::UserData(_) => "a table".to_owned(),
        other => format!("a {}", other.type_name()),
    }
}

/// A number as `%.14g` writes it; whole ones without a fraction.
fn decimal(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        return format!("{number:.0}");
    }
    let written = format!("{number:.13e}");
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    if (-4..14).contains(&exponent) {
        return trimmed(&format!("{number:.*}", (13 - exponent).max(0) as usize));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
}

/// A key of a definition.
pub(crate) fn word(key: &Value) -> Cow<'static, str> {
    match key {
        Value::String(text) => Cow::Owned(text.to_string_lossy()),
        _ => Cow::Borrowed(""),
    }
}

pub(crate) fn no_field(name: &str, key: &Value) -> Stop {
    let key = match key {
        Value::String(text) => text.to_string_lossy(),
        other => shown(other),
    };
    value_error(format!("{name} has no field {key}"))
}

pub(crate) fn is_false(value: &Value) -> bool {
    matches!(value, Value::Boolean(false))
}

pub(crate) fn table<'a>(value: &'a Value, name: &str) -> Read<&'a Table> {
    match value {
        Value::Table(table) => Ok(table),
        other => Err(bad(name, other, "a table")),
    }
}

/// A field of a definition that is not nil.
pub(crate) fn given(table: &Table, key: &str) -> Read<Option<Value>> {
    let value: Value = table.raw_get(key)?;
    Ok((!value.is_nil()).then_some(value))
}

#[inline]
pub(crate) fn number(value: &Value, name: &str) -> Read<f64> {
    match value {
        Value::Number(number) => Ok(*number),
        Value::Integer(number) => Ok(*number as f64),
        other => Err(bad(name, other, "a number")),
    }
}

fn between(value: &Value, name: &str, least: i64, most: i64) -> Read<i64> {
    let found = match value {
        Value::Integer(number) => Some(*number),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i64),
        _ => None,
    };
    let found = found.filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| bad(name, value, format_args!("a whole number from {least} to {most}")))
}

pub(crate) fn whole(value: &Value, name: &str) -> Read<u32> {
    Ok(between(value, name, 0, u32::MAX.into())? as u32)
}

pub(crate) fn signed(value: &Value, name: &str) -> Read<i32> {
    Ok(between(value, name, i32::MIN.into(), i32::MAX.into())? as i32)
}

/// The error of a place in a group of bodies.
pub(crate) fn out_of(n: &Value, length: usize) -> Stop {
    bad("n", n, format_args!("from 1 to {length}"))
}

/// A whole number from 1 to `most`, as an index from 0.
pub(crate) fn index(value: &Value, name: &str, most: usize) -> Read<usize> {
    Ok(between(value, name, 1, most as i64)? as usize - 1)
}

/// A whole number of 64 bits: an integer with these bits, or a float that is exact.
pub(crate) fn wide(value: &Value, name: &str) -> Read<u64> {
    match value {
        Value::Integer(number) => Ok(*number as u64),
        Value::Number(number) if number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 => {
            if *number < 0.0 {
                return Err(bad(name, value, "a whole number below 2^64"));
            }
            Ok(*number as u64)
        }
        other => Err(bad(name, other, "a whole number")),
    }
}

/// The integer of Lua with the bits of a number.
pub(crate) fn bits(value: u64) -> i64 {
    value as i64
}

pub(crate) fn truth(value: &Value, name: &str) -> Read<u8> {
    match value {
        Value::Boolean(truth) => Ok(u8::from(*truth)),
        other => Err(bad(name, other, "true or false")),
    }
}

/// Number of a value of an enum; a number is checked by the engine.
pub(crate) fn choice(value: &Value, names: &[&str], name: &str) -> Read<u32> {
    match value {
        Value::String(text) => {
            let found = names.iter().position(|known| *text == **known);
            found.map(|number| number as u32)
        }
        Value::Integer(_) | Value::Number(_) => return whole(value, name),
        _ => None,
    }
    .ok_or_else(|| bad(name, value, format_args!("one of {}", names.join(", "))))
}

/// Name of a value of an enum.
pub(crate) fn name_of<'a>(names: &[&'a str], value: u32) -> Option<&'a str> {
    names.get(value as usize).copied()
}

fn coordinates(value: &Value, name: &str) -> Read<(f64, f64)> {
    let wrong = || bad(name, value, "a point: {x, y} or {x = x, y = y}");
    let Value::Table(table) = value else { return Err(wrong()) };
    let part = |key: &str, place: i64| -> Read<f64> {
        let mut part: Value = table.raw_get(key)?;
        if part.is_nil() || is_false(&part) {
            part = table.raw_get(place)?;
        }
        match part {
            Value::Number(number) => Ok(number),
            Value::Integer(number) => Ok(number as f64),
            _ => Err(wrong()),
        }
    };
    Ok((part("x", 1)?, part("y", 2)?))
}

pub(crate) fn point(value: &Value, name: &str) -> Read<cairn_vec2> {
    let (x, y) = coordinates(value, name)?;
    Ok(cairn_vec2 { x: x as f32, y: y as f32 })
}

pub(crate) fn far_point(value: &Value, name: &str) -> Read<cairn_dvec2> {
    let (x, y) = coordinates(value, name)?;
    Ok(cairn_dvec2 { x, y })
}

/// An array of points from points, or from numbers x, y, x, y.
pub(crate) fn points(value: &Value, name: &str) -> Read<Vec<cairn_vec2>> {
    let wrong = || bad(name, value, "a table of points");
    let Value::Table(list) = value else { return Err(wrong()) };
    let length = list.raw_len();
    let first: Value = list.raw_get(1)?;
    if !matches!(first, Value::Number(_) | Value::Integer(_)) {
        return (1..=length).map(|n| point(&list.raw_get(n)?, name)).collect();
    }
    if length % 2 != 0 {
        return Err(wrong());
    }
    let at = |n: usize| -> Read<f32> { Ok(number(&list.raw_get(n)?, name)? as f32) };
    (0..length / 2).map(|n| Ok(cairn_vec2 { x: at(2 * n + 1)?, y: at(2 * n + 2)? })).collect()
}

/// An array of definitions.
pub(crate) fn items<'a, T>(
    value: &Value,
    name: &str,
    keep: &mut Keep<'a>,
    read: impl Fn(&Value, &str, &mut Keep<'a>) -> Read<T>,
) -> Read<Vec<T>> {
    let list = table(value, name)?;
    (1..=list.raw_len()).map(|n| read(&list.raw_get(n)?, name, keep)).collect()
}

/// Bits of an object of this world; nil is the null id.
pub(crate) fn handle<T: Held>(value: &Value, slot: &Rc<Slot>, name: &str) -> Read<u64> {
    if value.is_nil() {
        return Ok(0);
    }
    let wrong = || bad(name, value, format_args!("a {}", T::NAME));
    let Value::UserData(data) = value else { return Err(wrong()) };
    let object = data.borrow::<T>().map_err(|_| wrong())?;
    if !Rc::ptr_eq(object.slot_of(), slot) {
        let kind = cairn2d_capi::fault::Code::Stale;
        let text = format!("{name} {} belongs to another world", object.text());
        return Err(Stop::Engine(Fault::new(kind, text)));
    }
    Ok(object.id_of())
}

/// An object of a world, in a generic context.
pub(crate) trait Held: UserData + 'static {
    const NAME: &'static str;
    fn slot_of(&self) -> &Rc<Slot>;
    fn id_of(&self) -> u64;
    fn text(&self) -> String {
        format!("{}(0x{:x})", Self::NAME, self.id_of())
    }
}

impl<const CLASS: usize> Held for Object<CLASS>
where
    Object<CLASS>: UserData,
{
    const NAME: &'static str = crate::generated::CLASSES[CLASS];
    fn slot_of(&self) -> &Rc<Slot> {
        self.slot()
    }
    fn id_of(&self) -> u64 {
        self.bits()
    }
}

/// The value of an argument that is one of our objects, such as a world.
pub(crate) fn instance<T: UserData + 'static, R>(
    value: &Value,
    class: &str,
    name: &str,
    work: impl FnOnce(&mut T) -> Read<R>,
) -> Read<R> {
    let Value::UserData(data) = value else { return Err(bad(name, value, format_args!("a {class}"))) };
    let mut object = data.borrow_mut::<T>().map_err(|_| bad(name, value, format_args!("a {class}")))?;
    work(&mut object)
}

pub(crate) fn bytes(value: &Value, name: &str) -> Read<Vec<u8>> {
    match value {
        Value::String(text) => Ok(text.as_bytes().to_vec()),
        other => Err(bad(name, other, "a string of bytes")),
    }
}

pub(crate) fn vec2(x: f32, y: f32) -> Vec2 {
    vector(x, y)
}

pub(crate) fn dvec2(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

pub(crate) fn placed(x: f32, y: f32, angle: f32) -> Pose {
    Pose { p: vector(x, y), q: Rot::from_angle(angle) }
}

pub(crate) fn pair(lua: &Lua, first: &str, a: f64, second: &str, b: f64) -> Read<Table> {
    let table = lua.create_table_with_capacity(0, 2)?;
    table.raw_set(first, a)?;
    table.raw_set(second, b)?;
    Ok(table)
}

pub(crate) fn pose(lua: &Lua, at: cairn_pose) -> Read<Table> {
    let table = pair(lua, "x", at.p.x.into(), "y", at.p.y.into())?;
    table.raw_set("cos", f64::from(at.q.c))?;
    table.raw_set("sin", f64::from(at.q.s))?;
    Ok(table)
}

pub(crate) fn list<T, V: mlua::IntoLua>(
    lua: &Lua,
    found: Vec<T>,
    mut value: impl FnMut(T) -> Read<V>,
) -> Read<Table> {
    let table = lua.create_table_with_capacity(found.len(), 0)?;
    for (n, item) in found.into_iter().enumerate() {
        table.raw_set(n + 1, value(item)?)?;
    }
    Ok(table)
}

/// A function that returns the items of a list, one after the other.
pub(crate) fn each(lua: &Lua, list: Table) -> Read<mlua::Function> {
    let next = std::cell::Cell::new(0_i64);
    Ok(lua.create_function(move |_, _: mlua::MultiValue| {
        next.set(next.get() + 1);
        list.raw_get::<Value>(next.get())
    })?)
}

/// Lists that structs of the interface point to, and the number of their items.
pub(crate) struct Keep<'a> {
    lists: Vec<Box<dyn Any>>,
    slot: &'a Rc<Slot>,
    items: usize,
}

impl<'a> Keep<'a> {
    pub(crate) fn new(slot: &'a Rc<Slot>) -> Keep<'a> {
        Keep { lists: Vec::new(), slot, items: 0 }
    }

    /// World of the ids.
    pub(crate) fn slot(&self) -> &'a Rc<Slot> {
        self.slot
    }

    pub(crate) fn count(&mut self, items: usize) {
        self.items += items;
    }

    pub(crate) fn items(&self) -> usize {
        self.items
    }

    /// Keeps a list; the reference must not be used after this value is gone.
    pub(crate) fn lend<T: 'static>(&mut self, list: Vec<T>) -> &'static [T] {
        self.items += list.len();
        // SAFETY: the heap memory of the list does not move or change while this value owns it. The functions
        // of `generated.rs` create this value before the struct that gets the reference, and pass the struct
        // to one call before both go out of scope.
        let lent = unsafe { core::slice::from_raw_parts(list.as_ptr(), list.len()) };
        self.lists.push(Box::new(list));
        lent
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn numbers_are_written_as_by_lua() {
        let cases = [
            (2.5, "2.5"),
            (-1e300, "-1e+300"),
            (1e15, "1000000000000000"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.33333333333333"),
            (1e-7, "1e-07"),
            (0.00012345, "0.00012345"),
            (123456789.125, "123456789.125"),
            (f64::NAN, "nan"),
        ];
        for (number, text) in cases {
            assert_eq!(decimal(number), text);
        }
    }
}
