//! The places of data for one node: for each level of a layer, the files that it uses.

use super::super::files::FileIndex;
use super::layers::{Entry, Layer};

/// A place of data for one node.
#[derive(Debug)]
pub(super) struct Place {
    /// The number of the location in its level.
    pub(super) location: usize,
    /// The file, if there is one.
    pub(super) file: Option<FileIndex>,
    /// The path, which only explanations need.
    pub(super) path: Option<Box<str>>,
}

/// The places of all levels of a layer.
#[derive(Debug)]
pub(super) struct BoundLayer {
    pub(super) hierarchy: Vec<Vec<Place>>,
    pub(super) default_hierarchy: Vec<Vec<Place>>,
}

impl BoundLayer {
    /// The places of all levels but those of the default hierarchy, with their levels.
    pub(super) fn places<'p>(&'p self, layer: &'p Layer) -> impl Iterator<Item = (&'p Entry, &'p Place)> {
        let levels = layer.hierarchy.iter().zip(&self.hierarchy);
        levels.flat_map(|(entry, places)| places.iter().map(move |place| (entry, place)))
    }
}
