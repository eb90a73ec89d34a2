//! The debug drawing of the engine as line segments, for gizmos or any other renderer.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::{Fixed, Time};
use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Look, Mark, Theme};
use cairn2d::{Area, BodyId, Pose, Rot, Shape, World};

use crate::convert::to_bevy;
use crate::interpolation::{TransformInterpolation, ease};
use crate::physics::Physics;

/// Fills [`DebugLines`] in every frame, after the fixed steps and before
/// [`Update`](bevy_app::Update).
///
/// ```
/// # use bevy_cairn2d::{CairnDebugPlugin, DebugLines};
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # #[derive(Resource, Default)]
/// # struct Gizmos;
/// # impl Gizmos {
/// #     fn line_2d(&mut self, _a: Vec2, _b: Vec2, _color: [u8; 3]) {}
/// # }
/// # let mut app = App::new();
/// fn draw(lines: Res<DebugLines>, mut gizmos: ResMut<Gizmos>) {
///     for line in lines.lines() {
///         gizmos.line_2d(line.a, line.b, line.color);
///     }
/// }
///
/// app.add_plugins(CairnDebugPlugin).add_systems(Update, draw);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CairnDebugPlugin;

impl Plugin for CairnDebugPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<DebugLines>();
        let draw = draw_lines.after(ease).in_set(RunFixedMainLoopSystems::AfterFixedMainLoop);
        app.add_systems(RunFixedMainLoop, draw);
    }
}

/// A line of the debug drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine {
    /// First point in the world \[m\].
    pub a: Vec2,
    /// Second point \[m\].
    pub b: Vec2,
    /// Color in sRGB: red, green, blue.
    pub color: [u8; 3],
}

/// The debug drawing of the current frame. Bodies with a [`TransformInterpolation`] are at their eased pose.
#[derive(Resource, Debug)]
pub struct DebugLines {
    /// Whether the lines are made. Default `true`; without, there are none.
    pub is_enabled: bool,
    /// What is drawn. Set [`DrawOptions::view`] to the visible box to skip what is outside.
    pub options: DrawOptions,
    /// Brightness of the background.
    pub theme: Theme,
    draw: DebugDraw,
    lines: Vec<DebugLine>,
}

impl Default for DebugLines {
    fn default() -> DebugLines {
        DebugLines {
            is_enabled: true,
            options: DrawOptions::default(),
            theme: Theme::default(),
            draw: DebugDraw::default(),
            lines: Vec::new(),
        }
    }
}

impl DebugLines {
    /// Returns the lines of the current frame.
    pub fn lines(&self) -> &[DebugLine] {
        &self.lines
    }
}

fn draw_lines(
    physics: Option<Res<Physics>>,
    mut debug: ResMut<DebugLines>,
    eased: Query<&TransformInterpolation, Without<ChildOf>>,
    time: Option<Res<Time<Fixed>>>,
) {
    let DebugLines { is_enabled, options, theme, draw, lines } = &mut *debug;
    lines.clear();
    let Some(physics) = physics.filter(|_| *is_enabled) else { return };
    let alpha = time.map_or(1.0, |time| time.overstep_fraction());
    let pose = |world: &World, body: BodyId| {
        let entity = crate::physics::entity_from(world.body(body)?.user_data())?;
        eased.get(entity).ok()?.eased(alpha)
    };
    let mut canvas = Lines { lines, theme: *theme, pixel: options.pixel, world: &physics.world, pose: &pose };
    draw.draw(&physics.world, options, &mut canvas);
}

/// Lines of a full circle.
const CIRCLE: f32 = 24.0;

/// Draws with lines.
struct Lines<'a> {
    lines: &'a mut Vec<DebugLine>,
    theme: Theme,
    pixel: f32,
    world: &'a World,
    /// Returns the eased pose of a body.
    pose: &'a dyn Fn(&World, BodyId) -> Option<Pose>,
}

