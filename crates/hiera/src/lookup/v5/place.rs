//! The places that the levels of a layer have for one node, with the files there.

use super::super::origin::FileIndex;
use super::layers::{Entry, Layer};
use super::location::Location;

/// A place of data for one node.
#[derive(Debug)]
pub(super) struct Place {
    /// The index of the location in the level's `locations`.
    pub(super) location_index: usize,
    /// The file, if it exists and can be read here.
    pub(super) file: Option<FileIndex>,
    /// Whether a file exists there, even one that only Puppet can read.
    pub(super) exists: bool,
    /// The path; only explanations need it.
    pub(super) path: Option<Box<str>>,
}

/// The places of all levels of a layer.
#[derive(Debug)]
pub(super) struct BoundLayer {
    pub(super) hierarchy: Vec<Vec<Place>>,
    pub(super) default_hierarchy: Vec<Vec<Place>>,
}

impl BoundLayer {
    /// The places of all levels with their levels, without those of the default hierarchy.
    pub(super) fn places<'p>(&'p self, layer: &'p Layer) -> impl Iterator<Item = (&'p Entry, &'p Place)> {
        let levels = layer.hierarchy.iter().zip(&self.hierarchy);
        levels.flat_map(|(entry, places)| places.iter().map(move |place| (entry, place)))
    }
}

/// Whether Puppet calls the function of a level. It does so unless the level has paths and none of them exists.
pub(super) fn is_called(entry: &Entry, places: &[Place]) -> bool {
    let has_path = |location: &Location| !matches!(location, Location::Missing | Location::Uri(_));
    let is_glob = |location: &Location| matches!(location, Location::Glob(_));
    if entry.ignores_paths || !entry.locations.iter().any(has_path) {
        return true;
    }
    // Which of the existing files the pattern matches is not determined, so one of them is assumed to match.
    let may_match_pattern = entry.locations.iter().any(is_glob) && !entry.foreign_files.is_empty();
    places.iter().any(|place| place.exists) || may_match_pattern
}
