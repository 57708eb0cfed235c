//! Manifests: no text causes a panic or endless evaluation; a build has a catalog or an error with its place, twice the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::catalogs;

fuzz_target!(|bytes: &[u8]| catalogs::build(&String::from_utf8_lossy(bytes)));
