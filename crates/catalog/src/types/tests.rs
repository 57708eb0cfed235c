//! Tests of resource types, with the files in `crates/catalog/tests/data/types`.

use super::{AttributeKind, ResourceType, ResourceTypes, TitleParts, read_generated, read_ruby};
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/types")
}

/// A type in the format of the table.
fn text(found: &ResourceType) -> String {
    let mut out = format!("type {}", found.name());
    for (is_marked, word) in
        [(!found.is_isomorphic(), "not_isomorphic"), (!found.is_complete(), "incomplete")]
    {
        if is_marked {
            let _ = write!(out, " {word}");
        }
    }
    out.push('\n');
    for (name, kind) in found.attributes() {
        let kind = if kind == AttributeKind::Property { "property" } else { "parameter" };
        let key = if found.keys().any(|key| key == name) { " key" } else { "" };
        let _ = writeln!(out, "  {kind} {name}{key}");
    }
    for title in ["a", "a@b", "a@b@c", "/d/", "", "a::b"] {
        let _ = writeln!(out, "  title {title:?}: {:?}", found.parts(title));
    }
    out
}

/// Compares the types in files with what is expected of them.
#[expect(clippy::disallowed_methods, reason = "reads the files of the test")]
fn check(extension: &str, read: impl Fn(&str, &str) -> Vec<ResourceType>) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory())
        .expect("the directory of the test")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).expect("a file of the test");
        let found: String = read(&name, &source).iter().map(text).collect();
        let expected = path.with_extension(format!("{extension}.txt"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &found).expect("a file of the test");
        }
        assert_eq!(found, std::fs::read_to_string(&expected).unwrap_or_default(), "{name}");
    }
}

#[test]
fn texts_in_ruby_are_read_without_running_them() {
    check("rb", |name, text| {
        let source = Source::new(name, text);
        read_ruby(&source, |name| name == "with_providers").expect("a text whose nesting is known")
    });
}

#[test]
fn generated_types_are_read() {
    check("pp", |name, text| read_generated(&Source::new(name, text)).into_iter().collect());
}

#[test]
fn a_file_with_other_statements_declares_no_type() {
    let source =
        Source::new("x.pp", "$a = 1\nPuppet::Resource::ResourceType3.new('a', [], [], {}, true, false)");
    assert!(read_generated(&source).is_none());
}

#[test]
fn the_table_is_read_completely() {
    let types = ResourceTypes::builtin();
    let lines = include_str!("builtin.txt").lines();
    let attributes = lines.clone().filter(|line| line.starts_with("  p") && !line.starts_with("  pattern"));
    let read: usize = types.types.values().map(|found| found.attributes().count()).sum();
    assert_eq!(read, attributes.count());
    assert_eq!(types.types.len(), lines.filter(|line| line.starts_with("type ")).count());
    assert!(
        ResourceTypes::is_core("exec") && ResourceTypes::is_core("user") && !ResourceTypes::is_core("cron")
    );
    let file = types.find("file").expect("a type");
    assert!(file.has_attribute("mode") && file.has_attribute("require") && !file.has_attribute("modes"));
    assert_eq!(file.namevar(), "path");
    assert_eq!(file.parts("/a//"), TitleParts::Known(vec![("path", Some("/a"))]));
    assert_eq!(file.parts("/"), TitleParts::Known(vec![("path", Some("/"))]));
    let package = types.find("package").expect("a type");
    assert_eq!((package.namevar(), package.keys().count()), ("name", 3));
    assert_eq!(types.find("sshkey").map(|found| found.parts("a@")).as_ref().map(|_| ()), Some(()));
}
