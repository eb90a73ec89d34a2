//! Bytes as points, whose hull is compared with what a hull is.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::hull(bytes);
});
