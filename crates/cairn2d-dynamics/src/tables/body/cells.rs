//! Where bodies are in a large world: each in a cell of the plane, with coordinates of 32 bits that count from the middle of the cell.
//!
//! Two bodies see each other by `cell of b - cell of a + b - a`. The difference of the cells is exact, so what is next to each other is
//! as precise anywhere as next to the origin: a scene that is moved by whole cells does the same, to the bit. The row of a cell is one that
//! lanes can gather. A world that is not large has no such column, and all frames in it are the origin.
//!
//! Invariant: the poses of the table are in the *frame* of the body, its cell. Code that looks at two bodies takes both poses from one frame,
//! [`Bodies::pose_beside`]. Boxes count from one place in the world, its *home*, with 32 bits, [`Bodies::world_box`]: where the first body was put, or
//! the origin once it was shifted. Far from there they are too large by the rounding, which makes contacts earlier and more of them. That costs
//! time, and an impact that follows another within one step may find a contact that is not there with tight boxes: then the bits differ.

use cairn2d_geometry::Sweep;
use cairn2d_math::{Aabb, DVec2, Pose, Rot, Vec2};

use crate::tables::check::MAX_COORDINATE_64;

use super::{Bodies, BodyPose};

/// Size of a cell \[m\]: a power of two, so that its multiples are exact up to 2^31 m. Within one, coordinates are as fine as 8 millionths.
const CELL: f64 = 128.0;

/// Coordinate from which on a body belongs to the next cell \[m\]: what moves about a border does not change cells all the time.
const LEAVES: f32 = 96.0;

/// Coordinate from which on the rounding of places is worth a new box \[m\].
const ROUGH: f32 = 512.0;

/// What is in a cell up to here has not left the world \[m\].
const INNERMOST: f32 = MAX_COORDINATE_64 as f32 - 2.0 * CELL as f32;

/// No cell is farther out than this \[m\].
const FARTHEST: f32 = 2.0 * MAX_COORDINATE_64 as f32;

impl Bodies {
    /// Makes the table one of a large world, or of another.
    pub(crate) fn set_large(&mut self, large: bool) {
        self.cells.clear();
        self.home = [0.0; 2];
        if large {
            self.cells.resize(self.records.len(), [0.0; 4]);
        }
    }

    pub(crate) fn is_large(&self) -> bool {
        !self.cells.is_empty()
    }

    /// Middle of the cell of a body \[m\].
    pub(crate) fn cell(&self, slot: u32) -> [f32; 2] {
        self.cells.get(slot as usize).map_or([0.0; 2], |&[x, y, ..]| [x, y])
    }

    /// Puts a body into a cell, its coordinates in it left as they are; `false` if it is no cell.
    pub(crate) fn set_cell(&mut self, slot: u32, cell: [f32; 2]) -> bool {
        let valid = self.is_large() && is_cell(cell);
        if valid {
            self.cells[slot as usize] = [cell[0], cell[1], 0.0, 0.0];
        }
        valid
    }

    /// Lets boxes count from another cell; those that there are must be made anew. `false` if it is no cell.
    pub(crate) fn set_home(&mut self, home: [f32; 2]) -> bool {
        let valid = self.is_large() && is_cell(home);
        if valid {
            self.home = home;
        }
        valid
    }

    /// The column of cells for kernels; null if the world is not large.
    pub(crate) fn cell_column(&self) -> *const [f32; 4] {
        if self.is_large() { self.cells.as_ptr() } else { core::ptr::null() }
    }

    /// From where in the world the pose of a body counts.
    #[inline]
    pub(crate) fn frame(&self, slot: u32) -> DVec2 {
        match self.cells.get(slot as usize) {
            Some(&[x, y, ..]) => DVec2::new(f64::from(x), f64::from(y)),
            None => DVec2::ZERO,
        }
    }

    /// Where a body is as seen from a point of the world.
    #[inline]
    pub(crate) fn pose_from(&self, slot: u32, origin: DVec2) -> BodyPose {
        if self.cells.is_empty() && origin == DVec2::ZERO {
            return self.poses[slot as usize];
        }
        self.far_pose(slot, origin)
    }

    /// Where a body is in the frame of another.
    #[inline]
    pub(crate) fn pose_beside(&self, slot: u32, other: u32) -> BodyPose {
        if self.cells.is_empty() { self.poses[slot as usize] } else { self.far_pose(slot, self.frame(other)) }
    }

