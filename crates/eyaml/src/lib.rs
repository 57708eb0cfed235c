//! Decryption of values of Hiera that hiera-eyaml encrypted: one file for each scheme, and one line in the registry
//! below.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! A scheme decrypts bytes with keys that it is given. Invariants: it reads no files, and no message contains any part
//! of a key or of a decrypted text. It is a separate crate, because few users of the library need its ciphers.
//!
//! ```
//! use modelwright::hiera::lookup::{Encrypted, Hierarchy, Query};
//! use modelwright::store::{Hash, Value};
//! use modelwright::files::FileAccess;
//! use std::path::Path;
//!
//! let config = Path::new("../../tests/lookups/decrypted-values/hiera.yaml");
//! let (hierarchy, _) = Hierarchy::load(config, &FileAccess::default());
//! let mut hierarchy = hierarchy.expect("a configuration");
//! hierarchy.set_encrypted(Encrypted::Decrypted(modelwright_eyaml::SCHEMES));
//! let scope = Value::Hash(Hash::from_iter([(Value::text("keys"), Value::text("keys"))]));
//! let answer = hierarchy.lookup(&Query::new("whole", &scope)).expect("a lookup without an error");
//! assert_eq!(answer.expect("a value").to_value(), Value::text("s3cret"));
//! ```

mod pem;

use modelwright::hiera::lookup::Scheme;

/// Declares the module of each scheme, and collects the constant `SCHEME` of each module.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All schemes of encryption.
        pub const SCHEMES: &[&dyn Scheme] = &[$($file::SCHEME),+];
    };
}

// The registry of schemes.
registry! {
    pkcs7,
}

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