impl Lines<'_> {
    fn add(&mut self, a: cairn2d::Vec2, b: cairn2d::Vec2, color: [u8; 3]) {
        self.lines.push(DebugLine { a: to_bevy(a), b: to_bevy(b), color });
    }

    /// Returns the color of a shape: that of its ink, mixed with that of idle things if it sleeps.
    fn color(&self, look: &Look) -> [u8; 3] {
        let color = look.ink.color(self.theme);
        let idle = Ink::Idle.color(self.theme);
        if look.asleep { std::array::from_fn(|index| color[index].midpoint(idle[index])) } else { color }
    }

    /// Draws an arc from `center + from`, counter-clockwise.
    fn arc(&mut self, center: cairn2d::Vec2, from: cairn2d::Vec2, angle: f32, color: [u8; 3]) {
        let count = (angle / std::f32::consts::TAU * CIRCLE).ceil().max(1.0);
        let mut last = center + from;
        for number in 1..=count as u32 {
            let next = center + Rot::from_angle(angle * number as f32 / count).rotate(from);
            self.add(last, next, color);
            last = next;
        }
    }

    /// Draws the outline of the hull of points in counter-clockwise order, grown by a radius.
    fn outline(&mut self, points: &[cairn2d::Vec2], radius: f32, color: [u8; 3]) {
        let count = points.len();
        let normal = |index: usize| {
            let edge = points[(index + 1) % count] - points[index % count];
            let length = edge.length();
            if length > 0.0 {
                cairn2d::Vec2::new(edge.y / length, -edge.x / length)
            } else {
                cairn2d::Vec2::new(0.0, -1.0)
            }
        };
        // A segment without radius is one line, not two.
        let edges = if count == 2 && radius == 0.0 { 1 } else { count };
        for index in 0..edges {
            let [a, b] = [points[index], points[(index + 1) % count]];
            let [here, next] = [normal(index), normal(index + 1)];
            let offset = here * radius;
            self.add(a + offset, b + offset, color);
            if radius > 0.0 {
                let turn = (here.x * next.y - here.y * next.x).atan2(here.x * next.x + here.y * next.y);
                let turn = if count == 2 { std::f32::consts::PI } else { turn.max(0.0) };
                self.arc(b, offset, turn, color);
            }
        }
    }

    /// Draws a regular polygon whose first corner is in a direction.
    fn polygon(&mut self, center: cairn2d::Vec2, corner: cairn2d::Vec2, count: u32, color: [u8; 3]) {
        let at = |number: u32| {
            center + Rot::from_angle(std::f32::consts::TAU * number as f32 / count as f32).rotate(corner)
        };
        for number in 0..count {
            self.add(at(number), at(number + 1), color);
        }
    }
}

impl Canvas for Lines<'_> {
    fn shape(&mut self, shape: &Shape, pose: Pose, look: &Look) {
        let color = self.color(look);
        let core = shape.core();
        let points: Vec<_> = core.points().iter().map(|&point| pose.transform_point(point)).collect();
        if let [center] = points[..] {
            let rim = pose.q.rotate(cairn2d::Vec2::new(shape.radius(), 0.0));
            self.arc(center, rim, std::f32::consts::TAU, color);
            if look.turns {
                self.add(center, center + rim, color);
            }
        } else {
            self.outline(&points, shape.radius(), color);
        }
    }

    fn part(&mut self, _shape: &Shape, _pose: Pose, look: &Look, sides: &[[cairn2d::Vec2; 2]]) {
        let color = self.color(look);
        sides.iter().for_each(|&[a, b]| self.add(a, b, color));
    }

    fn line(&mut self, a: cairn2d::Vec2, b: cairn2d::Vec2, ink: Ink) {
        self.add(a, b, ink.color(self.theme));
    }

    fn circle(&mut self, center: cairn2d::Vec2, radius: f32, ink: Ink) {
        let rim = cairn2d::Vec2::new(radius, 0.0);
        self.arc(center, rim, std::f32::consts::TAU, ink.color(self.theme));
    }

    fn mark(&mut self, at: cairn2d::Vec2, mark: Mark, size: f32, direction: cairn2d::Vec2, ink: Ink) {
        let color = ink.color(self.theme);
        let forward = direction * (0.5 * size * self.pixel);
        let side = cairn2d::Vec2::new(-forward.y, forward.x);
        match mark {
            Mark::Square => self.polygon(at, forward + side, 4, color),
            Mark::Diamond => self.polygon(at, forward, 4, color),
            Mark::Triangle => self.polygon(at, forward, 3, color),
            Mark::Plus => {
                self.add(at - forward, at + forward, color);
                self.add(at - side, at + side, color);
            }
            Mark::Cross => {
                self.add(at - forward - side, at + forward + side, color);
                self.add(at - forward + side, at + forward - side, color);
            }
            _ => self.polygon(at, forward, 8, color),
        }
    }

    fn area(&mut self, area: &Area, ink: Ink) {
        let color = ink.color(self.theme);
        match area {
            Area::Circle { center, radius } => self.circle(*center, *radius, ink),
            Area::Box(bounds) => {
                let [min, max] = [bounds.min, bounds.max];
                let corner = cairn2d::Vec2::new;
                self.outline(&[min, corner(max.x, min.y), max, corner(min.x, max.y)], 0.0, color);
            }
            Area::Polygon(polygon) => self.outline(polygon.vertices(), 0.0, color),
            _ => {}
        }
    }

    fn pose(&self, body: BodyId, pose: Pose) -> Pose {
        (self.pose)(self.world, body).unwrap_or(pose)
    }
}
