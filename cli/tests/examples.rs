//! The example crate `borrowing` must contain what the command line writes. `UPDATE_EXPECT=1` rewrites it.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use std::path::Path;
use std::process::Command;

#[test]
fn the_types_of_the_example_are_what_the_command_line_writes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in the project");
    let committed = root.join("examples/borrowing/src");
    let directory = tempfile::tempdir().expect("a directory");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let place = if update { committed.as_path() } else { directory.path() };
    let ran = Command::new(env!("CARGO_BIN_EXE_modelwright"))
        .args(["generate", "rust", "examples/library/library.pp", "--derive", "Eq", "--handles", "-o"])
        .arg(place)
        .current_dir(root)
        .status()
        .expect("the program");
    assert!(ran.success());
    for name in ["library.rs", "library.ecore"] {
        let [ours, theirs] =
            [place, &committed].map(|directory| std::fs::read(directory.join(name)).expect("a file"));
        assert!(ours == theirs, "{name} differs (UPDATE_EXPECT=1 rewrites it)");
    }
}
