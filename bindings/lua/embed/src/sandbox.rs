//! The sandbox: a Lua state without files, within limits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use mlua::chunk::ChunkMode;
use mlua::{
    FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, LuaOptions, MultiValue, StdLib, Table, Value,
};

use crate::error::{ScriptError, of_value};
use crate::meter::{Allocator, Limits, Meter, PERIOD};
use crate::module::{Parts, parts};
use crate::objects::{Slot, World};
use crate::values::{Read, finish};

/// A Lua state for scripts that the program does not trust.
///
/// A script has the module `cairn2d` and the libraries of tables, strings, numbers, UTF-8 and coroutines. It
/// has no files, no clock, no code from text or bytes, no finalizers, and random numbers from a seed.
///
/// # Determinism
/// The same script with the same seed and the same worlds does the same in every run on a machine, and stops
/// at the same instruction. `math.sin` and its family, `^` and `tostring` of a table depend on the platform.
#[derive(Debug)]
pub struct Sandbox {
    lua: Lua,
    meter: Rc<Meter>,
    /// `None` only while the sandbox is dropped.
    allocator: Option<Box<Allocator>>,
    class: Table,
    run: Function,
}

impl Sandbox {
    /// Makes a sandbox without a script.
    ///
    /// # Errors
    /// A limit of memory that is too small for the libraries.
    pub fn new(limits: Limits) -> Result<Sandbox, ScriptError> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::COROUTINE;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
        let meter = Meter::new(limits);
        let Parts { module, class, run } = parts(&lua, &meter)?;
        let host = lua.create_table()?;
        host.set("cairn", module)?;
        host.set("period", PERIOD)?;
        functions(&lua, &meter, &host)?;
        crate::text::add(&lua, &meter, &host)?;
        lua.load(include_str!("sandbox.lua")).set_name("=[sandbox]").call::<()>(host)?;
        let allocator = Some(Allocator::install(&lua, &meter)?);
        let sandbox = Sandbox { lua, meter, allocator, class, run };
        sandbox.seed(0)?;
        Ok(sandbox)
    }

    /// Sets the seed of `math.random`, which is 0 at first.
    ///
    /// # Errors
    /// None in a sandbox whose script has not replaced `math`.
    pub fn seed(&self, seed: i64) -> Result<(), ScriptError> {
        let math: Table = self.lua.globals().raw_get("math")?;
        let function: Function = math.raw_get("randomseed")?;
        self.protected(function, (seed, 0))
    }

    /// Runs the text of a script, which defines functions. `name` is for errors.
    ///
    /// # Errors
    /// A text that is not Lua, an error of the script, or an exceeded limit.
    pub fn load(&mut self, name: &str, text: &str) -> Result<(), ScriptError> {
        let name = name.replace(['\n', '\0'], " ");
        let function = self.within(|sandbox| {
            let chunk = sandbox.lua.load(text).set_name(format!("={name}")).set_mode(ChunkMode::Text);
            chunk.into_function().map_err(ScriptError::from)
        });
        let located = |mut error: ScriptError| {
            error.name.get_or_insert_with(|| name.clone());
            error
        };
        self.protected(function.map_err(located)?, ()).map_err(located)
    }

    /// Returns whether the script has defined a function of this name.
    pub fn has(&self, name: &str) -> bool {
        matches!(self.lua.globals().raw_get::<Value>(name), Ok(Value::Function(_)))
    }

    #[cfg(feature = "scenes")]
    pub(crate) fn global(&self, name: &str) -> Value {
        self.lua.globals().raw_get(name).unwrap_or(Value::Nil)
    }

    /// A table of the bodies of a world by their names.
    #[cfg(feature = "scenes")]
    pub(crate) fn bodies(&self, world: &WorldRef, names: &[(String, u64)]) -> mlua::Result<Table> {
        let table = self.lua.create_table()?;
        for (name, bits) in names {
            table.raw_set(name.as_str(), crate::generated::Body::new(world.0.slot(), *bits))?;
        }
        Ok(table)
    }

    /// Calls a function of the script. A [`WorldRef`] is a world for it.
    ///
    /// # Errors
    /// An error of the script, or an exceeded limit. The worlds are then as the script left them.
    pub fn call<R: FromLuaMulti>(&self, name: &str, arguments: impl IntoLuaMulti) -> Result<R, ScriptError> {
        match self.lua.globals().raw_get::<Value>(name)? {
            Value::Function(function) => self.protected(function, arguments),
            _ => Err(ScriptError::new("script", format!("the script has no function {name}"))),
        }
    }

    fn protected<R: FromLuaMulti>(
        &self,
        function: Function,
        arguments: impl IntoLuaMulti,
    ) -> Result<R, ScriptError> {
        let arguments = arguments.into_lua_multi(&self.lua)?;
        let results = self.within(|sandbox| {
            let mut all = MultiValue::from_vec(vec![Value::Function(function)]);
            all.extend(arguments);
            let mut results: MultiValue = sandbox.run.call(all)?;
            match results.pop_front() {
                Some(Value::Boolean(true)) => Ok(results),
                _ => Err(of_value(results.pop_front().unwrap_or(Value::Nil), &sandbox.class)),
            }
        })?;
        Ok(R::from_lua_multi(results, &self.lua)?)
    }

    /// Runs work within the limits.
    fn within<T>(&self, work: impl FnOnce(&Sandbox) -> Result<T, ScriptError>) -> Result<T, ScriptError> {
        self.meter.begin();
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        if let Some(over) = self.meter.end() {
            // What the script left behind is garbage now.
            let _ = self.lua.gc_collect();
            let mut error = ScriptError::from(over);
            if let (None, Ok(Err(other))) = (&error.line, &result) {
                (error.name, error.line) = (other.name.clone(), other.line);
            }
            return Err(error);
        }
        result.unwrap_or_else(|_| Err(ScriptError::new("panic", "the interpreter stopped")))
    }

    /// Gives the sandbox a world, which the script may change when it is called with it.
    #[must_use]
    pub fn add_world(&self, world: cairn2d::World) -> WorldRef {
        WorldRef(World(Rc::new(Slot::new(Some(world), &self.meter))))
    }

    /// Returns the instructions that the last call has used.
    pub fn instructions(&self) -> u64 {
        self.meter.spent()
    }

    /// Returns the memory of Lua \[bytes\].
    pub fn memory(&self) -> usize {
        self.meter.used()
    }

    /// Takes what the script has printed.
    pub fn take_output(&self) -> String {
        self.meter.output.take()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Some(allocator) = self.allocator.take() {
            Allocator::remove(allocator, &self.lua);
        }
    }
}

