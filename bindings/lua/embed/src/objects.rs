//! Worlds and objects of worlds as values of Lua, and the calls that are written by hand.
//!
//! Invariant: a world is borrowed only within one call of the engine, and no code of a script runs meanwhile.

use std::any::Any;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use cairn2d::{CallChecks, SavedWorld, StandardFloats};
use cairn2d_capi::convert::{Engine, Give, cairn_body_id, cairn_pose, cairn_velocity};
use cairn2d_capi::draw;
use cairn2d_capi::fault::{Code, Fault};
use cairn2d_capi::generated::calls;
use cairn2d_capi::generated::structs::PRIMITIVE_TYPE_NAMES;
use cairn2d_record::{RecordOptions, Recording};
use mlua::{Lua, MetaMethod, Table, UserData, UserDataMethods, Value};

use crate::generated::Body;
use crate::meter::{Meter, Over};
use crate::values::*;

/// A world, which scripts and the program share.
pub(crate) struct Slot {
    world: RefCell<Option<cairn2d::World>>,
    /// Set by a panic of the engine; later calls are rejected.
    poisoned: Cell<bool>,
    /// Bodies, shapes, joints and the like, at least as many as there are.
    objects: Cell<usize>,
    /// The report of a step is one table per world.
    report: RefCell<Option<Table>>,
    pub(crate) meter: Rc<Meter>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.meter.worlds.set(self.meter.worlds.get() - 1);
    }
}

impl std::fmt::Debug for Slot {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Slot").field("objects", &self.objects).finish_non_exhaustive()
    }
}

fn counted(world: &cairn2d::World) -> usize {
    let counts = world.counts();
    let rows = counts.bodies as usize + counts.shapes as usize + counts.joints as usize;
    rows + world.fields().count() + world.portals().count() + world.material_pairs().count()
}

impl Slot {
    pub(crate) fn new(world: Option<cairn2d::World>, meter: &Rc<Meter>) -> Slot {
        meter.worlds.set(meter.worlds.get() + 1);
        let objects = Cell::new(world.as_ref().map_or(0, counted));
        Slot {
            world: RefCell::new(world),
            poisoned: Cell::new(false),
            objects,
            report: RefCell::new(None),
            meter: Rc::clone(meter),
        }
    }

