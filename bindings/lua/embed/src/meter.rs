//! Limits of a script, and what it has used of them.
//!
//! One budget, the fuel, pays for instructions, allocated bytes, calls of the engine, and the loops of
//! library functions. It depends on no clock, so the same script stops at the same place everywhere.
//!
//! Invariant: once a limit is exceeded, `over` stays set until the program calls the script again, and every
//! function that catches errors raises it again (`errors.lua`).

use std::alloc::Layout;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_void};
use std::rc::Rc;

use mlua::{Lua, ffi};

use crate::values::{Raised, Read, Stop, place};

/// Limits of a script. None depends on a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Instructions per call \[-\]. Memory, calls of the engine and library functions count as instructions
    /// too, by their cost.
    pub instructions: u64,
    /// Memory of Lua \[bytes\]: all tables, strings and functions.
    pub memory: usize,
    /// Longest string \[bytes\].
    pub string: usize,
    /// Largest part of a table \[bytes\]; an array takes 16 bytes per item.
    pub block: usize,
    /// Bodies, shapes and joints of one world \[-\].
    pub objects: usize,
    /// Contacts of awake bodies of one world \[-\].
    pub contacts: usize,
    /// Worlds and saved states at once \[-\].
    pub worlds: usize,
    /// What `print` keeps for the program \[bytes\].
    pub output: usize,
    /// Whether scripts may record worlds and play recordings. The memory of a recording is not limited.
    pub recordings: bool,
    pub(crate) sandboxed: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: 2_000_000,
            memory: 32 << 20,
            string: 64 << 10,
            block: 1 << 20,
            objects: 20_000,
            contacts: 100_000,
            worlds: 4,
            output: 64 << 10,
            recordings: false,
            sandboxed: true,
        }
    }
}

macro_rules! setters {
    ($($name:ident: $kind:ty, $doc:literal;)*) => {
        impl Limits {
            $(#[doc = $doc]
            #[must_use]
            pub fn $name(mut self, $name: $kind) -> Limits {
                self.$name = $name;
                self
            })*
        }
    };
}

setters! {
    instructions: u64, "Sets the instructions per call.";
    memory: usize, "Sets the memory of Lua \\[bytes\\], at least what its own tables take, about 200,000.";
    string: usize, "Sets the length of the longest string \\[bytes\\].";
    block: usize, "Sets the size of the largest part of a table \\[bytes\\].";
    objects: usize, "Sets the number of bodies, shapes and joints of one world.";
    contacts: usize, "Sets the number of contacts of awake bodies of one world.";
    worlds: usize, "Sets the number of worlds and saved states at once.";
    output: usize, "Sets what `print` keeps for the program \\[bytes\\].";
    recordings: bool, "Sets whether scripts may record worlds and play recordings.";
}

impl Limits {
    pub(crate) fn none() -> Limits {
        Limits {
            instructions: u64::MAX,
            memory: usize::MAX,
            string: usize::MAX,
            block: usize::MAX,
            objects: usize::MAX / 2,
            contacts: usize::MAX,
            worlds: usize::MAX,
            output: usize::MAX,
            recordings: true,
            sandboxed: false,
        }
    }
}

/// The limit that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    Instructions,
    Memory,
    Objects,
}

/// Instructions between two looks at the fuel. A coroutine counts its own, so it pays for them when it is
/// made.
pub(crate) const PERIOD: i32 = 1000;

/// What a script has used.
#[derive(Debug)]
pub(crate) struct Meter {
    pub(crate) limits: Limits,
    fuel: Cell<i64>,
    over: Cell<Option<Over>>,
    /// Line at which a limit was exceeded, where it is known.
    over_at: RefCell<Option<(String, u32)>>,
    /// Whether a script runs. The program itself is not limited.
    active: Cell<bool>,
    used: Cell<usize>,
    /// Bytes of objects of this crate, which the allocator of Lua does not see.
    pub(crate) outside: Cell<usize>,
    /// Worlds and saved states.
    pub(crate) worlds: Cell<usize>,
    pub(crate) output: RefCell<String>,
}

impl Meter {
    pub(crate) fn new(limits: Limits) -> Rc<Meter> {
        Rc::new(Meter {
            limits,
            fuel: Cell::new(i64::MAX),
            over: Cell::new(None),
            over_at: RefCell::new(None),
            active: Cell::new(false),
            used: Cell::new(0),
            outside: Cell::new(0),
            worlds: Cell::new(0),
            output: RefCell::new(String::new()),
        })
    }

    /// Begins a call of the script.
    pub(crate) fn begin(&self) {
        self.fuel.set(i64::try_from(self.limits.instructions).unwrap_or(i64::MAX));
        self.over.set(None);
        self.over_at.replace(None);
        self.active.set(true);
    }

