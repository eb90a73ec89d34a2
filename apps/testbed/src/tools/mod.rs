//! The tools of the pointer: one toolbox for mouse and fingers, without a window.
//!
//! A finger goes down, moves and goes up; the mouse with its left button is finger 0. The function of a
//! finger is decided when it goes down and holds until it goes up, so several fingers may have different
//! functions.

use std::collections::BTreeMap;

use cairn2d::{Aabb, BodyId, BodyKind, Vec2};

use crate::camera::Camera;
use crate::session::make::Piece;
use crate::session::{Edit, Session, outline};

/// A tool of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Grab and throw bodies, move the view, select by a click.
    Hand,
    /// Select by a click or a box; drag the selection.
    Select,
    /// Add a body at the pressed position, with a velocity from the drag.
    Spawn,
    /// Draw the outline of a body.
    Draw,
    /// Explosion.
    Bomb,
    /// Remove bodies.
    Erase,
    /// Join a body to the world by a hinge.
    Pin,
    /// Carve or fill ground.
    Dig,
    /// Pour water.
    Pour,
    /// Cut bodies along a line.
    Cut,
    /// Draw two openings that are connected.
    Portal,
}

impl Tool {
    /// All tools, in the order of their keys 1 to 9 and 0; the last one has none.
    pub const ALL: [Tool; 11] = [
        Tool::Hand,
        Tool::Select,
        Tool::Spawn,
        Tool::Draw,
        Tool::Bomb,
        Tool::Erase,
        Tool::Pin,
        Tool::Dig,
        Tool::Pour,
        Tool::Cut,
        Tool::Portal,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Hand => "Hand",
            Tool::Select => "Select",
            Tool::Spawn => "Spawn",
            Tool::Draw => "Draw",
            Tool::Bomb => "Bomb",
            Tool::Erase => "Erase",
            Tool::Pin => "Pin",
            Tool::Dig => "Dig",
            Tool::Pour => "Pour",
            Tool::Cut => "Cut",
            Tool::Portal => "Portal",
        }
    }

    /// Its description in one sentence.
    pub fn hint(self) -> &'static str {
        match self {
            Tool::Hand => {
                "Drag a body to grab and throw it, the background to move the view; click to select"
            }
            Tool::Select => "Drag a box to select bodies; drag the selection to move it",
            Tool::Spawn => "Click to add a body; drag to throw it",
            Tool::Draw => "Draw the outline of a body by hand",
            Tool::Bomb => "Click for an explosion",
            Tool::Erase => "Click or drag over bodies to remove them",
            Tool::Pin => "Click a body to join it to the world by a hinge",
            Tool::Dig => "Drag to carve ground, or to fill it",
            Tool::Pour => "Hold to pour water",
            Tool::Cut => "Drag a line through bodies to cut them",
            Tool::Portal => "Drag two lines: bodies that enter one leave the other, on the side of the mark",
        }
    }
}

/// Phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It goes down.
    Down,
    /// It moves.
    Move,
    /// It goes up.
    Up,
    /// It is lost: the gesture ends without its effect.
    Cancel,
}

/// A finger, or the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The finger.
    pub finger: u64,
    /// Its phase.
    pub phase: Phase,
    /// Position in points of the view.
    pub at: [f32; 2],
    /// Whether the selection is extended: the shift key.
    pub add: bool,
}

/// The function of a finger that is down.
#[derive(Clone, Debug)]
struct Drag {
    from: [f32; 2],
    last: [f32; 2],
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Grip,
    Carry(Vec<BodyId>),
    Pan,
    Box,
    Throw,
    Stroke(Vec<Vec2>),
    Erase(bool),
    /// Whether an edit was accepted.
    Dig(bool),
    Pour(bool),
    Cut,
    Opening,
    Nothing,
}

/// Largest motion of a click in points of the screen.
const CLICK: f32 = 5.0;
/// Largest distance of a picked body in points of the screen.
const REACH: f32 = 12.0;
/// Reach of the eraser, relative to that of a pick.
const ERASER: f32 = 0.25;
/// Velocity of a thrown body per dragged distance `[1/s]`.
const THROW: f32 = 3.0;