    fn borrow(&self) -> Result<Ref<'_, Option<cairn2d::World>>, Fault> {
        self.world.try_borrow().map_err(|_| busy())
    }

    fn borrow_mut(&self) -> Result<RefMut<'_, Option<cairn2d::World>>, Fault> {
        self.world.try_borrow_mut().map_err(|_| busy())
    }

    /// Gives the world, for the program.
    pub(crate) fn world_mut(&self) -> Result<RefMut<'_, Option<cairn2d::World>>, Fault> {
        self.borrow_mut()
    }

    /// Takes the world; later calls are rejected as those of a freed world.
    pub(crate) fn take(&self) -> Result<Option<cairn2d::World>, Fault> {
        Ok(self.borrow_mut()?.take())
    }

    pub(crate) fn put(&self, world: cairn2d::World) {
        if let Ok(mut place) = self.borrow_mut() {
            self.objects.set(counted(&world));
            *place = Some(world);
        }
    }

    pub(crate) fn charge(&self, units: usize) -> Read<()> {
        self.meter.charge(units)
    }

    /// Reads the world.
    #[inline]
    pub(crate) fn look<T>(&self, work: impl FnOnce(&cairn2d::World) -> Result<T, Fault>) -> Read<T> {
        let world = self.borrow()?;
        let world = world.as_ref().ok_or_else(|| Fault::null("world"))?;
        Ok(self.guarded(|| work(world))?)
    }

    /// Searches the world, which costs more than a property. `items` are the items of lists in its arguments.
    pub(crate) fn query<T>(
        &self,
        items: usize,
        work: impl FnOnce(&cairn2d::World) -> Result<T, Fault>,
    ) -> Read<T> {
        self.charge((1 + items).saturating_mul(20 + self.objects.get() / 32))?;
        self.look(work)
    }

    /// Reads the whole world.
    pub(crate) fn survey<T>(&self, work: impl FnOnce(&cairn2d::World) -> Result<T, Fault>) -> Read<T> {
        self.charge(20 + 8 * self.objects.get())?;
        self.look(work)
    }

    /// Changes the world. `items` are the items of lists in its arguments.
    pub(crate) fn change<T>(
        &self,
        call: &str,
        items: usize,
        work: impl FnOnce(&mut cairn2d::World) -> Result<T, Fault>,
    ) -> Read<T> {
        let is_wide = matches!(
            call,
            "set_gravity"
                | "explode"
                | "shift_origin"
                | "set_sleeping"
                | "set_continuous"
                | "set_lanes"
                | "restore"
        );
        self.charge(10 + 10 * items + if is_wide { 4 * self.objects.get() } else { 0 })?;
        let mut world = self.borrow_mut()?;
        let world = world.as_mut().ok_or_else(|| Fault::null("world"))?;
        let makes = matches!(
            call,
            "spawn" | "attach" | "attach_chain" | "join" | "add_field" | "add_portals" | "set_material_pair"
        );
        if makes || items > 0 {
            self.room(world, 1 + items)?;
        }
        let limits = &self.meter.limits;
        if matches!(call, "set_threads" | "reserve" | "set_stage_checks") && limits.sandboxed {
            return Err(Stop::Kind("limit", format!("{call} is not available in a sandbox")));
        }
        Ok(self.guarded(|| work(world))?)
    }

    /// Checks that this many objects may be added.
    fn room(&self, world: &cairn2d::World, more: usize) -> Read<()> {
        let most = self.meter.limits.objects;
        if self.objects.get() + more > most {
            // Objects may have been removed, which is not counted.
            self.objects.set(counted(world));
            self.charge(self.objects.get())?;
        }
        if self.objects.get() + more > most {
            let text = format!("the world would have more than {most} bodies, shapes and joints");
            return Err(Stop::Kind("limit", text));
        }
        self.objects.set(self.objects.get() + more);
        Ok(())
    }

    /// Charges and counts after the whole state was replaced.
    fn replaced(&self) -> Read<()> {
        let count = self.borrow()?.as_ref().map_or(0, counted);
        self.objects.set(count);
        self.charge(10 * count)?;
        if count > self.meter.limits.objects {
            return Err(self.meter.stop(Over::Objects));
        }
        Ok(())
    }

    /// Runs work about the world. After a panic the world rejects every call.
    #[inline]
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        if self.poisoned.get() {
            return Err(Fault::new(Code::Poisoned, "an earlier call stopped halfway"));
        }
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            self.poisoned.set(true);
            Err(of_panic(panic.as_ref()))
        })
    }
}

#[cold]
fn busy() -> Fault {
    Fault::new(Code::Other, "the program is using the world")
}

#[cold]
fn of_panic(panic: &(dyn Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Fault::new(Code::Panic, format_args!("the engine panicked: {}", text.unwrap_or("without a message")))
}

/// A world as a value of Lua.
#[derive(Clone, Debug)]
pub(crate) struct World(pub(crate) Rc<Slot>);

impl World {
    pub(crate) fn slot(&self) -> &Rc<Slot> {
        &self.0
    }

    /// Adds a world within the limit of worlds.
    pub(crate) fn add(
        lua: &Lua,
        meter: &Rc<Meter>,
        make: impl FnOnce() -> Result<cairn2d::World, Fault>,
    ) -> Read<World> {
        room_for_world(lua, meter)?;
        let world =
            catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|panic| Err(of_panic(panic.as_ref())))?;
        let slot = Slot::new(Some(world), meter);
        slot.replaced()?;
        Ok(World(Rc::new(slot)))
    }
}

