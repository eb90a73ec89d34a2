//! The module is the same engine: every script gives the hashes of the Rust runner.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use cairn2d_conformance::{all, run};
use cairn2d_lua::mlua::{Lua, LuaString};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../test")
}

/// A state with the module, in which `print` adds lines to the result.
fn state() -> (Lua, Rc<RefCell<Vec<String>>>) {
    let lua = Lua::new();
    let printed = Rc::new(RefCell::new(Vec::new()));
    let lines = Rc::clone(&printed);
    let module = cairn2d_lua::open(&lua).expect("the module");
    lua.register_module("cairn2d", module).unwrap();
    let print = lua.create_function(move |_, text: String| {
        lines.borrow_mut().push(text);
        Ok(())
    });
    lua.globals().set("print", print.unwrap()).unwrap();
    (lua, printed)
}

#[test]
fn every_script_gives_the_hashes_of_rust() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scripts");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let scripts = all().expect("scripts");
    assert!(scripts.len() >= 200, "{} scripts", scripts.len());
    let (lua, printed) = state();
    let arguments = lua.create_table().unwrap();
    let runner = tests().join("runner.lua");
    arguments.set(0, runner.to_str().expect("a name")).unwrap();
    let mut expected = Vec::new();
    for (n, (name, text)) in scripts.iter().enumerate() {
        let file = folder.join(format!("{name}.cairn"));
        std::fs::write(&file, text).expect("a file");
        arguments.set(n + 1, file.to_str().expect("a name")).unwrap();
        expected.push(format!("{name} {}", run(text).unwrap_or_else(|error| panic!("{name}: {error}"))));
    }
    lua.globals().set("arg", arguments).unwrap();
    let fnv = lua.create_function(|_, (log, text): (i64, LuaString)| {
        let bytes = text.as_bytes();
        let step = |log: u64, byte: &u8| (log ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Ok(bytes.iter().fold(log as u64, step) as i64)
    });
    lua.globals().set("fnv", fnv.unwrap()).unwrap();
    lua.load(std::fs::read_to_string(&runner).expect("the runner")).set_name("@runner.lua").exec().unwrap();
    let printed = printed.borrow();
    let wrong: Vec<_> = printed.iter().zip(&expected).filter(|(lua, rust)| lua != rust).collect();
    assert!(wrong.is_empty(), "{} of {} differ: {:#?}", wrong.len(), scripts.len(), wrong);
    assert_eq!(printed.len(), scripts.len());
}

#[test]
fn module_answers_as_its_page_says() {
    let (lua, printed) = state();
    let program = tests().join("module.lua");
    let arguments = lua.create_table().unwrap();
    arguments.set(0, program.to_str().expect("a name")).unwrap();
    lua.globals().set("arg", arguments).unwrap();
    let text = std::fs::read_to_string(&program).expect("the program");
    lua.load(text).set_name("@module.lua").exec().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(*printed.borrow(), ["all hold"]);
}

/// Names of the methods of the module for LuaJIT, by class.
fn methods() -> Vec<(String, String)> {
    let module = std::fs::read_to_string(tests().join("../cairn2d.lua")).expect("the module");
    let names = module.lines().filter_map(|line| {
        let (class, rest) = line.strip_prefix("function ")?.split_once(':')?;
        Some((class.to_owned(), rest.split('(').next()?.to_owned()))
    });
    names.filter(|(class, _)| class != "Error").collect()
}

#[test]
fn wrong_arguments_raise_errors_of_the_module() {
    let (lua, printed) = state();
    let given = lua.create_table().unwrap();
    for (class, name) in methods() {
        // Those that free or take much memory, and classes that the program does not make.
        let is_called = !["free", "reserve"].contains(&name.as_str());
        if is_called && !["Recorder", "Player", "Saved"].contains(&class.as_str()) {
            let entry = lua.create_table_from([("class", class), ("name", name)]).unwrap();
            given.push(entry).unwrap();
        }
    }
    lua.globals().set("given", given).unwrap();
    let program = tests().join("hostile.lua");
    let arguments = lua.create_table().unwrap();
    arguments.set(0, program.to_str().expect("a name")).unwrap();
    lua.globals().set("arg", arguments).unwrap();
    let text = std::fs::read_to_string(&program).expect("the program");
    lua.load(text).set_name("@hostile.lua").exec().unwrap_or_else(|error| panic!("{error}"));
    assert!(printed.borrow()[0].ends_with("all hold"), "{printed:?}");
}

/// A name that is missing would be nil, and nil raises an error of Lua.
#[test]
fn every_method_of_the_other_module_is_here() {
    let (lua, _) = state();
    let objects = "local cairn = require 'cairn2d' local w = cairn.world() local o = {World = w, Group = w:group(),
        Drawing = w:debugDraw(), Saved = cairn.saved(), Recorder = cairn.recorder(w)}
        o.Player = cairn.player(o.Recorder:finish(w))
        for _, c in ipairs {'Body', 'Shape', 'Joint', 'Contact', 'Field', 'Portal'} do o[c] = w[c:lower()](w, 1) end
        return function(class, name) return type(o[class][name]) end";
    let kind: cairn2d_lua::mlua::Function = lua.load(objects).eval().unwrap();
    let methods = methods();
    assert!(methods.len() >= 240, "{}", methods.len());
    for (class, name) in methods {
        let found: String = kind.call((class.as_str(), name.as_str())).unwrap();
        assert_eq!(found, "function", "{class}:{name}");
    }
}
