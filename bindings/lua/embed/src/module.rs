//! The module `cairn2d`: what makes worlds, and shapes for definitions.

use std::rc::Rc;

use cairn2d_capi::convert::Engine;
use cairn2d_capi::fault::Fault;
use mlua::{Lua, Table, Value};

use crate::error::translate;
use crate::generated::read_world_config;
use crate::meter::{Limits, Meter};
use crate::objects::{Drawing, Player, Recorder, Saved, Slot, World};
use crate::values::*;

/// The module, and what runs scripts.
pub(crate) struct Parts {
    pub(crate) module: Table,
    /// Class of errors.
    pub(crate) class: Table,
    /// Calls a function and returns whether it succeeded, and its results or the error as it was raised.
    pub(crate) run: mlua::Function,
}

/// Makes the module for a Lua state of the program, without limits, and returns it.
///
/// Replaces `pcall`, `xpcall`, `coroutine.resume` and `coroutine.wrap` by functions that give scripts the
/// errors of the engine as tables.
///
/// # Errors
/// Too little memory, or a state without the library of coroutines.
pub fn open(lua: &Lua) -> mlua::Result<Table> {
    Ok(parts(lua, &Meter::new(Limits::none()))?.module)
}

pub(crate) fn parts(lua: &Lua, meter: &Rc<Meter>) -> mlua::Result<Parts> {
    let class = lua.create_table()?;
    class.set("__index", &class)?;
    class.set("__name", "cairn2d.Error")?;
    class.set("__tostring", lua.create_function(|_, error: Table| error.raw_get::<Value>("message"))?)?;
    let (own, checked) = (class.clone(), Rc::clone(meter));
    let translate = lua.create_function(move |lua, value| translate(lua, &own, value))?;
    let check = lua.create_function(move |lua, ()| checked.check(lua))?;
    let errors = lua.load(include_str!("errors.lua")).set_name("=[errors]");
    let run = errors.call((translate, check))?;
    let module = lua.create_table()?;
    let shapes = concat!("local cairn, pairs, ipairs = ..., pairs, ipairs\n", include_str!("shapes.lua"));
    lua.load(shapes).set_name("=[shapes]").call::<()>(&module)?;
    module.set("Error", &class)?;
    makers(lua, meter, &module)?;
    Ok(Parts { module, class, run })
}

fn makers(lua: &Lua, meter: &Rc<Meter>, module: &Table) -> mlua::Result<()> {
    let own = Rc::clone(meter);
    let make = move |lua: &Lua, given: Value| finish(lua, world(lua, &own, &given));
    module.set("world", lua.create_function(make)?)?;
    let own = Rc::clone(meter);
    let make = move |lua: &Lua, from: Value| {
        finish(
            lua,
            bytes(&from, "bytes")
                .and_then(|from| World::add(lua, &own, || Ok(cairn2d::World::from_snapshot(&from)?))),
        )
    };
    module.set("fromSnapshot", lua.create_function(make)?)?;
    let own = Rc::clone(meter);
    module.set("saved", lua.create_function(move |lua, ()| finish(lua, Saved::add(lua, &own)))?)?;
    let own = Rc::clone(meter);
    module.set("drawing", lua.create_function(move |_, ()| Ok(Drawing::new(&own)))?)?;
    let make = |lua: &Lua, (world, title, every): (Value, Value, Value)| {
        finish(lua, Recorder::start(&world, &title, &every))
    };
    module.set("recorder", lua.create_function(make)?)?;
    let own = Rc::clone(meter);
    let make = move |lua: &Lua, from: Value| finish(lua, Player::new(&from, &own));
    module.set("player", lua.create_function(make)?)
}

fn world(lua: &Lua, meter: &Rc<Meter>, given: &Value) -> Read<World> {
    // No field of the configuration is an object of a world.
    let none = Rc::new(Slot::new(None, meter));
    let mut keep = Keep::new(&none);
    let config = match given {
        Value::Nil => Default::default(),
        given => read_world_config(given, "config", &mut keep)?,
    };
    if meter.limits.sandboxed && config.threads > 1 {
        return Err(Stop::Kind("limit", "threads are not available in a sandbox".to_owned()));
    }
    let config = config.engine()?;
    drop(none);
    World::add(lua, meter, || cairn2d::World::new(config).map_err(Fault::from))
}
