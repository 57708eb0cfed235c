//! Outputs of node classifiers: no text causes a panic, and all bindings have a position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::bindings::enc::EncOutput;
use modelwright_metamodel::diagnostic::Source;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((output, _)) = EncOutput::read(&Source::new("enc", String::from_utf8_lossy(bytes))) {
        assert!(output.bindings.len() <= 3, "classes, parameters and variables");
        assert!(output.bindings.iter().all(|part| part.line > 0 && !part.bindings.is_empty()));
    }
});
