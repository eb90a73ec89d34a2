//! A picture of searches: what A*, jump point search and a table of jumps look at on their way.
//!
//! Boxes stand at random places. Every two seconds another search begins, in turn by each method, and two
//! cells are chosen after each round. Discs show expanded cells, rings those on the open list, lines the
//! path.

use cairn2d::paths::{Cell, Cost, JumpTable, Method, Path, PathError, Search, Visit, WorldGrid};
use cairn2d::{Aabb, Body, Error, Rect, Vec2, vec2};

use super::{Piece, named, spawn};
use crate::format::{CameraDesc, Scene};
use crate::library::Random;
use crate::overlay::Tone;
use crate::play::{Play, Turn};

/// Half of the area \[m\] and the side of a cell \[m\].
const HALF: Vec2 = vec2(16.0, 9.0);
const CELL: f32 = 0.5;
/// Number of boxes.
const BOXES: u32 = 60;
/// Steps for which a search is shown.
const PERIOD: u32 = 120;

/// The methods and their names.
const METHODS: [&str; 3] = ["A star", "jump point search", "jump point search with a table"];

/// The scene: an empty plane. The play makes all bodies.
pub(super) fn scene(scene: &mut Scene) {
    named(scene);
    scene.world.gravity = [0.0, 0.0];
    scene.camera = Some(CameraDesc { center: [0.0, 0.0], height: 2.0 * HALF.y + 2.0 });
}

/// The searches; see the scene `path_search`.
#[derive(Clone, Debug)]
pub struct PathSearch {
    cells: Option<WorldGrid>,
    table: Option<JumpTable>,
    search: Search,
    path: Path,
    ends: [Cell; 2],
    random: Random,
}

impl Default for PathSearch {
    fn default() -> Self {
        Self {
            cells: None,
            table: None,
            search: Search::new(),
            path: Path::new(),
            ends: [Cell::new(0, 0); 2],
            random: Random(20_261_126),
        }
    }
}

impl PathSearch {
    /// Returns the path of the last search.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of cells that the last search expanded.
    pub fn expanded_count(&self) -> u32 {
        self.search.expanded_count()
    }

    /// An open cell in a quarter of the area on the left or the right.
    fn end(&mut self, is_right: bool) -> Option<Cell> {
        let cells = self.cells.as_ref()?;
        let side = if is_right { 0.75 } else { 0.0 };
        let at = vec2(side + 0.25 * self.random.next(), self.random.next());
        cells.grid().nearest_open(cells.cell_at((at * 2.0 - Vec2::splat(1.0)) * HALF))
    }

    fn find(&mut self, method: usize) -> Result<Option<Cost>, PathError> {
        let Some(table) = &self.table else { return Ok(None) };
        let [start, goal] = self.ends;
        self.search.set_method(if method == 0 { Method::AStar } else { Method::Auto });
        if method == 2 {
            self.search.find_jump(table, start, goal, &mut self.path)
        } else {
            self.search.find(table.grid(), start, goal, &mut self.path)
        }
    }

    fn draw(&self, turn: &mut Turn<'_>, method: usize) {
        let Some(cells) = &self.cells else { return };
        let overlay = &mut *turn.overlay;
        overlay.rect(Vec2::ZERO - HALF, HALF, Tone::Note);
        for y in 0..cells.grid().height() {
            for x in 0..cells.grid().width() {
                let cell = Cell::new(x, y);
                match self.search.visit(cell) {
                    Visit::Expanded => overlay.point(cells.center(cell), 0.3 * CELL, Tone::Foe),
                    Visit::Open => overlay.ring(cells.center(cell), 0.3 * CELL, Tone::Note),
                    Visit::None => {}
                }
            }
        }
        for leg in self.path.waypoints().windows(2) {
            overlay.line(cells.center(leg[0]), cells.center(leg[1]), Tone::Hit);
        }
        for end in self.ends {
            overlay.ring(cells.center(end), CELL, Tone::Friend);
        }
        let length = self.path.cost().length() * f64::from(CELL);
        let count = self.search.expanded_count();
        overlay.set_headline(format!("{}: {count} cells expanded · {length:.1} m", METHODS[method]));
    }
}

impl Play for PathSearch {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if self.cells.is_some() {
            return Ok(());
        }
        for _ in 0..BOXES {
            let [x, y, w, h] = core::array::from_fn(|_| self.random.next());
            let at = (vec2(x, y) * 2.0 - Vec2::splat(1.0)) * (HALF - Vec2::splat(1.0));
            let body = Body::fixed().at(at).with(Rect::half(0.2 + 1.3 * w, 0.2 + 1.0 * h));
            spawn(turn.world, Piece::Other, 0, body)?;
        }
        // The numbers are good; without cells nothing is shown.
        self.cells = WorldGrid::new(turn.world, Aabb::new(-HALF, HALF), CELL, 0.0).ok();
        self.table = self.cells.as_ref().map(|cells| JumpTable::new(cells.grid().clone()));
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let round = turn.step / PERIOD;
        let method = round as usize % METHODS.len();
        if turn.step.is_multiple_of(PERIOD) {
            if method == 0
                && let (Some(start), Some(goal)) = (self.end(false), self.end(true))
            {
                self.ends = [start, goal];
            }
            let found = self.find(method);
            debug_assert!(found.is_ok(), "the ends are in the grid");
        }
        self.draw(turn, method);
        Ok(())
    }
}
