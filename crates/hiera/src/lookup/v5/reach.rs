//! The files that levels use, for one node and for all possible nodes.

use super::super::data_access::DataAccess;
use super::super::files::DataFiles;
use super::super::level_files::{LevelFile, LevelMatch, NamedLevel, NodePlace};
use super::super::origin::FileIndex;
use super::super::query::Query;
use super::layers::{Entry, Layer, Layers};
use super::location::{Location, join, normalized};
use super::path_levels::PathLevel;
use super::search::Search;
use crate::store::Value;

impl Layers {
    /// The levels as they are written, in search order; a level occurs once for each of its locations.
    pub(in crate::lookup) fn levels(&self) -> impl Iterator<Item = &str> {
        self.locations().map(|(_, _, location)| location.text())
    }

    /// The levels with their names, in search order.
    pub(in crate::lookup) fn named_levels(&self) -> Vec<NamedLevel> {
        self.locations()
            .map(|(layer, entry, location)| NamedLevel {
                layer: layer.name(),
                name: entry.name.clone(),
                text: location.text().to_owned(),
            })
            .collect()
    }

    /// The levels with their data directories, in search order. A level with `mapped_paths` also includes the name of
    /// its variable.
    pub(in crate::lookup) fn full_levels(&self) -> Vec<String> {
        self.locations()
            .map(|(_, entry, location)| {
                let variable = match location {
                    Location::Mapped { variable, .. } => format!("%{{{variable}}}"),
                    _ => String::new(),
                };
                format!("{}/{}{variable}", entry.datadir.text(), location.text())
            })
            .collect()
    }

    /// The names of the layers that lookups of a key search.
    pub(in crate::lookup) fn searched_layers(&self, root: &str) -> Vec<String> {
        // The layer of a module only has keys that begin with the module's name.
        let module_name = root.split_once("::").map(|(module, _)| module);
        let module_layer = match module_name.and_then(|name| self.modules.get(name)) {
            Some(Ok(layer)) => Some(layer),
            _ => None,
        };
        self.global.iter().chain(&self.environment).chain(module_layer).map(Layer::name).collect()
    }

    /// Whether the files of some level depend on more than plain variables.
    pub(in crate::lookup) fn has_computed_levels(&self) -> bool {
        self.locations().any(|(_, entry, location)| location.is_computed() || entry.datadir.is_computed())
    }

    /// The names of levels whose data is not read: only Puppet can read it, or a directory is missing or may not be
    /// read.
    pub(in crate::lookup) fn unread_levels(&self) -> impl Iterator<Item = &str> {
        let entries = self
            .valid_layers()
            .flat_map(|layer| layer.hierarchy.iter().chain(layer.default_hierarchy.iter().flatten()));
        entries.filter(|entry| entry.is_unread()).map(|entry| entry.name.as_str())
    }

    /// Whether a variable is set by Puppet itself, or by `mapped_paths` for each element.
    pub(in crate::lookup) fn has_variable(&self, variable: &str) -> bool {
        let set_by_puppet = ["trusted", "server_facts", "environment", "facts"];
        set_by_puppet.contains(&variable) || self.is_element_variable(variable)
    }

    /// Whether `mapped_paths` sets a variable for each element.
    pub(in crate::lookup) fn is_element_variable(&self, variable: &str) -> bool {
        let is_element =
            |location: &Location| matches!(location, Location::Mapped { name, .. } if name == variable);
        self.locations().any(|(_, _, location)| is_element(location))
    }

    /// All locations of data in search order, each with its layer and its level. Those of a layer's default hierarchy
    /// follow those of its other levels.
    fn locations(&self) -> impl Iterator<Item = (&Layer, &Entry, &Location)> {
        self.valid_layers().flat_map(|layer| {
            let entries = layer.hierarchy.iter().chain(layer.default_hierarchy.iter().flatten());
            entries
                .flat_map(move |entry| entry.locations.iter().map(move |location| (layer, entry, location)))
        })
    }

    /// The levels for a node in search order, each with its file. Levels whose paths cannot be interpolated are left
    /// out.
    pub(in crate::lookup) fn reached_levels(&self, data: &DataAccess, query: &Query<'_>) -> Vec<LevelFile> {
        // Only a lookup that records its steps keeps the paths of places.
        let mut lookup = Search::new(data, self, query.scope).with_steps();
        let mut reached = Vec::new();
        let mut position = 0;
        for layer in self.valid_layers() {
            let bound = lookup.bind(layer);
            let entries = layer.hierarchy.iter().chain(layer.default_hierarchy.iter().flatten());
            // If the paths cannot be interpolated, there are no places. Otherwise there is a list of places for each
            // entry.
            let places =
                bound.as_ref().ok().map(|bound| bound.hierarchy.iter().chain(&bound.default_hierarchy));
            let mut places = places.into_iter().flatten();
            for entry in entries {
                for place in places.next().into_iter().flatten() {
                    let Some(location) = entry.locations.get(place.location_index) else { continue };
                    reached.push(LevelFile {
                        backend: layer.name(),
                        level: location.text().to_owned(),
                        position: position + place.location_index,
                        path: layer.display(place.path.as_deref().unwrap_or_default()),
                        file: place.file,
                    });
                }
                position += entry.locations.len();
            }
        }
        reached
    }

