//! Reports about catalogs: their pages are too large for a directory of cases.

#![expect(clippy::disallowed_methods, reason = "tests create and read files")]

use super::generated::messages;
use super::runner::run;
use std::fs;

#[test]
fn pages_are_written_although_a_node_fails() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    let manifest = "node good { notify { 'x': } }\nnode bad { include missing }\n\
                    node circle { notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] } }\n";
    write("site.pp", manifest);
    let report = |nodes: &str| {
        write("facts.yaml", nodes);
        let fixed = ["catalog", "report", "--manifest", "site.pp", "--facts", "facts.yaml", "-o", "pages"];
        let output = run(directory.path(), &fixed);
        let pages = fs::read_dir(directory.path().join("pages")).expect("pages").count();
        (output.status.code(), pages > 1, messages(&output))
    };
    let fine = "good: {}\n";
    assert_eq!(report(fine), (Some(0), true, String::new()));
    let (code, has_pages, shown) = report("good: {}\nbad: {}\ncircle: {}\n");
    assert_eq!((code, has_pages), (Some(1), true), "{shown}");
    assert!(shown.contains("there is no class `missing`") && shown.contains("for 1 node: bad"), "{shown}");
    assert!(shown.contains("for 1 node: circle"), "{shown}");
}
