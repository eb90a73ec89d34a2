//! Tests of recordings from outside, by concern. One binary, so that it links once.

mod level;
mod library;
mod playing;
mod verifying;
