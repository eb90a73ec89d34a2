//! Scenes as scripts: a table `scene` of the scene format, and functions that make and move bodies.
//!
//! The script runs in a thread of its own, which gets the world for each call. So a play with a script can be
//! sent to other threads, as every play.
//!
//! Invariant: a script depends only on its text, the world and the number of the step. A copy of a play runs
//! the script again from the beginning.

use std::fmt::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use cairn2d::{Error, StepError, World, WorldConfig};
use cairn2d_scenes::{Overrides, Play, Runner, Scene, SceneError, Turn};
use mlua::{Table, Value};

use crate::error::ScriptError;
use crate::meter::Limits;
use crate::sandbox::{Sandbox, WorldRef};

/// The script of a scene.
#[derive(Clone, Debug)]
pub struct SceneScript {
    name: Arc<str>,
    text: Arc<str>,
    limits: Limits,
    last: Arc<Mutex<Option<ScriptError>>>,
}

impl SceneScript {
    /// Reads the text of a script: the scene of its table `scene`, and the script. `name` is for errors.
    ///
    /// # Errors
    /// A text that is not Lua, an error of the script, an exceeded limit, or a table that is not a scene.
    pub fn read(name: &str, text: &str, limits: Limits) -> Result<(Scene, SceneScript), ScriptError> {
        let mut sandbox = Sandbox::new(limits.clone())?;
        sandbox.load(name, text)?;
        let in_script = |message: String| ScriptError {
            name: Some(name.to_owned()),
            ..ScriptError::new("scene", message)
        };
        let mut json = String::from("{\"version\": 1, \"name\": ");
        match sandbox.global("scene") {
            Value::Nil => quote(&mut json, stem(name)),
            Value::Table(table) => fields(&mut json, &table, name).map_err(in_script)?,
            _ => return Err(in_script("scene must be a table".to_owned())),
        }
        json.push('}');
        let scene = Scene::from_json(&json).map_err(|error| in_script(of_scene(&error)))?;
        if scene.script.is_some() {
            return Err(in_script("scene.script: a scene in Lua cannot name another script".to_owned()));
        }
        if !sandbox.has("setup") && !sandbox.has("update") {
            return Err(in_script(
                "the script has neither a function setup nor a function update".to_owned(),
            ));
        }
        let script = SceneScript { name: name.into(), text: text.into(), limits, last: Arc::default() };
        Ok((scene, script))
    }

    /// Makes the world of the scene, with the script as its play.
    ///
    /// # Errors
    /// As [`Runner::with_play`]; [`SceneScript::error`] then has the error of the script.
    pub fn runner(&self, scene: Scene, overrides: Overrides) -> Result<Runner, SceneError> {
        Runner::with_play(scene, overrides, Box::new(ScriptPlay::new(self.clone())))
    }

    /// Returns the last error of the script.
    pub fn error(&self) -> Option<ScriptError> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fail(&self, error: ScriptError) -> Error {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        // The text is that of `Play::reason`.
        Error::from(StepError::Poisoned)
    }
}

/// The path of an error in the table, and the reason.
fn of_scene(error: &SceneError) -> String {
    let path = error.path();
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("scene{dot}{path}: {}", error.reason())
}

/// The name of a file without folders and ending.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".lua").unwrap_or(file)
}

/// The fields of the scene after its name.
fn fields(json: &mut String, table: &Table, name: &str) -> Result<(), String> {
    match table.raw_get::<Value>("name") {
        Ok(Value::String(name)) => quote(json, &name.to_string_lossy()),
        _ => quote(json, stem(name)),
    }
    let mut left = MOST;
    for pair in sorted(table)? {
        let (key, value) = pair;
        if key != "name" && key != "version" {
            json.push_str(", ");
            quote(json, &key);
            json.push_str(": ");
            write_value(json, &value, 1, &mut left).map_err(|reason| format!("scene.{key}: {reason}"))?;
        }
    }
    Ok(())
}

