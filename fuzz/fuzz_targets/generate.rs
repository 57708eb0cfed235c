//! All targets of generation except templates: no types cause a panic, and each target generates files or reports why it cannot.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_codegen::{Request, TARGETS};
use modelwright_language::language;
use modelwright_metamodel::input::{Limits, decode_text};

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.pp", bytes.to_vec(), &Limits::default()) else { return };
    let (Some(metamodel), _) = language::load(&[source]) else { return };
    // Commands reject a text that declares nothing before they generate from it.
    if metamodel.roots().next().is_none() {
        return;
    }
    for target in TARGETS.iter().filter(|target| target.name != "template") {
        let (files, problems) = target.generate(&Request::new(&metamodel));
        assert!(
            !problems.is_empty() || !files.is_empty(),
            "{} must generate files or report why not",
            target.name
        );
    }
});