    // Not inlined, as are the others that are cold: worlds that are not large pay one comparison.
    #[cold]
    #[inline(never)]
    fn far_pose(&self, slot: u32, origin: DVec2) -> BodyPose {
        let pose = self.poses[slot as usize];
        let by = self.frame(slot) - origin;
        BodyPose { pose: moved_pose(pose.pose, by), center: moved(pose.center, by), ..pose }
    }

    /// A motion of a body in the frame of another.
    #[inline]
    pub(crate) fn sweep_beside(&self, slot: u32, other: u32, sweep: &Sweep) -> Sweep {
        if self.cells.is_empty() { *sweep } else { moved_sweep(sweep, self.frame(slot) - self.frame(other)) }
    }

    /// A box in the frame of a body as one of the broad phase: rounded outward, so that it holds all it held.
    #[inline]
    pub(crate) fn world_box(&self, slot: u32, aabb: Aabb) -> Aabb {
        if self.cells.is_empty() { aabb } else { rounded_outward(aabb, self.frame(slot) - self.boxes_from()) }
    }

    /// The same of a box that is seen from a point of the world.
    #[inline]
    pub(crate) fn seen_box(&self, origin: DVec2, aabb: Aabb) -> Aabb {
        if self.cells.is_empty() && origin == DVec2::ZERO {
            return aabb;
        }
        rounded_outward(aabb, origin - self.boxes_from())
    }

    fn boxes_from(&self) -> DVec2 {
        DVec2::new(f64::from(self.home[0]), f64::from(self.home[1]))
    }

    /// Where the origin of a body is.
    pub(crate) fn position(&self, slot: u32) -> DVec2 {
        self.frame(slot) + self.poses[slot as usize].pose.p
    }

    /// Puts the origin of a body; its centre of mass follows.
    pub(crate) fn place(&mut self, slot: u32, position: DVec2, q: Rot) {
        let mut frame = DVec2::ZERO;
        if self.is_large() {
            frame = DVec2::new(nearest(position.x), nearest(position.y));
            self.cells[slot as usize] = [frame.x as f32, frame.y as f32, 0.0, 0.0];
        }
        self.poses[slot as usize].place((position - frame).to_vec2(), q);
    }

    /// Subtracts a vector from where a body of a large world is. A vector of whole cells changes no coordinate within the cell.
    pub(crate) fn shift(&mut self, slot: u32, origin: DVec2) {
        let frame = self.frame(slot) - origin;
        let cell = DVec2::new(nearest(frame.x), nearest(frame.y));
        self.cells[slot as usize] = [cell.x as f32, cell.y as f32, 0.0, 0.0];
        let BodyPose { pose, center, .. } = &mut self.poses[slot as usize];
        (pose.p, *center) = (moved(pose.p, frame - cell), moved(*center, frame - cell));
        self.settle(slot);
    }

    /// Whether a body of a large world is in its cell, and that is not at the edge of the world.
    #[inline]
    pub(crate) fn is_settled(&self, slot: u32) -> bool {
        let (center, [x, y, ..]) = (self.poses[slot as usize].center, self.cells[slot as usize]);
        let inside = center.x.abs() <= LEAVES && center.y.abs() <= LEAVES;
        inside && x.abs() <= INNERMOST && y.abs() <= INNERMOST
    }

    /// Puts a body that has left its cell into the one it is in. Returns whether it came from so far that its place, rounded there, is another by more
    /// than boxes forgive.
    pub(crate) fn settle(&mut self, slot: u32) -> bool {
        let BodyPose { pose, center, local_center } = self.poses[slot as usize];
        if !self.is_large() || (center.x.abs() <= LEAVES && center.y.abs() <= LEAVES) {
            return false;
        }
        let far = center.x.abs() > ROUGH || center.y.abs() > ROUGH;
        let by = DVec2::new(nearest(f64::from(center.x)), nearest(f64::from(center.y)));
        let cell = &mut self.cells[slot as usize];
        cell[0] += by.x as f32;
        cell[1] += by.y as f32;
        let center = (-by).plus(center);
        let p = center - pose.q.rotate(local_center);
        self.poses[slot as usize] = BodyPose { pose: Pose { p, q: pose.q }, center, local_center };
        far
    }
}