/// The tools and their settings.
#[derive(Clone, Debug)]
pub struct Toolbox {
    /// The tool of the pointer.
    pub tool: Tool,
    /// Kind of added bodies.
    pub piece: Piece,
    /// Size of added bodies `[m]`.
    pub size: f32,
    /// Reach of a bomb `[m]`.
    pub bomb_radius: f32,
    /// Strength of a bomb: impulse per metre of width `[N s/m]`.
    pub bomb_strength: f32,
    /// Radius of the brush for ground `[m]`.
    pub brush_radius: f32,
    /// Whether the brush fills.
    pub brush_fills: bool,
    /// Radius of poured water `[m]`.
    pub pour_radius: f32,
    /// Position of the mouse over the picture while no button is down, in points of the view.
    pub hover: Option<[f32; 2]>,
    drags: BTreeMap<u64, Drag>,
    /// The first opening of a pair that is being drawn.
    opening: Option<Opening>,
}

/// An opening in the world: its middle \[m\], the direction out of it, and its width \[m\].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Opening {
    at: Vec2,
    out: Vec2,
    width: f32,
}

impl Opening {
    /// The opening along a line, which bodies enter from the left of its direction; `None` for a point.
    fn along(from: Vec2, to: Vec2) -> Option<Opening> {
        let (way, width) = (to - from, from.distance(to));
        (width > 0.0).then(|| Opening { at: (from + to) * 0.5, out: Vec2::new(-way.y, way.x) / width, width })
    }

    /// The line of the opening and a mark on the side of its bodies.
    fn preview(self) -> Preview {
        let half = Vec2::new(self.out.y, -self.out.x) * (0.5 * self.width);
        let tip = self.at + self.out * (0.25 * self.width);
        Preview::Stroke(vec![self.at - half, self.at, tip, self.at, self.at + half])
    }
}

impl Default for Toolbox {
    fn default() -> Self {
        Self {
            tool: Tool::Hand,
            piece: Piece::Box,
            size: 1.0,
            bomb_radius: 5.0,
            bomb_strength: 10.0,
            brush_radius: 0.8,
            brush_fills: false,
            pour_radius: 0.4,
            hover: None,
            drags: BTreeMap::new(),
            opening: None,
        }
    }
}

/// Preview of a gesture in the world `[m]`.
#[derive(Clone, Debug, PartialEq)]
pub enum Preview {
    /// A line from the finger to its start.
    Line(Vec2, Vec2),
    /// A box.
    Box(Aabb),
    /// A line drawn by hand.
    Stroke(Vec<Vec2>),
    /// A ring with a centre and a radius.
    Ring(Vec2, f32),
}

impl Toolbox {
    /// Handles a touch; acts on the session or moves the camera.
    pub fn touch(&mut self, touch: Touch, session: &mut Session, camera: &mut Camera) {
        match touch.phase {
            Phase::Down => {
                let kind = self.begin(touch, session, camera);
                self.drags.insert(touch.finger, Drag { from: touch.at, last: touch.at, kind });
            }
            Phase::Move => self.go_on(touch, session, camera),
            Phase::Up => {
                self.go_on(touch, session, camera);
                if let Some(drag) = self.drags.remove(&touch.finger) {
                    self.end(touch, drag, session, camera);
                }
            }
            Phase::Cancel => {
                self.drags.remove(&touch.finger);
                session.release(touch.finger);
            }
        }
    }

    /// Goes on with what fingers do while they rest: pours. For every frame.
    pub fn frame(&mut self, session: &mut Session, camera: &Camera) {
        for drag in self.drags.values_mut() {
            if let Kind::Pour(done) = &mut drag.kind
                && !session.pace.paused
            {
                *done |= pour(self.pour_radius, camera.to_world(drag.last), *done, session);
            }
        }
    }

    /// Releases all bodies, as when the window loses the pointer.
    pub fn cancel(&mut self, session: &mut Session) {
        for finger in core::mem::take(&mut self.drags).into_keys() {
            session.release(finger);
        }
        self.opening = None;
    }

    /// Number of fingers that are down.
    pub fn fingers(&self) -> usize {
        self.drags.len()
    }

    /// Whether fingers may move the view: none has another function.
    pub fn may_pinch(&self) -> bool {
        self.drags.values().all(|drag| matches!(drag.kind, Kind::Pan | Kind::Nothing))
    }

