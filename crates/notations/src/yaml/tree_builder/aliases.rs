//! Anchors, and the aliases that repeat their nodes.
//!
//! Invariant: the work for repeated nodes is limited.

use super::super::YamlVariant;
use super::super::children::{Child, NodeSyntax};
use super::super::node_tree::{NodeContent, NodeId, Tree};
use super::super::scalar::Scalar;
use super::super::syntax::{Fault, ParseResult};
use super::Builder;
use crate::diagnostic::codes;
use std::ops::Range;

/// The node that an anchor names.
pub(super) enum Anchor {
    /// A collection that is still open, by the number of its frame.
    Open(usize),
    Complete(NodeId),
}

impl<'a> Builder<'a> {
    /// Adds the links of a collection to the arena; returns their range.
    pub(super) fn add_links(&mut self, links: &[NodeId]) -> ParseResult<Range<u32>> {
        let start = u32::try_from(self.arena.links.len());
        self.arena.links.extend_from_slice(links);
        let end = u32::try_from(self.arena.links.len());
        match (start, end) {
            (Ok(start), Ok(end)) => Ok(start..end),
            _ => Err(Fault::limit(
                0..0,
                "expected lists and maps with fewer than 2³² entries in total, found more".to_owned(),
            )),
        }
    }

    /// Adds the node that an alias names to the open collection.
    pub(super) fn add_alias(&mut self, name: &'a str, span: Range<usize>) -> ParseResult<()> {
        self.alias_count += 1;
        self.document_alias_count += 1;
        if self.alias_count > self.limits.aliases {
            return Err(Fault::limit(
                span,
                format!("expected at most {} aliases, found more", self.limits.aliases),
            ));
        }
        let id = match self.anchors.get(name) {
            Some(Anchor::Complete(id)) => *id,
            Some(Anchor::Open(_)) => {
                let message = format!(
                    "expected an alias of a complete node, found `*{name}` inside the node that it refers to"
                );
                self.report_error(
                    codes::YAML_RECURSION,
                    span.clone(),
                    message,
                    "a value cannot contain itself; copy the part that is meant",
                );
                // Null is added in place of the alias, so that all problems of the document are found.
                self.add(NodeContent::Scalar(Scalar::Null), span)?
            }
            None => {
                let message = format!("expected an anchor `&{name}` before this alias, found none");
                self.report_error(
                    codes::YAML_ALIAS,
                    span.clone(),
                    message,
                    "define the anchor earlier in the document, or put the text in quotes",
                );
                self.add(NodeContent::Scalar(Scalar::Null), span)?
            }
        };
        self.pending_children.push(Child { id, syntax: NodeSyntax::Alias, is_tagged_string: false });
        Ok(())
    }

    /// Records a node under the name of its anchor, if it has an anchor.
    pub(super) fn define(&mut self, anchor: Option<&'a str>, id: NodeId) {
        if let Some(name) = anchor {
            // A later anchor of the same name replaces the earlier one (YAML 1.2, section 7.1).
            self.anchors.insert(name, Anchor::Complete(id));
        }
    }

    /// Checks how much text the aliases of a document repeat. Consumers copy the texts, and a few aliases of a long
    /// text must not become gigabytes.
    pub(super) fn check_repetition(&self, tree: &Tree) -> ParseResult<()> {
        let max = self.limits.repeated;
        // Only Hiera data contains interpolations, which are the parts of texts.
        let with_parts = self.schema == YamlVariant::Psych;
        if tree.repeated_bytes(with_parts) <= max as u64 {
            return Ok(());
        }
        let message = format!("expected aliases that repeat at most {max} bytes of text, found more");
        let help = "write fewer aliases of long texts; limits keep hostile input from exhausting memory";
        let start = tree.span(tree.root()).start;
        Err(Fault::new(codes::LIMIT, start..start, message, help))
    }
}
