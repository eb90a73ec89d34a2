//! Cost of calls from Lua 5.4, least of 300 windows. Run with `--release`.

use std::time::Instant;

use cairn2d_lua::mlua::Lua;

fn main() {
    let lua = Lua::new();
    let module = cairn2d_lua::open(&lua).expect("the module");
    lua.register_module("cairn2d", module).expect("memory");
    let start = Instant::now();
    let clock = lua.create_function(move |_, ()| Ok(start.elapsed().as_nanos() as f64));
    lua.globals().set("clock", clock.expect("memory")).expect("memory");
    let program = include_str!("../../cost.lua");
    if let Err(error) = lua.load(program).set_name("=cost.lua").exec() {
        eprintln!("{error}");
    }
}
