//! Memory for the arguments and results of JavaScript, which has no other access to that of the module.

/// Returns zeroed memory for as many bytes, rounded up to 8; `cairn_release` is its end.
#[unsafe(no_mangle)]
extern "C" fn cairn_lend(bytes: u32) -> *mut u64 {
    let words = vec![0_u64; bytes.div_ceil(8) as usize].into_boxed_slice();
    Box::into_raw(words).cast()
}

/// Frees memory of `cairn_lend`, which had this number of bytes.
#[unsafe(no_mangle)]
extern "C" fn cairn_release(first: *mut u64, bytes: u32) {
    let words = core::ptr::slice_from_raw_parts_mut(first, bytes.div_ceil(8) as usize);
    // SAFETY: the package passes the address and the length of one `cairn_lend`, once.
    drop(unsafe { Box::from_raw(words) });
}
