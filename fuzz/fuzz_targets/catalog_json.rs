//! Catalogs in JSON: what is read is written and read again with the same bytes, and has an order or a cycle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::catalogs;

fuzz_target!(|bytes: &[u8]| catalogs::read_catalog(&String::from_utf8_lossy(bytes)));
