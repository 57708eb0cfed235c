//! The fast path of the YAML scanner gives the same events as the exact one: for documents, for documents that are
//! cut off, and for documents with random changes.

use modelwright_notations::yaml::{YamlVariant, path_difference};
use proptest::prelude::*;

const DOCUMENTS: [&str; 8] = [
    include_str!("data/yaml/paths/hiera.yaml"),
    include_str!("data/yaml/paths/model.yaml"),
    include_str!("data/yaml/paths/odd.yaml"),
    include_str!("data/yaml/paths/carriage-returns.yaml"),
    include_str!("data/yaml/paths/breaks-and-marks.yaml"),
    include_str!("data/yaml/layout.yaml"),
    include_str!("data/yaml/core.cases"),
    include_str!("data/yaml/psych.cases"),
];

/// Pieces to insert into documents: everything that has a meaning in YAML, and some that have none.
const PIECES: [&str; 44] = [
    ":", ": ", "- ", "-", "? ", "#", " #", "\n", "\n\n", " ", "  ", "\t", "'", "\"", "\\", "[", "]", "{",
    "}", ",", "&a ", "*a", "!!str ", "! ", "|", ">", "|\n", "%", "@", "---", "---\n", "...\n", "\r\n", "\r",
    "\u{85}", "\u{2028}", "\u{feff}", "\0", "é", "x", "0b2", "<<", "\n- ", "\n  a: b",
];

#[track_caller]
fn check(text: &str) {
    for variant in [YamlVariant::Core, YamlVariant::Psych] {
        if let Some(difference) = path_difference(text, variant) {
            panic!("{variant:?} {text:?}\n{difference}");
        }
    }
}

#[test]
fn documents_cut_off_anywhere_are_read_the_same() {
    for document in DOCUMENTS {
        // The cases of a table are documents, too.
        for part in document.split("==>") {
            let part = part.replace('␉', "\t").replace('␤', "\u{85}");
            for (end, _) in part.char_indices().chain([(part.len(), ' ')]) {
                check(&part[..end]);
            }
        }
    }
}

/// A document with pieces inserted, removed or replaced.
fn change(document: &str, steps: &[(usize, usize, usize)]) -> String {
    let mut text: Vec<char> = document.chars().collect();
    for (place, piece, length) in steps {
        let start = place % (text.len() + 1);
        let end = (start + length).min(text.len());
        text.splice(start..end, PIECES[piece % (PIECES.len())].chars());
    }
    text.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_documents_are_read_the_same(
        document in 0..6_usize,
        steps in prop::collection::vec((any::<usize>(), any::<usize>(), 0..3_usize), 1..4),
    ) {
        check(&change(DOCUMENTS[document], &steps));
    }

    #[test]
    fn documents_of_pieces_are_read_the_same(pieces in prop::collection::vec(0..PIECES.len() + 6, 0..24)) {
        let words = ["a", "b: c\n", "- d\n", "\n  ", "e:\n", "  - f: g\n"];
        let text: String = pieces.iter().map(|at| PIECES.get(*at).unwrap_or(&words[at % 6])).copied().collect();
        check(&text);
    }
}
