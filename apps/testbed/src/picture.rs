//! The picture in the middle: the world, the overlay of the scene, the selection, and previews of tools.

use cairn2d::{BodyId, Pose, Vec2, World};
use cairn2d_scenes::{Overlay, Scene, Tone};

use crate::camera::Camera;
use crate::compare::Comparison;
use crate::panels::field::{Field, field};
use crate::render::style::with_opacity;
use crate::render::{Color, Coloring, DrawOptions, Frame, Ink, Shot, Style, Theme, WorldView};
use crate::session::Session;
use crate::tools::{Preview, Toolbox};

/// Largest number of outlined bodies; beyond it, the outlines would hide everything.
const MOST_OUTLINED: usize = 500;
/// Largest number of outlined shapes of a second run.
const MOST_GHOSTS: usize = 4000;
/// Opacity of the strongest cell of a grid `[-]`.
const CELLS: f32 = 0.6;
/// Width of marks in points of the screen.
const WIDTH: f32 = 1.8;

/// What the color of a body says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colors {
    /// Its team in a game, else which body it is.
    #[default]
    Automatic,
    /// Which body it is.
    Body,
    /// Its team: the category of its filter.
    Team,
    /// Its island.
    Island,
    /// Its kind: static, kinematic, dynamic, bullet.
    Kind,
}

impl Colors {
    /// The coloring of a scene.
    fn coloring(self, session: &Session) -> Coloring {
        match self {
            Colors::Automatic if session.is_game() => Coloring::Team,
            Colors::Automatic | Colors::Body => Coloring::Body,
            Colors::Team => Coloring::Team,
            Colors::Island => Coloring::Island,
            Colors::Kind => Coloring::Kind,
        }
    }
}

/// The picture of a session.
#[derive(Debug)]
pub struct Picture {
    /// Drawing options of the world; the coloring comes from `colors`.
    pub options: DrawOptions,
    /// What the color of a body says.
    pub colors: Colors,
    /// Whether the grid is drawn.
    pub grid: bool,
    /// Whether moving bodies are drawn between their last two poses.
    pub interpolate: bool,
    /// The renderer, and its draw list.
    pub view: WorldView,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            options: DrawOptions::default(),
            colors: Colors::default(),
            grid: true,
            interpolate: true,
            view: WorldView::new(),
        }
    }
}

impl Picture {
    /// The switches of the picture with their texts, in the order of the panel.
    pub fn switches(&mut self) -> [(Field<'static>, &mut bool); 21] {
        let Picture { options, grid, interpolate, .. } = self;
        let switch = |name, hint| field(name, "", hint);
        [
            (switch("Shapes", "Solid shapes of bodies"), &mut options.shapes),
            (
                switch("Contacts", "Contact points, those that touch and those that are near"),
                &mut options.contacts,
            ),
            (
                switch("Sensors", "Sensor shapes, brighter while something overlaps them"),
                &mut options.sensors,
            ),
            (switch("Normals", "Normals of contacts"), &mut options.normals),
            (switch("Fields", "Areas of gravity, wind, drag and water"), &mut options.fields),
            (switch("Portals", "Openings of portals, each pair in two colors"), &mut options.portals),
            (switch("Impulses", "Normal and friction impulses of contacts"), &mut options.impulses),
            (switch("Joints", "Joints with their limits and targets"), &mut options.joints),
            (switch("AABBs", "Axis-aligned bounding boxes of shapes"), &mut options.boxes),
            (switch("One-way", "Solid sides of one-way shapes and chains"), &mut options.one_way),
            (
                switch("Velocities", "Linear velocities: the way in a tenth of a second"),
                &mut options.velocities,
            ),
            (switch("Sleep", "Fade sleeping bodies"), &mut options.sleep),
            (switch("Centers of mass", "Centers of mass, and axes of the bodies"), &mut options.centers),
            (switch("Grid", "Grid, axes and scale bar"), grid),
            (switch("Body ids", "Numbers of bodies"), &mut options.body_ids),
            (switch("Interpolation", "Draw moving bodies between their last two poses"), interpolate),
            (switch("Joint ids", "Numbers of joints"), &mut options.joint_ids),
            (switch("Graph colors", "Color contacts by the constraint graph"), &mut options.graph_colors),
            (switch("Masses", "Masses of dynamic bodies in kg"), &mut options.masses),
            (switch("Features", "Ids of the touching features at contact points"), &mut options.features),
            (switch("Islands", "AABBs of islands"), &mut options.island_boxes),
        ]
    }

    /// Draws the session into a part of the window.
    pub fn show(
        &self,
        ui: &egui::Ui,
        rect: egui::Rect,
        session: &Session,
        (camera, toolbox): (&Camera, &Toolbox),
        comparison: Option<&Comparison>,
    ) {
        let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
        let style = Style::of(theme);
        let alpha = if self.interpolate { session.pace.alpha() } else { 1.0 };
        let previous = session.previous();
        let between = |id: BodyId, now: Pose| previous.at(id, now, alpha);
        let shot = Shot { camera: *camera, pose_at: (alpha < 1.0).then_some(&between) };
        self.view.frame(|frame| {
            let mut options = self.options;
            options.origin = session.scene().origin();
            options.coloring = self.colors.coloring(session);
            frame.build(session.world(), &shot, &options, &style);
            if self.grid {
                frame.add_grid();
            }
            overlay(frame, session.overlay(), &style);
            if let Some(two) = comparison {
                ghosts(frame, (session, two), alpha);
            }
            selection(frame, session, &between);
            for preview in toolbox.previews(camera) {
                begun(frame, &preview, &style);
            }
        });
        self.view.paint(ui.painter(), rect);
        words(&ui.painter_at(rect), rect, session, camera, &style);
        if let Some(failure) = self.view.failure() {
            let text = format!("Drawing is impossible: {failure}");
            let color = ui.visuals().error_fg_color;
            ui.painter_at(rect).text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                text,
                egui::FontId::proportional(14.0),
                color,
            );
        }
    }

