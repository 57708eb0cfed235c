//! hiera
use crate::workspace::*;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::model::Document;
use std::sync::Arc;
/// x
pub fn load(_s: &Arc<Source>, _w: &Workspace, _d: Document) -> Loaded {
    unimplemented!()
}
