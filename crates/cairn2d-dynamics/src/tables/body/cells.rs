//! Positions in a large world: each body is in a cell of the plane, with 32-bit coordinates relative to the
//! middle of the cell.
//!
//! The position of body B relative to body A is `cell of b - cell of a + b - a`. The difference of the cells
//! is exact, so neighbours are as precise anywhere as near the origin. A scene that is displaced by whole
//! cells gives the same bits. Lanes can gather the row of a cell. A world that is not large has no such
//! column, and all its frames are the origin.
//!
//! Invariant: the poses of the table are in the *frame* of the body, its cell. Code for two bodies takes both
//! poses from one frame, [`Bodies::relative_pose`]. AABBs have 32-bit coordinates relative to the broad-phase
//! origin, [`Bodies::world_box`]. It is the position of the first body, or the origin after a shift. Far from
//! it, rounding enlarges AABBs, which creates contacts earlier and creates more of them. That costs time. It
//! may also change results: an impact that follows another within one step may find a contact that tight
//! AABBs would not have.

use cairn2d_geometry::Sweep;
use cairn2d_math::{Aabb, DVec2, Pose, Rot, Vec2};

use crate::tables::check::MAX_COORDINATE_64;
use crate::tables::parts::LARGE_WORLDS;

use super::{Bodies, BodyPose};

/// Size of a cell \[m\]: a power of two, so that its multiples are exact up to 2^31 m. Coordinates within a
/// cell have a resolution of 8 µm.
const CELL: f64 = 128.0;

/// Coordinate from which a body belongs to the next cell \[m\]. The overlap keeps a body at a border from
/// changing cells repeatedly.
const LEAVES: f32 = 96.0;

/// Coordinate above which a rounded position requires a new AABB \[m\].
const ROUGH: f32 = 512.0;

/// Largest cell coordinate whose bodies are surely inside the world \[m\].
const INNERMOST: f32 = MAX_COORDINATE_64 as f32 - 2.0 * CELL as f32;

/// Largest coordinate of a cell \[m\].
const FARTHEST: f32 = 2.0 * MAX_COORDINATE_64 as f32;

impl Bodies {
    /// Makes the table that of a large world, or of a normal one.
    pub(crate) fn set_large(&mut self, large: bool) {
        self.cells.clear();
        self.broad_phase_origin = [0.0; 2];
        if large {
            self.cells.resize(self.records.len(), [0.0; 4]);
        }
    }

    /// Adds the column of sleep loads, or removes it.
    pub(crate) fn set_layered(&mut self, layered: bool) {
        self.sleep_loads.clear();
        if layered {
            self.sleep_loads.resize(self.records.len(), [0.0; 4]);
        }
    }

    pub(crate) fn is_large(&self) -> bool {
        LARGE_WORLDS && !self.cells.is_empty()
    }

    /// Returns the middle of the cell of a body \[m\].
    pub(crate) fn cell(&self, slot: u32) -> [f32; 2] {
        self.cells.get(slot as usize).filter(|_| LARGE_WORLDS).map_or([0.0; 2], |&[x, y, ..]| [x, y])
    }

    /// Sets the cell of a body without changing its coordinates; `false` if the cell is invalid.
    pub(crate) fn set_cell(&mut self, slot: u32, cell: [f32; 2]) -> bool {
        let valid = self.is_large() && is_cell(cell);
        if valid {
            self.cells[slot as usize] = [cell[0], cell[1], 0.0, 0.0];
        }
        valid
    }

    /// Sets the broad-phase origin to a cell; existing AABBs must be rebuilt. `false` if the cell is invalid.
    pub(crate) fn set_broad_phase_origin(&mut self, broad_phase_origin: [f32; 2]) -> bool {
        let valid = self.is_large() && is_cell(broad_phase_origin);
        if valid {
            self.broad_phase_origin = broad_phase_origin;
        }
        valid
    }

    /// Returns the column of cells for kernels; null if the world is not large.
    pub(crate) fn cell_column(&self) -> *const [f32; 4] {
        if self.is_large() { self.cells.as_ptr() } else { core::ptr::null() }
    }

    /// Returns the origin of the coordinates of a body.
    #[inline]
    pub(crate) fn frame(&self, slot: u32) -> DVec2 {
        match self.cells.get(slot as usize).filter(|_| LARGE_WORLDS) {
            Some(&[x, y, ..]) => DVec2::new(f64::from(x), f64::from(y)),
            None => DVec2::ZERO,
        }
    }

    /// Returns the pose of a body relative to a point of the world.
    #[inline]
    pub(crate) fn pose_from(&self, slot: u32, origin: DVec2) -> BodyPose {
        if !self.is_large() && origin == DVec2::ZERO {
            return self.poses[slot as usize];
        }
        self.far_pose(slot, origin)
    }

    /// Returns the pose of a body in the frame of another.
    #[inline(always)]
    pub(crate) fn relative_pose(&self, slot: u32, other: u32) -> BodyPose {
        if !self.is_large() { self.poses[slot as usize] } else { self.far_pose(slot, self.frame(other)) }
    }

    // Not inlined, like the other cold functions: worlds that are not large pay one comparison.
    #[cold]
    #[inline(never)]
    fn far_pose(&self, slot: u32, origin: DVec2) -> BodyPose {
        let pose = self.poses[slot as usize];
        let by = self.frame(slot) - origin;
        BodyPose { pose: moved_pose(pose.pose, by), center: moved(pose.center, by), ..pose }
    }