    /// The reason why drawing is impossible, if any.
    pub fn failure(&self) -> Option<String> {
        self.view.failure()
    }

    /// Frees the resources on the graphics card.
    pub fn destroy(&self, gl: Option<&eframe::glow::Context>) {
        if let Some(gl) = gl {
            self.view.destroy(gl);
        }
    }
}

fn tone_color(tone: Tone, style: &Style) -> Color {
    match (tone, style.theme) {
        (Tone::Note, _) => [style.text[0], style.text[1], style.text[2], 120],
        (Tone::Hit, Theme::Light) => [0xc0, 0x6a, 0x10, 255],
        (Tone::Hit, _) => [0xf0, 0xb0, 0x50, 255],
        (Tone::Miss, _) => [0x90, 0x90, 0x98, 255],
        (Tone::Friend, Theme::Light) => [0x1d, 0x7a, 0x4a, 255],
        (Tone::Friend, _) => [0x6c, 0xc8, 0x90, 255],
        (Tone::Foe, Theme::Light) => [0xb8, 0x35, 0x35, 255],
        (Tone::Foe, _) => [0xe6, 0x76, 0x6c, 255],
        (Tone::Ground, Theme::Light) => [0x9c, 0x7b, 0x55, 255],
        (Tone::Ground, _) => [0xa8, 0x8a, 0x66, 255],
        (Tone::Water, Theme::Light) => [0x2f, 0x72, 0xb8, 255],
        (Tone::Water, _) => [0x4f, 0x9a, 0xe0, 255],
    }
}

/// Draws a world with the overlay of its scene into an empty frame, without grid, selection and texts.
pub fn draw_plain(
    frame: &mut Frame,
    (world, scene, marks): (&World, &Scene, Option<&Overlay>),
    camera: &Camera,
    (style, coloring): (&Style, Coloring),
) {
    let mut options = DrawOptions::default();
    (options.origin, options.coloring) = (scene.origin(), coloring);
    frame.build(world, &Shot { camera: *camera, pose_at: None }, &options, style);
    if let Some(marks) = marks {
        overlay(frame, marks, style);
    }
}

/// The overlay of the scene.
fn overlay(frame: &mut Frame, overlay: &Overlay, style: &Style) {
    for grid in overlay.grids() {
        frame.add_cells(&grid, |tone, strength| {
            let color = tone_color(tone, style);
            with_opacity(color, (CELLS * strength * f32::from(color[3])) as u8)
        });
    }
    for point in overlay.points() {
        let color = tone_color(point.tone, style);
        let disc = cairn2d::Circle::new(point.radius).into();
        frame.add_shape(&disc, Pose::from_position(point.center), color, color);
    }
    for line in overlay.lines() {
        frame.add_line(line.ends[0], line.ends[1], WIDTH, tone_color(line.tone, style));
    }
    for ring in overlay.rings() {
        let color = tone_color(ring.tone, style);
        let circle = cairn2d::Circle::new(ring.radius).into();
        frame.add_shape(&circle, Pose::from_position(ring.center), [0, 0, 0, 0], color);
    }
}

