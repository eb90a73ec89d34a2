//! The tools, driven by fingers as a window would.

use cairn2d::vec2;

use crate::session::tests::ground_area;

use super::*;

struct Table {
    session: Session,
    camera: Camera,
    toolbox: Toolbox,
}

impl Table {
    fn new(tool: Tool) -> Table {
        let session = Session::open("domino").unwrap();
        let mut camera = Camera { size: [800.0, 600.0], ..Camera::new() };
        camera.fit(session.bounds().unwrap());
        Table { session, camera, toolbox: Toolbox { tool, ..Toolbox::default() } }
    }

    fn touch(&mut self, finger: u64, phase: Phase, at: [f32; 2]) {
        let touch = Touch { finger, phase, at, add: false };
        self.toolbox.touch(touch, &mut self.session, &mut self.camera);
    }

    fn drag(&mut self, path: &[[f32; 2]]) {
        self.touch(0, Phase::Down, path[0]);
        for &at in &path[1..] {
            self.touch(0, Phase::Move, at);
        }
        self.touch(0, Phase::Up, path[path.len() - 1]);
    }

    fn count(&self) -> usize {
        self.session.world().bodies().count()
    }

    fn some_body(&self) -> (BodyId, [f32; 2]) {
        let world = self.session.world();
        let dynamic = |id: &BodyId| world.body(*id).unwrap().kind() == BodyKind::Dynamic;
        let id = world.bodies().find(dynamic).unwrap();
        (id, self.camera.to_screen(world.body(id).unwrap().position()))
    }
}

#[test]
fn hand_drags_bodies_and_pans_the_view() {
    let mut table = Table::new(Tool::Hand);
    let (id, at) = table.some_body();
    table.touch(0, Phase::Down, at);
    assert!(table.session.holds(0));
    table.touch(0, Phase::Move, [at[0] + 50.0, at[1] - 80.0]);
    let before = table.session.world().body(id).unwrap().position();
    for _ in 0..30 {
        table.session.frame(1.0 / 60.0);
    }
    table.touch(0, Phase::Up, [at[0] + 50.0, at[1] - 80.0]);
    assert!(!table.session.holds(0));
    assert!(table.session.world().body(id).unwrap().position().y > before.y + 0.1);
    let center = table.camera.center;
    table.drag(&[[10.0, 10.0], [40.0, 30.0], [70.0, 50.0]]);
    let moved = (table.camera.center - center) * table.camera.scale;
    assert!((moved.x + 60.0).abs() < 0.1 && (moved.y - 40.0).abs() < 0.1, "{moved:?}");
}

#[test]
fn two_fingers_drag_two_bodies() {
    let mut table = Table::new(Tool::Hand);
    let bodies: Vec<BodyId> = table.session.world().bodies().collect();
    let world = table.session.world();
    let dynamic: Vec<[f32; 2]> = bodies
        .iter()
        .filter(|&&id| world.body(id).unwrap().kind() == BodyKind::Dynamic)
        .map(|&id| table.camera.to_screen(world.body(id).unwrap().position()))
        .collect();
    table.touch(1, Phase::Down, dynamic[0]);
    table.touch(2, Phase::Down, dynamic[5]);
    assert!(table.session.holds(1) && table.session.holds(2));
    assert!(!table.toolbox.may_pinch());
    table.touch(1, Phase::Up, dynamic[0]);
    assert!(!table.session.holds(1) && table.session.holds(2));
    table.toolbox.cancel(&mut table.session);
    assert_eq!((table.session.holds(2), table.toolbox.fingers()), (false, 0));
}

#[test]
fn click_selects_one_body_and_box_selects_many() {
    let mut table = Table::new(Tool::Hand);
    let (id, at) = table.some_body();
    table.drag(&[at, [at[0] + 1.0, at[1]]]);
    assert_eq!(table.session.selection.bodies(), [id]);
    table.toolbox.tool = Tool::Select;
    table.drag(&[[1.0, 1.0], [400.0, 300.0], [799.0, 599.0]]);
    assert!(table.session.selection.bodies().len() >= 15);
    table.drag(&[[5.0, 5.0]]);
    assert!(table.session.selection.bodies().is_empty());
}

