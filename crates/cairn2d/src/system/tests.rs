//! The list of systems against steps, copies and hashes that are made by hand.

use cairn2d_dynamics::{Body, BodyId, BodyImpulse, Error, SnapshotError, World, WorldConfig};
use cairn2d_geometry::Circle;
use cairn2d_math::Vec2;

use super::list::check_of;
use super::{BytesError, BytesReader, BytesWriter, RestoreError, SystemHasher, Systems, WorldSystem};

const DT: f32 = 1.0 / 60.0;

/// Pushes a body by an impulse that grows with each step, and notes the height of the body in each call.
#[derive(Clone, Debug)]
struct Pusher {
    name: &'static str,
    body: BodyId,
    push: f32,
    calls: Vec<(char, f32)>,
}

impl Pusher {
    fn new(name: &'static str, body: BodyId) -> Pusher {
        Pusher { name, body, push: 0.0, calls: Vec::new() }
    }

    fn note(&mut self, call: char, world: &World) {
        let height = world.body(self.body).map_or(f32::NAN, |body| body.position().y);
        self.calls.push((call, height));
    }
}

impl WorldSystem for Pusher {
    fn name(&self) -> &'static str {
        self.name
    }

    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.note('b', world);
        self.push += dt;
        world.apply_impulses(&[BodyImpulse::new(self.body, [0.0, self.push], 0.0)], 0.0)?;
        Ok(())
    }

    fn after(&mut self, world: &mut World, _dt: f32) -> Result<(), Error> {
        self.note('a', world);
        Ok(())
    }

    fn write(&self, out: &mut Vec<u8>) {
        BytesWriter::new(out).f32(self.push);
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let mut reader = BytesReader::new(bytes);
        let push = reader.f32("push", 0.0, 100.0)?;
        reader.end()?;
        self.push = push;
        Ok(())
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.calls)
    }
}

/// A system of another type.
#[derive(Clone, Debug)]
struct Idle;

impl WorldSystem for Idle {
    fn name(&self) -> &'static str {
        "idle"
    }

    fn write(&self, _out: &mut Vec<u8>) {}

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        BytesReader::new(bytes).end()
    }

    fn memory(&self) -> usize {
        0
    }
}

fn two() -> (World, Systems) {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut ball = |x: f32| world.spawn(Body::dynamic().at([x, 0.0]).with(Circle::new(0.5))).unwrap();
    let systems = Systems::new().with(Pusher::new("left", ball(-2.0))).with(Pusher::new("right", ball(2.0)));
    (world, systems)
}

fn pusher(systems: &Systems) -> &Pusher {
    systems.get().unwrap()
}

#[test]
fn systems_act_before_and_after_each_step_as_by_hand() {
    let (mut world, mut systems) = two();
    let (mut other, by_hand) = two();
    let ids: Vec<BodyId> = by_hand.iter().zip(other.bodies()).map(|(_, id)| id).collect();
    for step in 1..=30 {
        let report = systems.step(&mut world, DT).unwrap();
        let push = (0..step).fold(0.0, |push, _| push + DT);
        for &id in &ids {
            other.apply_impulses(&[BodyImpulse::new(id, [0.0, push], 0.0)], 0.0).unwrap();
        }
        assert_eq!(report, other.step(DT).unwrap());
        assert_eq!(world.hash(), other.hash(), "step {step}");
    }
    // Each call of `before` saw the height that the call of `after` before it saw.
    let calls = &pusher(&systems).calls;
    assert_eq!(calls.len(), 60);
    assert!(calls.chunks(2).all(|pair| pair[0].0 == 'b' && pair[1].0 == 'a' && pair[0].1 != pair[1].1));
    assert!(calls[1..].chunks(2).all(|pair| pair.len() < 2 || pair[0].1 == pair[1].1));
}

#[test]
fn a_wrong_length_of_step_changes_nothing() {
    let (mut world, mut systems) = two();
    let before = systems.hash(&world);
    for dt in [-1.0, 1.5, f32::NAN, f32::INFINITY] {
        assert!(matches!(systems.step(&mut world, dt), Err(Error::Step(_))), "{dt}");
    }
    assert_eq!(systems.hash(&world), before);
    assert!(pusher(&systems).calls.is_empty());
}

#[test]
fn the_hash_covers_world_and_systems_and_without_systems_it_is_that_of_the_world() {
    let (mut world, mut systems) = two();
    assert_eq!(Systems::new().hash(&world), world.hash());
    let first = systems.hash(&world);
    assert_ne!(first, world.hash());
    systems.get_mut::<Pusher>().unwrap().push = 1.0;
    let second = systems.hash(&world);
    assert_ne!(second, first);
    // The same states in another order are another list.
    let swapped = Systems::new().with(pusher_at(&systems, 1)).with(pusher_at(&systems, 0));
    assert_ne!(swapped.hash(&world), second);
    world.step(DT).unwrap();
    assert_ne!(systems.hash(&world), second);
}

fn pusher_at(systems: &Systems, index: usize) -> Pusher {
    let mut copy = systems.clone();
    for _ in 0..index {
        copy.remove(0);
    }
    pusher(&copy).clone()
}

