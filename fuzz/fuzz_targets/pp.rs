//! The type language: any text is survived; what loads is printed, and printing is a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::check_printed;
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::language;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.pp", bytes.to_vec(), &Limits::default()) else { return };
    let (metamodel, problems) = language::load(&[source]);
    assert_eq!(metamodel.is_none(), problems.has_errors(), "a metamodel unless there are errors");
    if let Some(metamodel) = metamodel {
        let roots: Vec<_> = metamodel.roots().collect();
        check_printed(&metamodel, &roots);
    }
});
