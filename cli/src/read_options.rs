//! The options that say how XML is read: EMF's load options under names of ours.

use clap::Args;
use modelwright::formats;

/// How XMI is read
#[derive(Debug, Args, Clone, Default)]
#[command(next_help_heading = "XMI input")]
pub(super) struct ReadOptions {
    /// Read, and write, names and form as the metamodel's extended metadata gives them: XML that follows a
    /// schema
    #[arg(long)]
    extended_metadata: bool,

    /// Keep elements and attributes that the metamodel does not know, and write them back to XMI
    #[arg(long)]
    record_unknown: bool,
}

impl ReadOptions {
    pub(super) fn choices(&self) -> formats::ReadOptions {
        formats::ReadOptions {
            extended_metadata: self.extended_metadata,
            record_unknown: self.record_unknown,
            ..formats::ReadOptions::default()
        }
    }
}
