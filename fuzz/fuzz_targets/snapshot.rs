//! Bytes as a snapshot, whose check is mended first.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::snapshot(bytes);
});
