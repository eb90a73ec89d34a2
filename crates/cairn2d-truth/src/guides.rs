//! The samples of `docs/`, compiled and run as doctests.

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

/// `docs/guides/systems.md`
#[doc = include_str!("../../../docs/guides/systems.md")]
pub struct SystemsBesideTheWorld;

/// `docs/guides/steering.md`
#[doc = include_str!("../../../docs/guides/steering.md")]
pub struct Steering;

/// `docs/coming-from-box2d.md`
#[doc = include_str!("../../../docs/coming-from-box2d.md")]
pub struct ComingFromBox2d;

/// `docs/coming-from-rapier.md`
#[doc = include_str!("../../../docs/coming-from-rapier.md")]
pub struct ComingFromRapier;

/// `docs/determinism.md`
#[doc = include_str!("../../../docs/determinism.md")]
pub struct Determinism;

/// `docs/portals.md`
#[doc = include_str!("../../../docs/portals.md")]
pub struct Portals;

/// `docs/paths.md`
#[doc = include_str!("../../../docs/paths.md")]
pub struct Paths;

/// `docs/gas.md`
#[doc = include_str!("../../../docs/gas.md")]
pub struct GasPage;

/// `docs/guides/concave.md`
#[doc = include_str!("../../../docs/guides/concave.md")]
pub struct Concave;