/// Whether this is the middle of a cell.
fn is_cell(cell: [f32; 2]) -> bool {
    cell.into_iter().all(|x| x.abs() <= FARTHEST && f64::from(x) == nearest(f64::from(x)))
}

/// The multiple of a cell's size that is nearest to a coordinate \[m\].
fn nearest(coordinate: f64) -> f64 {
    let cells = coordinate / CELL;
    // Towards zero, and exact: no position is beyond 2^53 cells.
    let whole = cells as i64 as f64;
    let rest = cells - whole;
    let up = if rest >= 0.5 { 1.0 } else { 0.0 };
    let down = if rest < -0.5 { 1.0 } else { 0.0 };
    (whole + up - down) * CELL
}

/// A point given in one frame, in another that lies by as much the other way.
fn moved(point: Vec2, by: DVec2) -> Vec2 {
    if by == DVec2::ZERO { point } else { by.plus(point) }
}

/// The same of a motion.
fn moved_sweep(sweep: &Sweep, by: DVec2) -> Sweep {
    Sweep { c1: moved(sweep.c1, by), c2: moved(sweep.c2, by), ..*sweep }
}

/// The same of a pose.
pub(crate) fn moved_pose(pose: Pose, by: DVec2) -> Pose {
    Pose { p: moved(pose.p, by), q: pose.q }
}

/// The same of a box.
pub(crate) fn moved_box(aabb: Aabb, by: DVec2) -> Aabb {
    Aabb { min: moved(aabb.min, by), max: moved(aabb.max, by) }
}

/// A box in coordinates that count from `origin` in those in which that is where it is: rounded outward, so that it holds all it held.
#[cold]
#[inline(never)]
pub(crate) fn rounded_outward(aabb: Aabb, origin: DVec2) -> Aabb {
    if origin == DVec2::ZERO {
        return aabb;
    }
    let (min, max) = (origin + aabb.min, origin + aabb.max);
    Aabb {
        min: Vec2::new(at_most(min.x), at_most(min.y)),
        max: Vec2::new(-at_most(-max.x), -at_most(-max.y)),
    }
}

/// The greatest number of 32 bits that is not above one of 64.
fn at_most(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) > value { near.next_down() } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::body::{BodyKind, BodyRecord};

    #[test]
    fn boxes_are_rounded_outward_by_a_unit_at_most() {
        for at in [1.0e7, -1.0e7, 123_456.789, -0.3, 99_999_999.5] {
            let (origin, exact) =
                (DVec2::new(at, -at), Aabb::new(Vec2::new(-0.4, -0.3), Vec2::new(0.2, 0.7)));
            let kept = rounded_outward(exact, origin);
            let inside = [
                (f64::from(kept.min.x), at - f64::from(0.4_f32)),
                (f64::from(kept.min.y), -at - f64::from(0.3_f32)),
                (at + f64::from(0.2_f32), f64::from(kept.max.x)),
                (-at + f64::from(0.7_f32), f64::from(kept.max.y)),
            ];
            for (low, high) in inside {
                assert!(low <= high && high - low <= at.abs() * 1.2e-7 + 1.0e-7, "{low} {high} at {at}");
            }
        }
    }

    #[test]
    fn cells_keep_positions_and_are_left_late() {
        let mut bodies = Bodies::new(0);
        bodies.set_large(true);
        let slot = bodies.insert(BodyRecord::new(BodyKind::Dynamic));
        for (x, cell) in [(0.0, 0.0), (63.75, 0.0), (64.0, 128.0), (-64.0, 0.0), (1.0e7 + 0.125, 1.0e7)] {
            bodies.place(slot, DVec2::new(x, -x), Rot::IDENTITY);
            assert_eq!((bodies.position(slot).x, bodies.frame(slot).x), (x, cell));
        }
        bodies.place(slot, DVec2::ZERO, Rot::IDENTITY);
        for (step, frame) in [(63.0, 0.0), (32.0, 0.0), (2.0, 128.0), (-64.0, 128.0), (-2.0, 0.0)] {
            let before = bodies.position(slot);
            let pose = &mut bodies.poses[slot as usize];
            pose.place(pose.pose.p + Vec2::new(step, 0.0), Rot::IDENTITY);
            bodies.settle(slot);
            assert_eq!((bodies.position(slot).x, bodies.frame(slot).x), (before.x + f64::from(step), frame));
        }
    }
}