    /// Ends the call; returns the limit that was exceeded, and where.
    pub(crate) fn end(&self) -> Option<Raised> {
        self.active.set(false);
        self.over.get().map(|over| self.raised(over))
    }

    /// Instructions that the running or the last call has used.
    pub(crate) fn spent(&self) -> u64 {
        self.limits.instructions.saturating_sub(self.fuel.get().max(0) as u64)
    }

    pub(crate) fn used(&self) -> usize {
        self.used.get()
    }

    /// Pays for work that is not instructions.
    #[inline]
    pub(crate) fn charge(&self, units: usize) -> Read<()> {
        if !self.active.get() {
            return Ok(());
        }
        self.burn(units);
        if self.fuel.get() < 0 { Err(self.stop(Over::Instructions)) } else { Ok(()) }
    }

    fn burn(&self, units: usize) {
        self.fuel.set(self.fuel.get().saturating_sub_unsigned(units as u64));
    }

    /// Units that are left to pay with.
    pub(crate) fn left(&self) -> u64 {
        if self.active.get() { self.fuel.get().max(0) as u64 } else { u64::MAX }
    }

    /// Checks the limit of memory after more bytes outside of Lua were taken.
    pub(crate) fn outside_fits(&self) -> Read<()> {
        let all = self.outside.get().saturating_add(self.used.get());
        if all > self.limits.memory && self.active.get() { Err(self.stop(Over::Memory)) } else { Ok(()) }
    }

    pub(crate) fn recording(&self) -> Read<()> {
        if self.limits.recordings {
            return Ok(());
        }
        Err(Stop::Kind("limit", "recordings are not available in this sandbox".to_owned()))
    }

    fn exceed(&self, over: Over) {
        if self.over.get().is_none() {
            self.over.set(Some(over));
        }
    }

    /// Sets the limit that was exceeded, and returns its error.
    #[cold]
    pub(crate) fn stop(&self, over: Over) -> Stop {
        self.exceed(over);
        let raised = self.raised(self.over.get().unwrap_or(over));
        Stop::Lua(mlua::Error::external(raised))
    }

    fn raised(&self, over: Over) -> Raised {
        let limits = &self.limits;
        let (kind, message) = match over {
            Over::Instructions => {
                ("instructions", format!("the script ran more than {} instructions", limits.instructions))
            }
            Over::Memory => {
                ("memory", format!("the script needs more than {} bytes of memory", limits.memory))
            }
            Over::Objects => {
                ("limit", "the world has more contacts or objects than the script may make".to_owned())
            }
        };
        Raised { kind: kind.into(), message, place: self.over_at.borrow().clone() }
    }

    /// Raises the limit that was exceeded, if one was.
    pub(crate) fn check(&self, lua: &Lua) -> mlua::Result<()> {
        let Some(over) = self.over.get() else { return Ok(()) };
        if self.over_at.borrow().is_none() {
            self.over_at.replace(place(lua));
        }
        Err(mlua::Error::external(self.raised(over)))
    }
}

/// Counts instructions.
///
/// The hook of `mlua` closes the variables of the running function before it raises its error. Nothing is
/// counted in a hook, so a script could run forever there.
unsafe extern "C-unwind" fn count(state: *mut ffi::lua_State, _: *mut ffi::lua_Debug) {
    let mut data = std::ptr::null_mut();
    // SAFETY: the state is the one that called. Only `install` sets this hook, after its allocator. The data
    // of the allocator lives until `remove`, which ends the hook.
    let meter = unsafe {
        ffi::lua_getallocf(state, &raw mut data);
        &*data.cast::<Allocator>().cast_const()
    };
    // SAFETY: the state is the one that called.
    if unsafe { exceeded(&meter.meter, state) } {
        // SAFETY: Lua ensures free stack for a hook. No value of this frame has a destructor. The value of
        // the error does not matter, because `over` is set.
        unsafe {
            ffi::lua_pushboolean(state, 0);
            ffi::lua_error(state);
        }
    }
}

/// Pays for a period; returns whether a limit is exceeded.
///
/// # Safety
/// The state is valid.
unsafe fn exceeded(meter: &Meter, state: *mut ffi::lua_State) -> bool {
    if !meter.active.get() {
        return false;
    }
    meter.burn(PERIOD as usize);
    if meter.fuel.get() < 0 {
        meter.exceed(Over::Instructions);
    }
    if meter.over.get().is_some() && meter.over_at.borrow().is_none() {
        // SAFETY: the state is valid.
        meter.over_at.replace(unsafe { running(state) });
    }
    meter.over.get().is_some()
}

