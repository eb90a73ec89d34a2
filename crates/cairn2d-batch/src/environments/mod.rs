//! Environments as definitions. Those with the name of one of Gymnasium equal it.

mod cart_pole;
mod lunar_lander;
mod pusher;

pub use cart_pole::CartPole;
pub use lunar_lander::LunarLander;
pub use pusher::Pusher;
