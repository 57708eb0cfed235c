//! The notations of documents of typed values, and how each is read and written.
//!
//! To add a notation, add a variant with its extensions and its two functions. This module does not know values.

use crate::diagnostic::{Diagnostic, Diagnostics, FeatureSpans, Source, codes, printable_line};
use crate::input::{Limits, decode_text, decode_xml};
use crate::model::{self, DocumentId, Model};
use crate::output::in_memory;
use crate::tree::ReadOptions;
use crate::{json, xmi, yaml};
use std::path::Path;
use std::sync::Arc;

/// A notation of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// XMI 2, as Eclipse EMF reads and writes it.
    Xmi,
    /// JSON in the plain dialect.
    Json,
    /// YAML in the plain dialect.
    Yaml,
}

impl Notation {
    /// All notations, with the extensions of their files.
    const EXTENSIONS: [(Self, &[&str]); 3] =
        [(Self::Xmi, &["xmi", "xml"]), (Self::Json, &["json"]), (Self::Yaml, &["yaml", "yml"])];

    /// The notation of a file, by the extension of its name.
    ///
    /// # Errors
    /// [`codes::UNKNOWN_FORMAT`] if no notation has the extension.
    pub fn of_path(path: &Path) -> Result<Self, Box<Diagnostic>> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let entry = Self::EXTENSIONS.iter().find(|(_, extensions)| extensions.contains(&extension.as_str()));
        entry.map(|(notation, _)| *notation).ok_or_else(|| {
            let name = path.to_string_lossy();
            let message =
                format!("the format of {} cannot be determined from its name", printable_line(&name));
            let help = "use .xmi, .xml, .json, .yaml or .yml, or read the bytes with `from_slice`";
            Box::new(Diagnostic::error(codes::UNKNOWN_FORMAT, message).help(help))
        })
    }

    /// Reads a document into a model, with the options of JSON and YAML.
    pub(super) fn read(
        self,
        name: &str,
        bytes: Vec<u8>,
        options: &ReadOptions,
        model: &mut Model,
    ) -> Result<(DocumentId, Diagnostics), Box<Diagnostic>> {
        let limits = Limits::default();
        let mut header = model::Document::default();
        Ok(match self {
            Self::Xmi => {
                let decoded = decode_xml(name, bytes, &limits)?;
                // The encoding is preserved for writing. XML that does not declare one is UTF-8.
                header.encoding = Some(decoded.encoding.unwrap_or_else(|| "UTF-8".to_owned()));
                // Problems that are found after reading are shown in this text.
                header.source = Some(Arc::clone(&decoded.source));
                // The offsets of objects are recorded, because problems of values are shown at their objects.
                let options = xmi::ReadOptions { record_offsets: true, ..xmi::ReadOptions::default() };
                xmi::read(&decoded.source, model, header, &options)
            }
            Self::Json => {
                let source = decode_text(name, bytes, &limits)?;
                header.source = Some(Arc::clone(&source));
                json::read(&source, model, header, options)
            }
            Self::Yaml => {
                let source = decode_text(name, bytes, &limits)?;
                header.source = Some(Arc::clone(&source));
                yaml::read(&source, model, header, options)
            }
        })
    }

    /// Finds the spans of features in a text.
    pub(super) fn locate_features(self, source: &Arc<Source>, spans: &mut FeatureSpans) {
        match self {
            Self::Xmi => xmi::find_feature_spans(source, spans),
            Self::Json => json::find_feature_spans(source, spans),
            Self::Yaml => yaml::find_feature_spans(source, spans),
        }
    }

    /// Writes a document of a model, with the options of XMI.
    pub(super) fn write(
        self,
        model: &Model,
        document: DocumentId,
        xmi_options: &xmi::WriteOptions,
    ) -> Result<Vec<u8>, Diagnostics> {
        let result = match self {
            Self::Xmi => in_memory(|sink| xmi::write(model, document, xmi_options, sink)),
            Self::Json => {
                in_memory(|sink| json::write(model, document, &json::WriteOptions::default(), sink))
            }
            Self::Yaml => {
                in_memory(|sink| yaml::write(model, document, &yaml::WriteOptions::default(), sink))
            }
        };
        result.map(|(bytes, _)| bytes)
    }
}