#[test]
fn hand_moves_bodies_while_paused() {
    let mut table = Table::new(Tool::Hand);
    table.session.pace.paused = true;
    let (id, at) = table.some_body();
    let before = table.session.world().body(id).unwrap().position();
    table.drag(&[at, [at[0] + 20.0, at[1] - 30.0], [at[0] + 60.0, at[1] - 90.0]]);
    let moved = table.session.world().body(id).unwrap().position() - before;
    let expected = vec2(60.0, 90.0) * (1.0 / table.camera.scale);
    assert!(moved.distance(expected) < 1e-3, "{moved:?} instead of {expected:?}");
    table.session.undo();
    assert_eq!(table.session.world().body(id).unwrap().position(), before);
}

#[test]
fn bodies_are_spawned_thrown_drawn_and_erased() {
    let mut table = Table::new(Tool::Spawn);
    let count = table.count();
    table.drag(&[[400.0, 50.0]]);
    table.drag(&[[300.0, 50.0], [350.0, 50.0], [400.0, 50.0]]);
    assert_eq!(table.count(), count + 2);
    let thrown = table.session.world().bodies().last().unwrap();
    let velocity = table.session.world().body(thrown).unwrap().velocity();
    assert!((velocity.x - 100.0 / table.camera.scale * THROW).abs() < 1e-2, "{velocity:?}");
    table.toolbox.tool = Tool::Draw;
    table.drag(&[[100.0, 20.0], [160.0, 20.0], [160.0, 80.0], [100.0, 80.0], [100.0, 24.0]]);
    assert_eq!(table.count(), count + 3);
    table.drag(&[[100.0, 20.0], [101.0, 20.0]]);
    assert_eq!(table.count(), count + 3);
    assert!(table.session.take_message().is_some());
    table.toolbox.tool = Tool::Erase;
    table.drag(&[[130.0, 50.0]]);
    assert_eq!(table.count(), count + 2);
    table.session.undo();
    assert_eq!(table.count(), count + 3);
}

#[test]
fn bomb_moves_bodies_in_its_radius() {
    let mut table = Table::new(Tool::Bomb);
    let (id, at) = table.some_body();
    table.drag(&[[at[0] - 10.0, at[1]]]);
    assert!(table.session.world().body(id).unwrap().velocity().length() > 0.1);
}

#[test]
fn ground_is_drawn_and_carved_and_water_is_poured() {
    let mut table = Table::new(Tool::Dig);
    let area = |table: &Table| {
        let systems = &table.session.runner().systems;
        systems.get::<cairn2d_terrain::Terrain>().map_or(0.0, |terrain| ground_area(terrain.field()) as f32)
    };
    table.toolbox.brush_radius = 0.5;
    table.drag(&[[400.0, 100.0]]);
    assert!(table.session.take_message().is_some(), "there is nothing to carve");
    table.toolbox.brush_fills = true;
    table.drag(&[[300.0, 100.0], [350.0, 100.0], [500.0, 100.0]]);
    let length = 200.0 / table.camera.scale;
    let bar = length + 0.25 * core::f32::consts::PI;
    assert!((area(&table) / bar - 1.0).abs() < 0.02, "{} of {bar}", area(&table));
    table.toolbox.brush_fills = false;
    table.drag(&[[500.0, 100.0]]);
    assert!((area(&table) / length - 1.0).abs() < 0.02, "{} of {length}", area(&table));
    table.session.undo();
    table.session.undo();
    assert_eq!(area(&table), 0.0, "a drag is undone as a whole");

    table.toolbox.tool = Tool::Pour;
    let count = |table: &Table| {
        let systems = &table.session.runner().systems;
        systems.get::<cairn2d_particles::Particles>().map_or(0, |water| water.len())
    };
    table.touch(0, Phase::Down, [400.0, 60.0]);
    let first = count(&table);
    assert!(first > 40);
    // It pours while the finger rests, and not while time is paused.
    let frames = |table: &mut Table| {
        for _ in 0..30 {
            table.session.frame(1.0 / 60.0);
            table.toolbox.frame(&mut table.session, &table.camera);
        }
    };
    frames(&mut table);
    let poured = count(&table);
    assert!(poured > 3 * first, "{poured} after {first}");
    table.session.pace.paused = true;
    frames(&mut table);
    assert_eq!(count(&table), poured);
    table.session.pace.paused = false;
    table.touch(0, Phase::Up, [400.0, 60.0]);
    frames(&mut table);
    assert_eq!(count(&table), poured);
    table.session.undo();
    assert_eq!(count(&table), 0, "one gesture");
}

