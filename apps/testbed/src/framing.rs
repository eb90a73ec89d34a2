//! Moves the camera until the user does: shows the bodies of a scene, again after a resize, and follows them.

use cairn2d::{Aabb, BodyId, Vec2};
use cairn2d_scenes::format::CameraDesc;

use crate::camera::Camera;
use crate::session::{Extent, Session};

/// Scenes suggest a view of this shape: width by height.
const SUGGESTED: f32 = 16.0 / 9.0;
/// Free space around what is shown, relative to its size.
const MARGIN: f32 = 1.1;
/// A small scene in a large suggested view is magnified at most so much.
const CLOSER: f32 = 1.6;
/// A suggested view is widened at most so much for bodies beside it.
const WIDER: f32 = 2.2;
/// How much smaller than at first things become while the camera follows them.
const FARTHER: f32 = 3.0;
/// Part of the view in which followed bodies may be.
const INNER: f32 = 0.84;
/// Time in which the camera makes up for most of its distance `[s]`.
const EASE: f32 = 0.2;
/// Frames between two looks at the bodies.
const EVERY: u32 = 4;

/// The framing of a scene by the camera.
#[derive(Clone, Debug, Default)]
pub struct Framing {
    /// The camera as it was left; a difference means that the user has moved it.
    left: Option<Camera>,
    /// What the first view shows, for a refit.
    target: Option<Composition>,
    /// The scale of the first view, `None` before it.
    first: Option<f32>,
    /// The bodies to follow: those of the first view.
    followed: Vec<BodyId>,
    /// Where nearly all of these bodies, and most of them, were at the last look.
    crowd: Option<[Aabb; 2]>,
    frames: u32,
}

impl Framing {
    /// Shows the scene with the next frame, for a new scene or on request.
    pub fn restart(&mut self) {
        *self = Self::default();
    }

    /// Whether the camera moves by itself.
    pub fn is_automatic(&self) -> bool {
        self.first.is_none() || self.left.is_some()
    }

    fn show(&mut self, camera: &mut Camera) {
        if let Some(target) = &self.target {
            target.show(camera);
        }
        (self.first, self.left) = (Some(camera.scale), Some(*camera));
    }

    /// Moves the camera for a frame of this many seconds; its size is that of the view.
    pub fn frame(&mut self, camera: &mut Camera, session: &Session, seconds: f32) {
        let Some(first) = self.first else {
            self.target = Composition::of(session);
            self.show(camera);
            self.followed = session.moving_in(camera.bounds());
            return;
        };
        let Some(left) = self.left else { return };
        if (left.center, left.scale) != (camera.center, camera.scale) {
            self.left = None;
            return;
        }
        if left.size != camera.size {
            self.show(camera);
            // The bodies may have moved since.
            let crowd = session.crowd(&self.followed);
            if let Some(crowd) = crowd {
                follow(camera, crowd, camera.scale / FARTHER, 1.0);
            }
            self.left = Some(*camera);
            return;
        }
        if !session.pace.paused {
            self.frames += 1;
            if self.frames % EVERY == 1 {
                self.crowd = session.crowd(&self.followed);
            }
            if let Some(crowd) = self.crowd {
                let share = 1.0 - (-seconds.clamp(0.0, 0.25) / EASE).exp();
                follow(camera, crowd, first / FARTHER, share);
            }
        }
        self.left = Some(*camera);
    }
}

/// Shows the beginning of a scene; an empty world changes nothing.
pub fn show_first(camera: &mut Camera, extent: Extent<'_>, suggested: Option<&CameraDesc>) {
    if let Some(composition) = Composition::of_world(extent, suggested) {
        composition.show(camera);
    }
}

/// What a view shows.
#[derive(Clone, Copy, Debug)]
struct Composition {
    /// The view that the scene suggests for its beginning.
    stage: Option<Aabb>,
    /// The bodies, or their part on the stage.
    content: Aabb,
}

impl Composition {
    /// The target of a scene; `None` if it is empty.
    fn of(session: &Session) -> Option<Self> {
        let suggested = session.scene().camera.filter(|_| session.step_index() == 0);
        Self::of_world(session.extent(), suggested.as_ref())
    }

    /// The target of a world for which the scene suggests a camera.
    fn of_world(extent: Extent<'_>, suggested: Option<&CameraDesc>) -> Option<Self> {
        let Some(suggested) = suggested else {
            return Some(Self { stage: None, content: extent.bounds()? });
        };
        let half = Vec2::new(0.5 * SUGGESTED, 0.5) * suggested.height;
        let stage = widened(Aabb::from_center_half(suggested.center, half), extent.moving_bounds());
        Some(Self { stage: Some(stage), content: extent.bounds_in(stage).unwrap_or(stage) })
    }

    fn show(&self, camera: &mut Camera) {
        match self.stage {
            Some(stage) => show_within(camera, stage, self.content),
            None => camera.fit(self.content),
        }
    }
}

/// A suggested view with the bodies that are beside it. Bodies above it wait to fall in.
fn widened(suggested: Aabb, moving: Option<Aabb>) -> Aabb {
    let Some(moving) = moving else { return suggested };
    let wide = Aabb {
        min: Vec2::new(suggested.min.x.min(moving.min.x), suggested.min.y),
        max: Vec2::new(suggested.max.x.max(moving.max.x), suggested.max.y),
    };
    let width = |bounds: Aabb| bounds.max.x - bounds.min.x;
    if width(wide) <= WIDER * width(suggested) { wide } else { suggested }
}

