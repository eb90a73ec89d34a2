//! Viscosity: neighbouring faces share their velocity, and walls stop the liquid beside them.
//!
//! Explicit diffusion in parts short enough to be stable. A limit on their number makes very viscous liquid
//! less so on fine grids.

use crate::flow::SubStep;
use crate::particles::Particles;

/// Largest share of a difference that a face takes over in a part.
const STABLE: f32 = 0.2;

/// Most parts of a sub-step.
const PARTS: f32 = 64.0;

impl Particles {
    /// Diffuses the velocities of the faces.
    pub(crate) fn diffuse(&mut self, sub: &SubStep<'_>) {
        if self.def.viscosity <= 0.0 {
            return;
        }
        let share = self.def.viscosity * sub.length * (self.layout.per_cell * self.layout.per_cell);
        let parts = (share / STABLE).ceil();
        let parts = if parts < PARTS { parts } else { PARTS };
        let share = if share / parts < STABLE { share / parts } else { STABLE };
        let stride = self.layout.stride;
        let inner = stride..self.layout.count - stride;
        for _ in 0..parts as u32 {
            for axis in 0..2 {
                let scratch = &mut self.scratch;
                scratch.diffused.clear();
                scratch.diffused.extend_from_slice(&scratch.speed[axis]);
                let (old, mass) = (&scratch.speed[axis], &scratch.mass[axis]);
                for face in inner.clone().filter(|&face| mass[face] > 0.0) {
                    if self.walls.open[axis][face] < 0.5 {
                        // Its middle is in the wall.
                        scratch.diffused[face] = self.walls.speed[axis][face];
                        continue;
                    }
                    let mut change = 0.0;
                    for other in [face - 1, face + 1, face - stride, face + stride] {
                        let closed = self.walls.open[axis][other] <= 0.0;
                        if mass[other] > 0.0 {
                            change += old[other] - old[face];
                        } else if closed {
                            // A wall along the face is half a cell away.
                            let along = (other + 1 == face || face + 1 == other) == (axis == 1);
                            let near = if along { 2.0 } else { 1.0 };
                            change += near * (self.walls.speed[axis][other] - old[face]);
                        }
                    }
                    scratch.diffused[face] = old[face] + share * change;
                }
                core::mem::swap(&mut scratch.diffused, &mut scratch.speed[axis]);
            }
        }
    }
}