    #[cold]
    #[inline(never)]
    fn far_sweep(&self, slot: u32, other: u32, sweep: &Sweep) -> Sweep {
        moved_sweep(sweep, self.frame(slot) - self.frame(other))
    }

    #[cold]
    #[inline(never)]
    fn far_box(&self, slot: u32, aabb: Aabb) -> Aabb {
        rounded_outward(aabb, self.frame(slot) - self.boxes_from())
    }

    /// Returns the motion of a body in the frame of another.
    #[inline(always)]
    pub(crate) fn sweep_beside(&self, slot: u32, other: u32, sweep: &Sweep) -> Sweep {
        if !self.is_large() { *sweep } else { self.far_sweep(slot, other, sweep) }
    }

    /// Converts an AABB from the frame of a body to the broad phase, rounded outward.
    #[inline(always)]
    pub(crate) fn world_box(&self, slot: u32, aabb: Aabb) -> Aabb {
        if !self.is_large() { aabb } else { self.far_box(slot, aabb) }
    }

    /// Converts an AABB relative to a point of the world to the broad phase, rounded outward.
    #[inline]
    pub(crate) fn seen_box(&self, origin: DVec2, aabb: Aabb) -> Aabb {
        if !self.is_large() && origin == DVec2::ZERO {
            return aabb;
        }
        rounded_outward(aabb, origin - self.boxes_from())
    }

    fn boxes_from(&self) -> DVec2 {
        DVec2::new(f64::from(self.broad_phase_origin[0]), f64::from(self.broad_phase_origin[1]))
    }

    /// Returns the position of the origin of a body.
    pub(crate) fn position(&self, slot: u32) -> DVec2 {
        self.frame(slot) + self.poses[slot as usize].pose.p
    }

    /// Sets the position of the origin of a body and updates its centre of mass.
    pub(crate) fn place(&mut self, slot: u32, position: DVec2, q: Rot) {
        let mut frame = DVec2::ZERO;
        if self.is_large() {
            frame = DVec2::new(nearest(position.x), nearest(position.y));
            self.cells[slot as usize] = [frame.x as f32, frame.y as f32, 0.0, 0.0];
        }
        self.poses[slot as usize].place((position - frame).to_vec2(), q);
    }

    /// Subtracts a vector from the position of a body of a large world. A vector of whole cells changes no
    /// coordinate within the cell.
    pub(crate) fn shift(&mut self, slot: u32, origin: DVec2) {
        let frame = self.frame(slot) - origin;
        let cell = DVec2::new(nearest(frame.x), nearest(frame.y));
        self.cells[slot as usize] = [cell.x as f32, cell.y as f32, 0.0, 0.0];
        let BodyPose { pose, center, .. } = &mut self.poses[slot as usize];
        (pose.p, *center) = (moved(pose.p, frame - cell), moved(*center, frame - cell));
        self.settle(slot);
    }

    /// Returns whether a body of a large world is in its cell and the cell is not at the edge of the world.
    #[inline]
    pub(crate) fn is_settled(&self, slot: u32) -> bool {
        let (center, [x, y, ..]) = (self.poses[slot as usize].center, self.cells[slot as usize]);
        let inside = center.x.abs() <= LEAVES && center.y.abs() <= LEAVES;
        inside && x.abs() <= INNERMOST && y.abs() <= INNERMOST
    }

    /// Moves a body that has left its cell to the one it is in. Returns whether it came from so far away that
    /// rounding changed its position by more than the margin of AABBs.
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

/// Returns whether this is the middle of a cell.
fn is_cell(cell: [f32; 2]) -> bool {
    cell.into_iter().all(|x| x.abs() <= FARTHEST && f64::from(x) == nearest(f64::from(x)))
}

/// Returns the multiple of the cell size that is nearest to a coordinate \[m\].
fn nearest(coordinate: f64) -> f64 {
    let cells = coordinate / CELL;
    // Truncates towards zero, and is exact: no position is beyond 2^53 cells.
    let whole = cells as i64 as f64;
    let rest = cells - whole;
    let up = if rest >= 0.5 { 1.0 } else { 0.0 };
    let down = if rest < -0.5 { 1.0 } else { 0.0 };
    (whole + up - down) * CELL
}

/// Returns a point displaced by a vector.
fn moved(point: Vec2, by: DVec2) -> Vec2 {
    if by == DVec2::ZERO { point } else { by.plus(point) }
}

/// Returns a motion displaced by a vector.
fn moved_sweep(sweep: &Sweep, by: DVec2) -> Sweep {
    Sweep { c1: moved(sweep.c1, by), c2: moved(sweep.c2, by), ..*sweep }
}

/// Returns a pose displaced by a vector.
pub(crate) fn moved_pose(pose: Pose, by: DVec2) -> Pose {
    Pose { p: moved(pose.p, by), q: pose.q }
}

/// Returns an AABB displaced by a vector.
pub(crate) fn moved_box(aabb: Aabb, by: DVec2) -> Aabb {
    Aabb { min: moved(aabb.min, by), max: moved(aabb.max, by) }
}

/// Returns an AABB displaced by `origin`, rounded outward so that it contains the exact one.
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

/// Returns the largest 32-bit number that is not above a 64-bit one.
fn at_most(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) > value { near.next_down() } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::body::{BodyKind, BodyRecord, BodyRow};

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
        let slot =
            bodies.insert(BodyRow { records: BodyRecord::new(BodyKind::Dynamic), ..BodyRow::default() });
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
