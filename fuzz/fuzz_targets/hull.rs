//! Bytes as points, whose hull is compared with the definition of a convex hull.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::hull(bytes);
});
