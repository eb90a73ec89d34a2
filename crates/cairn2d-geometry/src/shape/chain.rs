//! One-sided terrain: `Chain`, a list of points, and `ChainSegment`, the shape that collides.
//!
//! A chain segment collides only with shapes on the right of `a -> b` (in that direction). Points listed
//! clockwise therefore make a container for shapes inside; counter-clockwise points make an island. A floor
//! is listed from right to left. The ghost points are the neighbours in the chain: they do not collide, but
//! give the narrow phase the continuation of the surface, so that bodies slide over the joints without ghost
//! collisions.

use super::error::ChainError;
use crate::constants::{LINEAR_SLOP, MAX_COORDINATE};
use crate::manifold::ChainKernels;
use cairn2d_math::{StandardFloats, Vec2};

/// A one-sided segment with its neighbours and a reference to its collision code. A program without chain
/// segments does not link that code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainSegment {
    /// The chain's point \[m\] before `a`.
    pub ghost_a: Vec2,
    /// First end \[m\] in the body frame.
    pub a: Vec2,
    /// Second end \[m\] in the body frame.
    pub b: Vec2,
    /// The chain's point \[m\] after `b`.
    pub ghost_b: Vec2,
    pub(crate) kernels: ChainKernels,
}

impl ChainSegment {
    /// The segment from `a` to `b` \[m\] between the neighbouring chain points.
    pub fn new(
        ghost_a: impl Into<Vec2>,
        a: impl Into<Vec2>,
        b: impl Into<Vec2>,
        ghost_b: impl Into<Vec2>,
    ) -> ChainSegment {
        ChainSegment {
            ghost_a: ghost_a.into(),
            a: a.into(),
            b: b.into(),
            ghost_b: ghost_b.into(),
            kernels: ChainKernels::LINK,
        }
    }

    /// Unit normal of the side that collides: to the right of `a -> b`.
    pub fn normal(&self) -> Vec2 {
        let d = self.b - self.a;
        Vec2::new(d.y, -d.x).normalize_or(Vec2::Y)
    }
}

/// A list of points that becomes a sequence of [`ChainSegment`]s on one body.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    points: Vec<Vec2>,
    is_loop: bool,
    kernels: ChainKernels,
}

impl Chain {
    /// An open chain: `n` points \[m\] make `n - 3` segments, as the first and the last point are ghosts.
    ///
    /// # Errors
    /// Fewer than 4 points, points that are not finite, or neighbours closer than [`LINEAR_SLOP`].
    pub fn open(points: &[impl Into<Vec2> + Copy]) -> Result<Chain, ChainError> {
        StandardFloats::within(|| Chain::build(points, false))
    }

    /// Ground with these heights \[m\] at evenly spaced points, the first one above `left` \[m\], solid from
    /// above: `n` heights make `n - 1` segments. Beyond its ends the ground continues with the slope there.
    ///
    /// # Errors
    /// Fewer than 2 heights, values that are not finite, or a `spacing` \[m\] below [`LINEAR_SLOP`].
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_geometry::Chain; }
    /// use cairn2d::Chain;
    /// let hill = Chain::height_field([-10.0, 0.0], 5.0, &[0.0, 1.0, 3.0, 1.0, 0.0])?;
    /// assert_eq!(hill.segment_count(), 4);
    /// # Ok::<(), cairn2d_geometry::ChainError>(())
    /// ```
    pub fn height_field(left: impl Into<Vec2>, spacing: f32, heights: &[f32]) -> Result<Chain, ChainError> {
        StandardFloats::within(|| {
            let (left, count) = (left.into(), heights.len());
            let [.., before_last, last] = *heights else {
                return Err(ChainError::TooFewPoints { count, needed: 2 });
            };
            if spacing < LINEAR_SLOP {
                return Err(ChainError::TooClose { index: 0, distance: spacing });
            }
            let point = |index: f32, height: f32| left + Vec2::new(spacing * index, height);
            // Chains collide on their right, so ground is listed from right to left.
            let mut points = Vec::with_capacity(count + 2);
            points.push(point(count as f32, last + (last - before_last)));
            points.extend((0..count).rev().map(|index| point(index as f32, heights[index])));
            points.push(point(-1.0, heights[0] + (heights[0] - heights[1])));
            Chain::open(&points)
        })
    }

    /// A closed chain: `n` points \[m\] make `n` segments, the last one back to the first point (do not
    /// repeat it).
    ///
    /// # Errors
    /// Fewer than 3 points, points that are not finite, or neighbours closer than [`LINEAR_SLOP`].
    pub fn closed(points: &[impl Into<Vec2> + Copy]) -> Result<Chain, ChainError> {
        StandardFloats::within(|| Chain::build(points, true))
    }

    /// The points \[m\] as given, ghosts included.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// True if the last point is joined to the first.
    pub fn is_loop(&self) -> bool {
        self.is_loop
    }

    /// Number of segments of the chain.
    pub fn segment_count(&self) -> usize {
        if self.is_loop { self.points.len() } else { self.points.len() - 3 }
    }

    /// The segments in the order of the points.
    pub fn segments(&self) -> impl ExactSizeIterator<Item = ChainSegment> + '_ {
        let n = self.points.len();
        // The first solid point of an open chain is point 1; that of a loop is point 0, whose predecessor is
        // the last.
        let first = if self.is_loop { n - 1 } else { 0 };
        (0..self.segment_count()).map(move |i| {
            let at = |k: usize| self.points[(first + i + k) % n];
            ChainSegment { ghost_a: at(0), a: at(1), b: at(2), ghost_b: at(3), kernels: self.kernels }
        })
    }

    fn build(points: &[impl Into<Vec2> + Copy], is_loop: bool) -> Result<Chain, ChainError> {
        let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
        let needed = if is_loop { 3 } else { 4 };
        let count = points.len();
        if count < needed {
            return Err(ChainError::TooFewPoints { count, needed });
        }
        for (index, &point) in points.iter().enumerate() {
            // The comparison rejects NaN too.
            if !(point.x.abs() <= MAX_COORDINATE && point.y.abs() <= MAX_COORDINATE) {
                return Err(ChainError::BadPoint { index, point });
            }
        }
        let joints = if is_loop { count } else { count - 1 };
        for index in 0..joints {
            let distance = points[index].distance(points[(index + 1) % count]);
            if distance < LINEAR_SLOP {
                return Err(ChainError::TooClose { index, distance });
            }
        }
        Ok(Chain { points, is_loop, kernels: ChainKernels::LINK })
    }
}
