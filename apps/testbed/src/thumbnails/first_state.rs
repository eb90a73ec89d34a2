//! The draw list of the first state of a scene, made in pieces that are short enough for a frame.

use cairn2d::{BodyId, World, WorldConfig};
use cairn2d_particles::Particles;
use cairn2d_scenes::format::BodyNames;
use cairn2d_scenes::library::Category;
use cairn2d_scenes::{BuiltIn, Overrides, Runner, Scene};

use crate::camera::Camera;
use crate::framing;
use crate::picture::draw_plain;
use crate::render::thumbnail::SIZE;
use crate::render::{Coloring, Frame, Style};
use crate::session::Extent;

/// Most bodies and joints of a scene that is made in one piece.
const WHOLE: usize = 800;
/// Bodies, or joints, of a piece of a larger scene.
const PIECE: usize = 400;
/// Bodies that the framing looks at.
const SAMPLE: usize = 500;

/// A scene on the way to its draw list.
pub(super) struct FirstState {
    scene: &'static BuiltIn,
    stage: Stage,
}

enum Stage {
    /// Nothing is made yet.
    Begin,
    /// The description is made.
    Described(Box<Scene>),
    /// Some bodies and joints are made.
    Growing(Box<Growing>),
    /// The draw list is made; the world is freed with the next piece.
    End(#[expect(dead_code, reason = "it is only freed")] Box<Growing>),
}

/// A large world that gets its bodies in pieces. It has no script, play and fields.
struct Growing {
    scene: Box<Scene>,
    world: World,
    names: BodyNames,
    bodies: Vec<BodyId>,
    joints: usize,
}

/// A finished draw list, if any, and the rest of the work, if any.
type Piece = (Option<Frame>, Option<FirstState>);

/// The draw list of the first state of the scene of this number, at once.
///
/// # Errors
/// Errors of the engine.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn draw_list(scene: usize, style: &Style) -> Result<Frame, String> {
    let mut first = FirstState::new(scene);
    loop {
        match first.advance(style)? {
            (Some(frame), _) => return Ok(frame),
            (None, Some(rest)) => first = rest,
            (None, None) => return Err("the scene has no draw list".to_owned()),
        }
    }
}

impl FirstState {
    /// Begins with the scene of this number in the library.
    pub(super) fn new(scene: usize) -> Self {
        Self { scene: &cairn2d_scenes::all()[scene], stage: Stage::Begin }
    }

    /// Does a piece of the work. Returns the draw list if it is finished, and the rest of the work.
    ///
    /// # Errors
    /// Errors of the engine.
    pub(super) fn advance(self, style: &Style) -> Result<Piece, String> {
        let Self { scene, stage } = self;
        let coloring = if scene.category == Category::Games { Coloring::Team } else { Coloring::Body };
        let look = (style, coloring);
        let rest = |stage| Some(Self { scene, stage });
        match stage {
            Stage::Begin => Ok((None, rest(Stage::Described(Box::new(scene.scene()))))),
            Stage::Described(whole) if whole.bodies.len() + whole.joints.len() <= WHOLE => {
                let mut runner = Runner::from_scene(*whole, Overrides::default()).map_err(text)?;
                let mut frame = draw_runner(&runner, look);
                if frame.is_empty() {
                    // Some plays fill their world with the first step.
                    runner.step().map_err(text)?;
                    frame = draw_runner(&runner, look);
                }
                Ok((Some(frame), None))
            }
            Stage::Described(scene) => Ok((None, rest(Stage::Growing(Box::new(Growing::new(scene)?))))),
            Stage::Growing(mut growing) => {
                if growing.grow()? {
                    return Ok((None, rest(Stage::Growing(growing))));
                }
                let extent = Extent::of_sample(&growing.world, growing.scene.origin(), SAMPLE);
                let frame = draw((&growing.world, &growing.scene, None), extent, look);
                Ok((Some(frame), rest(Stage::End(growing))))
            }
            Stage::End(_) => Ok((None, None)),
        }
    }
}

impl Growing {
    fn new(scene: Box<Scene>) -> Result<Self, String> {
        let mut config = WorldConfig::default();
        config.large_world = scene.world.origin.is_some();
        let world = World::new(config).map_err(text)?;
        let names = BodyNames::new(&scene.bodies);
        Ok(Self { scene, world, names, bodies: Vec::new(), joints: 0 })
    }

    /// Adds some bodies, or else joints; returns whether there were any.
    fn grow(&mut self) -> Result<bool, String> {
        let Self { scene, world, names, bodies, joints } = self;
        let next = bodies.len();
        for body in scene.bodies.iter().skip(next).take(PIECE) {
            bodies.push(cairn2d_scenes::spawn(world, scene, body, "").map_err(text)?);
        }
        if bodies.len() > next {
            return Ok(true);
        }
        let begin = *joints;
        for joint in scene.joints.iter().skip(begin).take(PIECE) {
            let find = |body: &_| names.index(body).map(|index| (&scene.bodies[index], bodies[index]));
            cairn2d_scenes::join(world, joint, find, "").map_err(text)?;
            *joints += 1;
        }
        Ok(*joints > begin)
    }
}

fn draw_runner(runner: &Runner, look: (&Style, Coloring)) -> Frame {
    let water = runner.systems.get::<Particles>();
    let extent = Extent::of_sample(&runner.world, runner.scene().origin(), SAMPLE);
    draw((&runner.world, runner.scene(), Some(runner.overlay())), extent.with_water(water), look)
}

fn draw(
    drawn: (&World, &Scene, Option<&cairn2d_scenes::Overlay>),
    extent: Extent<'_>,
    look: (&Style, Coloring),
) -> Frame {
    let mut camera = Camera { size: SIZE.map(|side| side as f32), ..Camera::new() };
    framing::show_first(&mut camera, extent, drawn.1.camera.as_ref());
    let mut frame = Frame::new();
    draw_plain(&mut frame, drawn, &camera, look);
    frame
}

fn text(error: impl core::fmt::Display) -> String {
    error.to_string()
}