#[test]
fn a_restored_snapshot_and_a_copy_continue_bit_for_bit() {
    let (mut world, mut systems) = two();
    for _ in 0..20 {
        systems.step(&mut world, DT).unwrap();
    }
    let bytes = systems.snapshot(&world);
    let (mut copy_world, mut copy) = (world.clone(), systems.clone());
    let (mut read_world, mut read) = two();
    read.restore(&mut read_world, &bytes).unwrap();
    assert_eq!(read.snapshot(&read_world), bytes);
    let mut hashes = Vec::new();
    for _ in 0..20 {
        systems.step(&mut world, DT).unwrap();
        copy.step(&mut copy_world, DT).unwrap();
        read.step(&mut read_world, DT).unwrap();
        hashes.push(systems.hash(&world));
        assert_eq!([copy.hash(&copy_world), read.hash(&read_world)], [systems.hash(&world); 2]);
    }
    // Rollback: the same steps again, twice, from the same bytes.
    for _ in 0..2 {
        systems.restore(&mut world, &bytes).unwrap();
        for &hash in &hashes {
            systems.step(&mut world, DT).unwrap();
            assert_eq!(systems.hash(&world), hash);
        }
    }
}

#[test]
fn clone_from_keeps_systems_of_the_same_type_and_replaces_others() {
    let (_, systems) = two();
    let mut copy = Systems::new().with(pusher_at(&systems, 1)).with(Idle).with(Idle);
    let place: *const Pusher = pusher(&copy);
    copy.clone_from(&systems);
    let names: Vec<&str> = copy.iter().map(|system| system.name()).collect();
    assert_eq!(names, ["left", "right"]);
    assert!(core::ptr::eq(pusher(&copy), place), "the memory of the first system is reused");
}

/// Changes the body of a snapshot and repairs its checksum, so that the content itself is parsed.
fn forged(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut body = bytes[32..].to_vec();
    change(&mut body);
    let mut out = bytes[..16].to_vec();
    out.extend((body.len() as u64).to_le_bytes());
    let count = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]);
    out.extend(check_of(count, &body).to_le_bytes());
    out.extend(body);
    out
}

#[test]
fn broken_bytes_are_rejected_and_leave_everything_unchanged() {
    let (mut world, mut systems) = two();
    for _ in 0..3 {
        systems.step(&mut world, DT).unwrap();
    }
    let good = systems.snapshot(&world);
    systems.step(&mut world, DT).unwrap();
    let now = systems.snapshot(&world);
    let mut refuse = |bytes: &[u8]| {
        let error = systems.restore(&mut world, bytes).unwrap_err();
        assert!(systems.snapshot(&world) == now, "{error}");
        error
    };
    for length in 0..good.len() {
        let error = refuse(&good[..length]);
        assert!(matches!(error, RestoreError::Mark | RestoreError::Truncated), "{length}: {error}");
    }
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        refuse(&bytes);
    }
    // With a correct checksum, the fault is found where it is. The last four bytes are the last push.
    let end = good.len() - 32;
    let push = forged(&good, |body| body[end - 4..].copy_from_slice(&101.0f32.to_le_bytes()));
    let RestoreError::System { name: "right", error: BytesError::Value(value) } = refuse(&push) else {
        panic!("the fault is the push of the right system");
    };
    assert_eq!((value.name(), value.value()), ("push", 101.0));
    assert_eq!(refuse(&forged(&good, |body| body.push(0))), RestoreError::Truncated);
    assert_eq!(refuse(&forged(&good, |body| body.truncate(end - 1))), RestoreError::Truncated);
    // The name is before the length and the four bytes of the state.
    let name = forged(&good, |body| body[end - 13] = b'T');
    assert_eq!(refuse(&name), RestoreError::Name { index: 1, expected: "right" });
    let longer = forged(&good, |body| {
        body[end - 12] = 5;
        body.push(7);
    });
    let expected = RestoreError::System { name: "right", error: BytesError::Trailing(1) };
    assert_eq!(refuse(&longer), expected);
    let world_bytes = forged(&good, |body| body[8] ^= 1);
    assert_eq!(refuse(&world_bytes), RestoreError::World(SnapshotError::Mark));
    let wide = forged(&good, |body| body[7] = 0xff);
    assert_eq!(refuse(&wide), RestoreError::Truncated);
    let one = Systems::new().with(Idle).snapshot(&world);
    assert_eq!(systems.restore(&mut world, &one), Err(RestoreError::Count { found: 1, expected: 2 }));
    assert!(systems.restore(&mut world, &good).is_ok());
}

#[test]
fn a_reader_never_reserves_more_than_the_bytes_hold() {
    let mut bytes = Vec::new();
    BytesWriter::new(&mut bytes).u32(3).vec2(Vec2::new(1.0, -2.0)).u64(7).u32(u32::MAX);
    let mut reader = BytesReader::new(&bytes);
    assert_eq!(reader.clone().count(7), Err(BytesError::Truncated));
    assert_eq!(reader.count(6), Ok(3));
    assert_eq!(
        reader.clone().vec2("v", 1.5).map_err(|e| e.to_string()),
        Err("v is -2, it must be from -1.5 to 1.5".into())
    );
    assert_eq!(reader.vec2("v", 2.0), Ok(Vec2::new(1.0, -2.0)));
    assert_eq!(reader.u64(), Ok(7));
    assert_eq!(reader.end(), Err(BytesError::Trailing(4)));
    assert_eq!(reader.count(1), Err(BytesError::Truncated));
    assert!(BytesReader::new(&[0, 0, 0xc0, 0x7f]).f32("nan", -1.0, 1.0).is_err());
}

#[test]
fn a_hash_depends_on_every_bit_and_on_the_length() {
    let of = |bytes: &[u8]| {
        let mut hasher = SystemHasher::default();
        hasher.bytes(bytes);
        hasher.finish()
    };
    let bytes: Vec<u8> = (0..20).collect();
    let mut seen = std::collections::BTreeSet::from([of(&bytes)]);
    for bit in 0..160 {
        let mut other = bytes.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(seen.insert(of(&other)), "bit {bit}");
    }
    for length in 0..4 {
        assert!(seen.insert(of(&[0; 4][..length])), "{length} zeros");
    }
}
