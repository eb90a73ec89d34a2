//! Environments as definitions. Those with the name of one of Gymnasium equal it.

mod bipedal_walker;
mod cart_pole;
mod half_cheetah;
mod hopper;
mod legged;
mod lunar_lander;
mod multiwalker;
mod overlap;
mod push_t;
mod pusher;
mod walker2d;

pub use bipedal_walker::BipedalWalker;
pub use cart_pole::CartPole;
pub use half_cheetah::HalfCheetah;
pub use hopper::Hopper;
pub use lunar_lander::LunarLander;
pub use multiwalker::Multiwalker;
pub use push_t::PushT;
pub use pusher::Pusher;
pub use walker2d::Walker2d;
