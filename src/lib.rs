//! Define a model once; read it, check it, convert it, and generate everything else from it.
//!
//! * [`metamodel`] – what a model is, and how it is read, written, edited and checked.
//! * [`language`] – the type language.
//! * [`codegen`] – text from metamodels.
//! * [`files`] – the one way to files: on the disk, in memory, and unsaved texts over others.
//! * [`formats`] – how models are read and written.
//! * [`generated`] – the Rust types of the shipped metamodels.
//! * [`hiera`] – Hiera 1 data as bindings.
//! * [`importers`] – what reads notations that bring their metamodel with them.
//! * [`shipped`] – the metamodels that are part of modelwright.
//! * [`workspace`] – where documents and metamodels come from.
//!
//! ```
//! use modelwright::formats::{self, WriteOptions};
//! use modelwright::workspace::Workspace;
//! use std::path::Path;
//!
//! // Read an instance with its metamodel, check it, and write it in another notation.
//! let workspace = Workspace { models: vec!["examples/library/library.pp".into()], ..Workspace::default() };
//! let loaded = workspace.load(Path::new("examples/library/books.xmi"), None).expect("a file");
//! assert!(loaded.diagnostics.is_empty() && workspace.validate(&loaded).is_empty());
//!
//! let library = loaded.model.document(loaded.document).roots()[0];
//! assert_eq!(loaded.model.get_named(library, "name").text(), Some("Corner library"));
//!
//! let json = formats::by_name("json").expect("a format");
//! let (bytes, _) = json.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()).expect("JSON");
//! assert!(bytes.starts_with(b"{"));
//! ```
//!
//! Models whose metamodel was generated as Rust types convert to those types and back:
//!
//! ```
//! use modelwright::generated::bindings::Site;
//! use modelwright::metamodel::typed;
//! use modelwright::workspace::Workspace;
//! use std::path::Path;
//!
//! let loaded = Workspace::default().load(Path::new("examples/hiera/hiera.yaml"), None).expect("a file");
//! let sites: Vec<Site> = typed::from_model(&loaded.model, loaded.document).expect("a site");
//! let categories = sites[0].categories.as_ref().expect("categories");
//! assert_eq!(categories.categories[0].name, "node");
//! ```

pub use modelwright_codegen as codegen;
pub use modelwright_language as language;
pub use modelwright_metamodel as metamodel;

/// The snippets of the page that people see first, so that they are compiled.
#[cfg(doctest)]
#[doc = include_str!("../docs/generated-rust.md")]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod files;
pub mod formats;
pub mod generated;
pub mod hiera;
pub mod importers;
pub mod shipped;
pub mod workspace;
