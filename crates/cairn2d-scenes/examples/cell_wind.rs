//! Rollback with a system beside the world: a wind carries leaves, and a player switches its fan.
//!
//! Two peers simulate the same world and the same wind. Each knows the input of its own player at once and
//! the other one's eight frames later; until then it predicts that the fan stays as it is. A wrong prediction
//! restores the world and the wind together and plays the frames again.
//! `cargo run --release -p cairn2d-scenes --example cell_wind`

use std::collections::VecDeque;

use cairn2d::prelude::*;
use cairn2d::system::Systems;
use cairn2d_scenes::systems::{CellWind, CellWindDef, Fan};

/// Length of a frame \[s\].
const DT: f32 = 1.0 / 60.0;

/// Frames that are played, and frames until an input is known to the other peer.
const FRAMES: usize = 600;
const DELAY: usize = 8;

/// Whether the fan of a player blows in a frame.
fn fan_is_on(player: usize, frame: usize) -> bool {
    (frame / (40 + 17 * player)).is_multiple_of(2)
}

/// A peer: the world and its systems, and the frames that may still change.
struct Peer {
    player: usize,
    world: World,
    systems: Systems,
    /// The state before each frame as bytes, and the inputs that it was played with.
    window: VecDeque<(Vec<u8>, [bool; 2])>,
    replayed: usize,
}

impl Peer {
    fn new(player: usize) -> Result<Peer, cairn2d::Error> {
        let mut world = World::new(WorldConfig::default())?;
        world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0]))?;
        for n in 0..60 {
            let at = [-9.0 + 0.3 * n as f32, 1.0 + 0.5 * (n % 7) as f32];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.15, 0.08).density(0.3)))?;
        }
        let systems = Systems::new().with(CellWind::new(CellWindDef::default())?);
        Ok(Peer { player, world, systems, window: VecDeque::new(), replayed: 0 })
    }

    /// Plays one frame; keeps the state before it.
    fn play(&mut self, inputs: [bool; 2]) -> Result<(), cairn2d::Error> {
        self.window.push_back((self.systems.snapshot(&self.world), inputs));
        let fan = |on: bool, x: f32, to: f32| on.then(|| Fan::new([x, 1.5], 1.5, [to, 4.0]));
        let fans = [fan(inputs[0], -7.0, 10.0), fan(inputs[1], 7.0, -10.0)];
        let fans: Vec<Fan> = fans.into_iter().flatten().collect();
        if let Some(wind) = self.systems.get_mut::<CellWind>() {
            wind.set_fans(&fans)?;
        }
        self.systems.step(&mut self.world, DT)?;
        Ok(())
    }

    /// Takes the true input of the other player for the oldest frame; plays again from there if it was wrong.
    fn learn(&mut self, input: bool) -> Result<(), cairn2d::Error> {
        let other = 1 - self.player;
        let Some((before, inputs)) = self.window.pop_front() else { return Ok(()) };
        if inputs[other] == input {
            return Ok(());
        }
        self.systems.restore(&mut self.world, &before)?;
        let later = core::mem::take(&mut self.window);
        let all = core::iter::once(inputs).chain(later.into_iter().map(|(_, inputs)| inputs));
        for mut inputs in all {
            inputs[other] = input;
            self.play(inputs)?;
            self.replayed += 1;
        }
        // The oldest frame is final now.
        self.window.pop_front();
        Ok(())
    }
}

fn main() -> Result<(), cairn2d::Error> {
    let mut peers = [Peer::new(0)?, Peer::new(1)?];
    for frame in 0..FRAMES + DELAY {
        for peer in &mut peers {
            let other = 1 - peer.player;
            if frame >= DELAY {
                peer.learn(fan_is_on(other, frame - DELAY))?;
            }
            if frame < FRAMES {
                let known = frame.checked_sub(DELAY).is_none_or(|known| fan_is_on(other, known));
                let mut inputs = [known; 2];
                inputs[peer.player] = fan_is_on(peer.player, frame);
                peer.play(inputs)?;
            }
        }
    }
    let [a, b] = &peers;
    assert_eq!(a.systems.hash(&a.world), b.systems.hash(&b.world), "the peers differ");
    for peer in &peers {
        let hash = peer.systems.hash(&peer.world);
        println!("player {}: {FRAMES} frames, {} played again; hash {hash:016x}", peer.player, peer.replayed);
    }
    println!("{} bytes a snapshot", a.systems.snapshot(&a.world).len());
    Ok(())
}
