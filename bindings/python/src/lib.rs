//! The Python module `cairn2d._cairn2d`: worlds, with one method per call of the API table.
//!
//! The package `cairn2d` wraps it in classes. `generated.rs` is written from the table; this file has the
//! calls that are written by hand.

mod batch;
#[rustfmt::skip]
mod generated;
mod values;

use cairn2d::{BodyId, CallChecks, SavedWorld, StandardFloats};
use cairn2d_capi::convert::{Engine, Give};
use cairn2d_capi::fault::{Code, Fault};
use cairn2d_capi::{Drawing, draw};
use cairn2d_record::{RecordError, RecordOptions, Recording};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::values::{Keep, raise};

pyo3::create_exception!(_cairn2d, Error, PyValueError, "An error of the engine: its text and its code.");

/// A world; the class `cairn2d.World` wraps it.
#[pyclass(module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct World {
    world: cairn2d::World,
}

/// A saved state of a world.
#[pyclass(module = "cairn2d._cairn2d")]
#[derive(Debug, Default)]
pub struct Saved {
    saved: SavedWorld,
}

#[pymethods]
impl Saved {
    #[new]
    fn new() -> Saved {
        Saved::default()
    }
}

#[pyfunction]
fn new(config: &Bound<'_, PyAny>) -> PyResult<World> {
    let config = generated::read_world_config(config, &mut Keep::default())?;
    let config = config.engine().map_err(raise)?;
    Ok(World { world: cairn2d::World::new(config).map_err(|error| raise(error.into()))? })
}

#[pyfunction]
fn clone(world: &World) -> World {
    World { world: world.world.clone() }
}

#[pyfunction]
fn snapshot<'py>(py: Python<'py>, world: &World) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &world.world.snapshot())
}

#[pyfunction]
fn restore(world: &mut World, bytes: &[u8]) -> PyResult<()> {
    world.world.restore(bytes).map_err(|error| raise(error.into()))
}

#[pyfunction]
fn from_snapshot(bytes: &[u8]) -> PyResult<World> {
    Ok(World { world: cairn2d::World::from_snapshot(bytes).map_err(|error| raise(error.into()))? })
}

#[pyfunction]
fn snapshot_since<'py>(py: Python<'py>, world: &World, base: &[u8]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &world.world.snapshot_since(base))
}

#[pyfunction]
fn restore_since(world: &mut World, base: &[u8], delta: &[u8]) -> PyResult<()> {
    world.world.restore_since(base, delta).map_err(|error| raise(error.into()))
}

#[pyfunction]
fn save_into(world: &World, saved: &mut Saved) {
    world.world.save_into(&mut saved.saved);
}

#[pyfunction]
fn restore_saved(world: &mut World, saved: &Saved) -> PyResult<()> {
    if world.world.restore_saved(&saved.saved) {
        return Ok(());
    }
    Err(raise(Fault::new(Code::Snapshot, "nothing was saved, or by a world with other settings")))
}

#[pyfunction]
fn record_calls(world: &mut World, on: bool) {
    world.world.record_calls(on.then(CallChecks::default));
}

#[pyfunction]
fn take_calls<'py>(py: Python<'py>, world: &mut World) -> Bound<'py, PyBytes> {
    let mut calls = Vec::new();
    world.world.take_calls(&mut calls);
    PyBytes::new(py, &calls)
}

fn body(bits: u64) -> PyResult<BodyId> {
    cairn2d_capi::convert::cairn_body_id { bits }.read().map_err(raise)
}

/// The cells of an array of `width` numbers per body.
fn rows<T: pyo3::buffer::Element>(array: &PyBuffer<T>, bodies: usize, width: usize) -> PyResult<()> {
    if array.item_count() == bodies * width && array.is_c_contiguous() {
        return Ok(());
    }
    let text = format!("a contiguous array of {bodies} rows of {width} numbers is expected");
    Err(PyValueError::new_err(text))
}

