//! Constants and raw views of columns that the kernels of one step share.
//!
//! The views are pointers because lanes and threads of a color write rows of the same columns. The
//! constraint graph makes this sound: **within a color no two constraints write the same body row**. Bodies
//! that are not dynamic are never written. A constraint writes only its own block, and body stages are
//! split by body. Debug builds check every access to a column that is written; see
//! [`disjoint`](crate::kernels::disjoint). All other data is only read during the solve.

use core::mem::MaybeUninit;
use core::ops::Range;

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};
use cairn2d_math::{Pose, Vec2};

use crate::kernels::disjoint::{Claimant, DisjointRows, RowClaims};
use crate::kernels::sync::{AtomicBool, AtomicU32};
use crate::tables::body::{BodyDelta, BodyPose, BodyState};
use crate::tables::contact::{ImpulseRow, ManifoldRow, RareRow, ReferenceRow, SurfaceRow};
use crate::tables::parts::LARGE_WORLDS;

use super::contact_rows::Line;
use super::images::ImageLink;
use super::joint_rows::JointColumns;
use super::load_memory::LoadMemory;
use super::softness::Softness;
use super::tree_rows::TreeColumns;

/// Constants of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepConstants {
    /// Length of the step `[s]`.
    pub(crate) dt: f32,
    /// Length of a sub-step `[s]`.
    pub(crate) h: f32,
    /// Sub-steps per second `[1/s]`, 0 for a step of length 0.
    pub(crate) inv_h: f32,
    pub(crate) contact: Softness,
    /// Softness of contacts with a body that contacts do not move: twice as stiff.
    pub(crate) static_contact: Softness,
    pub(crate) load_memory: LoadMemory,
    pub(crate) joint: Softness,
    /// Frequency `[Hz]` and damping ratio `[-]` of joints without their own.
    pub(crate) joint_spring: (f32, f32),
    pub(crate) push_speed: f32,
    /// Largest part of a push that becomes velocity without a load `[m/s]`.
    pub(crate) kept_push: f32,
    pub(crate) restitution_threshold: f32,
    pub(crate) max_linear_speed: f32,
    /// Largest rotation of a body in a sub-step, as a speed `[rad/s]`.
    pub(crate) max_angular_speed: f32,
    /// Upper bound of contact frequencies `[Hz]`.
    pub(crate) max_contact_hertz: f32,
    /// Upper bound of joint frequencies `[Hz]`.
    pub(crate) max_joint_hertz: f32,
}

impl StepConstants {
    /// Depth below which the push of a contact is not split `[m]`.
    pub(crate) fn embedded_depth(&self) -> f32 {
        if self.contact.bias_rate > 0.0 { self.kept_push / self.contact.bias_rate } else { f32::MAX }
    }
}

/// Contacts of a color and the layout of their blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactPlan {
    pub(crate) contacts: *const u32,
    pub(crate) count: u32,
    /// Contacts of a full block: the lane count, or one.
    pub(crate) per_block: u32,
    /// First float of the first block, and of the first extra block.
    pub(crate) offset: usize,
    pub(crate) extra_offset: usize,
    /// Number of the first block among all blocks.
    pub(crate) first_block: u32,
    /// Spare row behind the column of states for the first block, and the distance to that of the next one.
    pub(crate) spare_row: u32,
    pub(crate) spare_stride: u32,
}

/// Views of the columns, and the constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverContext {
    pub(crate) constants: StepConstants,
    pub(crate) states: DisjointRows<BodyState>,
    pub(crate) deltas: *const BodyDelta,
    pub(crate) free_velocities: DisjointRows<[f32; 4]>,
    /// Push velocities, and whether one was set in this step.
    pub(crate) pushes: DisjointRows<[f32; 4]>,
    pub(crate) pushed: *const AtomicBool,
    /// Whether a contact is marked as embedded.
    pub(crate) any_embedded: *const AtomicBool,
    pub(crate) awake: *const u32,
    pub(crate) awake_count: u32,
    pub(crate) poses: *const BodyPose,
    /// Null unless the world is large.
    pub(crate) cells: *const [f32; 4],
    pub(crate) manifolds: *const ManifoldRow,
    pub(crate) references: DisjointRows<ReferenceRow>,
    pub(crate) surfaces: *const SurfaceRow,
    pub(crate) impulses: DisjointRows<ImpulseRow>,
    pub(crate) rares: *const RareRow,
    pub(crate) pairs: *const [u32; 4],
    /// Null unless a body has a dominance.
    pub(crate) dominances: *const i8,
    /// Whether a slot with the skip bit may have inverse masses: a body with dominance, or one asleep.
    pub(crate) holds_bodies: bool,
    /// Images in portals, sorted by slot, and the number of sub-steps in which bodies have moved.
    pub(crate) images: *const ImageLink,
    pub(crate) image_count: u32,
    pub(crate) moved_sub_steps: *const AtomicU32,
    pub(crate) rows: DisjointRows<Line>,
    pub(crate) extras: DisjointRows<Line>,
    pub(crate) flags: DisjointRows<u32>,
    pub(crate) joints: JointColumns,
    pub(crate) trees: TreeColumns,
}

