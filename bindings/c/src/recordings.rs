//! Recordings: files of all calls, to be played, searched and verified.

use core::ffi::c_char;

use cairn2d::CallChecks;
use cairn2d_record::{Player, RecordError, RecordOptions, Recorder, Recording};

use crate::fault::{Code, Fault, NONE, OK};
use crate::handle::{Bytes, Handle, In, Out, Owned, code, guarded_alone, value};

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Fault::new(Code::Record, error)
    }
}

/// Starts to record a world; returns null after an error. A null title is empty.
#[unsafe(no_mangle)]
extern "C" fn cairn_recorder_start(
    world: Handle,
    title: In<c_char>,
    keyframe_every: u64,
) -> Owned<Option<Recorder>> {
    let started = world.change(|world| {
        let options = RecordOptions::default().title(title.text()).keyframe_every(keyframe_every);
        Ok(Recorder::start(world, options)?)
    });
    started.map_or(Owned::NULL, |recorder| Owned::of(Some(recorder)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_recorder_free(recorder: Owned<Option<Recorder>>) {
    recorder.free();
}

fn ended() -> Fault {
    Fault::new(Code::Record, "the recording has ended")
}

#[unsafe(no_mangle)]
extern "C" fn cairn_recorder_update(recorder: Owned<Option<Recorder>>, world: Handle) -> i32 {
    code(world.change(|world| Ok(recorder.get_mut("recorder")?.as_mut().ok_or_else(ended)?.update(world)?)))
}

/// Ends the recording; the recorder is then only good to be freed.
#[unsafe(no_mangle)]
extern "C" fn cairn_recorder_finish(
    recorder: Owned<Option<Recorder>>,
    world: Handle,
    out: Out<Bytes>,
) -> i32 {
    let finished = world.change(|world| {
        let recorder = recorder.get_mut("recorder")?.take().ok_or_else(ended)?;
        Ok(recorder.finish(world)?)
    });
    Bytes::give(out, finished)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_player_new(bytes: In<u8>, len: u64) -> Owned<Player> {
    let made = guarded_alone(|| {
        let recording = Recording::read(bytes.bytes("bytes", len)?)?;
        Ok(Player::new(recording)?)
    });
    made.map_or(Owned::NULL, Owned::of)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_player_free(player: Owned<Player>) {
    player.free();
}

/// Takes the next step; returns `CAIRN_NONE` at the end.
#[unsafe(no_mangle)]
extern "C" fn cairn_player_step(player: Owned<Player>) -> i32 {
    let stepped = guarded_alone(|| Ok(player.get_mut("player")?.step()?));
    stepped.map_or_else(|code| code, |report| if report.is_some() { OK } else { NONE })
}

/// Moves to the state after a number of steps, or to the end.
#[unsafe(no_mangle)]
extern "C" fn cairn_player_seek(player: Owned<Player>, step: u64) -> i32 {
    code(guarded_alone(|| Ok(player.get_mut("player")?.seek(step).map(|_| ())?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_player_step_index(player: Owned<Player>) -> u64 {
    value(guarded_alone(|| Ok(player.get_mut("player")?.step_index())))
}

/// Number of steps in the recording.
#[unsafe(no_mangle)]
extern "C" fn cairn_player_steps(player: Owned<Player>) -> u64 {
    value(guarded_alone(|| Ok(player.get_mut("player")?.recording().steps())))
}

/// A copy of the world at the current step; returns null after an error.
#[unsafe(no_mangle)]
extern "C" fn cairn_player_world(player: Owned<Player>) -> Handle {
    guarded_alone(|| Ok(player.get_mut("player")?.world().clone())).map_or(Handle::NULL, Handle::of)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_record_calls(world: Handle, on: u8) -> i32 {
    code(world.change(|world| {
        world.record_calls((on != 0).then(CallChecks::default));
        Ok(())
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_take_calls(world: Handle, out: Out<Bytes>) -> i32 {
    let taken = world.change(|world| {
        let mut bytes = Vec::new();
        world.take_calls(&mut bytes);
        Ok(bytes)
    });
    Bytes::give(out, taken)
}
