//! Sources of the type language, as the metamodel that they declare.

use super::Importer;
use crate::formats::{self, Input, Notation};
use crate::workspace::{Loaded, Workspace};
use modelwright_metamodel::model::Document;

/// The importer `pp`.
#[derive(Debug)]
pub(super) struct Pp;

impl Importer for Pp {
    fn notation(&self) -> &'static Notation {
        &formats::PP.notation
    }

    fn import(&self, input: &Input, workspace: &Workspace, document: Document) -> Loaded {
        workspace.load_type_source(&input.source, document)
    }
}
