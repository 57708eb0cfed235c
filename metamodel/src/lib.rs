//! Models and metamodels: their representation, edits, and diagnostics.
//!
//! The API of this crate is stable. `modelwright-notations` reads and writes models, `modelwright-validation` checks them, and
//! `modelwright-typed` converts them to Rust types.
//!
//! # Read a document of a metamodel
//!
//! A metamodel is a model of Ecore itself, and read in the same way as other models.
//!
//! ```
//! use modelwright_metamodel::diagnostic::Source;
//! use modelwright_metamodel::ecore::Metamodel;
//! use modelwright_metamodel::model::{Document, Model, Value, ecore};
//! use modelwright_notations::xmi::{self, ReadOptions};
//! use std::sync::Arc;
//!
//! let ecore = r##"<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
//!     xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="cars" nsURI="urn:cars" nsPrefix="cars">
//!   <eClassifiers xsi:type="ecore:EClass" name="Garage">
//!     <eStructuralFeatures xsi:type="ecore:EReference" name="cars" upperBound="-1" eType="#//Car" containment="true"/>
//!   </eClassifiers>
//!   <eClassifiers xsi:type="ecore:EClass" name="Car">
//!     <eStructuralFeatures xsi:type="ecore:EAttribute" name="name" lowerBound="1"
//!         eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString"/>
//!   </eClassifiers>
//! </ecore:EPackage>"##;
//! let mut definition = Model::new(Metamodel::ecore());
//! let source = Source::new("cars.ecore", ecore);
//! let (document, problems) =
//!     xmi::read(&source, &mut definition, Document::new("cars.ecore"), &ReadOptions::default());
//! assert!(problems.is_empty());
//! let conversion = ecore::from_models(&definition, &[document], &Metamodel::ecore());
//! assert!(conversion.problems.is_empty());
//!
//! let mut model = Model::new(Arc::new(conversion.metamodel));
//! let source = Source::new(
//!     "garage.xmi",
//!     r#"<cars:Garage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:cars="urn:cars"><cars name="Beetle"/></cars:Garage>"#,
//! );
//! let (document, problems) =
//!     xmi::read(&source, &mut model, Document::new("garage.xmi"), &ReadOptions::default());
//! assert!(problems.is_empty());
//! let garage = model.document(document).roots()[0];
//! let car = model.list_named(garage, "cars").objects().next().expect("a car");
//! assert_eq!(model.get_named(car, "name"), Value::String("Beetle"));
//! assert_eq!(model.address(car), "//@cars.0");
//! ```
//!
//! # Navigate and edit
//!
//! Every edit checks types, keeps containment a tree and opposites consistent, or changes nothing. Edits can be
//! recorded and undone.
//!
//! ```
//! use modelwright_metamodel::ecore::{Metamodel, builtin};
//! use modelwright_metamodel::model::{Document, History, Model, Value};
//!
//! let mut model = Model::new(Metamodel::ecore());
//! let document = model.add_document(Document::new("cars.ecore"));
//! let package = model.create(builtin::EPACKAGE)?;
//! let class = model.create(builtin::ECLASS)?;
//! model.add_root(document, package);
//! let name = builtin::feature(builtin::ENAMED_ELEMENT, "name");
//! model.set(class, name, Value::String("Car"))?;
//!
//! let mut history = History::default();
//! let classifiers = builtin::feature(builtin::EPACKAGE, "eClassifiers");
//! history.run(&mut model, |model| model.add(package, classifiers, Value::Object(class)))?;
//! assert_eq!(model.container(class), Some(package));
//! assert_eq!(model.get_named(class, "ePackage"), Value::Object(package));
//! assert!(model.set(class, name, Value::Int(1)).is_err(), "a name is a string");
//! assert!(history.undo(&mut model)?);
//! assert_eq!(model.container(class), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Validate and write
//!
//! ```
//! use modelwright_metamodel::ecore::{Metamodel, builtin};
//! use modelwright_metamodel::model::{Document, Model, Value};
//! use modelwright_metamodel::output::in_memory;
//! use modelwright_validation::{CheckOptions, check};
//! use modelwright_notations::xmi::{self, WriteOptions};
//!
//! let mut model = Model::new(Metamodel::ecore());
//! let document = model.add_document(Document::new("cars.ecore"));
//! let package = model.create(builtin::EPACKAGE)?;
//! model.add_root(document, package);
//! let problems = check(&model, document, &CheckOptions::default());
//! assert!(problems.has_errors(), "a package needs a name and a namespace");
//!
//! for (feature, value) in [("name", "cars"), ("nsURI", "urn:cars"), ("nsPrefix", "cars")] {
//!     let feature = model.metamodel().feature(builtin::EPACKAGE, feature).expect("a feature of Ecore");
//!     model.set(package, feature, Value::String(value))?;
//! }
//! assert!(check(&model, document, &CheckOptions::default()).is_empty());
//! let (bytes, losses) = in_memory(|sink| xmi::write(&model, document, &WriteOptions::ecore(), sink))
//!     .map_err(|problems| format!("{problems:?}"))?;
//! assert!(losses.is_empty());
//! assert!(String::from_utf8(bytes)?.contains("nsURI=\"urn:cars\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! The modules, each of which uses only those above it in this list:
//!
//! * [`diagnostic`] – one value type for every problem, with its position in the source.
//! * [`ecore`] – the metamodel itself: packages, classes, features, data types; immutable once built.
//! * [`encoding`] – the encodings that documents may be in.
//! * [`input`] – converts bytes to text, within limits; [`output`] – the sinks that documents are written to.
//! * [`options`] – how formats and targets declare their options, and the values that users choose.
//! * [`model`] – instances: an arena of objects and the reflective interface to it.
//!
//! Nothing in this crate opens files, prints, reads the environment or exits.

pub mod calendar;
pub mod cycles;
pub mod diagnostic;
pub mod ecore;
pub mod encoding;
pub mod input;
pub mod json_text;
pub mod model;
pub mod names;
pub mod options;
pub mod output;
pub mod simd;
pub mod threads;
pub mod unicode;

#[cfg(doctest)]
#[doc = include_str!("../../docs/editing.md")]
struct EditingPage;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
