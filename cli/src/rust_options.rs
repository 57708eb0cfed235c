//! The options of `generate` that say what Rust is written.

use clap::{Args, ValueEnum};
use modelwright_codegen::rust::{self, RustOptions};

/// What Rust is written
#[derive(Debug, Args)]
#[command(next_help_heading = "Rust")]
pub(super) struct RustArgs {
    /// Write handles to the objects of models as well, in a module `handles`
    #[arg(long)]
    handles: bool,

    /// A further derive of every type, such as `Eq`; may be repeated. `schemars::JsonSchema` gives the types the schemas
    /// of their documents, in a file beside
    #[arg(long, value_name = "PATH", value_parser = path)]
    derive: Vec<String>,

    /// Who sees the types
    #[arg(long, value_enum, default_value_t = Visibility::Public, value_name = "WHO")]
    visibility: Visibility,

    /// Use a type of one's own for a data type, as `EDate=crate::Date`; may be repeated
    #[arg(long = "type", value_name = "DATATYPE=PATH", value_parser = replacement)]
    types: Vec<(String, String)>,

    /// Put a contained object into a box, as `Class.feature`; may be repeated
    #[arg(long, value_name = "CLASS.FEATURE")]
    boxed: Vec<String>,

    /// Let required values be missing, so that the types hold incomplete documents
    #[arg(long)]
    incomplete: bool,

    /// Write a folder with a file for each package
    #[arg(long)]
    file_per_package: bool,

    /// The module that the types use, whose name is `typed`
    #[arg(long, value_name = "PATH", value_parser = runtime, default_value = "modelwright_metamodel::typed")]
    runtime: String,
}

/// Who sees what is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Visibility {
    /// Everybody (`pub`)
    Public,
    /// The crate (`pub(crate)`)
    Crate,
}

/// A path of Rust.
fn path(text: &str) -> Result<String, String> {
    let is_name = |name: &str| {
        let name = name.strip_prefix("r#").unwrap_or(name);
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    if text.strip_prefix("::").unwrap_or(text).split("::").all(is_name) {
        Ok(text.to_owned())
    } else {
        Err("expected a path of Rust, such as `schemars::JsonSchema`".to_owned())
    }
}

fn runtime(text: &str) -> Result<String, String> {
    match path(text)? {
        path if path.rsplit("::").next() == Some("typed") => Ok(path),
        _ => Err("expected a path that ends in `typed`".to_owned()),
    }
}

fn replacement(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, ty)) if !name.is_empty() => Ok((name.to_owned(), path(ty)?)),
        _ => Err("expected a data type, `=` and a type of Rust, such as `EDate=crate::Date`".to_owned()),
    }
}

impl RustArgs {
    pub(super) fn options(&self) -> RustOptions {
        RustOptions {
            runtime: self.runtime.clone(),
            logic: RustOptions::default().logic,
            derives: self.derive.clone(),
            visibility: match self.visibility {
                Visibility::Public => rust::Visibility::Public,
                Visibility::Crate => rust::Visibility::Crate,
            },
            types: self.types.clone(),
            boxed: self.boxed.clone(),
            incomplete: self.incomplete,
            file_per_package: self.file_per_package,
            handles: self.handles,
            metamodel: None,
        }
    }
}