/// Checks that a world may be made, without the unreachable ones.
fn room_for_world(lua: &Lua, meter: &Meter) -> Read<()> {
    meter.charge(2000)?;
    if meter.worlds.get() >= meter.limits.worlds {
        lua.gc_collect()?;
    }
    if meter.worlds.get() >= meter.limits.worlds {
        let text = format!("the script would have more than {} worlds", meter.limits.worlds);
        return Err(Stop::Kind("limit", text));
    }
    Ok(())
}

/// An object of a world: the world and an id. `CLASS` is its index in `CLASSES`.
#[derive(Clone, Debug)]
pub(crate) struct Object<const CLASS: usize> {
    slot: Rc<Slot>,
    id: u64,
}

impl<const CLASS: usize> Object<CLASS> {
    pub(crate) fn slot(&self) -> &Rc<Slot> {
        &self.slot
    }

    pub(crate) fn bits(&self) -> u64 {
        self.id
    }
}

impl<const CLASS: usize> Object<CLASS> {
    pub(crate) fn new(slot: &Rc<Slot>, id: u64) -> Object<CLASS> {
        Object { slot: Rc::clone(slot), id }
    }

    /// The object of an id; `None` for the null id.
    pub(crate) fn of(slot: &Rc<Slot>, id: u64) -> Option<Object<CLASS>> {
        (id != 0).then(|| Object::new(slot, id))
    }
}

/// What all objects have.
pub(crate) fn meta<const CLASS: usize, M: UserDataMethods<Object<CLASS>>>(m: &mut M)
where
    Object<CLASS>: UserData,
{
    m.add_meta_method(MetaMethod::ToString, |_, it, ()| Ok(it.text()));
    m.add_meta_function(MetaMethod::Eq, |_, (a, b): (Value, Value)| {
        let (Value::UserData(a), Value::UserData(b)) = (a, b) else { return Ok(false) };
        let (Ok(a), Ok(b)) = (a.borrow::<Object<CLASS>>(), b.borrow::<Object<CLASS>>()) else {
            return Ok(false);
        };
        Ok(Rc::ptr_eq(&a.slot, &b.slot) && a.id == b.id)
    });
    m.add_method("id", |_, it, ()| Ok(bits(it.id)));
    m.add_method("world", |_, it, ()| Ok(World(Rc::clone(&it.slot))));
}

/// Calls of a world that are written by hand.
pub(crate) fn world_methods<M: UserDataMethods<World>>(m: &mut M) {
    m.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("World"));
    m.add_meta_function(MetaMethod::Eq, |_, (a, b): (Value, Value)| {
        let (Value::UserData(a), Value::UserData(b)) = (a, b) else { return Ok(false) };
        let (Ok(a), Ok(b)) = (a.borrow::<World>(), b.borrow::<World>()) else { return Ok(false) };
        Ok(Rc::ptr_eq(&a.0, &b.0))
    });
    m.add_method("free", |lua, it, ()| {
        let done = it.0.take().map_err(Stop::from);
        finish(lua, done.map(drop))
    });
    m.add_method("step", |lua, it, dt: Value| finish(lua, step(lua, it.slot(), &dt)));
    m.add_method("clone", |lua, it, ()| {
        let copy = World::add(lua, &it.0.meter, || match it.0.borrow()?.as_ref() {
            Some(world) => Ok(world.clone()),
            None => Err(Fault::null("world")),
        });
        finish(lua, copy)
    });
    saving(m);
    m.add_method("recordCalls", |lua, it, on: Value| {
        finish(
            lua,
            (|| {
                let on = truth(&on, "on")? != 0;
                it.0.meter.recording()?;
                it.0.change("record_calls", 0, |world| {
                    world.record_calls(on.then(CallChecks::default));
                    Ok(())
                })
            })(),
        )
    });
    m.add_method("takeCalls", |lua, it, ()| {
        let taken = it.0.change("take_calls", 0, |world| {
            let mut bytes = Vec::new();
            world.take_calls(&mut bytes);
            Ok(bytes)
        });
        lua.create_string(finish(lua, taken)?)
    });
    m.add_method("debugDraw", |lua, it, into: Value| {
        let data = match &into {
            Value::Nil => lua.create_userdata(Drawing::new(&it.0.meter))?,
            Value::UserData(data) => data.clone(),
            other => {
                return finish(
                    lua,
                    instance(other, "Drawing", "drawing", |_: &mut Drawing| unreachable_call()),
                );
            }
        };
        finish(
            lua,
            instance(&Value::UserData(data.clone()), "Drawing", "drawing", |drawing: &mut Drawing| {
                let to = drawing.0.as_mut().ok_or_else(|| Fault::null("drawing"))?;
                it.0.charge(20 + 20 * it.0.objects.get())?;
                it.0.look(|world| {
                    StandardFloats::within(|| draw(world, to));
                    Ok(())
                })?;
                let size = size_of_val(&*to.primitives) + size_of_val(&*to.points);
                drawing.1.resize(2 * size)
            }),
        )?;
        Ok(data)
    });
    m.add_method("group", |lua, it, of: Value| finish(lua, group(it, &of)));
}

