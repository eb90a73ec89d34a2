//! Integration tests of recordings. One binary, so that it links once.

mod level;
mod library;
mod playing;
mod portals;
mod systems;
mod verifying;
