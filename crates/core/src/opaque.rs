//! `Debug` for types that hold a table: it shows sizes and no values, because values are about people
//! and debug output ends up in logs.

/// Implements `Debug` for a type with these figures only.
macro_rules! opaque_debug {
    ($type:ty, $this:ident => $($name:literal: $value:expr),+) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $this = self;
                f.debug_struct(stringify!($type))$(.field($name, &$value))+.finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use opaque_debug;
