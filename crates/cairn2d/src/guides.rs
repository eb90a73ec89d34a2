//! The samples of `docs/`, compiled and run as doctests; no part of the library.

/// `docs/guides/platformer.md`
#[doc = include_str!("../../../docs/guides/platformer.md")]
pub struct Platformer;

/// `docs/guides/slingshot.md`
#[doc = include_str!("../../../docs/guides/slingshot.md")]
pub struct Slingshot;

/// `docs/guides/top-down.md`
#[doc = include_str!("../../../docs/guides/top-down.md")]
pub struct TopDown;

/// `docs/guides/rollback.md`
#[doc = include_str!("../../../docs/guides/rollback.md")]
pub struct Rollback;
