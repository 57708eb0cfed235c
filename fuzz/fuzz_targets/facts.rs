//! Facts of nodes: no text of any shape causes a panic, each node has a name and a hash of variables, and catalogs are built with these.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::hiera::facts::{read_nodes, read_scope};
use modelwright::store::Value;
use modelwright_fuzz::catalogs;
use modelwright_metamodel::diagnostic::Source;

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("facts", String::from_utf8_lossy(bytes).into_owned());
    let _ = read_scope(&source);
    for file in [None, Some("node")] {
        for (_, variables) in read_nodes(&source, file).unwrap_or_default() {
            assert!(matches!(variables, Value::Hash(_)));
        }
    }
    catalogs::read_facts(source.text());
});