/// For a value that is not of the class, so that the work never runs.
fn unreachable_call() -> Read<mlua::AnyUserData> {
    Err(Stop::Engine(Fault::null("drawing")))
}

fn step(lua: &Lua, slot: &Slot, dt: &Value) -> Read<Table> {
    let dt = if dt.is_nil() { 1.0 / 60.0 } else { number(dt, "dt")? as f32 };
    slot.charge(200 + 20 * slot.objects.get())?;
    let report = slot.change("step", 0, |world| calls::world_step(world, dt))?;
    let contacts = report.awake_contacts as usize;
    slot.charge(20 * contacts)?;
    if contacts > slot.meter.limits.contacts {
        return Err(slot.meter.stop(Over::Objects));
    }
    let mut kept = slot.report.borrow_mut();
    let table = match kept.as_ref() {
        Some(table) => table.clone(),
        None => kept.insert(lua.create_table_with_capacity(0, 16)?).clone(),
    };
    crate::generated::update_step_report(&table, &report)?;
    Ok(table)
}

fn saving<M: UserDataMethods<World>>(m: &mut M) {
    m.add_method("snapshot", |lua, it, ()| {
        let made =
            it.0.charge(10 * it.0.objects.get()).and_then(|()| it.0.look(|world| Ok(world.snapshot())));
        lua.create_string(finish(lua, made)?)
    });
    m.add_method("restore", |lua, it, from: Value| {
        finish(
            lua,
            (|| {
                let from = bytes(&from, "bytes")?;
                it.0.change("restore", 0, |world| Ok(world.restore(&from)?))?;
                it.0.replaced()
            })(),
        )
    });
    m.add_method("snapshotSince", |lua, it, base: Value| {
        let made = (|| {
            let base = bytes(&base, "base")?;
            it.0.charge(10 * it.0.objects.get())?;
            it.0.look(|world| Ok(world.snapshot_since(&base)))
        })();
        lua.create_string(finish(lua, made)?)
    });
    m.add_method("restoreSince", |lua, it, (base, delta): (Value, Value)| {
        finish(
            lua,
            (|| {
                let (base, delta) = (bytes(&base, "base")?, bytes(&delta, "delta")?);
                it.0.change("restore_since", 0, |world| Ok(world.restore_since(&base, &delta)?))?;
                it.0.replaced()
            })(),
        )
    });
    m.add_method("saveInto", |lua, it, saved: Value| {
        finish(
            lua,
            instance(&saved, "Saved", "saved", |saved: &mut Saved| {
                let to = saved.at.as_mut().ok_or_else(|| Fault::null("saved"))?;
                it.0.charge(10 * it.0.objects.get())?;
                it.0.look(|world| {
                    world.save_into(to);
                    Ok(())
                })
            }),
        )
    });
    m.add_method("restoreSaved", |lua, it, saved: Value| {
        finish(
            lua,
            instance(&saved, "Saved", "saved", |saved: &mut Saved| {
                let from = saved.at.as_ref().ok_or_else(|| Fault::null("saved"))?;
                it.0.change("restore_saved", 0, |world| {
                    if world.restore_saved(from) {
                        return Ok(());
                    }
                    Err(Fault::new(Code::Snapshot, "nothing was saved, or by a world with other settings"))
                })?;
                it.0.replaced()
            }),
        )
    });
}