    /// Whether answers may depend on the existence of a file that does not have the key: a file that a pattern matches,
    /// or the file of a level whose options are invalid.
    pub(in crate::lookup) fn depends_on_existence_of_files(&self) -> bool {
        self.locations().any(|(layer, entry, location)| {
            layer.is_default || matches!(location, Location::Glob(_)) || entry.check_options().is_err()
        })
    }

    /// The places with files that the levels have for a node, in search order; `None` if some path cannot be
    /// interpolated.
    pub(in crate::lookup) fn node_places(&self, data: &DataAccess, scope: &Value) -> Option<Vec<NodePlace>> {
        let mut lookup = Search::new(data, self, scope);
        let mut places = Vec::new();
        let mut position = 0;
        for layer in self.valid_layers() {
            let bound = lookup.bind(layer).ok()?;
            let entries = layer.hierarchy.iter().chain(layer.default_hierarchy.iter().flatten());
            for (entry, places_of_entry) in
                entries.zip(bound.hierarchy.iter().chain(&bound.default_hierarchy))
            {
                // A pattern matches a file even if the file does not have the key. With invalid options, a lookup fails
                // at every file that exists.
                let matters_without_key = entry.check_options().is_err()
                    || entry.locations.iter().any(|location| matches!(location, Location::Glob(_)));
                let files =
                    places_of_entry.iter().filter_map(|place| Some((place.location_index, place.file?)));
                let number = |location: usize| u32::try_from(position + location).unwrap_or(u32::MAX);
                places.extend(files.map(|(location, file)| NodePlace::File {
                    position: number(location),
                    file,
                    matters_without_key,
                }));
                let is_counted =
                    |location: &Location| matches!(location, Location::Glob(_) | Location::Mapped { .. });
                if layer.is_default || entry.locations.iter().any(is_counted) {
                    // The count ends at two, because more places are merged in the same way as two.
                    let count = u32::try_from(places_of_entry.len().min(2)).unwrap_or(2);
                    places.push(NodePlace::Count { position: number(0), count });
                }
                position += entry.locations.len();
            }
        }
        Some(places)
    }

    /// The levels that use a file for some values of their variables; only levels that interpolate nothing but
    /// variables are examined.
    pub(in crate::lookup) fn level_matches(&self, files: &DataFiles, file: FileIndex) -> Vec<LevelMatch> {
        let Some(path) = files.disk_path(file).and_then(|path| path.to_str()) else { return Vec::new() };
        let levels =
            self.path_levels.get_or_init(|| self.locations().enumerate().filter_map(path_level).collect());
        // A file has an index for each format in which it is read. A level reads it in one format.
        let is_read =
            |format: Option<_>| format.is_some_and(|format| files.find_path(path, format) == Some(file));
        let candidates: Vec<&PathLevel> =
            levels.levels_near(path).filter(|level| is_read(level.format)).collect();
        let matches: Vec<LevelMatch> = candidates.iter().filter_map(|level| level.solve(path)).collect();
        if !matches.is_empty() {
            return matches;
        }
        // A variable without a value is unusual, so it is considered only if nothing else explains the path.
        candidates.iter().filter_map(|level| level.solve_with_empty_variable(path)).collect()
    }

    /// The levels that may use a file, but that [`level_matches`](Self::level_matches) does not examine, with their
    /// data directories.
    pub(in crate::lookup) fn unexamined_levels(&self, files: &DataFiles, file: FileIndex) -> Vec<String> {
        let Some(path) = files.disk_path(file).and_then(|path| path.to_str()) else { return Vec::new() };
        let may_use = |entry: &Entry, location: &Location| {
            let is_read = entry.format().is_some_and(|format| files.find_path(path, format) == Some(file));
            let pattern = location.pattern(entry.datadir.text(), entry.extension.as_deref());
            is_read && pattern.is_some_and(|pattern| pattern.may_match(path))
        };
        self.locations()
            .filter(|(_, entry, location)| location.is_computed() && may_use(entry, location))
            .map(|(_, entry, location)| format!("{}/{}", entry.datadir.text(), location.text()))
            .collect()
    }
}

/// A level for the search by path, if its path interpolates only variables.
fn path_level(
    (position, (layer, entry, location)): (usize, (&Layer, &Entry, &Location)),
) -> Option<PathLevel> {
    let Location::Path(template) = location else { return None };
    let mut path = normalized(join(entry.datadir.text(), template.text()));
    // The extension is not added to a path that has it already.
    if let Some(extension) = entry.extension.as_deref().filter(|extension| !path.ends_with(extension)) {
        path.push_str(extension);
    }
    let (layer, level) = (layer.name(), location.text().to_owned());
    Some(PathLevel { position, layer, level, path, format: entry.format() })
}