#[test]
fn a_line_cuts_the_bodies_that_it_goes_through() {
    let mut table = Table::new(Tool::Cut);
    let bodies = |table: &Table| table.session.world().bodies().count();
    table.session.edit(Edit::Spawn(Box::new(Piece::Box.body(table.camera.to_world([400.0, 100.0]), 1.0))));
    let before = bodies(&table);
    table.drag(&[[390.0, 100.0], [410.0, 100.0]]);
    assert_eq!(bodies(&table), before, "the line ends in the box");
    assert!(table.session.take_message().is_some());
    table.drag(&[[200.0, 100.0], [400.0, 110.0], [600.0, 100.0]]);
    assert_eq!(bodies(&table), before + 1);
    table.session.undo();
    assert_eq!(bodies(&table), before);
    table.session.redo();
    assert_eq!(bodies(&table), before + 1);
    let again = Session::open_link(&table.session.link().unwrap()).unwrap();
    assert_eq!(again.hash(), table.session.hash());
}

#[test]
fn two_lines_are_connected_openings() {
    let mut table = Table::new(Tool::Portal);
    table.drag(&[[300.0, 150.0], [400.0, 150.0]]);
    assert_eq!(table.session.world().portals().count(), 0);
    assert_eq!(table.toolbox.previews(&table.camera).len(), 1, "the first opening stays in sight");
    // The second line runs to the left, so its bodies are below it; its length does not count.
    table.drag(&[[600.0, 60.0], [420.0, 60.0]]);
    let pair = table.session.world().portals().next().unwrap();
    let (width, scale) = (pair.width, table.camera.scale);
    assert!((width - 100.0 / scale).abs() < 1.0e-3 * width, "{width}");
    assert!(table.toolbox.previews(&table.camera).is_empty());
    // A ball that falls onto the first opening comes down from the second one.
    let start = table.camera.to_world([350.0, 130.0]);
    table.session.edit(Edit::Spawn(Box::new(Piece::Circle.body(start, 20.0 / scale))));
    let ball = table.session.world().bodies().last().unwrap();
    let target = table.camera.to_world([510.0, 60.0]);
    let near = |table: &Table| {
        let at = table.session.world().body(ball).unwrap().position();
        (at.x - target.x).abs() < 10.0 / scale && at.y < target.y
    };
    assert!((0..120).any(|_| {
        table.session.frame(1.0 / 60.0);
        near(&table)
    }));
    table.session.undo();
    table.session.undo();
    assert_eq!(table.session.world().portals().count(), 0);
    // Openings that are not valid are refused, and another tool forgets the first one.
    let width =
        |width| Edit::Portals { openings: [[[0.0, 0.0], [0.0, 1.0]], [[5.0, 0.0], [0.0, 1.0]]], width };
    for bad in [0.0, f32::NAN, 1.0e9] {
        assert!(!table.session.edit(width(bad)));
    }
}

#[test]
fn a_ring_shows_what_a_press_would_reach() {
    let mut table = Table::new(Tool::Bomb);
    assert!(table.toolbox.previews(&table.camera).is_empty());
    table.toolbox.hover = Some([400.0, 300.0]);
    for tool in Tool::ALL {
        table.toolbox.tool = tool;
        let rings = table.toolbox.previews(&table.camera);
        let has_ring = matches!(tool, Tool::Spawn | Tool::Bomb | Tool::Erase | Tool::Dig | Tool::Pour);
        assert_eq!(rings.len(), usize::from(has_ring), "{tool:?}");
    }
    table.toolbox.tool = Tool::Bomb;
    let Preview::Ring(center, radius) = table.toolbox.previews(&table.camera)[0].clone() else { panic!() };
    assert!(center.distance(table.camera.center) < 1.0e-3 && radius == table.toolbox.bomb_radius);
}