/// Memory for `saveInto`, which counts as a world.
#[derive(Debug)]
pub(crate) struct Saved {
    at: Option<SavedWorld>,
    _room: Slot,
}

impl Saved {
    pub(crate) fn add(lua: &Lua, meter: &Rc<Meter>) -> Read<Saved> {
        room_for_world(lua, meter)?;
        Ok(Saved { at: Some(SavedWorld::default()), _room: Slot::new(None, meter) })
    }
}

impl UserData for Saved {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        m.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Saved"));
        m.add_method_mut("free", |_, it, ()| {
            it.at = None;
            Ok(())
        });
    }
}

/// Primitives of a drawing.
#[derive(Debug)]
pub(crate) struct Drawing(Option<cairn2d_capi::Drawing>, Outside);

impl Drawing {
    pub(crate) fn new(meter: &Rc<Meter>) -> Drawing {
        Drawing(Some(cairn2d_capi::Drawing::default()), Outside::new(meter))
    }

    fn get(&self) -> Read<&cairn2d_capi::Drawing> {
        Ok(self.0.as_ref().ok_or_else(|| Fault::null("drawing"))?)
    }
}

impl UserData for Drawing {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        m.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Drawing"));
        m.add_method_mut("free", |_, it, ()| {
            it.0 = None;
            it.1.release();
            Ok(())
        });
        m.add_method("count", |_, it, ()| Ok(it.get().map_or(0, |drawing| drawing.primitives.len())));
        m.add_method("pointCount", |_, it, ()| Ok(it.get().map_or(0, |drawing| drawing.points.len())));
        m.add_method("primitive", |lua, it, n: Value| {
            finish(
                lua,
                (|| {
                    let all = &it.get()?.primitives;
                    let it = all[index(&n, "n", all.len())?];
                    let kind = name_of(PRIMITIVE_TYPE_NAMES, it.kind);
                    Ok((kind, it.color, it.first + 1, it.count, f64::from(it.radius)))
                })(),
            )
        });
        m.add_method("point", |lua, it, n: Value| {
            finish(
                lua,
                (|| {
                    let all = &it.get()?.points;
                    let it = all[index(&n, "n", all.len())?];
                    Ok((f64::from(it.x), f64::from(it.y)))
                })(),
            )
        });
    }
}

/// Memory that the allocator of Lua does not see.
#[derive(Debug)]
struct Outside {
    meter: Rc<Meter>,
    bytes: usize,
}

impl Outside {
    fn new(meter: &Rc<Meter>) -> Outside {
        Outside { meter: Rc::clone(meter), bytes: 0 }
    }

    fn release(&mut self) {
        self.meter.outside.set(self.meter.outside.get() - self.bytes);
        self.bytes = 0;
    }

    /// Counts another number of bytes.
    fn resize(&mut self, bytes: usize) -> Read<()> {
        self.release();
        self.bytes = bytes;
        self.meter.outside.set(self.meter.outside.get() + bytes);
        self.meter.outside_fits()
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        self.release();
    }
}

/// A list of bodies whose poses and velocities are read and written at once.
#[derive(Debug)]
pub(crate) struct Group {
    slot: Rc<Slot>,
    ids: Vec<cairn_body_id>,
    poses: Vec<cairn_pose>,
    velocities: Vec<cairn_velocity>,
    _memory: Outside,
}

