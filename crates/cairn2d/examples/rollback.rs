//! Rollback: two players, each with a world of their own, over a connection with delay.
//!
//! No player waits for the input of the other. Unknown input is predicted as unchanged. If the input that
//! arrives differs, the world is restored to the first wrong frame and steps again. Both worlds end with the
//! same bits, because a restored world is identical to the saved one.
//! `cargo run --release -p cairn2d --example rollback`

use std::collections::VecDeque;

use cairn2d::SavedWorld;
use cairn2d::prelude::*;

/// Length of a frame \[s\].
const DT: f32 = 1.0 / 60.0;

/// User data of a thrown ball.
const BALL: u64 = 1;

/// Frames that are played.
const FRAMES: usize = 600;

/// Number of frames that can be undone; without input of the other player for longer, the game waits.
const WINDOW: usize = 16;

/// The input of a player in a frame: a push, and whether the player throws a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Input {
    push: [i8; 2],
    throw: bool,
}

/// A frame as one of the players knows it.
struct Frame {
    /// The world before the frame, in memory; saving copies only changes. To send a world, use a snapshot.
    before: SavedWorld,
    /// Inputs of both players, confirmed or predicted, and whether the other's input is confirmed.
    inputs: [Input; 2],
    known: bool,
}

/// One player, with a world and the frames that may still change.
struct Peer {
    /// Index of this player.
    player: usize,
    world: World,
    bodies: [BodyId; 2],
    /// Number of the first frame in the window, and the frames.
    first: usize,
    window: VecDeque<Frame>,
    /// Inputs of the other player that arrived before their frame was played.
    early: VecDeque<(usize, Input)>,
    rolled_back: usize,
    most: usize,
}

impl Peer {
    fn new(player: usize) -> Result<Peer, cairn2d::Error> {
        let mut world = World::new(WorldConfig::default())?;
        world.spawn(Body::fixed().with(Rect::half(20.0, 1.0).at([0.0, -1.0])))?;
        for x in [-10.0, 10.0] {
            world.spawn(Body::fixed().at([x, 4.0]).with(Rect::half(0.5, 5.0)))?;
        }
        for index in 0..28 {
            let at = [(index % 7) as f32 * 0.62 - 1.9, 0.3 + 0.6 * (index / 7) as f32];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.3, 0.3)))?;
        }
        let shape = || Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3);
        let bodies = [
            world.spawn(Body::dynamic().at([-6.0, 1.0]).with(shape()))?,
            world.spawn(Body::dynamic().at([6.0, 1.0]).with(shape()))?,
        ];
        let (window, early) = (VecDeque::new(), VecDeque::new());
        Ok(Peer { player, world, bodies, first: 0, window, early, rolled_back: 0, most: 0 })
    }

    /// Number of the next frame.
    fn now(&self) -> usize {
        self.first + self.window.len()
    }

    /// Whether the other's input is so late that one more prediction could not be undone.
    fn must_wait(&self) -> bool {
        self.window.len() == WINDOW && !self.window[0].known
    }

    /// Plays a frame with this player's input and the confirmed or predicted input of the other.
    fn play(&mut self, input: Input) -> Result<(), cairn2d::Error> {
        let now = self.now();
        let other = 1 - self.player;
        let known = self.early.iter().position(|(frame, _)| *frame == now);
        let known = known.and_then(|position| self.early.remove(position)).map(|(_, input)| input);
        let last = self.window.back().map_or(Input::default(), |frame| frame.inputs[other]);
        let mut inputs = [input; 2];
        // Prediction: a push continues, and a throw does not repeat.
        inputs[other] = known.unwrap_or(Input { throw: false, ..last });
        let mut frame = if self.window.len() == WINDOW {
            self.first += 1;
            self.window.pop_front().unwrap_or_else(Frame::empty)
        } else {
            Frame::empty()
        };
        (frame.inputs, frame.known) = (inputs, known.is_some());
        // Reuses the memory of the oldest frame.
        self.world.save_into(&mut frame.before);
        self.window.push_back(frame);
        advance(&mut self.world, self.bodies, inputs)
    }

    /// Takes the other player's input for a frame, and replays from there if the prediction was wrong.
    fn hear(&mut self, frame: usize, input: Input) -> Result<(), cairn2d::Error> {
        if frame >= self.now() {
            self.early.push_back((frame, input));
            return Ok(());
        }
        let (other, index) = (1 - self.player, frame - self.first);
        let guessed = self.window[index].inputs[other];
        self.window[index].known = true;
        if guessed == input {
            return Ok(());
        }
        self.window[index].inputs[other] = input;
        self.world.restore_saved(&self.window[index].before);
        let depth = self.window.len() - index;
        (self.rolled_back, self.most) = (self.rolled_back + depth, self.most.max(depth));
        for index in index..self.window.len() {
            if index > 0 && !self.window[index].known {
                let last = self.window[index - 1].inputs[other];
                self.window[index].inputs[other] = Input { throw: false, ..last };
            }
            let Frame { before, inputs, .. } = &mut self.window[index];
            self.world.save_into(before);
            advance(&mut self.world, self.bodies, *inputs)?;
        }
        Ok(())
    }
}

