//! Shared state: worlds by number, the exchange buffer, the last error.

use cairn2d::World;
use std::cell::RefCell;
use std::fmt::Display;

/// A world, and its runner if it came from a scene.
pub(crate) enum Slot {
    Free,
    Plain(Box<World>),
    #[cfg(feature = "scenes")]
    Scene(Box<cairn2d_scenes::Runner>),
    #[cfg(feature = "record")]
    Recording(Box<cairn2d_record::Player>),
}

impl Slot {
    fn world(&self) -> Option<&World> {
        match self {
            Self::Free => None,
            Self::Plain(world) => Some(world),
            #[cfg(feature = "scenes")]
            Self::Scene(runner) => Some(&runner.world),
            #[cfg(feature = "record")]
            Self::Recording(player) => Some(player.world()),
        }
    }

    /// The world; `None` if only a recording may change it.
    pub(crate) fn world_mut(&mut self) -> Option<&mut World> {
        match self {
            Self::Free => None,
            Self::Plain(world) => Some(world),
            #[cfg(feature = "scenes")]
            Self::Scene(runner) => Some(&mut runner.world),
            #[cfg(feature = "record")]
            Self::Recording(_) => {
                refuse("a recording is only played; a copy of its world can be changed");
                None
            }
        }
    }
}

#[derive(Default)]
struct State {
    slots: Vec<Slot>,
    exchange: Vec<u8>,
    error: String,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Sets the length of the exchange buffer \[bytes\] and returns its address. Keeps the content up to the new
/// length.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_exchange(length: u32) -> *const u8 {
    STATE.with_borrow_mut(|state| {
        state.exchange.resize(length as usize, 0);
        state.exchange.as_ptr()
    })
}

/// Writes the text of the last error into the exchange buffer and returns its length \[bytes\]; 0 without an
/// error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_error() -> u32 {
    STATE.with_borrow_mut(|state| {
        state.exchange.clear();
        state.exchange.extend_from_slice(state.error.as_bytes());
        state.exchange.len() as u32
    })
}

/// Frees a world; returns 0 if there is none with that number.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_free(world: u32) -> u32 {
    with_slot(world, |slot| *slot = Slot::Free).map_or(0, |()| 1)
}

/// Stores a world and returns its number; numbers of freed worlds are reused.
pub(crate) fn keep(slot: Slot) -> u32 {
    STATE.with_borrow_mut(|state| {
        let free = state.slots.iter().position(|slot| matches!(slot, Slot::Free));
        let index = free.unwrap_or(state.slots.len());
        if free.is_some() {
            state.slots[index] = slot;
        } else {
            state.slots.push(slot);
        }
        index as u32 + 1
    })
}

/// Calls `work` with the slot of a number.
pub(crate) fn with_slot<T>(world: u32, work: impl FnOnce(&mut Slot) -> T) -> Option<T> {
    let (mut work, mut result) = (Some(work), None);
    lend(world, &mut |slot| result = work.take().map(|work| work(slot)));
    result
}

/// One function for all kinds of work, to keep the module small.
#[inline(never)]
fn lend(world: u32, work: &mut dyn FnMut(&mut Slot)) {
    // Taken out during the work, which may use the exchange buffer.
    let slot = STATE.with_borrow_mut(|state| {
        let slot = state.slots.get_mut((world as usize).wrapping_sub(1));
        slot.map(|slot| std::mem::replace(slot, Slot::Free))
    });
    match slot {
        None => {}
        Some(Slot::Free) => refuse("there is no world of this number"),
        Some(mut slot) => {
            work(&mut slot);
            STATE.with_borrow_mut(|state| state.slots[world as usize - 1] = slot);
        }
    }
}

/// Calls `work` with the world of a number, for reading.
pub(crate) fn look<T>(world: u32, work: impl FnOnce(&World) -> T) -> Option<T> {
    with_slot(world, |slot| slot.world().map(work)).flatten()
}

/// Calls `work` with the world of a number, for changes.
pub(crate) fn with_world<T>(world: u32, work: impl FnOnce(&mut World) -> T) -> Option<T> {
    with_slot(world, |slot| slot.world_mut().map(work)).flatten()
}

/// The result of a call: the value, or 0 and a stored error.
pub(crate) fn answer<T: Default, E: Display>(result: Option<Result<T, E>>) -> T {
    match result {
        Some(Ok(value)) => value,
        Some(Err(error)) => {
            refuse_for(&error);
            T::default()
        }
        None => T::default(),
    }
}

#[inline(never)]
fn refuse_for(error: &dyn Display) {
    refuse(&error.to_string());
}

/// Stores the reason of an error.
#[inline(never)]
pub(crate) fn refuse(reason: &str) {
    STATE.with_borrow_mut(|state| reason.clone_into(&mut state.error));
}

/// The first bytes of the exchange buffer, at most its length.
pub(crate) fn received(length: u32) -> Vec<u8> {
    STATE.with_borrow(|state| state.exchange[..(length as usize).min(state.exchange.len())].to_vec())
}

/// The first floats of the exchange buffer.
pub(crate) fn received_floats(count: u32) -> Vec<f32> {
    let bytes = received(count.saturating_mul(4));
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// Fills the exchange buffer.
pub(crate) fn send(fill: impl FnOnce(&mut Vec<u8>)) {
    STATE.with_borrow_mut(|state| {
        state.exchange.clear();
        fill(&mut state.exchange);
    });
}