// SAFETY: threads that share a context write disjoint rows through `DisjointRows`; the constraint graph
// guarantees it, see the head of this file. The other columns are only read.
unsafe impl Send for SolverContext {}
// SAFETY: as for `Send`.
unsafe impl Sync for SolverContext {}

/// Claims of the columns that the solver writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverClaims {
    pub(crate) states: RowClaims,
    pub(crate) free_velocities: RowClaims,
    pub(crate) pushes: RowClaims,
    pub(crate) references: RowClaims,
    pub(crate) impulses: RowClaims,
    pub(crate) rows: RowClaims,
    pub(crate) extras: RowClaims,
    pub(crate) flags: RowClaims,
    pub(crate) joint_rows: RowClaims,
    pub(crate) joints: RowClaims,
    pub(crate) axes: RowClaims,
    pub(crate) loads: RowClaims,
    pub(crate) pose_rows: RowClaims,
    pub(crate) line_axes: RowClaims,
    pub(crate) trees: RowClaims,
}

/// Blocks of a plan that one call handles.
#[derive(Clone, Debug)]
pub(crate) struct BlockRange {
    numbers: Range<u32>,
    /// Identity of block 0 of the plan.
    first: Claimant,
}

impl BlockRange {
    /// Returns blocks of a plan whose block 0 has this identity.
    #[inline(always)]
    pub(crate) fn new(numbers: Range<u32>, first: Claimant) -> BlockRange {
        BlockRange { numbers, first }
    }

    /// Returns each block, and a range of this block alone.
    pub(crate) fn singly(self) -> impl Iterator<Item = (BlockNumber, BlockRange)> {
        let first = self.first;
        self.map(move |block| (block, BlockRange::new(block.number..block.number + 1, first)))
    }
}

/// A block of a plan: its number, and the identity in whose name it accesses columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockNumber {
    pub(crate) number: u32,
    pub(crate) claimant: Claimant,
}

impl Iterator for BlockRange {
    type Item = BlockNumber;

    #[inline(always)]
    fn next(&mut self) -> Option<BlockNumber> {
        let number = self.numbers.next()?;
        Some(BlockNumber { number, claimant: self.first.offset(number) })
    }
}

/// Numbers of the lanes.
static EACH: [u32; MAX_LANES] = {
    let mut each = [0; MAX_LANES];
    let mut lane = 0;
    while lane < MAX_LANES {
        each[lane] = lane as u32;
        lane += 1;
    }
    each
};

/// Working memory for relative poses: in a large world, poses of the second bodies in the frames of the
/// first ones.
///
/// The poses are computed one by one and gathered from here instead of the table, so kernels are the same
/// for all worlds. A branch in the lanes would cost worlds that are not large about 1 % of their time.
///
/// Invariant: every gathered lane has been written before.
pub(crate) struct RelativePoses([MaybeUninit<BodyPose>; MAX_LANES]);

impl RelativePoses {
    pub(crate) fn new() -> RelativePoses {
        RelativePoses([const { MaybeUninit::uninit() }; MAX_LANES])
    }

    /// Returns the rows and row numbers from which to gather the poses of bodies `b` relative to the frames
    /// of `a`. The column of cells is null unless the world is large.
    ///
    /// # Safety
    /// The columns have rows for all of these bodies, and both lists have one slot for each lane.
    #[inline(always)]
    pub(crate) unsafe fn rows<'a>(
        &'a mut self,
        (poses, cells): (*const BodyPose, *const [f32; 4]),
        [a, b]: [&'a [u32]; 2],
    ) -> (*const BodyPose, &'a [u32]) {
        if !LARGE_WORLDS || cells.is_null() {
            return (poses, b);
        }
        // SAFETY: the contract of this function covers the bodies.
        unsafe { self.fill(poses, cells, [a, b]) };
        (self.0.as_ptr().cast(), &EACH)
    }

    #[cold]
    #[inline(never)]
    unsafe fn fill(&mut self, poses: *const BodyPose, cells: *const [f32; 4], [a, b]: [&[u32]; 2]) {
        for ((row, a), b) in self.0.iter_mut().zip(a).zip(b) {
            let [a, b] = [a, b].map(|slot| (slot & !SKIP_BIT) as usize);
            // SAFETY: `rows` passes slots of the columns; the skip bit is masked off.
            let ([ax, ay, ..], [bx, by, ..], pose) = unsafe { (*cells.add(a), *cells.add(b), *poses.add(b)) };
            // The difference of cells is exact, so adding it rounds once.
            let way = Vec2::new(bx - ax, by - ay);
            let at = Pose { p: pose.pose.p + way, q: pose.pose.q };
            row.write(BodyPose { pose: at, center: pose.center + way, ..pose });
        }
    }
}

/// Returns row numbers for all lanes: the list itself if it is long enough, or a copy padded with `filler`.
#[inline(always)]
pub(crate) fn fill_lanes<'a, L: Lanes>(
    list: &'a [u32],
    filler: u32,
    space: &'a mut [u32; MAX_LANES],
) -> &'a [u32] {
    if list.len() >= L::COUNT {
        return list;
    }
    space.fill(filler);
    space[..list.len()].copy_from_slice(list);
    space
}