fn group(world: &World, of: &Value) -> Read<Group> {
    let slot = &world.0;
    let mut ids = Vec::new();
    if of.is_nil() {
        slot.charge(slot.objects.get())?;
        slot.look(|world| calls::world_bodies(world, &mut |id| ids.push(id)))?;
    } else {
        let list = match of {
            Value::Table(list) => list,
            other => return Err(wrong_bodies(other)),
        };
        slot.charge(list.raw_len())?;
        for n in 1..=list.raw_len() {
            ids.push(cairn_body_id { bits: handle::<Body>(&list.raw_get(n)?, slot, "bodies")? });
        }
    }
    let count = ids.len();
    let mut memory = Outside::new(&slot.meter);
    memory.resize(
        count * (size_of::<cairn_body_id>() + size_of::<cairn_pose>() + size_of::<cairn_velocity>()),
    )?;
    Ok(Group {
        _memory: memory,
        slot: Rc::clone(slot),
        ids,
        poses: vec![cairn_pose::default(); count],
        velocities: vec![cairn_velocity::default(); count],
    })
}

fn wrong_bodies(value: &Value) -> Stop {
    match table(value, "bodies") {
        Err(Stop::Engine(fault)) => value_error(fault.text().replace("a table", "a table of bodies")),
        _ => value_error("bodies must be a table of bodies".to_owned()),
    }
}

impl Group {
    fn at(&self, n: &Value) -> Read<usize> {
        let length = self.ids.len();
        let place = number(n, "n").ok().filter(|n| *n >= 1.0 && *n <= length as f64);
        place.map(|n| n as usize - 1).ok_or_else(|| out_of(n, length))
    }
}

impl UserData for Group {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        m.add_method("length", |_, it, ()| Ok(it.ids.len()));
        m.add_method_mut("readPoses", |lua, it, ()| {
            let Group { slot, ids, poses, .. } = it;
            finish(
                lua,
                slot.charge(ids.len()).and_then(|()| {
                    slot.look(|world| {
                        for (id, to) in ids.iter().zip(poses) {
                            *to = calls::body_pose(world, *id)?;
                        }
                        Ok(())
                    })
                }),
            )
        });
        m.add_method_mut("readVelocities", |lua, it, ()| {
            let Group { slot, ids, velocities, .. } = it;
            finish(
                lua,
                slot.charge(ids.len()).and_then(|()| {
                    slot.look(|world| {
                        for (id, to) in ids.iter().zip(velocities) {
                            to.linear = calls::body_velocity(world, *id)?;
                            to.angular = calls::body_angular_velocity(world, *id)?;
                        }
                        Ok(())
                    })
                }),
            )
        });
        m.add_method("writeVelocities", |lua, it, ()| {
            finish(
                lua,
                it.slot.charge(it.ids.len()).and_then(|()| {
                    it.slot.change("write_velocities", 0, |world| {
                        for (id, from) in it.ids.iter().zip(&it.velocities) {
                            calls::body_set_velocity(world, *id, from.linear.engine()?)?;
                            calls::body_set_angular_velocity(world, *id, from.angular)?;
                        }
                        Ok(())
                    })
                }),
            )
        });
        m.add_method("pose", |lua, it, n: Value| {
            finish(
                lua,
                it.at(&n).map(|n| {
                    let pose = it.poses[n];
                    (f64::from(pose.p.x), f64::from(pose.p.y), f64::from(pose.q.c), f64::from(pose.q.s))
                }),
            )
        });
        m.add_method("velocity", |lua, it, n: Value| {
            finish(
                lua,
                it.at(&n).map(|n| {
                    let velocity = it.velocities[n];
                    (f64::from(velocity.linear.x), f64::from(velocity.linear.y), f64::from(velocity.angular))
                }),
            )
        });
        m.add_method_mut("setVelocity", |lua, it, (n, x, y, angular): (Value, Value, Value, Value)| {
            finish(
                lua,
                (|| {
                    let n = it.at(&n)?;
                    let linear = vec2(number(&x, "x")? as f32, number(&y, "y")? as f32).give();
                    it.velocities[n] =
                        cairn_velocity { linear, angular: number(&angular, "angular")? as f32 };
                    Ok(())
                })(),
            )
        });
    }
}

