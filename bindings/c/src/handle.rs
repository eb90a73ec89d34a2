//! The handle of a world, and every pointer that crosses the interface.
//!
//! All unsafe code of the interface that reads or writes memory of the caller is here. The contract of the
//! header is the fact that it rests on: a pointer is null or valid, a list has as many items as its count, a
//! world was not freed, and a call that changes it runs alone.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use cairn2d::World;

use crate::fault::{Code, Fault, NONE, OK, report};
use crate::generated::exports::VIEWS;

/// A world, and what the interface keeps for it.
pub(crate) struct Hosted {
    pub(crate) world: World,
    /// Set by a panic; later calls are rejected.
    poisoned: AtomicBool,
    /// Lists that the caller reads until the next call for the same list.
    views: [Option<Box<dyn Any + Send + Sync>>; VIEWS],
}

/// A pointer to a world, or null.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Handle(*mut Hosted);

impl Handle {
    /// Null.
    pub(crate) const NULL: Handle = Handle(core::ptr::null_mut());

    /// Moves a world to the heap. `free` is its end.
    pub(crate) fn of(world: World) -> Handle {
        let views = core::array::from_fn(|_| None);
        Handle(Box::into_raw(Box::new(Hosted { world, poisoned: AtomicBool::new(false), views })))
    }

    /// Frees the world; null does nothing.
    pub(crate) fn free(self) {
        if !self.0.is_null() {
            // SAFETY: `of` made the pointer from a box, and the header allows one `cairn_world_free`.
            let hosted = unsafe { Box::from_raw(self.0) };
            // A panic of a destructor must not cross either.
            let _ = catch_unwind(AssertUnwindSafe(move || drop(hosted)));
        }
    }

    /// Calls `work` with the world, for reading; returns the code of an error.
    #[inline]
    pub(crate) fn look<T>(self, work: impl FnOnce(&World) -> Result<T, Fault>) -> Result<T, i32> {
        // SAFETY: the header requires null or a live world, which no other thread changes meanwhile.
        let Some(hosted) = (unsafe { self.0.as_ref() }) else { return Err(report(Fault::null("world"))) };
        guarded(&hosted.poisoned, || work(&hosted.world))
    }

    /// Calls `work` with the world, for changes; returns the code of an error.
    #[inline]
    pub(crate) fn change<T>(self, work: impl FnOnce(&mut World) -> Result<T, Fault>) -> Result<T, i32> {
        // SAFETY: the header requires null or a live world, which no other thread uses meanwhile.
        let Some(hosted) = (unsafe { self.0.as_mut() }) else { return Err(report(Fault::null("world"))) };
        let Hosted { world, poisoned, .. } = hosted;
        guarded(poisoned, || work(world))
    }

    /// Collects a list that the world keeps, and returns where it begins; null after an error.
    pub(crate) fn view<T: Send + Sync + 'static>(
        self,
        index: usize,
        count: Out<u32>,
        work: impl FnOnce(&World, &mut dyn FnMut(T)) -> Result<(), Fault>,
    ) -> *const T {
        count.set(0);
        // SAFETY: the header requires null or a live world, which no other thread uses meanwhile.
        let Some(hosted) = (unsafe { self.0.as_mut() }) else {
            report(Fault::null("world"));
            return core::ptr::null();
        };
        let Hosted { world, poisoned, views } = hosted;
        let mut list = match views[index].take().and_then(|view| view.downcast::<Vec<T>>().ok()) {
            Some(kept) => *kept,
            None => Vec::new(),
        };
        list.clear();
        let done = guarded(poisoned, || work(world, &mut |item| list.push(item)));
        if done.is_err() {
            return core::ptr::null();
        }
        count.set(list.len() as u32);
        // The heap memory of the list keeps its address when the list moves into the box.
        let first = list.as_ptr();
        views[index] = Some(Box::new(list));
        first
    }
}

/// Runs work about a world. After a panic the world rejects every call.
#[inline]
fn guarded<T>(poisoned: &AtomicBool, work: impl FnOnce() -> Result<T, Fault>) -> Result<T, i32> {
    if poisoned.load(Ordering::Relaxed) {
        return Err(report(Fault::new(Code::Poisoned, "an earlier call stopped halfway")));
    }
    // Where a panic ends the call without unwinding, as in WebAssembly, the flag stays set.
    if cfg!(not(panic = "unwind")) {
        poisoned.store(true, Ordering::Relaxed);
        let result = work();
        poisoned.store(false, Ordering::Relaxed);
        return result.map_err(report);
    }
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(fault)) => Err(report(fault)),
        Err(panic) => {
            poisoned.store(true, Ordering::Relaxed);
            Err(report(of_panic(panic.as_ref())))
        }
    }
}

