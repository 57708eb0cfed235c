//! The native part of the Python package `pymodelwright`: classes and functions over the crate `modelwright`.
//!
//! Invariants: every answer is that of the library, nothing is computed a second time; the interpreter is released
//! while documents are read, checked or written; no lock of a model is held while Python code runs; a panic becomes an
//! ordinary exception. This crate prints nothing.

mod arrow;
mod capture;
mod class_info;
mod evaluate;
mod files;
mod generate;
mod list;
mod metamodel;
mod model;
mod object;
mod option_values;
mod output;
mod problem;
mod run;
mod table;
mod values;

use pyo3::prelude::*;

/// The classes and functions of `pymodelwright` that are written in Rust.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::arrow::ArrowTable;
    #[pymodule_export]
    use super::class_info::{ModelClass, ModelFeature};
    #[pymodule_export]
    use super::evaluate::evaluate;
    #[pymodule_export]
    use super::files::{convert, validate, validate_text};
    #[pymodule_export]
    use super::generate::{formats, generate, targets};
    #[pymodule_export]
    use super::list::ObjectList;
    #[pymodule_export]
    use super::metamodel::Metamodel;
    #[pymodule_export]
    use super::model::{Model, Objects};
    #[pymodule_export]
    use super::object::Object;
    #[pymodule_export]
    use super::problem::{Problem, Problems};
    #[pymodule_export]
    use super::run::_panic;
    #[pymodule_export]
    use super::table::{RowCheck, ViolationTable, validate_batches};
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::run::silence_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