/// Numbers per body, in the order of `what`.
fn gather<const WIDTH: usize>(
    py: Python<'_>,
    world: &World,
    bodies: &PyBuffer<u64>,
    out: &PyBuffer<f32>,
    read: impl Fn(&cairn2d::BodyRef<'_>) -> [f32; WIDTH],
) -> PyResult<()> {
    let ids = bodies.to_vec(py)?;
    rows(out, ids.len(), WIDTH)?;
    let mut numbers = Vec::with_capacity(ids.len() * WIDTH);
    for bits in ids {
        let id = body(bits)?;
        let body = world
            .world
            .body(id)
            .ok_or_else(|| raise(Fault::new(Code::Stale, format!("{id} does not exist"))))?;
        numbers.extend(read(&body));
    }
    out.copy_from_slice(py, &numbers)
}

/// Writes x, y, cosine and sine of bodies into an array of 32-bit floats.
#[pyfunction]
fn read_poses(py: Python<'_>, world: &World, bodies: PyBuffer<u64>, out: PyBuffer<f32>) -> PyResult<()> {
    gather(py, world, &bodies, &out, |body| {
        let pose = body.pose().give();
        [pose.p.x, pose.p.y, pose.q.c, pose.q.s]
    })
}

/// Writes x, y and angular velocity of bodies into an array of 32-bit floats.
#[pyfunction]
fn read_velocities(py: Python<'_>, world: &World, bodies: PyBuffer<u64>, out: PyBuffer<f32>) -> PyResult<()> {
    gather(py, world, &bodies, &out, |body| {
        let velocity = body.velocity();
        [velocity.x, velocity.y, body.angular_velocity()]
    })
}

/// Sets x, y and angular velocity of bodies from an array of 32-bit floats.
#[pyfunction]
fn write_velocities(
    py: Python<'_>,
    world: &mut World,
    bodies: PyBuffer<u64>,
    velocities: PyBuffer<f32>,
) -> PyResult<()> {
    let ids = bodies.to_vec(py)?;
    rows(&velocities, ids.len(), 3)?;
    for (bits, row) in ids.iter().zip(velocities.to_vec(py)?.chunks_exact(3)) {
        let id = body(*bits)?;
        let stale = || raise(Fault::new(Code::Stale, format!("{id} does not exist")));
        let mut body = world.world.body_mut(id).ok_or_else(stale)?;
        body.set_velocity([row[0], row[1]]).map_err(|error| raise(error.into()))?;
        body.set_angular_velocity(row[2]).map_err(|error| raise(error.into()))?;
    }
    Ok(())
}

/// The ids of all bodies, as bytes of 64-bit numbers.
#[pyfunction]
fn body_ids<'py>(py: Python<'py>, world: &World) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = world.world.bodies().flat_map(|id| id.to_bits().to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

/// A primitive: kind, color, first point, number of points, radius.
type Primitive = (u32, u32, u32, u32, f32);

/// The primitives of a drawing, and their points.
#[pyfunction]
fn debug_draw(world: &World) -> (Vec<Primitive>, Vec<(f32, f32)>) {
    let mut drawing = Drawing::default();
    StandardFloats::within(|| draw(&world.world, &mut drawing));
    let primitives = drawing.primitives.iter().map(|p| (p.kind, p.color, p.first, p.count, p.radius));
    (primitives.collect(), drawing.points.iter().map(|point| (point.x, point.y)).collect())
}

fn record_fault(error: RecordError) -> PyErr {
    raise(Fault::from(error))
}

/// Writes a recording of a world.
#[pyclass(module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct Recorder {
    recorder: Option<cairn2d_record::Recorder>,
}

#[pymethods]
impl Recorder {
    #[new]
    fn new(world: &mut World, title: String, keyframe_every: u64) -> PyResult<Recorder> {
        let options = RecordOptions::default().title(title).keyframe_every(keyframe_every);
        let recorder = cairn2d_record::Recorder::start(&mut world.world, options).map_err(record_fault)?;
        Ok(Recorder { recorder: Some(recorder) })
    }

    fn update(&mut self, world: &mut World) -> PyResult<()> {
        let recorder = self.recorder.as_mut().ok_or_else(ended)?;
        recorder.update(&mut world.world).map_err(record_fault)
    }

    fn finish<'py>(&mut self, py: Python<'py>, world: &mut World) -> PyResult<Bound<'py, PyBytes>> {
        let recorder = self.recorder.take().ok_or_else(ended)?;
        Ok(PyBytes::new(py, &recorder.finish(&mut world.world).map_err(record_fault)?))
    }
}

fn ended() -> PyErr {
    raise(Fault::new(Code::Record, "the recording has ended"))
}

/// Plays a recording.
#[pyclass(module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct Player {
    player: cairn2d_record::Player,
}

#[pymethods]
impl Player {
    #[new]
    fn new(recording: &[u8]) -> PyResult<Player> {
        let recording = Recording::read(recording).map_err(record_fault)?;
        Ok(Player { player: cairn2d_record::Player::new(recording).map_err(record_fault)? })
    }

    fn step(&mut self) -> PyResult<bool> {
        Ok(self.player.step().map_err(record_fault)?.is_some())
    }

    fn seek(&mut self, step: u64) -> PyResult<u64> {
        self.player.seek(step).map_err(record_fault)
    }

    fn step_index(&self) -> u64 {
        self.player.step_index()
    }

    fn steps(&self) -> u64 {
        self.player.recording().steps()
    }

    fn world(&self) -> World {
        World { world: self.player.world().clone() }
    }
}

#[pymodule]
fn _cairn2d(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<World>()?;
    module.add_class::<Saved>()?;
    module.add_class::<Recorder>()?;
    module.add_class::<Player>()?;
    module.add_class::<batch::Expr>()?;
    module.add_class::<batch::Effect>()?;
    module.add_class::<batch::Definition>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add_function(wrap_pyfunction!(clone, module)?)?;
    module.add_function(wrap_pyfunction!(snapshot, module)?)?;
    module.add_function(wrap_pyfunction!(restore, module)?)?;
    module.add_function(wrap_pyfunction!(from_snapshot, module)?)?;
    module.add_function(wrap_pyfunction!(snapshot_since, module)?)?;
    module.add_function(wrap_pyfunction!(restore_since, module)?)?;
    module.add_function(wrap_pyfunction!(save_into, module)?)?;
    module.add_function(wrap_pyfunction!(restore_saved, module)?)?;
    module.add_function(wrap_pyfunction!(record_calls, module)?)?;
    module.add_function(wrap_pyfunction!(take_calls, module)?)?;
    module.add_function(wrap_pyfunction!(read_poses, module)?)?;
    module.add_function(wrap_pyfunction!(read_velocities, module)?)?;
    module.add_function(wrap_pyfunction!(write_velocities, module)?)?;
    module.add_function(wrap_pyfunction!(body_ids, module)?)?;
    module.add_function(wrap_pyfunction!(debug_draw, module)?)?;
    Ok(())
}