/// The texts of the overlay.
fn words(painter: &egui::Painter, rect: egui::Rect, session: &Session, camera: &Camera, style: &Style) {
    for text in session.overlay().texts() {
        let [x, y] = camera.to_screen(text.at);
        let at = rect.min + egui::vec2(x, y);
        if rect.contains(at) {
            let color = crate::render::overlay::color32(tone_color(text.tone, style));
            painter.text(
                at,
                egui::Align2::CENTER_CENTER,
                &text.text,
                egui::FontId::proportional(13.0),
                color,
            );
        }
    }
}

/// Outlines of the bodies of the second run that are not where they are in the first one.
fn ghosts(frame: &mut Frame, (first, two): (&Session, &Comparison), alpha: f32) {
    let (style, camera, other) = (*frame.style(), *frame.camera(), two.other());
    let (world, origin, color) = (other.world(), other.scene().origin(), tone_color(Tone::Hit, &style));
    let mut count = 0;
    for body in world.bodies().filter_map(|id| world.body(id)) {
        let now = body.pose_from(origin);
        let partner = first.world().body(body.id()).map(|partner| partner.pose_from(first.scene().origin()));
        let is_same = |pose: Pose| {
            let apart = (pose.p - now.p).length() * camera.scale;
            apart < 1.0 && (pose.q.c - now.q.c).abs().max((pose.q.s - now.q.s).abs()) < 0.02
        };
        if partner.is_some_and(is_same) {
            continue;
        }
        let pose = other.previous().at(body.id(), now, alpha);
        for shape in body.shapes().filter_map(|id| world.shape(id)).filter(|shape| !shape.is_sensor()) {
            if count < MOST_GHOSTS && shape.geometry().aabb(pose).overlaps(camera.bounds()) {
                frame.add_shape(shape.geometry(), pose, [0, 0, 0, 0], with_opacity(color, 200));
                count += 1;
            }
        }
    }
}

/// Outlines of the selection.
fn selection(frame: &mut Frame, session: &Session, between: &dyn Fn(BodyId, Pose) -> Pose) {
    let style = *frame.style();
    let accent = match style.theme {
        Theme::Light => [0x10, 0x6a, 0xa8, 255],
        _ => [0x6f, 0xc4, 0xf2, 255],
    };
    let world = session.world();
    for &id in session.selection.bodies().iter().take(MOST_OUTLINED) {
        let Some(body) = world.body(id) else { continue };
        let pose = between(id, body.pose_from(session.scene().origin()));
        for shape in body.shapes().filter_map(|shape| world.shape(shape)) {
            frame.add_shape(shape.geometry(), pose, [accent[0], accent[1], accent[2], 50], accent);
        }
    }
    if let Some(joint) = session.selection.joint.and_then(|id| world.joint(id)) {
        let [a, b] = joint.frames_from(session.scene().origin());
        frame.add_line(a.p, b.p, 3.0, style.ink(Ink::Joint(joint.kind())));
        for end in [a.p, b.p] {
            frame.add_mark(end, crate::render::Mark::Ring, 12.0, accent);
        }
    }
}

/// Previews of unfinished gestures.
fn begun(frame: &mut Frame, preview: &Preview, style: &Style) {
    let color = style.text;
    match preview {
        Preview::Line(a, b) => frame.add_line(*a, *b, WIDTH, color),
        Preview::Stroke(points) => {
            for pair in points.windows(2) {
                frame.add_line(pair[0], pair[1], WIDTH, color);
            }
        }
        Preview::Ring(center, radius) => {
            let circle = cairn2d::Circle::new(*radius).into();
            frame.add_shape(&circle, Pose::from_position(*center), [0, 0, 0, 0], color);
        }
        Preview::Box(bounds) => {
            let corner = |x: f32, y: f32| Vec2::new(x, y);
            let (min, max) = (bounds.min, bounds.max);
            let corners = [min, corner(max.x, min.y), max, corner(min.x, max.y)];
            for index in 0..4 {
                frame.add_dashes(corners[index], corners[(index + 1) % 4], 1.2, color);
            }
        }
    }
}