/// Values of a scene at most, and the depth of tables: a table may contain itself.
const MOST: usize = 1_000_000;
const DEEPEST: u32 = 32;

fn write_value(json: &mut String, value: &Value, depth: u32, left: &mut usize) -> Result<(), String> {
    *left = left.checked_sub(1).ok_or("the table is too large")?;
    if depth > DEEPEST {
        return Err("tables are nested too deeply".to_owned());
    }
    match value {
        Value::Boolean(truth) => drop(write!(json, "{truth}")),
        Value::Integer(number) => drop(write!(json, "{number}")),
        Value::Number(number) if number.is_finite() => drop(write!(json, "{number}")),
        Value::Number(number) => return Err(format!("{number} is not a finite number")),
        Value::String(text) => quote(json, &text.to_string_lossy()),
        Value::Table(table) if table.raw_len() > 0 || table.pairs::<Value, Value>().next().is_none() => {
            json.push('[');
            for n in 1..=table.raw_len() {
                json.push_str(if n > 1 { ", " } else { "" });
                let item: Value = table.raw_get(n).map_err(|error| error.to_string())?;
                write_value(json, &item, depth + 1, left)
                    .map_err(|reason| format!("[{}]: {reason}", n - 1))?;
            }
            json.push(']');
        }
        Value::Table(table) => {
            json.push('{');
            for (n, (key, value)) in sorted(table)?.iter().enumerate() {
                json.push_str(if n > 0 { ", " } else { "" });
                quote(json, key);
                json.push_str(": ");
                write_value(json, value, depth + 1, left).map_err(|reason| format!("{key}: {reason}"))?;
            }
            json.push('}');
        }
        other => return Err(format!("a {} is not a value of a scene", other.type_name())),
    }
    Ok(())
}

/// The fields of a table in the order of their names.
fn sorted(table: &Table) -> Result<Vec<(String, Value)>, String> {
    let mut all = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        let Value::String(key) = key else {
            return Err(format!("a {} is not a name of a field", key.type_name()));
        };
        all.push((key.to_string_lossy(), value));
    }
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(all)
}

fn quote(json: &mut String, text: &str) {
    json.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            letter if u32::from(letter) < 0x20 => drop(write!(json, "\\u{:04x}", u32::from(letter))),
            letter => json.push(letter),
        }
    }
    json.push('"');
}

/// Work for the thread of a script.
struct Job {
    world: World,
    call: Call,
}

enum Call {
    /// The bodies of the scene by name.
    Setup(Vec<(String, u64)>),
    Update(u32),
}

/// The world again, what the script has printed, and its error.
struct Done {
    world: Option<World>,
    output: String,
    result: Result<(), ScriptError>,
}

/// The thread of a script, which ends when this value is dropped.
struct Worker {
    jobs: Sender<Job>,
    done: Receiver<Done>,
}

