//! Bytes as calls of the engine, two for each.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = cairn2d_fuzz::calls(bytes);
});
