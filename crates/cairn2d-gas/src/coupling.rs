//! What the gas does to moving bodies, and they to it.
//!
//! The pressure on the faces of a body is that of the Riemann solver, computed once more by the same code
//! with one lane, so that body and gas exchange the same momentum to the bit. Pressures count against that
//! of the ambient gas: a body in still gas feels nothing, whatever sides of it touch other solids.
//!
//! The velocity of a body follows the impulses within the step, so that a light body does not overshoot the
//! gas. The world gets the sum before its own step.

use cairn2d::math::lanes::{Lanes, Scalar};
use cairn2d::{BodyImpulse, Vec2};

use crate::gas::{Gas, kinetic, numbers};
use crate::kernel::{Cell, Laws, cell, difference, reconstruct};
use crate::layout::{State, ambient};
use crate::relax::slow;
use crate::sweep::{Axis, between};
use crate::walls::Layers;

/// Rate at which an account of a body returns to what its cells hold `[1/s]`.
const SETTLING: f32 = 2.0;

/// Largest share of a cell's gas that an account gives or takes in a step.
const LARGEST_SHARE: f64 = 0.05;

/// Mass of a body, in layers of the gas around it, below which gas that moves with the body makes up for the
/// rest: explicit coupling is unstable for lighter ones.
const LEAST_LAYERS: f32 = 0.5;

/// Drag coefficient of a small body: that of a cylinder between Reynolds numbers of 1e3 and 1e5.
const DRAG: f32 = 1.2;

/// Largest impulse `[N*s]` and angular impulse `[N*m*s]` on a body in a step.
const LARGEST_IMPULSE: f64 = 1.0e12;

/// A face between a moving body and gas.
#[derive(Clone, Copy, Debug)]
struct Face {
    /// Place of the solid cell in the arrays, and of the gas cell.
    solid: u32,
    gas: u32,
    axis: Axis,
    /// Whether the gas is on the high side.
    gas_is_high: bool,
    mover: u16,
    /// Middle of the face and of the solid cell.
    at: Vec2,
    middle: Vec2,
}

/// Faces of the bodies in tiles with work.
#[derive(Debug, Default)]
pub(crate) struct Coupling {
    faces: Vec<Face>,
    pub(crate) impulses: Vec<BodyImpulse>,
}

/// A copy begins with empty memory.
impl Clone for Coupling {
    fn clone(&self) -> Coupling {
        Coupling::default()
    }

    fn clone_from(&mut self, _other: &Coupling) {}
}

impl Gas {
    /// Lists the faces of bodies in tiles with work.
    pub(crate) fn list_faces(&mut self) {
        let mut faces = core::mem::take(&mut self.coupling.faces);
        faces.clear();
        let (columns, rows) = (self.layout.columns, self.layout.rows);
        let half = 0.5 * self.def.cell;
        for &(cell, mover) in &self.walls.cells {
            let (column, row) = (cell as usize % columns, cell as usize / columns);
            if !self.tiles.works_at(column, row) {
                continue;
            }
            let solid = self.layout.place(column as isize, row as isize);
            let middle = self.middle(column, row);
            let near = [
                (Axis::X, false, column.wrapping_sub(1), row, Vec2::new(-half, 0.0)),
                (Axis::X, true, column + 1, row, Vec2::new(half, 0.0)),
                (Axis::Y, false, column, row.wrapping_sub(1), Vec2::new(0.0, -half)),
                (Axis::Y, true, column, row + 1, Vec2::new(0.0, half)),
            ];
            for (axis, gas_is_high, column, row, offset) in near {
                if column >= columns || row >= rows {
                    continue;
                }
                let gas = self.layout.place(column as isize, row as isize);
                if self.cells[gas] != 0.0 {
                    let [solid, gas] = [solid, gas].map(|place| place as u32);
                    faces.push(Face { solid, gas, axis, gas_is_high, mover, at: middle + offset, middle });
                }
            }
        }
        self.coupling.faces = faces;
        self.add_layers();
    }

