//! The places of data for one node: for each level of a layer, the files that it uses.

use super::super::origin::FileIndex;
use super::layers::{Entry, Layer};
use super::location::Location;

/// A place of data for one node.
#[derive(Debug)]
pub(super) struct Place {
    /// The number of the location in its level.
    pub(super) location: usize,
    /// The file, if there is one that can be read here.
    pub(super) file: Option<FileIndex>,
    /// Whether there is a file.
    pub(super) exists: bool,
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

/// Whether Puppet calls the function of a level: always, unless the level has paths of which none exists.
pub(super) fn is_called(entry: &Entry, places: &[Place]) -> bool {
    let has_path = |location: &Location| !matches!(location, Location::Missing | Location::Uri(_));
    let is_glob = |location: &Location| matches!(location, Location::Glob(_));
    entry.ignores_paths
        || !entry.locations.iter().any(has_path)
        || places.iter().any(|place| place.exists)
        // It is not known which of these files a pattern matches.
        || entry.locations.iter().any(is_glob) && !entry.foreign_files.is_empty()
}
