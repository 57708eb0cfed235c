//! The options of `convert` that say how XML is written: EMF's save options under names of ours.

use clap::Args;
use modelwright::formats::XmlOptions;

/// How XMI and .ecore files are written
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are as many options")]
#[command(next_help_heading = "XMI and .ecore output")]
pub(super) struct SaveOptions {
    /// Break lines before attributes once they are longer; 0 for never
    #[arg(long, value_name = "CHARACTERS")]
    line_width: Option<usize>,

    /// Write all elements on one line
    #[arg(long)]
    unformatted: bool,

    /// Leave out the XML declaration
    #[arg(long)]
    no_declaration: bool,

    /// Say where the metamodels are (xsi:schemaLocation)
    #[arg(long, overrides_with = "no_schema_location")]
    schema_location: bool,

    /// Do not say it, even if the input does
    #[arg(long)]
    no_schema_location: bool,

    /// Write attributes that have an explicit default even where they have that value
    #[arg(long)]
    keep_defaults: bool,

    /// Write references to other documents as attributes, as .ecore files have them
    #[arg(long)]
    encoded_attributes: bool,

    /// Write the class of every contained object, not only where it is another than the expected one
    #[arg(long)]
    type_information: bool,

    /// Write the class as xmi:type instead of xsi:type
    #[arg(long)]
    xmi_type: bool,
}

impl SaveOptions {
    pub(super) fn choices(&self) -> XmlOptions {
        let location = if self.no_schema_location { Some(false) } else { None };
        XmlOptions {
            line_width: self.line_width,
            unformatted: self.unformatted,
            no_declaration: self.no_declaration,
            schema_location: if self.schema_location { Some(true) } else { location },
            keep_defaults: self.keep_defaults,
            encoded_attributes: self.encoded_attributes,
            type_information: self.type_information,
            xmi_type: self.xmi_type,
            extended_metadata: false,
        }
    }
}