    /// Previews of unfinished gestures, and of what a press at the mouse would reach.
    pub fn previews(&self, camera: &Camera) -> Vec<Preview> {
        let of = |drag: &Drag| {
            let [from, last] = [drag.from, drag.last].map(|at| camera.to_world(at));
            match &drag.kind {
                Kind::Box => Some(Preview::Box(around(from, last))),
                Kind::Throw => Some(Preview::Line(from, last)),
                Kind::Stroke(points) => Some(Preview::Stroke(points.clone())),
                Kind::Dig(_) => Some(Preview::Ring(last, self.brush_radius)),
                Kind::Pour(_) => Some(Preview::Ring(last, self.pour_radius)),
                Kind::Cut => Some(Preview::Line(from, last)),
                Kind::Opening => self.opening_along(from, last).map(Opening::preview),
                _ => None,
            }
        };
        let hover = self.hover.filter(|_| self.drags.is_empty());
        let ring = hover.and_then(|at| {
            let radius = match self.tool {
                Tool::Spawn => 0.5 * self.size,
                Tool::Bomb => self.bomb_radius,
                Tool::Erase => ERASER * REACH / camera.scale,
                Tool::Dig => self.brush_radius,
                Tool::Pour => self.pour_radius,
                Tool::Hand | Tool::Select | Tool::Draw | Tool::Pin | Tool::Cut | Tool::Portal => return None,
            };
            Some(Preview::Ring(camera.to_world(at), radius))
        });
        let first = self.opening.filter(|_| self.tool == Tool::Portal).map(Opening::preview);
        self.drags.values().filter_map(of).chain(ring).chain(first).collect()
    }

    /// The opening along a line; the second of a pair is as wide as the first.
    fn opening_along(&self, from: Vec2, to: Vec2) -> Option<Opening> {
        let drawn = Opening::along(from, to)?;
        Some(Opening { width: self.opening.map_or(drawn.width, |first| first.width), ..drawn })
    }

    /// Stores the first opening of a pair, or connects the second one with it.
    fn open(&mut self, [from, to]: [Vec2; 2], session: &mut Session) {
        let Some(drawn) = self.opening_along(from, to) else { return };
        let Some(first) = self.opening.take() else {
            self.opening = Some(drawn);
            return session.say("Draw the other opening");
        };
        let place = |opening: Opening| [opening.at, opening.out].map(Into::into);
        session.edit(Edit::Portals { openings: [first, drawn].map(place), width: first.width });
    }

    fn begin(&self, touch: Touch, session: &mut Session, camera: &Camera) -> Kind {
        let at = camera.to_world(touch.at);
        let reach = REACH / camera.scale;
        match self.tool {
            Tool::Hand => hold(touch, at, reach, session),
            Tool::Select => match session.body_at(at, reach) {
                Some(id) if session.selection.contains(id) => {
                    Kind::Carry(session.selection.bodies().to_vec())
                }
                _ => Kind::Box,
            },
            Tool::Spawn => Kind::Throw,
            Tool::Draw => Kind::Stroke(vec![at]),
            Tool::Bomb => {
                let (radius, strength) = (self.bomb_radius, self.bomb_strength);
                session.edit(Edit::Explode { center: at.into(), radius, strength });
                Kind::Nothing
            }
            Tool::Erase => Kind::Erase(erase(at, reach, false, session)),
            Tool::Dig => Kind::Dig(dig(self.brush_radius, self.brush_fills, [at; 2], false, session)),
            Tool::Pour => Kind::Pour(pour(self.pour_radius, at, false, session)),
            Tool::Cut => Kind::Cut,
            Tool::Portal => Kind::Opening,
            Tool::Pin => {
                let dynamic =
                    |id: &BodyId| session.world().body(*id).is_some_and(|b| b.kind() == BodyKind::Dynamic);
                if let Some(id) = session.body_at(at, reach).filter(dynamic) {
                    session.edit(Edit::Pin { body: id.to_bits(), at: at.into() });
                }
                Kind::Nothing
            }
        }
    }

