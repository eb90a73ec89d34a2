//! Shapes of the world as walls: how much of each face and cell they cover.
//!
//! Coverage is exact for straight walls through a cell. A shape that is thinner than a cell covers hardly
//! anything, so it closes the faces whose neighbouring middles it separates, and a cell does not see what
//! lies behind it: that part counts as solid.
//!
//! Static shapes are kept until one of them changes; moving ones are added in each step, and their cells
//! restored before the next one.

use core::ops::Range;

use cairn2d::system::SystemHasher;
use cairn2d::{Aabb, Pose, Shape, Vec2};

use crate::def::clamped;
use crate::grid::{Layout, NONE};

/// Open share of a face below which it is closed.
const LEAST_OPEN: f32 = 0.05;

/// Covered share of a cell from which on it is closed.
const FULL: f32 = 0.9;

/// Walls thinner than this, in cells, hide what is behind them.
const THIN: f32 = 1.5;

/// A shape as a wall.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) shape: Shape,
    pub(crate) pose: Pose,
    pub(crate) center: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) spin: f32,
    /// Index of the moving body, or [`NONE`].
    pub(crate) body: u32,
}

/// The nearest point of the surface of a solid, its normal, and the signed distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) point: Vec2,
    pub(crate) normal: Vec2,
    pub(crate) distance: f32,
}

impl Solid {
    /// The nearest point of the surface at a pose.
    pub(crate) fn nearest(&self, pose: Pose, point: Vec2) -> Touch {
        let nearest = self.shape.nearest_point(pose.inv_transform_point(point));
        Touch {
            point: pose.transform_point(nearest.point),
            normal: pose.q * nearest.normal,
            distance: nearest.distance,
        }
    }

    /// The velocity of a point of the body.
    pub(crate) fn velocity_at(&self, point: Vec2) -> Vec2 {
        self.velocity + Vec2::cross_sv(self.spin, point - self.center)
    }

    /// A hash of all that its coverage depends on.
    pub(crate) fn signature(&self) -> u64 {
        let core = self.shape.core();
        let mut hasher = SystemHasher::default();
        let pose = self.pose;
        hasher.floats(&[pose.p.x, pose.p.y, pose.q.c, pose.q.s, core.radius()]);
        for point in core.points() {
            hasher.floats(&[point.x, point.y]);
        }
        hasher.finish()
    }
}

/// Four faces around a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    pub(crate) faces: [usize; 4],
    /// Bilinear weights, and fractions of the way along x and y.
    pub(crate) bilinear: [f32; 4],
    pub(crate) along: [f32; 2],
    /// Weights of the faces that are open and in sight; their sum is 1, or 0 if there are none.
    pub(crate) weights: [f32; 4],
    /// Whether all four are open and in sight.
    pub(crate) all: bool,
}

/// A solid near a cell, in a linked list.
#[derive(Clone, Copy, Debug)]
struct Link {
    solid: u32,
    next: u32,
}

/// A thin wall near a cell: the line that its middle does not see beyond. In a linked list.
#[derive(Clone, Copy, Debug)]
struct Thin {
    normal: Vec2,
    offset: f32,
    /// Ends of the wall along the line, which is the normal turned to the left.
    ends: [f32; 2],
    next: u32,
}

/// Part of a face that a moving body covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cover {
    pub(crate) face: u32,
    pub(crate) axis: u32,
    pub(crate) body: u32,
    pub(crate) area: f32,
    /// Middle of the face `[m]`.
    pub(crate) at: Vec2,
}

/// Coverage of a cell by solids.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    /// Open shares of the left and the lower face.
    open: [f32; 2],
    /// Covered shares of the four quarters.
    quarters: [f32; 4],
    /// Whether a solid is near enough to close a face around a particle in the cell.
    close: bool,
    /// Whether the middle is inside of a thin solid, which then closes the cell.
    inside: bool,
    /// First entries of the lists.
    links: u32,
    thin: u32,
}

const FREE: Cell =
    Cell { open: [1.0; 2], quarters: [0.0; 4], close: false, inside: false, links: NONE, thin: NONE };

