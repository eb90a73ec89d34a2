//! Bytes as a snapshot, with a corrected checksum.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::snapshot(bytes);
});