impl Worker {
    fn start(script: &SceneScript) -> std::io::Result<Worker> {
        let (jobs, todo) = channel::<Job>();
        let (finished, done) = channel();
        let script = script.clone();
        // Lua and the engine are deep at most by their own limits.
        let thread = std::thread::Builder::new().name("cairn2d-lua".to_owned()).stack_size(8 << 20);
        thread.spawn(move || {
            let mut scripted = None;
            for job in todo {
                if finished.send(work(&script, &mut scripted, job)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Worker { jobs, done })
    }
}

fn work(script: &SceneScript, scripted: &mut Option<(Sandbox, WorldRef)>, job: Job) -> Done {
    let made = match scripted {
        Some((_, shared)) => {
            shared.put(job.world);
            Ok(())
        }
        None => begin(script).map(|sandbox| {
            let shared = sandbox.add_world(job.world);
            *scripted = Some((sandbox, shared));
        }),
    };
    let (Ok(()), Some((sandbox, shared))) = (&made, scripted) else {
        return Done { world: None, output: String::new(), result: made };
    };
    let result = match job.call {
        Call::Setup(names) if sandbox.has("setup") => sandbox
            .bodies(shared, &names)
            .map_err(ScriptError::from)
            .and_then(|bodies| sandbox.call("setup", (&*shared, bodies))),
        Call::Update(step) if sandbox.has("update") => sandbox.call("update", (&*shared, step)),
        _ => Ok(()),
    };
    let world = shared.take();
    let freed = || Err(ScriptError::new("null", "the script has freed the world of the scene"));
    let result = if world.is_none() { result.and_then(|()| freed()) } else { result };
    Done { world, output: sandbox.take_output(), result }
}

fn begin(script: &SceneScript) -> Result<Sandbox, ScriptError> {
    let mut sandbox = Sandbox::new(script.limits.clone())?;
    sandbox.load(&script.name, &script.text)?;
    Ok(sandbox)
}

/// A script as a play.
struct ScriptPlay {
    script: SceneScript,
    /// Stands for the world of the runner while the script has it.
    spare: Option<World>,
    worker: Arc<Mutex<Option<Worker>>>,
    headline: String,
}

impl Clone for ScriptPlay {
    fn clone(&self) -> ScriptPlay {
        ScriptPlay::new(self.script.clone())
    }
}

impl ScriptPlay {
    fn new(script: SceneScript) -> ScriptPlay {
        ScriptPlay { script, spare: None, worker: Arc::default(), headline: String::new() }
    }

    fn run(&mut self, turn: &mut Turn<'_>, call: Call) -> Result<(), Error> {
        let stopped = || ScriptError::new("panic", "the interpreter stopped");
        let mut place = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_none() {
            let started = Worker::start(&self.script);
            *place = Some(
                started.map_err(|error| self.script.fail(ScriptError::new("other", error.to_string())))?,
            );
        }
        let Some(worker) = place.as_ref() else { return Err(self.script.fail(stopped())) };
        let spare = match self.spare.take() {
            Some(spare) => spare,
            None => World::new(WorldConfig::default())?,
        };
        let world = std::mem::replace(turn.world, spare);
        let done = worker.jobs.send(Job { world, call }).ok().and_then(|()| worker.done.recv().ok());
        let Some(done) = done else { return Err(self.script.fail(stopped())) };
        if let Some(world) = done.world {
            self.spare = Some(std::mem::replace(turn.world, world));
        }
        if let Some(line) = done.output.lines().next_back() {
            line.clone_into(&mut self.headline);
        }
        done.result.map_err(|error| self.script.fail(error))
    }

    /// Runs the script again up to a step, for a copy.
    fn catch_up(&mut self, turn: &Turn<'_>) -> Result<(), Error> {
        let other = ScriptPlay::new(self.script.clone());
        let worker = Arc::clone(&other.worker);
        let failed = |error: &SceneError| self.script.fail(ScriptError::new("scene", error.to_string()));
        let runner = Runner::with_play(turn.scene.clone(), Overrides::default(), Box::new(other));
        let mut runner = runner.map_err(|error| failed(&error))?;
        for _ in 0..turn.step {
            runner.step().map_err(|error| failed(&error))?;
        }
        self.worker = worker;
        Ok(())
    }
}

impl Play for ScriptPlay {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let names = turn.scene.bodies.iter().zip(&turn.handles.bodies);
        let names = names.filter_map(|(body, id)| Some((body.name.clone()?, id.to_bits())));
        let names = names.collect();
        self.run(turn, Call::Setup(names))
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let is_copy = self.worker.lock().unwrap_or_else(PoisonError::into_inner).is_none();
        if is_copy {
            self.catch_up(turn)?;
        }
        self.run(turn, Call::Update(turn.step))?;
        turn.overlay.set_headline(self.headline.clone());
        Ok(())
    }

    fn reason(&mut self) -> Option<String> {
        self.script.error().map(|error| error.to_string())
    }
}
