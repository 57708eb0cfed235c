//! The options of `generate` that say how schemas are written.

use super::dialect::DialectName;
use clap::{Args, ValueEnum};
use modelwright_codegen::json_schema::{self, JsonSchemaOptions};
use modelwright_codegen::xsd::XsdOptions;

/// How schemas are written
#[derive(Debug, Args)]
#[command(next_help_heading = "Schemas")]
pub(super) struct SchemaArgs {
    /// The draft of JSON Schema
    #[arg(long, value_enum, default_value_t = Draft::Draft202012, value_name = "DRAFT")]
    draft: Draft,

    /// The dialect of the documents that a JSON Schema is for
    #[arg(long, value_enum, default_value_t = DialectName::Plain, value_name = "DIALECT")]
    dialect: DialectName,

    /// Write the JSON Schema definitions of each package to a file of their own
    #[arg(long)]
    per_package: bool,

    /// Let an XML Schema ask for lower bounds, too: only for documents that refer to no other ones
    #[arg(long)]
    lower_bounds: bool,
}

/// The drafts of JSON Schema that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Draft {
    /// Draft 2020-12
    #[value(name = "2020-12")]
    Draft202012,
    /// Draft 7, for tools that know no later one
    #[value(name = "07")]
    Draft07,
}

impl SchemaArgs {
    pub(super) fn json_schema(&self) -> JsonSchemaOptions {
        let draft = match self.draft {
            Draft::Draft202012 => json_schema::Draft::Draft202012,
            Draft::Draft07 => json_schema::Draft::Draft07,
        };
        JsonSchemaOptions { draft, dialect: self.dialect.dialect(), per_package: self.per_package }
    }

    pub(super) fn xsd(&self) -> XsdOptions {
        XsdOptions { lower_bounds: self.lower_bounds }
    }
}
