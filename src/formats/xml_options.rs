//! The options of XMI and `.ecore`, which correspond to EMF's load and save options under other names.

use super::{ReadOptions, WriteOptions};
use modelwright_metamodel::encoding::Encoding;
use modelwright_metamodel::options::OptionSpec;
use modelwright_notations::xmi;

const INPUT: &str = "XMI input";
const OUTPUT: &str = "XMI and .ecore output";

const EXTENDED_METADATA: OptionSpec = OptionSpec::flag(
    "extended-metadata",
    "Use the names and the form of XML that the metamodel's extended metadata defines: XML that follows a schema",
)
.heading(INPUT);

/// The options for reading.
pub(super) const READ: &[OptionSpec] = &[
    EXTENDED_METADATA,
    OptionSpec::flag(
        "record-unknown",
        "Keep elements and attributes that the metamodel does not know, and write them back to XMI",
    )
    .heading(INPUT),
];

/// The options for writing.
pub(super) const WRITE: &[OptionSpec] = &[
    OptionSpec::text("encoding", "NAME", "The encoding of the output, if the format has several")
        .checked(check_encoding),
    OptionSpec::number(
        "line-width",
        "CHARACTERS",
        "Break longer lines before attributes; 0 means that lines are never broken",
    )
    .heading(OUTPUT),
    OptionSpec::flag("unformatted", "Write all elements on one line").heading(OUTPUT),
    OptionSpec::flag("no-declaration", "Leave out the XML declaration").heading(OUTPUT),
    OptionSpec::switch(
        "schema-location",
        "Write the locations of metamodels (xsi:schemaLocation)",
        "no-schema-location",
        "Leave out the locations of metamodels, even if the input has them",
    )
    .heading(OUTPUT),
    OptionSpec::flag(
        "keep-defaults",
        "Write attributes with an explicit default even if they have the default value",
    )
    .heading(OUTPUT),
    OptionSpec::flag(
        "encoded-attributes",
        "Write references to other documents as attributes, as in .ecore files",
    )
    .heading(OUTPUT),
    OptionSpec::flag(
        "type-information",
        "Write the class of every contained object, not only if it differs from the expected one",
    )
    .heading(OUTPUT),
    OptionSpec::flag("xmi-type", "Write the class as xmi:type instead of xsi:type").heading(OUTPUT),
    EXTENDED_METADATA,
];

fn check_encoding(name: &str) -> Result<(), String> {
    match Encoding::from_name(name) {
        Some(_) => Ok(()),
        None => Err(format!("expected one of {}", Encoding::NAMES)),
    }
}

/// The read options that the caller selected.
pub(super) fn read_options(options: &ReadOptions) -> xmi::ReadOptions {
    let values = &options.values;
    xmi::ReadOptions {
        limits: options.limits,
        // Offsets are recorded, so that validation can show problems in the text.
        record_offsets: true,
        extended_metadata: values.flag("extended-metadata"),
        record_unknown: values.flag("record-unknown"),
        collects_missing: options.collects_missing,
    }
}

/// The write options that the caller selected; for all others, the given defaults.
pub(super) fn write_options(defaults: &xmi::WriteOptions, options: &WriteOptions) -> xmi::WriteOptions {
    let values = &options.values;
    xmi::WriteOptions {
        encoding: values.text("encoding").map(str::to_owned),
        base: options.base.clone(),
        line_width: values.number("line-width").unwrap_or(defaults.line_width),
        formatted: !values.flag("unformatted"),
        declaration: !values.flag("no-declaration"),
        schema_location: values.switch("schema-location"),
        keep_schema_locations: defaults.keep_schema_locations,
        keep_defaults: values.flag("keep-defaults"),
        // `.ecore` files always contain encoded attributes, so the option can only switch them on.
        encoded_attributes: defaults.encoded_attributes || values.flag("encoded-attributes"),
        type_information: values.flag("type-information"),
        xmi_type: values.flag("xmi-type"),
        extended_metadata: values.flag("extended-metadata"),
    }
}