    /// Adds gas to bodies that are lighter than the gas around them: they get the share of their mass in an
    /// impulse, and of their inertia in an angular impulse.
    fn add_layers(&mut self) {
        let area = self.def.cell * self.def.cell;
        for mover in &mut self.walls.movers {
            mover.layers = Layers::default();
        }
        for face in &self.coupling.faces {
            let mover = &mut self.walls.movers[usize::from(face.mover)];
            let mass = self.cells[face.gas as usize] * area;
            mover.layers.mass += mass;
            mover.layers.inertia += mass * (face.at - mover.center).length_squared();
        }
        for mover in &mut self.walls.movers {
            let excess = LEAST_LAYERS * mover.layers.mass * mover.inverse_mass;
            if excess > 1.0 {
                mover.share /= excess;
                mover.inverse_mass /= excess;
            }
            let excess = LEAST_LAYERS * mover.layers.inertia * mover.inverse_inertia;
            if excess > 1.0 {
                mover.angular_share /= excess;
                mover.inverse_inertia /= excess;
            }
        }
    }

    /// Adds what a sweep of `length` `[s]` over the current cells does at the faces of bodies.
    pub(crate) fn press(&mut self, axis: Axis, length: f32) {
        let lanes = Scalar;
        let laws = Laws::new(lanes, &numbers(&self.def, length));
        let width = f64::from(self.def.cell);
        let (impulse_scale, ratio) = (width * f64::from(length), f64::from(laws.ratio));
        let ambient_pressure = self.def.pressure();
        for face in self.coupling.faces.iter().filter(|face| face.axis == axis) {
            let solved = if self.layout.parts == 4 {
                self.solve_face::<Scalar, true>(lanes, &laws, face)
            } else {
                self.solve_face::<Scalar, false>(lanes, &laws, face)
            };
            let mover = &mut self.walls.movers[usize::from(face.mover)];
            // The gas pushes the body away from itself.
            let sign = if face.gas_is_high { -1.0 } else { 1.0 };
            let push = sign * (f64::from(solved.pressure) - f64::from(ambient_pressure)) * impulse_scale;
            let arm = face.at - mover.center;
            if axis == Axis::X {
                mover.impulse[0] += push;
                mover.angular -= f64::from(arm.y) * push;
            } else {
                mover.impulse[1] += push;
                mover.angular += f64::from(arm.x) * push;
            }
            // The pressure is the body's; the account gets or pays the gas.
            let gain = sign * ratio;
            let [along, across] = axis.momenta();
            let speed = f64::from(solved.speed);
            mover.account[0] += gain * f64::from(solved.mass);
            mover.account[along] += gain * (f64::from(solved.along) - f64::from(solved.pressure));
            mover.account[across] += gain * f64::from(solved.across);
            mover.account[3] += gain * (f64::from(solved.energy) - f64::from(solved.pressure) * speed);
        }
    }

