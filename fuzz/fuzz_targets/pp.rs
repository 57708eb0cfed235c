//! The type language: no text causes a panic; types that can be loaded are printed, and printing is a fixed
//! point; the leaves of the tree form the text; the operands of every expression precede it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::check_printed;
use modelwright_language::language;
use modelwright_metamodel::input::{Limits, decode_text};

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.pp", bytes.to_vec(), &Limits::default()) else { return };
    let (tree, _) = language::syntax_tree(&source);
    let mut at = 0;
    for leaf in tree.leaves() {
        assert_eq!(leaf.range.start, at, "leaves must follow each other");
        at = leaf.range.end;
    }
    assert_eq!(at, source.text().len(), "the leaves must form the complete text");
    let (manifest, _) = language::manifest(&source);
    for (id, expr) in manifest.expressions.iter() {
        assert!(manifest.expressions.span(id).end <= source.text().len());
        manifest.expressions.parts(expr, |part| assert!(part < id));
    }
    let (metamodel, problems) = language::load(&[source]);
    assert_eq!(
        metamodel.is_none(),
        problems.has_errors(),
        "there must be a metamodel unless there are errors"
    );
    if let Some(metamodel) = metamodel {
        let roots: Vec<_> = metamodel.roots().collect();
        check_printed(&metamodel, &roots);
    }
});
