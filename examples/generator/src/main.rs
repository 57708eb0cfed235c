//! Generation with the library, for tools with other sources of metamodels and files.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program shows what it does")]

use modelwright_codegen::GeneratedFile;
use modelwright_codegen::rust::{self, RustOptions, Visibility};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};

const SHAPES: &str = "
package shapes { uri => 'urn:example:shapes:1' }
# What can be drawn.
abstract type Shape { attr name, String }
type Circle inherits Shape { attr radius, Float { default => 1.0 } }
type Group inherits Shape { has shapes, Shape { max => unbound } }
";

fn main() {
    match generated() {
        Ok(files) => files.iter().for_each(|file| println!("== {}\n{}", file.path, file.text)),
        Err(problems) => problems.iter().for_each(|problem| eprintln!("{problem}")),
    }
}

/// The types of the shapes, which are private to a crate.
fn generated() -> Result<Vec<GeneratedFile>, Diagnostics> {
    let (metamodel, problems) = language::load(&[Source::new("shapes.pp", SHAPES)]);
    let metamodel = metamodel.ok_or(problems)?;
    let options = RustOptions {
        source: Some("shapes.pp".to_owned()),
        visibility: Visibility::Crate,
        derives: vec!["PartialOrd".to_owned()],
        ..RustOptions::default()
    };
    let (files, problems) = rust::generate(&metamodel, &[], &options);
    if problems.has_errors() { Err(problems) } else { Ok(files) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_applied() {
        let files = generated().expect("sound shapes");
        let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(names, ["shapes.rs", "shapes.ecore"]);
        assert!(
            files[0]
                .text
                .contains("#[derive(Debug, Clone, PartialEq, Default, PartialOrd)]\npub(crate) struct Group")
        );
    }
}
