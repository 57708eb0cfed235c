//! Formatting of types and manifests: every valid text can be formatted, retains its meaning, and does not
//! change when it is formatted again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_language::language::{self, LeafKind};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::{Limits, decode_text};

/// The tokens, except commas and other tokens that formatting may add or remove.
fn words(text: &str) -> Vec<String> {
    let (tree, _) = language::syntax_tree(&Source::new("case.pp", text));
    let words =
        tree.leaves().into_iter().filter(|leaf| !matches!(leaf.kind, LeafKind::Blank | LeafKind::Comment));
    let words = words.map(|leaf| text[leaf.range.clone()].trim_end().to_owned());
    let mut words: Vec<_> = words.filter(|w| !matches!(w.as_str(), "," | ";" | ":" | "{" | "}")).collect();
    words.sort();
    words
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.pp", bytes.to_vec(), &Limits::default()) else { return };
    let (laid_out, problems) = language::format(&source);
    assert_eq!(laid_out.is_none(), problems.has_errors(), "there must be a text unless there are errors");
    let Some(laid_out) = laid_out else { return };
    assert_eq!(words(source.text()), words(&laid_out), "the words must be the same");
    let again = language::format(&Source::new("case.pp", laid_out.as_str())).0;
    assert_eq!(again.as_deref(), Some(&*laid_out), "formatting again must not change the text");
});
