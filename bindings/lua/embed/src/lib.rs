//! Lua scripts for programs with the cairn2d engine.
//!
//! [`Sandbox`] runs scripts that the program does not trust: without files, within [`Limits`] that depend on
//! no clock.
//! [`open`] adds the module to a Lua state of the program instead. Names, arguments and results are those of
//! the module for LuaJIT; `docs/lua.md` describes both and lists the differences.
//!
//! ```
//! use cairn2d::{World, WorldConfig};
//! use cairn2d_lua::{Limits, Sandbox};
//!
//! let mut sandbox = Sandbox::new(Limits::default())?;
//! let script = "function drop(world) world:spawn{shapes = {require('cairn2d').circle(1)}} end";
//! sandbox.load("ball.lua", script)?;
//! let world = sandbox.add_world(World::new(WorldConfig::default()).unwrap());
//! sandbox.call::<()>("drop", &world)?;
//! assert_eq!(world.change(|world| world.counts().bodies), Some(1));
//! # Ok::<(), cairn2d_lua::ScriptError>(())
//! ```

mod error;
#[rustfmt::skip]
mod generated;
mod meter;
mod module;
mod objects;
mod pattern;
mod sandbox;
#[cfg(feature = "scenes")]
mod scene;
mod text;
mod values;

pub use error::ScriptError;
pub use meter::Limits;
pub use mlua;
pub use module::open;
pub use sandbox::{Sandbox, WorldRef};
#[cfg(feature = "scenes")]
pub use scene::SceneScript;