/// Coverage of all cells.
#[derive(Clone, Debug)]
pub(crate) struct Walls {
    layout: Layout,
    cells: Vec<Cell>,
    links: Vec<Link>,
    thin: Vec<Thin>,
    /// Static shapes, then those of moving bodies.
    pub(crate) solids: Vec<Solid>,
    pub(crate) fixed_count: usize,
    /// Whether the static shapes were covered.
    pub(crate) known: bool,
    fixed_links: usize,
    fixed_thin: usize,
    /// Cells that moving bodies changed, as they were.
    saved: Vec<(u32, Cell)>,
    changed: Vec<bool>,
    pub(crate) covers: Vec<Cover>,
    /// Open shares of faces, by axis, and those that static shapes alone leave.
    pub(crate) open: [Vec<f32>; 2],
    fixed_open: [Vec<f32>; 2],
    /// Velocity of the wall along the axis of a closed face.
    pub(crate) speed: [Vec<f32>; 2],
    /// Whether a closed face separates cells, at least one of which is open.
    pub(crate) bound: [Vec<bool>; 2],
    /// Solid share of the tent around the middle of a cell.
    pub(crate) solid: Vec<f32>,
    /// Whether thin walls are near a cell.
    pub(crate) hides: Vec<bool>,
    /// Whether a cell is closed, or thin walls are near.
    narrow: Vec<bool>,
    /// Whether no solid is within two cells of the middle of a cell.
    pub(crate) plain: Vec<bool>,
    /// Whether all faces around any place of a cell are open and in sight.
    pub(crate) clear: Vec<bool>,
    /// Bound faces next to a thin wall that moves keep their speed here.
    touched: Vec<u32>,
}