    fn go_on(&mut self, touch: Touch, session: &mut Session, camera: &mut Camera) {
        let alone = self.drags.len() == 1;
        let (radius, fill) = (self.brush_radius, self.brush_fills);
        let Some(drag) = self.drags.get_mut(&touch.finger) else { return };
        let moved = [touch.at[0] - drag.last[0], touch.at[1] - drag.last[1]];
        if moved == [0.0, 0.0] {
            return;
        }
        let at = camera.to_world(touch.at);
        let by = at - camera.to_world(drag.last);
        match &mut drag.kind {
            Kind::Grip => session.drag(touch.finger, at),
            Kind::Carry(bodies) => {
                let begun = drag.last != drag.from;
                let edit =
                    Edit::Carry { bodies: bodies.iter().map(|id| id.to_bits()).collect(), by: by.into() };
                if begun {
                    session.edit_on(edit)
                } else {
                    session.edit(edit)
                };
            }
            // Two fingers move the view by a pinch.
            Kind::Pan if alone => camera.pan(moved),
            Kind::Stroke(points) => points.push(at),
            Kind::Erase(done) => {
                *done |= erase(at, REACH / camera.scale, *done, session);
            }
            Kind::Dig(done) => *done |= dig(radius, fill, [at - by, at], *done, session),
            // It pours in every frame.
            Kind::Pan
            | Kind::Box
            | Kind::Throw
            | Kind::Pour(_)
            | Kind::Cut
            | Kind::Opening
            | Kind::Nothing => {}
        }
        drag.last = touch.at;
    }

    fn end(&mut self, touch: Touch, drag: Drag, session: &mut Session, camera: &Camera) {
        let [from, to] = [drag.from, touch.at].map(|at| camera.to_world(at));
        let way = [touch.at[0] - drag.from[0], touch.at[1] - drag.from[1]];
        let click = way[0].abs() < CLICK && way[1].abs() < CLICK;
        let reach = REACH / camera.scale;
        match drag.kind {
            Kind::Grip => session.release(touch.finger),
            Kind::Box if !click => {
                session.select_box(around(from, to), touch.add);
            }
            Kind::Throw => {
                let mut body = self.piece.body(from, self.size);
                if !click {
                    body.velocity = ((to - from) * THROW).into();
                }
                session.edit(Edit::Spawn(Box::new(body)));
            }
            Kind::Stroke(points) => match outline::body(&points, 3.0 / camera.scale) {
                Ok(body) => drop(session.edit(Edit::Spawn(Box::new(body)))),
                Err(why) => session.say(why),
            },
            Kind::Cut if !click => {
                session.edit(Edit::Cut { from: from.into(), to: to.into() });
            }
            Kind::Opening if !click => self.open([from, to], session),
            Kind::Carry(_)
            | Kind::Pan
            | Kind::Box
            | Kind::Cut
            | Kind::Opening
            | Kind::Erase(_)
            | Kind::Dig(_)
            | Kind::Pour(_)
            | Kind::Nothing => {}
        }
        if click && matches!(self.tool, Tool::Hand | Tool::Select) {
            let found = session.body_at(to, reach);
            session.selection.click(found, touch.add);
        }
    }
}

/// The hand goes down: it grabs a dynamic body, or drags it while time is paused, or else moves the view.
fn hold(touch: Touch, at: Vec2, reach: f32, session: &mut Session) -> Kind {
    let found = session.body_at(at, reach);
    let dynamic =
        |id: &BodyId| session.world().body(*id).is_some_and(|body| body.kind() == BodyKind::Dynamic);
    match found.filter(dynamic) {
        Some(id) if session.pace.paused => {
            let all =
                if session.selection.contains(id) { session.selection.bodies().to_vec() } else { vec![id] };
            Kind::Carry(all)
        }
        Some(_) if session.grab(touch.finger, at, reach) => Kind::Grip,
        _ => Kind::Pan,
    }
}

/// Removes the body at a point; returns whether there was one.
fn erase(at: Vec2, reach: f32, more: bool, session: &mut Session) -> bool {
    let Some(id) = session.body_at(at, ERASER * reach) else { return false };
    let edit = Edit::Delete(vec![id.to_bits()]);
    if more { session.edit_on(edit) } else { session.edit(edit) }
}

/// Carves or fills along a line; returns whether that was accepted.
fn dig(radius: f32, fill: bool, [from, to]: [Vec2; 2], more: bool, session: &mut Session) -> bool {
    let edit = Edit::Dig { from: from.into(), to: to.into(), radius, fill };
    if more { session.edit_on(edit) } else { session.edit(edit) }
}

/// Pours water at a point; returns whether that was accepted.
fn pour(radius: f32, at: Vec2, more: bool, session: &mut Session) -> bool {
    let edit = Edit::Pour { center: at.into(), radius };
    if more { session.edit_on(edit) } else { session.edit(edit) }
}

fn around(a: Vec2, b: Vec2) -> Aabb {
    Aabb::from_points(&[a, b])
}

#[cfg(test)]
mod tests;
