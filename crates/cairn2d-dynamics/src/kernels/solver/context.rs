//! What the kernels of one step share: constants, and raw views of the columns they read and write.
//!
//! The views are pointers because the lanes and threads of a color write rows of the same columns. What makes that sound is the
//! constraint graph: **within a color no two constraints write the same body row**, bodies that are not dynamic are never written, a
//! constraint writes only its own block, and the body stages are split by body. Everything else is read only during the solve.

use core::mem::MaybeUninit;
use core::ops::Range;

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};
use cairn2d_math::{Pose, Vec2};

use crate::tables::body::{BodyKick, BodyPose, BodyState};
use crate::tables::contact::{ImpulseRow, ManifoldRow, RareRow, ReferenceRow, SurfaceRow};

use super::joint_rows::JointColumns;
use super::softness::Softness;

/// Constants of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepConstants {
    /// Length of the step \[s\].
    pub(crate) dt: f32,
    /// Length of a sub-step \[s\].
    pub(crate) h: f32,
    /// Sub-steps per second \[1/s\], 0 for a step of no length.
    pub(crate) inv_h: f32,
    pub(crate) contact: Softness,
    /// Softness of contacts with a body that is not moved by contacts: twice as stiff.
    pub(crate) static_contact: Softness,
    pub(crate) joint: Softness,
    /// Frequency and damping ratio of joints without their own \[Hz\], \[-\].
    pub(crate) joint_spring: (f32, f32),
    pub(crate) push_speed: f32,
    pub(crate) restitution_threshold: f32,
    pub(crate) max_linear_speed: f32,
    /// Largest turn of a body in a sub-step, as a speed \[rad/s\].
    pub(crate) max_angular_speed: f32,
    /// Cap of the frequencies of contacts \[Hz\].
    pub(crate) max_contact_hertz: f32,
    /// Cap of constraint frequencies \[Hz\].
    pub(crate) max_joint_hertz: f32,
}

/// Contacts of a color and where their blocks are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactPlan {
    pub(crate) contacts: *const u32,
    pub(crate) count: u32,
    /// Contacts of a full block: as many as there are lanes, or one.
    pub(crate) per_block: u32,
    /// First float of the first block, and of the first extra block.
    pub(crate) offset: usize,
    pub(crate) extra_offset: usize,
    /// First block among all blocks.
    pub(crate) first_block: u32,
}

/// Views of the columns, and the constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverContext {
    pub(crate) constants: StepConstants,
    pub(crate) states: *mut BodyState,
    pub(crate) kicks: *const BodyKick,
    pub(crate) carries: *mut [f32; 4],
    pub(crate) awake: *const u32,
    pub(crate) awake_count: u32,
    pub(crate) poses: *const BodyPose,
    /// Null if the world is not large.
    pub(crate) cells: *const [f32; 4],
    pub(crate) manifolds: *const ManifoldRow,
    pub(crate) references: *mut ReferenceRow,
    pub(crate) surfaces: *const SurfaceRow,
    pub(crate) impulses: *mut ImpulseRow,
    pub(crate) rares: *const RareRow,
    pub(crate) pairs: *const [u32; 4],
    /// Null while no body has one.
    pub(crate) dominances: *const i8,
    pub(crate) rows: *mut f32,
    pub(crate) extras: *mut f32,
    pub(crate) flags: *mut u32,
    pub(crate) joints: JointColumns,
}

// SAFETY: see the head of this file: threads that share a context write disjoint rows.
unsafe impl Send for SolverContext {}
// SAFETY: as above.
unsafe impl Sync for SolverContext {}

/// Blocks of a color that one call works on.
pub(crate) type Blocks = Range<u32>;

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

/// Working memory of kernels that look at two bodies at a time: in a large world, poses of the second ones in the frames of the first ones.
///
/// They are put there one by one, and gathered from there as otherwise from the table, so that kernels are the same: a branch among the lanes
/// would cost worlds that are not large a hundredth of their time.
///
/// Invariant: whoever is told to gather from here finds a pose in each of the lanes that are asked for.
pub(crate) struct Beside([MaybeUninit<BodyPose>; MAX_LANES]);

impl Beside {
    pub(crate) fn new() -> Beside {
        Beside([const { MaybeUninit::uninit() }; MAX_LANES])
    }

    /// Rows and row numbers from which to gather the poses of bodies `b` as seen from `a`. The column of cells is null if the world is not large.
    ///
    /// # Safety
    /// The columns have rows for all of these bodies, and there is one for each lane.
    #[inline(always)]
    pub(crate) unsafe fn rows<'a>(
        &'a mut self,
        (poses, cells): (*const BodyPose, *const [f32; 4]),
        [a, b]: [&'a [u32]; 2],
    ) -> (*const BodyPose, &'a [u32]) {
        if cells.is_null() {
            return (poses, b);
        }
        // SAFETY: the caller vouches for the bodies.
        unsafe { self.fill(poses, cells, [a, b]) };
        (self.0.as_ptr().cast(), &EACH)
    }

    #[cold]
    #[inline(never)]
    unsafe fn fill(&mut self, poses: *const BodyPose, cells: *const [f32; 4], [a, b]: [&[u32]; 2]) {
        for ((row, a), b) in self.0.iter_mut().zip(a).zip(b) {
            let [a, b] = [a, b].map(|slot| (slot & !SKIP_BIT) as usize);
            // SAFETY: the caller vouches for the rows.
            let ([ax, ay, ..], [bx, by, ..], pose) = unsafe { (*cells.add(a), *cells.add(b), *poses.add(b)) };
            // The difference is exact, and rounded once with the place.
            let way = Vec2::new(bx - ax, by - ay);
            let at = Pose { p: pose.pose.p + way, q: pose.pose.q };
            row.write(BodyPose { pose: at, center: pose.center + way, ..pose });
        }
    }
}

/// Row numbers for all lanes: the list itself where it fills them, else a copy that goes on with `filler`.
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
