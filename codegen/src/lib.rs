//! Text from metamodels: Rust types, JSON Schema, XML Schema, `.ecore` files, class diagrams, and the output of templates.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! To add a target, write its file and add a line to the registry: its options, help and examples are part of its
//! declaration. Invariants: the same metamodel and options give the same bytes; what a target cannot express is reported
//! as a diagnostic that names the element. This crate reads and writes no files, and starts no threads.
//!
//! **Generate with your own options**: every target has a module with a typed function.
//!
//! ```
//! use modelwright_codegen::rust::{self, RustOptions, Visibility};
//! # use modelwright_language::language;
//! # use modelwright_metamodel::diagnostic::Source;
//!
//! let text = "package shapes { uri => 'urn:shapes' }  type Circle { attr radius, Float { min => 1 } }";
//! let (metamodel, _) = language::load(&[Source::new("shapes.pp", text)]);
//! let options = RustOptions { visibility: Visibility::Crate, ..RustOptions::default() };
//! let (files, problems) = rust::generate(&metamodel.unwrap(), &[], &options);
//! assert!(problems.is_empty());
//! assert_eq!(files[0].path, "shapes.rs");
//! assert!(files[0].text.contains("pub(crate) struct Circle {"));
//! ```
//!
//! **Offer every target**, as the command line does: [`TARGETS`] lists them with their options, and a [`Request`]
//! contains the user's selection.
//!
//! ```
//! use modelwright_codegen::{Request, target};
//! use modelwright_metamodel::options::OptionValues;
//! # use modelwright_language::language;
//! # use modelwright_metamodel::diagnostic::Source;
//! # let text = "package shapes { uri => 'urn:shapes' }  type Circle { attr radius, Float { min => 1 } }";
//! # let metamodel = language::load(&[Source::new("shapes.pp", text)]).0.unwrap();
//!
//! let options = OptionValues::new().with("draft", "07");
//! let request = Request { options, ..Request::new(&metamodel) };
//! let (files, _) = target("json-schema").unwrap().generate(&request);
//! assert!(files[0].text.contains("http://json-schema.org/draft-07/schema#"));
//!
//! let (_, problems) = target("ecore").unwrap().generate(&request);
//! assert_eq!(problems.iter().next().unwrap().message, "`ecore` has no option `draft`");
//! ```
//!
//! **Execute a template** over a metamodel:
//!
//! ```
//! use modelwright_codegen::Script;
//! use modelwright_codegen::template::{self, Template};
//! # use modelwright_language::language;
//! # use modelwright_metamodel::diagnostic::Source;
//! # let text = "package shapes { uri => 'urn:shapes' }  type Circle { attr radius, Float { min => 1 } }";
//! # let metamodel = language::load(&[Source::new("shapes.pp", text)]).0.unwrap();
//!
//! let source = Source::new("list.md.j2", "{% for class in classes %}- {{ class.name }}\n{% endfor %}");
//! let template = Template::new(Script::new("list.md.j2", source));
//! let (files, _) = template::generate(&metamodel, &[], &template);
//! assert_eq!((files[0].path.as_str(), files[0].text.as_str()), ("list.md", "- Circle\n"));
//! ```

mod comparison;
mod diagram;
mod facets;
mod json;
mod languages;
mod layout;
mod numbered_names;
mod scope;
mod target;
mod text_types;
mod xml;

pub use target::{GeneratedFile, Loader, Request, Run, Script, ScriptSpec, Target, files_of_directory};

/// Declares the file or directory of each target, which has a `TARGET`, and lists them.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(pub mod $file;)+

        /// All targets, in the order shown to users.
        pub static TARGETS: &[Target] = &[$($file::TARGET),+];
    };
}

// The registry of targets.
registry! {
    rust,
    json_schema,
    xsd,
    ecore,
    python,
    typescript,
    java,
    ruby,
    sql,
    puppet,
    mermaid,
    plantuml,
    dot,
    svg,
    docs,
    template,
}

/// The target with this name.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

#[cfg(test)]
mod tests {
    use super::TARGETS;
    use modelwright_metamodel::options;
    use std::collections::HashSet;

    #[test]
    fn declarations_are_distinct_and_their_defaults_valid() {
        let names: HashSet<&str> = TARGETS.iter().map(|target| target.name).collect();
        assert_eq!(names.len(), TARGETS.len());
        for target in TARGETS {
            let defaults = options::defaults(target.options);
            let declared = target.options.iter().filter(|spec| spec.default.is_some()).count();
            assert_eq!(
                defaults.iter().count(),
                declared,
                "{}: a default is invalid or declared twice",
                target.name
            );
            assert!(options::check(target.name, target.options, &defaults).is_empty());
            let names: HashSet<&str> = target.options.iter().map(|spec| spec.name).collect();
            assert_eq!(names.len(), target.options.len(), "{}: an option is declared twice", target.name);
            assert!(!target.examples.is_empty(), "{} has no example", target.name);
        }
    }
}

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