    /// The flux through a face of a body, as the sweep computes it.
    fn solve_face<L: Lanes<F = f32>, const IDEAL: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        face: &Face,
    ) -> FaceFlux {
        let step = if face.axis == Axis::X { 1 } else { self.layout.row_len() };
        let low = if face.gas_is_high { face.solid } else { face.gas } as usize;
        let [along, across] = face.axis.momenta();
        let stride = self.layout.stride;
        let get = |place: usize| -> Cell<L> {
            let energy = if IDEAL { self.cells[place + 3 * stride] } else { 0.0 };
            let momenta = [self.cells[place + along * stride], self.cells[place + across * stride]];
            cell::<L, IDEAL>(l, laws, [self.cells[place], momenta[0], momenta[1], energy])
        };
        let cells = [get(low - step), get(low), get(low + step), get(low + 2 * step)];
        let steps = [0, 1, 2].map(|i| difference::<L, IDEAL, true>(l, laws, &cells[i], &cells[i + 1]));
        let low = reconstruct::<L, IDEAL>(l, laws, &cells[1], &steps[0], &steps[1]);
        let high = reconstruct::<L, IDEAL>(l, laws, &cells[2], &steps[1], &steps[2]);
        let solved = between::<L, IDEAL, true>(l, laws, (&cells[1], &low), (&cells[2], &high));
        let solid = if face.gas_is_high { &cells[1] } else { &cells[2] };
        FaceFlux {
            mass: solved.flux.mass,
            along: solved.flux.along,
            across: solved.flux.across,
            energy: solved.flux.energy,
            pressure: solved.pressure,
            speed: solid.gas.along,
        }
    }

    /// Lets the impulses so far move the bodies for the next sub-step.
    pub(crate) fn carry_bodies(&mut self) {
        for mover in &mut self.walls.movers {
            if mover.inverse_mass > 0.0 {
                let [x, y] = mover.impulse.map(|impulse| impulse as f32);
                mover.pushed = Vec2::new(x, y) * mover.inverse_mass;
                mover.turned = mover.angular as f32 * mover.inverse_inertia;
                mover.stirs = true;
            }
        }
        for face in &self.coupling.faces {
            let mover = &self.walls.movers[usize::from(face.mover)];
            if mover.inverse_mass > 0.0 {
                let velocity = mover.velocity_at(face.middle)
                    + (mover.pushed + Vec2::cross_sv(mover.turned, face.middle - mover.center));
                let place = face.solid as usize;
                self.layout.set(&mut self.cells, place, [0.0, velocity.x, velocity.y, 0.0]);
                self.layout.set(&mut self.other, place, [0.0, velocity.x, velocity.y, 0.0]);
            }
        }
    }

    /// Rubs gas and moving bodies at their faces; the bodies gain what the gas loses. As two masses whose
    /// difference of velocities decays, so a body of any mass does not overshoot the gas.
    pub(crate) fn rub_bodies(&mut self, dt: f32) {
        let friction = self.def.friction;
        if friction == 0.0 {
            return;
        }
        let area = f64::from(self.def.cell) * f64::from(self.def.cell);
        for face in &self.coupling.faces {
            let mover = &mut self.walls.movers[usize::from(face.mover)];
            let both = 1.0 + mover.layers.mass * mover.inverse_mass;
            let share = (1.0 - cairn2d::math::decay(friction * both, dt)) / both;
            let [_, part] = face.axis.momenta();
            let velocity = self.cells[face.solid as usize + part * self.layout.stride];
            let gain = slow(&self.layout, &mut self.cells, face.gas as usize, (part, velocity), share);
            let push = -f64::from(gain) * area;
            let arm = face.at - mover.center;
            mover.impulse[part - 1] += push;
            mover.angular += if part == 1 { -f64::from(arm.y) * push } else { f64::from(arm.x) * push };
        }
    }

    /// Drags bodies smaller than a cell along with the gas of their cell, which loses what they gain. As two
    /// masses whose difference of velocities decays by its square.
    pub(crate) fn drag_small(&mut self, dt: f32) {
        let area = self.def.cell * self.def.cell;
        for index in 0..self.walls.movers.len() {
            let mover = &self.walls.movers[index];
            let Some([column, row]) = self.cell_of(mover.center).filter(|_| mover.small) else { continue };
            if !self.tiles.works_at(column, row) {
                continue;
            }
            let place = self.layout.place(column as isize, row as isize);
            let [density, x, y, energy] = self.layout.get(&self.cells, place);
            if density == 0.0 {
                continue;
            }
            let relative = Vec2::new(x, y) / density - mover.velocity;
            let both = mover.inverse_mass + 1.0 / (density * area);
            let rate = DRAG * density * mover.radius * both;
            let impulse = relative * (1.0 - 1.0 / (1.0 + rate * relative.length() * dt)) / both;
            let (new_x, new_y) = (x - impulse.x / area, y - impulse.y / area);
            // The cell keeps its heat.
            let motion = 0.5 * ((new_x * new_x + new_y * new_y) - (x * x + y * y)) / density;
            let energy = if energy > 0.0 { energy + motion } else { 0.0 };
            self.layout.set(&mut self.cells, place, [density, new_x, new_y, energy]);
            let mover = &mut self.walls.movers[index];
            mover.impulse[0] += f64::from(impulse.x);
            mover.impulse[1] += f64::from(impulse.y);
        }
    }

    /// Returns a part of what an account holds too much to the gas around the body.
    pub(crate) fn settle_accounts(&mut self, dt: f32) {
        let share = f64::from(1.0 - cairn2d::math::decay(SETTLING, dt));
        let ambient = ambient(&self.def);
        let mut start = 0;
        while start < self.coupling.faces.len() {
            let index = self.coupling.faces[start].mover;
            let rest = &self.coupling.faces[start..];
            let count = rest.iter().take_while(|face| face.mover == index).count();
            let faces = start..start + count;
            start = faces.end;
            let mover = &mut self.walls.movers[usize::from(index)];
            if !mover.inside {
                mover.area = 0.0;
                continue;
            }
            let gases = self.coupling.faces[faces.clone()].iter().map(|face| face.gas as usize);
            let (mut mass, mut heat) = (0.0, 0.0);
            for place in gases.clone() {
                let state = self.layout.get(&self.cells, place);
                mass += f64::from(state[0]);
                heat += f64::from(state[3]) - kinetic(state);
            }
            let aim = mover.aim(ambient);
            let excess = [0, 1, 2, 3].map(|part| (mover.account[part] - aim[part]) * share);
            let fastest = LARGEST_SHARE * f64::from(self.def.model.sound_speed());
            let factor = limited(excess[0] / mass, LARGEST_SHARE);
            let speed = [1, 2].map(|part: usize| limited(excess[part] / mass, fastest));
            let warmth = if heat > 0.0 { limited(excess[3] / heat - factor, LARGEST_SHARE) } else { 0.0 };
            let change = Settling {
                factor: 1.0 + factor as f32,
                velocity: Vec2::new(speed[0] as f32, speed[1] as f32),
                heat: 1.0 + warmth as f32,
            };
            for place in gases {
                let old = self.layout.get(&self.cells, place);
                let new = change.apply(old);
                // The account pays what arrived, after rounding.
                mover.book(old, 1.0);
                mover.book(new, -1.0);
                self.layout.set(&mut self.cells, place, new);
            }
        }
    }

    /// Lists the impulses of the step. What is not a body's share goes to its account.
    pub(crate) fn list_impulses(&mut self) {
        let area = f64::from(self.def.cell) * f64::from(self.def.cell);
        let impulses = &mut self.coupling.impulses;
        impulses.clear();
        for mover in &mut self.walls.movers {
            let share = f64::from(mover.share);
            for (part, impulse) in mover.impulse.into_iter().enumerate() {
                mover.account[part + 1] += impulse * (1.0 - share) / area;
            }
            // The world rejects larger numbers.
            let [x, y] = mover.impulse.map(|part| limited(part * share, LARGEST_IMPULSE) as f32);
            let (impulse, angular) = (
                Vec2::new(x, y),
                limited(mover.angular * f64::from(mover.angular_share), LARGEST_IMPULSE) as f32,
            );
            let moves = impulse != Vec2::ZERO || angular != 0.0;
            // NaN passes the limit.
            if moves && impulse.is_finite() && angular.is_finite() {
                self.step.bodies += 1;
                self.step.impulse += impulse;
                impulses.push(BodyImpulse::new(mover.body, impulse, angular));
            }
        }
    }
}

/// What flows through a face of a body, and its pressure and normal speed.
#[derive(Clone, Copy, Debug)]
struct FaceFlux {
    mass: f32,
    along: f32,
    across: f32,
    energy: f32,
    pressure: f32,
    speed: f32,
}

/// What the gas around a body gets from its account: more or less of the same gas, a velocity, and heat.
#[derive(Clone, Copy, Debug)]
struct Settling {
    factor: f32,
    velocity: Vec2,
    heat: f32,
}

impl Settling {
    /// The state of a cell afterwards. Density and heat stay positive.
    fn apply(&self, [density, x, y, energy]: State) -> State {
        let heat = (energy - 0.5 * (x * x + y * y) / density) * self.heat * self.factor;
        let density = density * self.factor;
        let (x, y) =
            (x * self.factor + density * self.velocity.x, y * self.factor + density * self.velocity.y);
        [density, x, y, if energy > 0.0 { heat + 0.5 * (x * x + y * y) / density } else { 0.0 }]
    }
}

/// A number within a limit on both sides.
fn limited(value: f64, limit: f64) -> f64 {
    if value > limit {
        limit
    } else if value < -limit {
        -limit
    } else {
        value
    }
}
