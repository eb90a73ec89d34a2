//! Builder methods for settings with public fields: one per field, of the same name.

/// `setters!(Type { field: type, ... } into { field: type, ... })`: setters of the second list take any value
/// that converts into the type.
macro_rules! setters {
    ($of:ident { $($name:ident: $type:ty),* $(,)? } into { $($other:ident: $into:ty),* $(,)? }) => {
        impl $of {
            $(
                #[doc = concat!("The same with another [`", stringify!($name), "`](", stringify!($of), "#structfield.", stringify!($name), ").")]
                #[must_use = "it returns the changed settings"]
                pub fn $name(mut self, $name: $type) -> $of {
                    self.$name = $name;
                    self
                }
            )*
            $(
                #[doc = concat!("The same with another [`", stringify!($other), "`](", stringify!($of), "#structfield.", stringify!($other), ").")]
                #[must_use = "it returns the changed settings"]
                pub fn $other(mut self, $other: impl Into<$into>) -> $of {
                    self.$other = $other.into();
                    self
                }
            )*
        }
    };
}

pub(crate) use setters;