impl Frame {
    fn empty() -> Frame {
        Frame { before: SavedWorld::default(), inputs: [Input::default(); 2], known: false }
    }
}

/// One frame of the game: applies the inputs and steps. The result must depend on the arguments only.
fn advance(world: &mut World, bodies: [BodyId; 2], inputs: [Input; 2]) -> Result<(), cairn2d::Error> {
    for (id, input) in bodies.into_iter().zip(inputs) {
        let Some(at) = world.body(id).map(|body| body.position() + Vec2::new(0.0, 1.0)) else { continue };
        if let Some(mut body) = world.body_mut(id) {
            body.apply_force(Vec2::from(input.push.map(f32::from)) * 0.2)?;
        }
        if input.throw {
            let toward = if at.x < 0.0 { 6.0 } else { -6.0 };
            let ball = Body::dynamic().at(at).velocity([toward, 3.0]).user_data(BALL);
            world.spawn(ball.with(Circle::new(0.2)))?;
        }
    }
    // Balls that have come to rest are removed.
    let is_done =
        |id: &BodyId| world.body(*id).is_some_and(|body| body.is_asleep() && body.user_data() == BALL);
    let done: Vec<BodyId> = world.bodies().filter(is_done).collect();
    for id in done {
        world.despawn(id)?;
    }
    world.step(DT)?;
    Ok(())
}

/// The input of a player in a frame: any function will do that changes now and then.
fn wish(player: usize, frame: usize) -> Input {
    let seed = ((frame / 9 + 1) * (player + 3)).wrapping_mul(2_654_435_761) >> 7;
    let push = [(seed % 121) as i8 - 60, (seed / 121 % 80) as i8];
    Input { push, throw: (frame + 20 * player).is_multiple_of(47) }
}

/// Frames until an input arrives: irregular, so that inputs arrive out of order.
fn delay(frame: usize, player: usize) -> usize {
    2 + (frame * 7 + player * 3) % 9
}

fn main() -> Result<(), cairn2d::Error> {
    let mut peers = [Peer::new(0)?, Peer::new(1)?];
    // Messages in transit: frame of arrival, receiver, frame of the input, and the input.
    let mut line: Vec<(usize, usize, usize, Input)> = Vec::new();
    let mut time = 0;
    while peers.iter().any(|peer| peer.now() < FRAMES) || !line.is_empty() {
        for peer in &mut peers {
            let arrived =
                |message: &mut (usize, usize, usize, Input)| message.0 <= time && message.1 == peer.player;
            let messages: Vec<_> = line.extract_if(.., arrived).collect();
            for (_, _, frame, input) in messages {
                peer.hear(frame, input)?;
            }
            let frame = peer.now();
            if frame < FRAMES && !peer.must_wait() {
                let input = wish(peer.player, frame);
                peer.play(input)?;
                line.push((time + delay(frame, peer.player), 1 - peer.player, frame, input));
            }
        }
        time += 1;
    }
    let [a, b] = &peers;
    assert_eq!(a.world.hash(), b.world.hash(), "the worlds differ");
    for peer in &peers {
        println!(
            "player {}: {FRAMES} frames, {} played again, at most {} at once; hash {:016x}",
            peer.player,
            peer.rolled_back,
            peer.most,
            peer.world.hash()
        );
    }
    println!("{} bytes a snapshot, {} bodies", a.world.snapshot().len(), a.world.counts().bodies);
    Ok(())
}
