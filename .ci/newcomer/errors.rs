//! Three common kinds of error: a bad number, a stale id, a bad file. Each is returned by one `?` and names
//! the wrong value.

use cairn2d::prelude::*;

fn bad_number() -> Result<(), cairn2d::Error> {
    let mut world = World::new(WorldConfig::default())?;
    world.spawn(Body::dynamic().with(Rect::half(0.5, 0.5)).with(Circle::new(-1.0)))?;
    Ok(())
}

fn stale_id() -> Result<(), cairn2d::Error> {
    let mut world = World::new(WorldConfig::default())?;
    let ball = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
    world.despawn(ball)?;
    assert!(world.body(ball).is_none());
    world.despawn(ball)?;
    Ok(())
}

fn bad_file() -> Result<(), cairn2d::Error> {
    World::from_snapshot(b"level 1: a castle")?;
    Ok(())
}

fn main() {
    let cases: [(fn() -> Result<(), cairn2d::Error>, &str); 3] = [
        (bad_number, "shape 1 of the new body: circle radius is -1, outside of 0.0001 to 1000000 m"),
        (stale_id, "body:1v1 does not exist"),
        (bad_file, "not a snapshot of a world"),
    ];
    for (fails, expected) in cases {
        let said = fails().expect_err("it is refused").to_string();
        println!("{said}");
        assert_eq!(said, expected);
    }
}
