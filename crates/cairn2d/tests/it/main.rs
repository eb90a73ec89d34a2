//! Integration tests of the engine, by concern. One binary, so that it links once.

mod analytic;
mod bad_input;
mod bulk;
mod bullets;
mod changes;
mod continuous;
mod events;
mod fuzz;
mod harness;
mod joint_drives;
mod joint_kinds;
mod joint_limits;
mod joint_loads;
mod joint_springs;
mod joints;
mod lifetime;
mod mover;
mod peers;
mod queries;
mod random;
mod regression;
mod sensors;
mod stacking;
mod threads;
mod vehicles;