/// Shows a part of a stage, with much of the stage around it.
fn show_within(camera: &mut Camera, stage: Aabb, part: Aabb) {
    let [width, height] = camera.size;
    let (all, size) = (stage.max - stage.min, part.max - part.min);
    let fits = |size: Vec2| (width / size.x.max(1.0e-3)).min(height / size.y.max(1.0e-3));
    let most = fits(size * MARGIN);
    // A narrow view shows the whole height of the stage if the part is within its width.
    let least = most.min(fits(Vec2::new(size.x * MARGIN, all.y)));
    camera.scale = most.min(CLOSER * least).clamp(Camera::SCALES[0], Camera::SCALES[1]);
    // The middle of the stage, as far as the part stays in view.
    let free = (Vec2::new(width, height) * (1.0 / camera.scale) - size * MARGIN) * 0.5;
    let (wanted, middle) = (stage.center(), part.center());
    let near =
        |wanted: f32, middle: f32, free: f32| wanted.clamp(middle - free.max(0.0), middle + free.max(0.0));
    camera.center = Vec2::new(near(wanted.x, middle.x, free.x), near(wanted.y, middle.y, free.y));
}

/// Moves the camera by a share of the least amount that brings the bodies into view.
fn follow(camera: &mut Camera, crowd: [Aabb; 2], least_scale: f32, share: f32) {
    let view = Vec2::new(camera.size[0], camera.size[1]) * INNER;
    let fits = |crowd: &Aabb| {
        let size = crowd.max - crowd.min;
        (view.x / size.x.max(1.0e-6)).min(view.y / size.y.max(1.0e-6))
    };
    // If they have scattered, most of them are followed, or none.
    let Some(crowd) = crowd.into_iter().find(|crowd| fits(crowd) >= least_scale) else { return };
    let size = crowd.max - crowd.min;
    let scale = camera.scale.min(fits(&crowd));
    let half = view * (0.5 / scale);
    let middle = crowd.center();
    let (free_x, free_y) = ((half.x - 0.5 * size.x).max(0.0), (half.y - 0.5 * size.y).max(0.0));
    let center = Vec2::new(
        camera.center.x.clamp(middle.x - free_x, middle.x + free_x),
        camera.center.y.clamp(middle.y - free_y, middle.y + free_y),
    );
    camera.scale *= (scale / camera.scale).powf(share);
    camera.center = camera.center.lerp(center, share);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refit_in_motion_shows_as_much_as_the_first_view() {
        for name in ["one_box", "asteroids", "wrecking_ball"] {
            let mut session = Session::open(name).unwrap();
            let mut camera = Camera { size: VIEWS[0], ..Camera::new() };
            let mut framing = Framing::default();
            framing.frame(&mut camera, &session, 0.0);
            let first = camera.scale;
            session.pace.paused = true;
            for _ in 0..60 {
                session.step_once();
                session.frame(0.0);
            }
            camera.size = [VIEWS[0][0] - 10.0, VIEWS[0][1]];
            framing.frame(&mut camera, &session, 0.0);
            let ratio = camera.scale / first;
            assert!((0.3..1.02).contains(&ratio) && framing.is_automatic(), "{name}: {ratio}");
        }
    }

    /// The view in windows of 1280 x 800, 900 x 600 and 390 x 844.
    const VIEWS: [[f32; 2]; 3] = [[760.0, 690.0], [700.0, 490.0], [390.0, 650.0]];

    fn framed(session: &Session, size: [f32; 2]) -> Camera {
        let mut camera = Camera { size, ..Camera::new() };
        Framing::default().frame(&mut camera, session, 0.0);
        camera
    }

    #[test]
    fn the_bodies_of_every_scene_are_in_view_and_fill_it() {
        let mut bad = Vec::new();
        for scene in cairn2d_scenes::all() {
            let session = Session::open(scene.name).unwrap();
            let Some(bounds) = session.bounds() else { continue };
            // Bodies above a suggested view wait to fall in.
            let top = session.scene().camera.map_or(f32::INFINITY, |one| one.center[1] + 0.5 * one.height);
            let waits = |at: &Vec2| at.y > top;
            let interest: Vec<Vec2> = session.interest().into_iter().filter(|at| !waits(at)).collect();
            for size in VIEWS {
                let seen = framed(&session, size).bounds();
                let inside = interest.iter().filter(|&&at| seen.contains_point(at)).count();
                let share = inside as f32 / interest.len().max(1) as f32;
                let content = session.bounds_in(seen).unwrap_or(bounds);
                let (part, whole) = (content.max - content.min, seen.max - seen.min);
                let filled = (part.x / whole.x).max(part.y / whole.y);
                if share < 0.95 && !interest.is_empty() || filled < 0.5 {
                    bad.push(format!("{} {size:?}: {share:.2} in view, {filled:.2} filled", scene.name));
                }
            }
        }
        assert!(bad.is_empty(), "{} views:\n{}", bad.len(), bad.join("\n"));
    }
}