/// Runs work without a world.
pub(crate) fn guarded_alone<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, i32> {
    guarded(&AtomicBool::new(false), work)
}

#[cold]
fn of_panic(panic: &(dyn Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Fault::new(Code::Panic, format_args!("the engine panicked: {}", text.unwrap_or("without a message")))
}

/// A pointer to a result, or null.
#[repr(transparent)]
pub(crate) struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T: Copy> Out<T> {
    /// Writes a value; does nothing for null.
    #[inline]
    pub(crate) fn set(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the header requires null or a pointer to a writable value, initialized or not.
            unsafe { self.0.write(value) };
        }
    }

    /// Writes the item of a list; the caller of this function keeps `index` below its capacity.
    #[inline]
    fn set_item(self, index: u32, value: T) {
        // SAFETY: the header requires room for as many items as the capacity says, and the callers below
        // compare the index with it and the pointer with null.
        unsafe { self.0.add(index as usize).write(value) };
    }
}

/// A pointer to an argument, or null.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct In<T>(*const T);

#[cfg(test)]
impl<T> Out<T> {
    pub(crate) fn to(value: &mut T) -> Out<T> {
        Out(value)
    }
}

impl<T> In<T> {
    #[cfg(test)]
    pub(crate) const NULL: In<T> = In(core::ptr::null());

    /// The value, unless the pointer is null.
    pub(crate) fn maybe<'a>(self) -> Option<&'a T> {
        // SAFETY: the header requires null or a valid value that lives during the call.
        unsafe { self.0.as_ref() }
    }

    /// The value.
    ///
    /// # Errors
    /// A null pointer.
    pub(crate) fn get<'a>(self, name: &str) -> Result<&'a T, Fault> {
        self.maybe().ok_or_else(|| Fault::null(name))
    }

    /// As many values as `count` says.
    ///
    /// # Errors
    /// A null pointer with a count above 0.
    pub(crate) fn list<'a>(self, name: &str, count: u32) -> Result<&'a [T], Fault> {
        list(name, self.0, count)
    }
}

/// A list of a struct.
///
/// # Errors
/// A null pointer with a count above 0.
pub(crate) fn list<'a, T>(name: &str, first: *const T, count: u32) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(Fault::null(name));
    }
    // SAFETY: the header requires as many items as the count says, which live during the call.
    Ok(unsafe { core::slice::from_raw_parts(first, count as usize) })
}

/// Writes a list into memory of the caller and counts what does not fit.
pub(crate) struct List<T> {
    out: Out<T>,
    capacity: u32,
    count: u32,
}

impl<T: Copy> List<T> {
    pub(crate) fn new(out: Out<T>, capacity: u32) -> List<T> {
        List { out, capacity: if out.0.is_null() { 0 } else { capacity }, count: 0 }
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.count < self.capacity {
            self.out.set_item(self.count, item);
        }
        self.count = self.count.saturating_add(1);
    }
}

/// The value, or zero after an error.
#[inline]
pub(crate) fn value<T: Default>(result: Result<T, i32>) -> T {
    result.unwrap_or_default()
}

/// The code of a result.
#[inline]
pub(crate) fn code(result: Result<(), i32>) -> i32 {
    result.map_or_else(|code| code, |()| OK)
}

/// Writes a value if there is one, and returns the code.
#[inline]
pub(crate) fn fill_maybe<T: Copy>(out: Out<T>, result: Result<Option<T>, i32>) -> i32 {
    match result {
        Ok(Some(value)) => {
            out.set(value);
            OK
        }
        Ok(None) => NONE,
        Err(code) => code,
    }
}

/// Writes the number of items of a list, and returns the code.
pub(crate) fn counted<T>(count: Out<u32>, list: &List<T>, result: Result<(), i32>) -> i32 {
    count.set(if result.is_ok() { list.count } else { 0 });
    code(result)
}

/// Writes the defaults of a struct, unless the caller knows it with another size: then only the size, as 0,
/// so that every call rejects it.
pub(crate) fn init<T: Default + Copy>(out: Out<T>, size: u32) {
    if size as usize == size_of::<T>() {
        out.set(T::default());
    } else if size as usize >= size_of::<u32>() {
        Out(out.0.cast::<u32>()).set(0);
    }
}

