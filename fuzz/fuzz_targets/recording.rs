//! Bytes as a recording, whose checks are mended first.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::recording(bytes);
});
