//! Recordings: played step by step, and verified.

use crate::state::{Slot, answer, keep, received, with_slot};
use cairn2d_record::{Player, Recording};

/// Opens a recording of this many bytes in the exchange buffer; returns the number of its world, or 0.
/// [`cairn_world_step`](crate::world::cairn_world_step) takes its steps.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_open(length: u32) -> u32 {
    let player = Recording::read(received(length)).and_then(Player::new);
    answer(Some(player.map(|player| keep(Slot::Recording(Box::new(player))))))
}

/// Number of steps of a recording.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_steps(world: u32) -> u32 {
    let steps = with_player(world, |player| Ok::<_, String>(player.recording().steps() as u32));
    answer(steps)
}

/// Seeks to the state after a number of steps, or to the end; returns 1, or 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_seek(world: u32, step: u32) -> u32 {
    answer(with_player(world, |player| {
        player.seek(u64::from(step)).map(|_| 1).map_err(|error| error.to_string())
    }))
}

/// Plays all of a recording and compares every recorded state; returns the number of equal states, or 0 if
/// one differs or none was recorded.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_verify(world: u32) -> u32 {
    let verify = |player: &mut Player| player.verify().map(|seen| seen.hashes as u32);
    answer(with_player(world, |player| verify(player).map_err(|error| error.to_string())))
}

/// Takes the next step of a recording.
pub(crate) fn step(player: &mut Player) -> Result<(), String> {
    match player.step() {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err("the recording is over".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn with_player<T>(
    world: u32,
    work: impl FnOnce(&mut Player) -> Result<T, String>,
) -> Option<Result<T, String>> {
    with_slot(world, |slot| match slot {
        Slot::Recording(player) => work(player),
        _ => Err("this world is not a recording".to_owned()),
    })
}
