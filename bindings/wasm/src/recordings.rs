//! Recordings: played step by step, and verified.

use crate::state::{Slot, answer, keep, received, with_slot};
use cairn2d_record::{Player, Recording};

/// Opens a recording, this many bytes of the exchange buffer; the number of the world it plays in, or 0. Its
/// steps are taken by [`cairn_world_step`](crate::world::cairn_world_step).
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_open(length: u32) -> u32 {
    let player = Recording::read(received(length)).and_then(Player::new);
    answer(Some(player.map(|player| keep(Slot::Recording(Box::new(player))))))
}

/// How many steps a recording has.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_steps(world: u32) -> u32 {
    let steps = with_player(world, |player| Ok::<_, String>(player.recording().steps() as u32));
    answer(steps)
}

/// Goes to the state after a number of steps, or to the end; 1, or 0 if that cannot be replayed.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_recording_seek(world: u32, step: u32) -> u32 {
    answer(with_player(world, |player| {
        player.seek(u64::from(step)).map(|_| 1).map_err(|error| error.to_string())
    }))
}

/// Plays all of a recording and compares every state that was noted in it; how many were the same, or 0 if
/// one was not, or none was noted.
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
        _ => Err("this world is no recording".to_owned()),
    })
}
