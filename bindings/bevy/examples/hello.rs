//! A ball falls on the ground, without a window.

use bevy_app::prelude::*;
use bevy_cairn2d::prelude::*;
use bevy_ecs::prelude::*;

fn setup(mut commands: Commands) {
    commands.spawn((RigidBody::Static, Collider::rectangle(20.0, 1.0)));
    commands.spawn((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, 5.0, 0.0)));
}

fn print(mut starts: MessageReader<CollisionStart>, transforms: Query<&Transform>) {
    for start in starts.read() {
        let at = transforms.get(start.collider2).map(|transform| transform.translation.y);
        println!("{} touches {} at {at:?}", start.collider1, start.collider2);
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((bevy_time::TimePlugin, bevy_transform::TransformPlugin, CairnPlugin::default()));
    app.add_systems(Startup, setup).add_systems(FixedLast, print);
    let start = std::time::Instant::now();
    while start.elapsed().as_secs_f32() < 2.0 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
