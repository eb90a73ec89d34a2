//! Panics of functions that a caller supplied.

use core::any::Any;
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

/// Keeps the first panic of functions that a caller supplied, until it is taken. Meanwhile none of them is
/// called.
///
/// A step uses it to finish in a sound state before the panic continues.
#[derive(Debug, Default)]
pub struct PanicGuard(Mutex<Option<Box<dyn Any + Send>>>);

impl PanicGuard {
    /// Calls a function and returns its result; `None` if it panics, or if an earlier panic has not been
    /// taken yet.
    ///
    /// The function must not leave broken data behind when it panics.
    pub fn call<R>(&self, function: impl FnOnce() -> R) -> Option<R> {
        // The lock is not held during the call, so that a function may use the guard too.
        if self.lock().is_some() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(function)) {
            Ok(result) => Some(result),
            Err(payload) => {
                self.lock().get_or_insert(payload);
                None
            }
        }
    }

    /// Takes the panic that was kept. Functions are called again after this.
    pub fn take(&self) -> Option<Box<dyn Any + Send>> {
        self.lock().take()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_panic_is_stored_and_stops_further_calls() {
        let guard = PanicGuard::default();
        assert_eq!(guard.call(|| 1), Some(1));
        assert_eq!(guard.call(|| guard.call(|| 2)), Some(Some(2)), "calls may be nested");
        let nested = guard.call(|| {
            assert_eq!(guard.call(|| -> u32 { panic!("first") }), None);
            panic!("second")
        });
        assert_eq!(nested, None::<u32>);
        assert_eq!(guard.call(|| 3), None);
        let payload = guard.take().expect("a panic was kept");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"first"));
        assert_eq!(guard.call(|| 4), Some(4));
    }
}
