//! Environments as definitions. Those with the name of one of Gymnasium equal it.

mod bipedal_walker;
mod cart_pole;
mod lunar_lander;
mod multiwalker;
mod pusher;

pub use bipedal_walker::BipedalWalker;
pub use cart_pole::CartPole;
pub use lunar_lander::LunarLander;
pub use multiwalker::Multiwalker;
pub use pusher::Pusher;