/// Name of the chunk and line of the innermost function of the script.
///
/// # Safety
/// The state is valid.
unsafe fn running(state: *mut ffi::lua_State) -> Option<(String, u32)> {
    for level in 0..16 {
        // SAFETY: `lua_getinfo` gets what `lua_getstack` has filled, and sets both fields.
        let (line, name) = unsafe {
            let mut found: ffi::lua_Debug = std::mem::zeroed();
            if ffi::lua_getstack(state, level, &raw mut found) == 0 {
                return None;
            }
            ffi::lua_getinfo(state, c"Sl".as_ptr(), &raw mut found);
            (found.currentline, CStr::from_ptr(found.source).to_string_lossy().into_owned())
        };
        let name = name.trim_start_matches(['=', '@']);
        if let (Ok(line @ 1..), false) = (u32::try_from(line), name.starts_with('[')) {
            return Some((name.to_owned(), line));
        }
    }
    None
}

/// The allocator of a sandbox, in front of that of `mlua`.
pub(crate) struct Allocator {
    behind: ffi::lua_Alloc,
    data: *mut c_void,
    meter: Rc<Meter>,
}

impl std::fmt::Debug for Allocator {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Allocator").finish_non_exhaustive()
    }
}

/// Memory that small allocations may take beyond the limit, until the next look at the fuel. `mlua` needs
/// some to report the error.
const OVERDRAFT: usize = 64 << 10;

impl Allocator {
    /// Puts the allocator in front. The caller keeps the result until `remove`.
    pub(crate) fn install(lua: &Lua, meter: &Rc<Meter>) -> mlua::Result<Box<Allocator>> {
        // With a limit, `mlua` expects every allocation to fail.
        lua.set_memory_limit(isize::MAX as usize)?;
        meter.used.set(lua.used_memory());
        let mut data = std::ptr::null_mut();
        let mut behind = None;
        // SAFETY: the closure only asks the state for its allocator, and leaves the stack as it is.
        unsafe {
            lua.exec_raw::<()>((), |state| behind = Some(ffi::lua_getallocf(state, &raw mut data)))?;
        }
        let behind = behind.ok_or(mlua::Error::MemoryControlNotAvailable)?;
        let front = Box::new(Allocator { behind, data, meter: Rc::clone(meter) });
        let at: *const Allocator = &raw const *front;
        // SAFETY: `at` is valid while the box is, which `Sandbox` owns and removes before the state ends. The
        // function passes every call on to the allocator that made the memory.
        unsafe {
            lua.exec_raw::<()>((), |state| {
                ffi::lua_setallocf(state, allocate, at.cast_mut().cast());
                // Coroutines inherit the hook.
                ffi::lua_sethook(state, Some(count), ffi::LUA_MASKCOUNT, PERIOD);
            })?;
        }
        Ok(front)
    }

    /// Puts the allocator of `mlua` back, which frees the state.
    pub(crate) fn remove(front: Box<Allocator>, lua: &Lua) {
        front.meter.active.set(false);
        let (behind, data) = (front.behind, front.data);
        // SAFETY: both values came from this state, and all its memory from this allocator.
        let done = unsafe {
            lua.exec_raw::<()>((), |state| {
                ffi::lua_sethook(state, None, 0, 0);
                ffi::lua_setallocf(state, behind, data);
            })
        };
        if done.is_err() {
            // The state still uses the box.
            Box::leak(front);
        }
    }
}

/// Whether a growing allocation is within the limits. Without a pointer, `old` is the type of the object.
fn allowed(meter: &Meter, is_new: bool, old: usize, more: usize, new: usize) -> bool {
    if !meter.active.get() {
        return true;
    }
    meter.burn(more / 64);
    let limits = &meter.limits;
    let is_string = is_new && old == ffi::LUA_TSTRING as usize;
    let too_large = new > limits.block || (is_string && new > limits.string.saturating_add(64));
    let used = meter.used.get().saturating_add(meter.outside.get()).saturating_add(more);
    let small = new <= 1024 && used <= limits.memory.saturating_add(OVERDRAFT);
    if too_large || used > limits.memory {
        meter.exceed(Over::Memory);
        return small && !too_large;
    }
    if meter.fuel.get() < 0 {
        meter.exceed(Over::Instructions);
        return small;
    }
    true
}

unsafe extern "C" fn allocate(data: *mut c_void, at: *mut c_void, old: usize, new: usize) -> *mut c_void {
    // SAFETY: `install` passes a box that lives until `remove`.
    let front = unsafe { &*data.cast::<Allocator>() };
    let had = if at.is_null() { 0 } else { old };
    let meter = &*front.meter;
    if new > had
        && (Layout::from_size_align(new, 16).is_err() || !allowed(meter, at.is_null(), old, new - had, new))
    {
        return std::ptr::null_mut();
    }
    // SAFETY: the arguments are those of Lua, for the allocator that made the memory.
    let made = unsafe { (front.behind)(front.data, at, old, new) };
    if new == 0 || !made.is_null() {
        meter.used.set((meter.used.get() + new).saturating_sub(had));
    }
    made
}