/// Bytes that the interface owns until `cairn_bytes_free`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Bytes {
    data: *mut u8,
    len: u64,
}

impl Bytes {
    const NONE: Bytes = Bytes { data: core::ptr::null_mut(), len: 0 };

    /// Hands bytes to the caller, and returns the code.
    pub(crate) fn give(out: Out<Bytes>, result: Result<Vec<u8>, i32>) -> i32 {
        out.set(Bytes::NONE);
        if out.0.is_null() {
            // Nothing to hand them to.
            return code(result.and_then(|_| Err(report(Fault::null("out")))));
        }
        code(result.map(|bytes| {
            let bytes = bytes.into_boxed_slice();
            let len = bytes.len() as u64;
            out.set(Bytes { data: Box::into_raw(bytes).cast::<u8>(), len });
        }))
    }

    /// Frees bytes and sets them to none.
    pub(crate) fn free(bytes: Out<Bytes>) {
        // SAFETY: the header requires null or bytes that a call of this library has written.
        let Some(bytes) = (unsafe { bytes.0.as_mut() }) else { return };
        if !bytes.data.is_null() {
            let slice = core::ptr::slice_from_raw_parts_mut(bytes.data, bytes.len as usize);
            // SAFETY: `give` made pointer and length from a boxed slice, and they are cleared below.
            drop(unsafe { Box::from_raw(slice) });
        }
        *bytes = Bytes::NONE;
    }
}

impl In<core::ffi::c_char> {
    /// A text, with a replacement for what is not UTF-8; empty for null.
    pub(crate) fn text(self) -> String {
        if self.0.is_null() {
            return String::new();
        }
        // SAFETY: the header requires null or a text with a zero byte at its end.
        unsafe { core::ffi::CStr::from_ptr(self.0) }.to_string_lossy().into_owned()
    }
}

impl In<u8> {
    /// The bytes of the caller.
    ///
    /// # Errors
    /// A null pointer with a length above 0.
    pub(crate) fn bytes<'a>(self, name: &str, len: u64) -> Result<&'a [u8], Fault> {
        if len == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() {
            return Err(Fault::null(name));
        }
        // SAFETY: the header requires as many bytes as the length says, which live during the call.
        Ok(unsafe { core::slice::from_raw_parts(self.0, len as usize) })
    }
}

impl<T: Copy> Out<T> {
    /// Writes a value for each item of a list, up to the first error.
    ///
    /// # Errors
    /// A null pointer with items, and the first error of `value`.
    #[inline]
    pub(crate) fn write_list<I>(
        self,
        name: &str,
        list: &[I],
        value: impl Fn(&I) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        if self.0.is_null() && !list.is_empty() {
            return Err(Fault::null(name));
        }
        for (index, item) in list.iter().enumerate() {
            self.set_item(index as u32, value(item)?);
        }
        Ok(())
    }
}

/// A pointer to a value that the interface made for the caller, or null.
#[repr(transparent)]
pub(crate) struct Owned<T>(*mut T);

impl<T> Clone for Owned<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Owned<T> {}

impl<T> Owned<T> {
    pub(crate) const NULL: Owned<T> = Owned(core::ptr::null_mut());

    pub(crate) fn of(value: T) -> Owned<T> {
        Owned(Box::into_raw(Box::new(value)))
    }

    pub(crate) fn free(self) {
        if !self.0.is_null() {
            // SAFETY: `of` made the pointer from a box, and the header allows one call of the free function.
            drop(unsafe { Box::from_raw(self.0) });
        }
    }

    /// The value.
    ///
    /// # Errors
    /// A null pointer.
    pub(crate) fn get_mut<'a>(self, name: &str) -> Result<&'a mut T, Fault> {
        // SAFETY: the header requires null or a live value, which no other thread uses meanwhile.
        unsafe { self.0.as_mut() }.ok_or_else(|| Fault::null(name))
    }

    /// A list of the value; null after an error.
    pub(crate) fn list<I>(self, name: &str, count: Out<u32>, of: impl Fn(&T) -> &Vec<I>) -> *const I {
        count.set(0);
        match self.get_mut(name) {
            Ok(value) => {
                let list = of(value);
                count.set(list.len() as u32);
                list.as_ptr()
            }
            Err(fault) => {
                report(fault);
                core::ptr::null()
            }
        }
    }
}