fn ended() -> Fault {
    Fault::new(Code::Record, "the recording has ended")
}

/// Writes a recording of a world.
#[derive(Debug)]
pub(crate) struct Recorder(Option<cairn2d_record::Recorder>);

impl Recorder {
    pub(crate) fn start(world: &Value, title: &Value, every: &Value) -> Read<Recorder> {
        instance(world, "World", "world", |world: &mut World| {
            world.0.meter.recording()?;
            let title = match title {
                Value::Nil => String::new(),
                Value::String(text) => text.to_string_lossy(),
                other => return Err(wrong_title(other)),
            };
            let every = if every.is_nil() { 600 } else { wide(every, "keyframeEvery")? };
            world.0.change("start", 0, |world| {
                let options = RecordOptions::default().title(title).keyframe_every(every);
                Ok(Recorder(Some(cairn2d_record::Recorder::start(world, options)?)))
            })
        })
    }
}

fn wrong_title(value: &Value) -> Stop {
    match bytes(value, "title") {
        Err(Stop::Engine(fault)) => value_error(fault.text().replace("a string of bytes", "a string")),
        _ => value_error("title must be a string".to_owned()),
    }
}

impl UserData for Recorder {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        m.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Recorder"));
        m.add_method_mut("free", |_, it, ()| {
            it.0 = None;
            Ok(())
        });
        m.add_method_mut("update", |lua, it, world: Value| {
            finish(
                lua,
                instance(&world, "World", "world", |world: &mut World| {
                    let recorder = it.0.as_mut().ok_or_else(ended)?;
                    world.0.change("update", 0, |world| Ok(recorder.update(world)?))
                }),
            )
        });
        m.add_method_mut("finish", |lua, it, world: Value| {
            let bytes = finish(
                lua,
                instance(&world, "World", "world", |world: &mut World| {
                    let recorder = it.0.take().ok_or_else(ended)?;
                    world.0.change("finish", 0, |world| Ok(recorder.finish(world)?))
                }),
            )?;
            lua.create_string(bytes)
        });
    }
}

/// Plays a recording.
#[derive(Debug)]
pub(crate) struct Player {
    at: Option<cairn2d_record::Player>,
    meter: Rc<Meter>,
}

impl Player {
    pub(crate) fn new(from: &Value, meter: &Rc<Meter>) -> Read<Player> {
        meter.recording()?;
        let recording = Recording::read(bytes(from, "bytes")?).map_err(Fault::from)?;
        let player = cairn2d_record::Player::new(recording).map_err(Fault::from)?;
        Ok(Player { at: Some(player), meter: Rc::clone(meter) })
    }

    fn get(&mut self) -> Read<&mut cairn2d_record::Player> {
        Ok(self.at.as_mut().ok_or_else(|| Fault::null("player"))?)
    }
}

impl UserData for Player {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        m.add_meta_method(MetaMethod::ToString, |_, _, ()| Ok("Player"));
        m.add_method_mut("free", |_, it, ()| {
            it.at = None;
            Ok(())
        });
        m.add_method_mut("step", |lua, it, ()| {
            finish(lua, (|| Ok(it.get()?.step().map_err(Fault::from)?.is_some()))())
        });
        m.add_method_mut("seek", |lua, it, step: Value| {
            finish(
                lua,
                (|| {
                    let step = wide(&step, "step")?;
                    it.get()?.seek(step).map_err(Fault::from)?;
                    Ok(())
                })(),
            )
        });
        m.add_method_mut("stepIndex", |_, it, ()| Ok(it.get().map_or(0, |player| player.step_index())));
        m.add_method_mut("steps", |_, it, ()| Ok(it.get().map_or(0, |player| player.recording().steps())));
        m.add_method_mut("world", |lua, it, ()| {
            let meter = Rc::clone(&it.meter);
            finish(
                lua,
                (|| {
                    let world = it.get()?.world().clone();
                    World::add(lua, &meter, || Ok(world))
                })(),
            )
        });
    }
}
