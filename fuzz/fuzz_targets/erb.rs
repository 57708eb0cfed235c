//! Templates of ERB: the same as for manifests, for a template that a manifest evaluates.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::catalogs;

fuzz_target!(|bytes: &[u8]| catalogs::render_erb(&String::from_utf8_lossy(bytes)));
