//! Bytes as a recording, with corrected checksums.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::recording(bytes);
});
