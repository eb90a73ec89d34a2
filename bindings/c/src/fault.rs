//! Errors of the interface: a code for programs, a text for people.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;

use cairn2d::{
    BodyError, FieldError, JointError, PortalError, QueryError, SnapshotError, StepError, ValueError,
};

/// Success.
pub const OK: i32 = 0;
/// Success without a value, such as a ray without a hit.
pub const NONE: i32 = 1;

/// Kind of an error; the values are those of `cairn_result` in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    /// A required pointer is null.
    Null = -1,
    /// A number is out of its range.
    Value = -2,
    /// An id is null, stale, or from another world.
    Stale = -3,
    /// The geometry of a shape is invalid.
    Shape = -4,
    /// The call does not apply to this kind of object.
    Kind = -5,
    /// A definition was not made by its initializer, or by that of another version.
    Definition = -6,
    /// Bytes are not a snapshot that can be restored.
    Snapshot = -7,
    /// An earlier call stopped halfway by a panic.
    Poisoned = -8,
    /// The call stopped by a panic, which only a bug in the engine causes.
    Panic = -9,
    /// A recording cannot be made, or bytes are not one that can be played.
    Record = -10,
    /// Any other error.
    Other = -11,
}

/// An error: its code, and the text of the typed error of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    code: Code,
    text: String,
}

impl Fault {
    /// Returns an error with this text.
    pub fn new(code: Code, text: impl Display) -> Fault {
        Fault { code, text: text.to_string() }
    }

    /// Returns the code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the error of a null pointer.
    pub fn null(name: &str) -> Fault {
        Fault::new(Code::Null, format_args!("{name} is a null pointer"))
    }

    #[cold]
    pub(crate) fn gone(id: impl Display) -> Fault {
        Fault::new(Code::Stale, format_args!("{id} does not exist"))
    }

    /// Bits that no id has; 0 is null.
    #[cold]
    pub(crate) fn no_id(kind: &str, bits: u64) -> Fault {
        match bits {
            0 => Fault::new(Code::Stale, format_args!("the null {kind} does not exist")),
            bits => Fault::new(Code::Stale, format_args!("{kind} {bits:#x} does not exist")),
        }
    }

    pub(crate) fn choice(name: &str, value: u32) -> Fault {
        Fault::new(Code::Value, format_args!("{name} has no value {value}"))
    }

    pub(crate) fn definition(name: &str, size: u32, own: u32) -> Fault {
        let text = format_args!(
            "{name} was not made by cairn_{name}_default of this version: its size is {size}, not {own}"
        );
        Fault::new(Code::Definition, text)
    }
}

macro_rules! faults {
    ($($error:ident { $($pattern:pat => $code:ident),* $(,)? })*) => {
        $(impl From<$error> for Fault {
            fn from(error: $error) -> Fault {
                let code = match &error {
                    $($pattern => Code::$code,)*
                    #[allow(unreachable_patterns, reason = "the enum may grow")]
                    _ => Code::Other,
                };
                Fault::new(code, error)
            }
        })*
    };
}

faults! {
    ValueError { _ => Value }
    BodyError {
        BodyError::Value(_) => Value,
        BodyError::Shape(_) => Shape,
        BodyError::Stale(_) => Stale,
        _ => Kind,
    }
    JointError { JointError::Value(_) => Value, JointError::Stale(_) => Stale, _ => Kind }
    FieldError {
        FieldError::Value(_) => Value,
        FieldError::Shape(_) => Shape,
        FieldError::Stale(_) => Stale,
        _ => Kind,
    }
    PortalError { PortalError::Value(_) => Value, PortalError::Stale(_) => Stale, _ => Kind }
    QueryError { QueryError::Value(_) => Value, QueryError::Shape(_) => Shape, QueryError::Stale(_) => Stale }
    StepError { StepError::Value(_) => Value, StepError::Poisoned => Poisoned }
    SnapshotError { _ => Snapshot }
}

thread_local! {
    /// The last error of this thread: its code, and its text for C.
    static LAST: RefCell<(i32, CString)> = RefCell::new((OK, CString::default()));
}

/// Stores an error for `cairn_last_error` and `cairn_error_text`, and returns its code.
#[cold]
pub(crate) fn report(fault: Fault) -> i32 {
    let code = fault.code as i32;
    let text = CString::new(fault.text).unwrap_or_default();
    // Without the storage of an ending thread, the code alone is reported.
    let _ = LAST.try_with(|last| last.replace((code, text)));
    code
}

#[unsafe(no_mangle)]
extern "C" fn cairn_last_error() -> i32 {
    LAST.try_with(|last| last.borrow().0).unwrap_or(OK)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_clear_error() {
    let _ = LAST.try_with(|last| last.replace((OK, CString::default())));
}

/// The pointer is valid until the next error of this thread.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn cairn_error_text() -> *const c_char {
    LAST.try_with(|last| last.borrow().1.as_ptr()).unwrap_or(c"".as_ptr())
}