/// A world that a program and its scripts share.
#[derive(Clone, Debug)]
pub struct WorldRef(World);

impl WorldRef {
    /// Works on the world; returns `None` if the script has freed it.
    pub fn change<T>(&self, work: impl FnOnce(&mut cairn2d::World) -> T) -> Option<T> {
        self.0.0.world_mut().ok()?.as_mut().map(work)
    }

    /// Takes the world back; `None` if the script has freed it. Scripts then get errors of kind `null`.
    pub fn take(&self) -> Option<cairn2d::World> {
        self.0.0.take().ok()?
    }

    /// Puts a world in the place of the one that was taken. The objects that scripts hold are of it then.
    pub fn put(&self, world: cairn2d::World) {
        self.0.0.put(world);
    }
}

impl IntoLua for &WorldRef {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        self.0.clone().into_lua(lua)
    }
}

/// Functions of Rust for `sandbox.lua`.
fn functions(lua: &Lua, meter: &Rc<Meter>, host: &Table) -> mlua::Result<()> {
    let own = Rc::clone(meter);
    let charge = move |lua: &Lua, units: f64| {
        // More than there can be: the loop would not end.
        finish(lua, own.charge(if units > 0.0 { units as usize } else { 0 }))
    };
    host.set("charge", lua.create_function(charge)?)?;
    let own = Rc::clone(meter);
    host.set("order", lua.create_function(move |lua, of: Table| finish(lua, order(lua, &own, &of)))?)?;
    let own = Rc::clone(meter);
    let print = move |_: &Lua, text: mlua::LuaString| {
        let mut output = own.output.borrow_mut();
        if output.len() + text.as_bytes().len() < own.limits.output {
            output.push_str(&text.to_string_lossy());
            output.push('\n');
        }
        Ok(())
    };
    host.set("print", lua.create_function(print)?)
}

/// Keys of a table: numbers, strings and truth values in order, then the others.
fn order(lua: &Lua, meter: &Meter, of: &Table) -> Read<Table> {
    let (mut numbers, mut words, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for pair in of.pairs::<Value, Value>() {
        match pair?.0 {
            Value::Integer(number) => numbers.push((number as f64, Value::Integer(number))),
            Value::Number(number) => numbers.push((number, Value::Number(number))),
            Value::String(word) => words.push(word),
            Value::Boolean(truth) => others.insert(0, Value::Boolean(truth)),
            other => others.push(other),
        }
    }
    let count = numbers.len() + words.len() + others.len();
    meter.charge(count * (2 + count.checked_ilog2().unwrap_or(0) as usize))?;
    numbers.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    words.sort_by(|a, b| a.as_bytes().as_ref().cmp(b.as_bytes().as_ref()));
    let keys = numbers.into_iter().map(|(_, key)| key);
    let keys = keys.chain(words.into_iter().map(Value::String)).chain(others);
    Ok(lua.create_sequence_from(keys)?)
}
