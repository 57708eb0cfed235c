//! XMI 2 and `.ecore`, as Eclipse EMF reads and writes them.
//!
//! The reader streams from [`xml`]'s tokens into a model; the writer does the opposite. This module does not know the
//! origin of documents, and only checks their form.

mod elements;
mod feature_spans;
mod java_maps;
mod names;
mod prefixes;
mod read;
pub mod reference_values;
mod roles;
mod write;
mod write_text;
mod xml;

pub use crate::unicode::is_nc_name;
pub use elements::{Elements, ResolvedAttribute, StartTag, XmlEvent};
pub use feature_spans::find_feature_spans;
pub use names::{XMI_NAMESPACE, XSI_NAMESPACE, declared_packages};
pub use read::{ReadOptions, mentioned_built_ins, read, read_pieces};
pub use write::{WriteOptions, write};