impl Walls {
    pub(crate) fn new(layout: &Layout) -> Walls {
        let count = layout.count;
        Walls {
            layout: layout.clone(),
            cells: vec![FREE; count],
            links: Vec::new(),
            thin: Vec::new(),
            solids: Vec::new(),
            fixed_count: 0,
            known: false,
            fixed_links: 0,
            fixed_thin: 0,
            saved: Vec::new(),
            changed: vec![false; count],
            covers: Vec::new(),
            open: [vec![1.0; count], vec![1.0; count]],
            fixed_open: [vec![1.0; count], vec![1.0; count]],
            speed: [vec![0.0; count], vec![0.0; count]],
            bound: [vec![false; count], vec![false; count]],
            solid: vec![0.0; count],
            hides: vec![false; count],
            narrow: vec![false; count],
            plain: vec![true; count],
            clear: vec![true; count],
            touched: Vec::new(),
        }
    }

    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.cells)
            + size_of_val(&*self.links)
            + size_of_val(&*self.thin)
            + size_of_val(&*self.solids)
            + self.layout.count * 35
    }

    /// Replaces the static shapes, all of `solids`.
    pub(crate) fn set_fixed(&mut self) {
        self.known = true;
        self.cells.fill(FREE);
        self.links.clear();
        self.thin.clear();
        self.saved.clear();
        self.covers.clear();
        self.fixed_count = self.solids.len();
        for index in 0..self.fixed_count {
            self.cover(index);
            self.close_full(index);
        }
        self.hide_behind(0);
        (self.fixed_links, self.fixed_thin) = (self.links.len(), self.thin.len());
        self.saved.clear();
        self.changed.fill(false);
        self.touched.clear();
        self.touched.extend(0..self.layout.count as u32);
        self.derive();
        self.fixed_open.clone_from(&self.open);
    }

    /// Whether static shapes cover a part of a face.
    pub(crate) fn is_fixed(&self, axis: usize, face: usize) -> bool {
        self.fixed_open[axis][face] < 1.0
    }

    /// Makes room for twice the work of the moving bodies, which depends on where they are.
    pub(crate) fn make_room(&mut self) {
        let more = |used: usize, capacity: usize| if used * 2 > capacity { 2 * used } else { 0 };
        self.links.reserve(more(self.links.len(), self.links.capacity()));
        self.thin.reserve(more(self.thin.len(), self.thin.capacity()));
        self.covers.reserve(more(self.covers.len(), self.covers.capacity()));
        self.saved.reserve(more(self.saved.len(), self.saved.capacity()));
        self.touched.reserve(more(self.touched.len(), self.touched.capacity()));
    }

    /// Takes the moving bodies out again.
    pub(crate) fn restore(&mut self) {
        self.solids.truncate(self.fixed_count);
        self.links.truncate(self.fixed_links);
        self.thin.truncate(self.fixed_thin);
        self.covers.clear();
        self.touched.clear();
        for (index, cell) in self.saved.drain(..) {
            self.cells[index as usize] = cell;
            self.changed[index as usize] = false;
            self.touched.push(index);
        }
    }

    /// Adds the solids of moving bodies, which follow the static ones in the list.
    pub(crate) fn add_movers(&mut self) {
        for index in self.fixed_count..self.solids.len() {
            self.cover(index);
            self.close_full(index);
        }
        self.hide_behind(self.fixed_count);
        let saved = self.saved.iter().map(|&(index, _)| index);
        self.touched.extend(saved);
        self.derive();
    }

    /// Covers cells by a solid.
    fn cover(&mut self, index: usize) {
        let solid = self.solids[index].clone();
        let moves = index >= self.fixed_count;
        let [rows, columns] = self.reach(&solid);
        for row in rows {
            for column in columns.clone() {
                self.cover_cell(&solid, index as u32, row * self.layout.stride + column, moves);
            }
        }
    }

    /// Closes the faces of cells that are nearly full of solids, after one was added: their share is too
    /// small to hold a pressure.
    fn close_full(&mut self, index: usize) {
        let solid = self.solids[index].clone();
        let stride = self.layout.stride;
        let [rows, columns] = self.reach(&solid);
        for row in rows {
            for column in columns.clone() {
                let cell = row * stride + column;
                let Cell { quarters, inside, .. } = self.cells[cell];
                if quarters.iter().sum::<f32>() < 4.0 * FULL && !inside {
                    continue;
                }
                for (axis, face) in [(0, cell), (0, cell + 1), (1, cell), (1, cell + stride)] {
                    let area = self.cells[face].open[axis];
                    if area <= 0.0 {
                        continue;
                    }
                    self.cells[face].open[axis] = 0.0;
                    if index >= self.fixed_count {
                        let (across, _) = axes(axis);
                        let at = self.layout.middle(face) - across * (0.5 * self.layout.cell);
                        let (face, axis) = (face as u32, axis as u32);
                        self.covers.push(Cover { face, axis, body: solid.body, area, at });
                    }
                }
            }
        }
    }

    /// Rows and columns of the cells near a solid.
    fn reach(&self, solid: &Solid) -> [Range<usize>; 2] {
        let bounds = solid.shape.aabb(solid.pose);
        let reach = 2.0 * self.layout.cell;
        let low = self.layout.place(bounds.min - Vec2::new(reach, reach));
        let high = self.layout.place(bounds.max + Vec2::new(reach, reach));
        let rows = self.layout.count / self.layout.stride;
        // A conversion to an integer stops at the ends of its range. The outermost cells have no neighbours.
        let first = [low.x as usize, low.y as usize].map(|first| first.max(1));
        let end = [(high.x as usize + 1).min(self.layout.stride - 1), (high.y as usize + 1).min(rows - 1)];
        [first[1]..end[1], first[0]..end[0]]
    }

    fn cover_cell(&mut self, solid: &Solid, index: u32, cell: usize, moves: bool) {
        let width = self.layout.cell;
        let middle = self.layout.middle(cell);
        let touch = solid.nearest(solid.pose, middle);
        let distance = touch.distance * self.layout.per_cell;
        if distance > 2.2 {
            return;
        }
        if moves && !self.changed[cell] {
            self.changed[cell] = true;
            self.saved.push((cell as u32, self.cells[cell]));
        }
        self.cells[cell].close = true;
        if distance < 1.3 && distance > -6.0 {
            self.links.push(Link { solid: index, next: self.cells[cell].links });
            self.cells[cell].links = self.links.len() as u32 - 1;
        }
        if distance < -1.5 {
            (self.cells[cell].open, self.cells[cell].quarters) = ([0.0; 2], [1.0; 4]);
            return;
        }
        self.cells[cell].inside |= distance <= 0.0 && is_thin(solid, width);
        let quarter = 0.25 * width;
        if distance < 0.75 {
            for part in 0..4 {
                let x = if part & 1 == 0 { -quarter } else { quarter };
                let y = if part & 2 == 0 { -quarter } else { quarter };
                let at = solid.nearest(solid.pose, middle + Vec2::new(x, y));
                let extent = 0.5 * (at.normal.x.abs() + at.normal.y.abs());
                let share = covered(at.distance * self.layout.per_cell, extent);
                let covered = &mut self.cells[cell].quarters[part];
                *covered = clamped(*covered + share, 0.0, 1.0);
            }
        }
        for axis in 0..2 {
            self.cover_face(solid, cell, axis, &touch, moves);
        }
    }

    /// Covers the left or lower face of a cell.
    fn cover_face(&mut self, solid: &Solid, cell: usize, axis: usize, touch: &Touch, moves: bool) {
        let width = self.layout.cell;
        let middle = self.layout.middle(cell);
        let (across, along) = axes(axis);
        let at = middle - across * (0.5 * width);
        let mut share = 0.0;
        if touch.distance < 1.3 * width {
            for half in [-0.25, 0.25] {
                let near = solid.nearest(solid.pose, at + along * (half * width));
                let extent = 0.5 * near.normal.dot(along).abs();
                share += 0.5 * covered(near.distance * self.layout.per_cell, extent);
            }
            let behind = middle - across * width;
            if share < 1.0 && touch.distance > 0.0 && self.separates(solid, touch, middle, behind) {
                share = 1.0;
            }
        }
        let open = &mut self.cells[cell].open[axis];
        let before = *open;
        let after = before - share;
        *open = if after < LEAST_OPEN { 0.0 } else { after };
        let area = before - *open;
        if moves && area > 0.0 {
            let (face, axis) = (cell as u32, axis as u32);
            self.covers.push(Cover { face, axis, body: solid.body, area, at });
        }
    }

    /// Whether a solid lies between two points outside of it.
    fn separates(&self, solid: &Solid, touch: &Touch, from: Vec2, to: Vec2) -> bool {
        let height = touch.normal.dot(to - touch.point);
        if height >= 0.0 || solid.nearest(solid.pose, to).distance <= 0.0 {
            return false;
        }
        let crossing = from + (to - from) * (touch.distance / (touch.distance - height));
        solid.nearest(solid.pose, crossing).distance < 0.02 * self.layout.cell
    }

    /// Notes for the cells near thin solids from an index on what their middles do not see.
    fn hide_behind(&mut self, first: usize) {
        for index in first..self.solids.len() {
            let solid = self.solids[index].clone();
            if !is_thin(&solid, self.layout.cell) {
                continue;
            }
            let [rows, columns] = self.reach(&solid);
            for row in rows {
                for column in columns.clone() {
                    self.hide(&solid, index as u32, row * self.layout.stride + column);
                }
            }
        }
    }

    /// Notes that the middle of a cell does not see beyond a thin wall.
    fn hide(&mut self, solid: &Solid, index: u32, cell: usize) {
        let width = self.layout.cell;
        let touch = solid.nearest(solid.pose, self.layout.middle(cell));
        if touch.distance <= 0.0 || touch.distance > 1.3 * width {
            return;
        }
        let offset = touch.normal.dot(touch.point);
        let mut entry = self.cells[cell].thin;
        while entry != NONE {
            // Neighbouring segments of one wall are one wall.
            let thin = &mut self.thin[entry as usize];
            if thin.normal.dot(touch.normal) > 0.95 && (thin.offset - offset).abs() < 0.2 * width {
                return;
            }
            entry = thin.next;
        }
        let along = Vec2::new(-touch.normal.y, touch.normal.x);
        let at = touch.normal.dot(touch.point);
        let middle = along.dot(touch.point);
        let low = middle - self.extent(solid, index, cell, touch.point, -along);
        let high = middle + self.extent(solid, index, cell, touch.point, along);
        if high - low < 0.3 * width {
            return;
        }
        self.thin.push(Thin {
            normal: touch.normal,
            offset: at,
            ends: [low, high],
            next: self.cells[cell].thin,
        });
        self.cells[cell].thin = self.thin.len() as u32 - 1;
    }

    /// How far a wall goes on in a direction, up to two cells. A wall that meets another one goes on.
    fn extent(&self, solid: &Solid, index: u32, cell: usize, from: Vec2, direction: Vec2) -> f32 {
        let width = self.layout.cell;
        let mut extent = 0.0;
        for part in 1..=8 {
            let next = 0.25 * width * part as f32;
            let point = from + direction * next;
            if solid.nearest(solid.pose, point).distance < 0.1 * width {
                extent = next;
                continue;
            }
            let tip = from + direction * extent;
            let mut joined = false;
            let mut entry = self.cells[cell].links;
            while entry != NONE {
                let link = self.links[entry as usize];
                let other = &self.solids[link.solid as usize];
                joined |= link.solid != index
                    && other.body == solid.body
                    && other.nearest(other.pose, tip).distance < 0.3 * width;
                entry = link.next;
            }
            return if joined { 2.0 * width } else { extent };
        }
        2.0 * width
    }

    /// Brings what follows from the touched cells up to date.
    fn derive(&mut self) {
        let stride = self.layout.stride;
        let touched = core::mem::take(&mut self.touched);
        for &cell in &touched {
            let index = cell as usize;
            let data = self.cells[index];
            (self.open[0][index], self.open[1][index]) = (data.open[0], data.open[1]);
            (self.speed[0][index], self.speed[1][index]) = (0.0, 0.0);
            self.hides[index] = data.thin != NONE;
            self.plain[index] = !data.close;
        }
        let inner = stride + 1..self.layout.count - stride - 1;
        for &cell in touched.iter().filter(|&&cell| inner.contains(&(cell as usize))) {
            // The faces of a cell depend on both neighbours; one ring is enough, as changes reach further.
            let index = cell as usize;
            self.solid[index] = self.solid_share(index);
            self.narrow[index] = self.hides[index] || !self.is_open(index);
            for axis in 0..2 {
                let closed = self.open[axis][index] <= 0.0;
                let behind = index - self.layout.step(axis);
                self.bound[axis][index] = closed && (self.is_open(index) || self.is_open(behind));
            }
            self.clear[index] = self.plain[index] || self.is_clear(index);
        }
        self.touched = touched;
    }

    /// Whether all faces around any place of a cell are open, and no thin wall hides the place from them.
    fn is_clear(&self, cell: usize) -> bool {
        let stride = self.layout.stride;
        [cell - stride, cell, cell + stride].into_iter().all(|middle| {
            let [x, y] = &self.open;
            let low = if middle < cell { cell } else { middle };
            (middle - 1..middle + 2).all(|other| !self.hides[other] || self.sees(other, cell))
                && x[middle] > 0.0
                && x[middle + 1] > 0.0
                && y[low - 1..low + 2].iter().all(|&open| open > 0.0)
        })
    }

    /// Whether the middle of a cell sees all of another cell: no thin wall near it has a corner behind it.
    fn sees(&self, cell: usize, other: usize) -> bool {
        let middle = self.layout.middle(other);
        let mut entry = self.cells[cell].thin;
        while entry != NONE {
            let thin = self.thin[entry as usize];
            // A little more than half, because positions are rounded.
            let reach = 0.51 * self.layout.cell * (thin.normal.x.abs() + thin.normal.y.abs());
            if thin.normal.dot(middle) - thin.offset < reach {
                return false;
            }
            entry = thin.next;
        }
        true
    }

    /// Whether liquid can leave a cell.
    pub(crate) fn is_open(&self, cell: usize) -> bool {
        let faces = [self.cells[cell].open[0], self.cells[cell].open[1]];
        let next = [self.cells[cell + 1].open[0], self.cells[cell + self.layout.stride].open[1]];
        faces.iter().chain(&next).any(|&open| open > 0.0)
    }

    /// Distance from the middle of a cell to a wall across its lower (0) or upper (1) face of an axis, in
    /// cells; negative if the wall covers the middle.
    pub(crate) fn to_wall(&self, cell: usize, axis: usize, side: usize) -> f32 {
        let quarters = &self.cells[cell].quarters;
        let half = |side: usize| {
            let parts = [[[0, 2], [1, 3]], [[0, 1], [2, 3]]][axis][side];
            0.5 - 0.25 * (quarters[parts[0]] + quarters[parts[1]])
        };
        let near = half(side);
        if near > 0.0 { near } else { half(1 - side) - 0.5 }
    }

    /// The solid share of the tent around the middle of a cell.
    fn solid_share(&self, cell: usize) -> f32 {
        // A tent weighs the quarters of a row of cells by these numbers.
        const TENT: [f32; 4] = [0.125, 0.375, 0.375, 0.125];
        let mut share = 0.0;
        for (y, weight_y) in TENT.iter().enumerate() {
            for (x, weight_x) in TENT.iter().enumerate() {
                // Quarters -1 to 2 of the cell.
                let column = cell + x.div_ceil(2) - 1;
                let index = column + (y.div_ceil(2)) * self.layout.stride - self.layout.stride;
                let part = (x + 1) % 2 + 2 * ((y + 1) % 2);
                share += weight_x * weight_y * self.cells[index].quarters[part];
            }
        }
        let (mut open, mut all_seen) = (1.0 - share, 1.0);
        let middle = self.layout.middle(cell);
        let mut entry = self.cells[cell].thin;
        while entry != NONE {
            let thin = self.thin[entry as usize];
            let height = (thin.normal.dot(middle) - thin.offset) * self.layout.per_cell;
            let beyond = clamped(1.0 - height, 0.0, 1.0);
            // Walls that meet at right angles hide independent shares.
            let along = Vec2::new(-thin.normal.y, thin.normal.x).dot(middle);
            let [low, high] = thin.ends.map(|end| tent((end - along) * self.layout.per_cell));
            all_seen *= 1.0 - 0.5 * beyond * beyond * (high - low);
            entry = thin.next;
        }
        open = if open < all_seen { open } else { all_seen };
        1.0 - clamped(open, 0.0, 1.0)
    }

    /// Whether thin walls hide a point from the middle of a cell.
    pub(crate) fn is_hidden(&self, cell: usize, point: Vec2) -> bool {
        let mut entry = self.cells[cell].thin;
        if entry == NONE {
            return false;
        }
        let middle = self.layout.middle(cell);
        while entry != NONE {
            let thin = self.thin[entry as usize];
            let depth = thin.offset - thin.normal.dot(point);
            if depth > 0.0 {
                let height = thin.normal.dot(middle) - thin.offset;
                let crossing = point + (middle - point) * (depth / (depth + height));
                let along = Vec2::new(-thin.normal.y, thin.normal.x).dot(crossing);
                if along >= thin.ends[0] && along <= thin.ends[1] {
                    return true;
                }
            }
            entry = thin.next;
        }
        false
    }

    /// The place whose faces move a particle: its own, or, in the gap between a wall and the next open cell,
    /// the middle of that cell.
    #[inline]
    pub(crate) fn moving_place(&self, place: Vec2, position: Vec2) -> Vec2 {
        let cell = self.layout.cell_at(place);
        if self.clear[cell] || !self.narrow[cell] || (self.is_open(cell) && !self.is_hidden(cell, position)) {
            return place;
        }
        let middle = Vec2::new(place.x.floor() + 0.5, place.y.floor() + 0.5);
        let offset = place - middle;
        let mut sides = [(0, offset.x), (1, offset.y)];
        if offset.y.abs() > offset.x.abs() {
            sides.swap(0, 1);
        }
        for (axis, way) in sides {
            let step = self.layout.step(axis);
            let next = if way > 0.0 { cell + step } else { cell - step };
            if self.is_open(next) && !self.is_hidden(next, position) {
                let to = if way > 0.0 { 1.0 } else { -1.0 };
                return if axis == 0 {
                    Vec2::new(middle.x + to, place.y)
                } else {
                    Vec2::new(place.x, middle.y + to)
                };
            }
        }
        place
    }

    /// The faces of an axis around a position, and a weight for each that is open and not hidden.
    #[inline]
    pub(crate) fn weigh(&self, place: Vec2, position: Vec2, axis: usize) -> Weighed {
        let layout = &self.layout;
        let corners = layout.faces(place, axis);
        let faces = layout.indices(&corners);
        let (bilinear, along) = (corners.weights, corners.along);
        if self.clear[layout.cell_at(place)] {
            return Weighed { faces, bilinear, along, weights: bilinear, all: true };
        }
        self.weigh_near(Weighed { faces, bilinear, along, weights: bilinear, all: true }, position, axis)
    }

    /// Weights near solids.
    fn weigh_near(&self, mut weighed: Weighed, position: Vec2, axis: usize) -> Weighed {
        let open = &self.open[axis];
        let step = self.layout.step(axis);
        let faces = weighed.faces;
        let closed = faces.iter().any(|&face| open[face] <= 0.0);
        let hides = faces.iter().any(|&face| self.hides[face] || self.hides[face - step]);
        if closed || hides {
            let mut sum = 0.0;
            for (&face, weight) in faces.iter().zip(&mut weighed.weights) {
                let hidden =
                    || hides && self.is_hidden(face, position) && self.is_hidden(face - step, position);
                if open[face] <= 0.0 || hidden() {
                    *weight = 0.0;
                }
                sum += *weight;
            }
            let scale = if sum > 1.0e-6 { 1.0 / sum } else { 0.0 };
            for weight in &mut weighed.weights {
                *weight *= scale;
            }
            weighed.all = false;
        }
        weighed
    }

    /// Which of four faces are walls across the axis for a position. A wall beside an opening is none for
    /// liquid in the opening.
    #[inline]
    pub(crate) fn walls_across(&self, faces: &[usize; 4], along: [f32; 2], axis: usize) -> [bool; 4] {
        let bound = faces.map(|face| self.bound[axis][face]);
        // The corners of the row or column of cells that holds the position.
        let own = if axis == 0 {
            if along[1] < 0.5 { [0, 1, 0, 1] } else { [2, 3, 2, 3] }
        } else if along[0] < 0.5 {
            [0, 0, 2, 2]
        } else {
            [1, 1, 3, 3]
        };
        [0, 1, 2, 3].map(|corner| bound[corner] && bound[own[corner]])
    }

    /// Whether solids may be near a place of a cell.
    #[inline]
    pub(crate) fn is_near(&self, cell: usize) -> bool {
        !self.plain[cell] && self.cells[cell].links != NONE
    }

    /// Whether a static solid may be near a place of a cell.
    pub(crate) fn is_near_fixed(&self, cell: usize) -> bool {
        if self.plain[cell] {
            return false;
        }
        let mut entry = self.cells[cell].links;
        while entry != NONE {
            let link = self.links[entry as usize];
            if (link.solid as usize) < self.fixed_count {
                return true;
            }
            entry = link.next;
        }
        false
    }

    /// Calls `visit` with each solid near a cell: the moving ones first.
    #[inline]
    pub(crate) fn near(&self, cell: usize, mut visit: impl FnMut(&Solid)) {
        let mut entry = self.cells[cell].links;
        while entry != NONE {
            let link = self.links[entry as usize];
            visit(&self.solids[link.solid as usize]);
            entry = link.next;
        }
    }

    /// Box in which solids matter.
    pub(crate) fn bounds(&self) -> Aabb {
        let layout = &self.layout;
        let size = Vec2::new(layout.columns as f32, layout.rows as f32) * layout.cell;
        let reach = Vec2::new(2.0 * layout.cell, 2.0 * layout.cell);
        Aabb::new(layout.origin - reach, layout.origin + size + reach)
    }
}

/// Share of a line or square that a half-plane covers, whose edge has a distance from the middle, and that
/// extends by `extent` across the edge; lengths in cells.
fn covered(distance: f32, extent: f32) -> f32 {
    // The edge along a face covers it: rounding must not open a wall.
    if extent < 0.01 {
        return if distance < 0.005 { 1.0 } else { 0.0 };
    }
    clamped(0.5 - distance / extent, 0.0, 1.0)
}

/// Integral of the tent of width 2 from its left end.
fn tent(x: f32) -> f32 {
    let x = clamped(x, -1.0, 1.0);
    if x < 0.0 { 0.5 * (1.0 + x) * (1.0 + x) } else { 1.0 - 0.5 * (1.0 - x) * (1.0 - x) }
}

/// Whether a cell on one side of a solid may see the other side.
fn is_thin(solid: &Solid, cell: f32) -> bool {
    solid.shape.min_extent() * 2.0 < THIN * cell
}

/// Unit vectors across and along the faces of an axis.
fn axes(axis: usize) -> (Vec2, Vec2) {
    let (x, y) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
    if axis == 0 { (x, y) } else { (y, x) }
}
