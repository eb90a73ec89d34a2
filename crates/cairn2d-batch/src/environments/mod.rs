//! Environments as definitions, equal to those of Gymnasium.

mod lunar_lander;

pub use lunar_lander::LunarLander;
