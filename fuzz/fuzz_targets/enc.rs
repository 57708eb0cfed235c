//! Outputs of node classifiers: no text causes a panic, in YAML or in JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::bindings::structured::{Notation, read_classification};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("enc", String::from_utf8_lossy(bytes));
    for notation in [Notation::Yaml, Notation::Json] {
        let (parts, _) = read_classification(&source, notation, &Limits::default());
        assert!(parts.len() <= 3, "classes, parameters and variables");
    }
});
