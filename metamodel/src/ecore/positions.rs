//! Constants for the elements of Ecore, by their positions in its table (`builtin.txt`).
//!
//! Invariant: each constant is the position of the element with its name (tests compare the lists of names). This module
//! does not read the table.

/// Declares constants for elements, and a list of them with their names for a test.
macro_rules! positions {
    ($list:ident: $kind:ident; $($(#[$doc:meta])* $name:ident = $position:literal, $ecore_name:literal;)+) => {
        $(
            #[doc = concat!("`", $ecore_name, "`.")]
            $(#[$doc])*
            pub const $name: $kind = $kind($position);
        )+

        #[cfg(test)]
        const $list: &[($kind, &str)] = &[$(($name, $ecore_name)),+];
    };
}

pub(super) use positions;
