//! Define a model once; read it, check it, convert it, and generate everything else from it.
//!
//! **Hiera to bindings**: a `hiera.yaml` is read with all its data, as values of generated Rust types.
//!
//! ```
//! use modelwright::generated::bindings::Site;
//! use modelwright::typed;
//! use modelwright::workspace::Workspace;
//! use std::path::Path;
//!
//! let loaded = Workspace::default().load(Path::new("examples/hiera/hiera.yaml"), None).expect("a file");
//! let sites: Vec<Site> = typed::from_model(&loaded.model, loaded.document).expect("a site");
//! let layer = &sites[0].layers.as_ref().expect("layers").layers[0];
//! let levels = layer.categories.as_ref().expect("the levels of the tree");
//! assert_eq!(levels.categories[0].name, "node");
//! ```
//!
//! **Exchange of models**: a document is read with its metamodel, checked, and written in another format. Every format is
//! read and written by the same functions, and declares its options.
//!
//! ```
//! use modelwright::formats::WriteOptions;
//! use modelwright::workspace::{Registry, Workspace};
//! use std::path::Path;
//!
//! let workspace = Workspace { models: vec!["examples/library/library.pp".into()], ..Workspace::default() };
//! let loaded = workspace.load(Path::new("examples/library/books.xmi"), None).expect("a file");
//! assert!(loaded.diagnostics.is_empty() && workspace.validate(&loaded).is_empty());
//!
//! let library = loaded.model.document(loaded.document).roots()[0];
//! assert_eq!(loaded.model.get_named(library, "name").text(), Some("Corner library"));
//!
//! let json = Registry::standard().format("json").expect("a format");
//! let options = WriteOptions::default().with("dialect", "emf");
//! let (bytes, losses) = json.to_bytes(&loaded.model, loaded.document, &options).expect("JSON");
//! assert!(bytes.starts_with(b"{") && losses.is_empty());
//! ```
//!
//! **Types and schemas from a declaration**: every target generates files from a metamodel.
//!
//! ```
//! use modelwright::codegen::{Request, target};
//! use modelwright::workspace::Workspace;
//! use std::path::Path;
//!
//! let declaration = Path::new("examples/library/library.pp");
//! let (metamodel, problems) = Workspace::default().load_metamodel(declaration).expect("a file");
//! assert!(problems.is_empty());
//!
//! let (types, _) = target("rust").expect("a target").generate(&Request::new(&metamodel));
//! assert!(types[0].text.contains("pub struct Library {"));
//! let (schemas, _) = target("json-schema").expect("a target").generate(&Request::new(&metamodel));
//! assert!(schemas[0].text.contains("\"$schema\""));
//! ```
//!
//! **Formats, rules and targets of your own** are added to the [registry](workspace::Registry) of a workspace.
//!
//! The parts, from the lowest: [`metamodel`] has models; [`notations`] reads and writes them, [`validation`] checks them and
//! [`typed`] converts them to Rust types; [`language`] is the type language, and [`evaluation`] its logic; [`codegen`] has the
//! targets; [`files`] is the only access to files; a [format](formats) reads and writes documents; a [workspace] resolves
//! metamodels and references; an [importer](importers) reads notations that bring their own metamodel, such as [`hiera`];
//! [`shipped`] and [`generated`] are the metamodels that are part of modelwright, and their Rust types.
//!
//! The features `hiera`, `bindings` and `catalogs` are on by default; without them, nothing of Hiera, bindings and
//! catalogs is compiled.

pub use modelwright_codegen as codegen;
pub use modelwright_evaluation as evaluation;
pub use modelwright_language as language;
pub use modelwright_metamodel as metamodel;
pub use modelwright_notations as notations;
pub use modelwright_typed as typed;
pub use modelwright_validation as validation;

/// Compiles the examples in the README as doctests.
#[cfg(doctest)]
#[expect(rustdoc::invalid_codeblock_attributes, reason = "`file=` and `shows=` are for the tests of pages")]
#[doc = include_str!("../docs/generated-rust.md")]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles the programs in the pages of diagnostic codes that only callers of the library can cause.
#[cfg(doctest)]
#[doc = include_str!("../cli/src/explain/pages/MW0013.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0014.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0201.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0204.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0206.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0208.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0701.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0702.md")]
#[doc = include_str!("../cli/src/explain/pages/MW0703.md")]
struct PagesOfCodes;

pub mod formats;
pub mod importers;
pub mod records;
pub mod shipped;
pub mod workspace;

#[cfg(feature = "bindings")]
pub use modelwright_bindings as bindings;
#[cfg(feature = "hiera")]
pub use modelwright_bindings_model::generated;
#[cfg(feature = "catalogs")]
pub use modelwright_catalog as catalog;
pub use modelwright_files::{self as files, corrections};
#[cfg(feature = "hiera")]
pub use modelwright_hiera::{self as hiera, store};
