//! The files of levels for one node.
//!
//! As in Puppet, all paths of a layer are interpolated before the first of its levels is searched, so a path that
//! cannot be interpolated fails every lookup that reaches the layer.

use super::super::error::LookupError;
use super::super::ruby;
use super::layers::{Entry, Layer};
use super::location::{Location, join, normalized};
use super::place::{BoundLayer, Place};
use super::search::Search;
use super::template::Template;
use super::texts::Methods;
use crate::store::Value;
use std::rc::Rc;

impl<'h> Search<'h> {
    /// Interpolates the paths of a layer for this node.
    pub(super) fn bind(&mut self, layer: &'h Layer) -> Result<Rc<BoundLayer>, LookupError> {
        // A layer is bound once for each lookup, because nested lookups search the same layers.
        if let Some((_, known)) = self.bound_layers.iter().find(|(number, _)| *number == layer.number) {
            return Ok(Rc::clone(known));
        }
        let hierarchy = layer.hierarchy.iter().map(|entry| self.places(entry));
        let mut hierarchy: Vec<Vec<Place>> = hierarchy.collect::<Result<_, _>>()?;
        // Puppet does not search the levels of its own default configuration if their files do not exist.
        if layer.is_default {
            hierarchy.iter_mut().for_each(|places| places.retain(|place| place.file.is_some()));
        }
        // Puppet interpolates the default hierarchy with the other levels. So a path in it that fails also affects
        // lookups that do not need a default.
        let defaults = layer.default_hierarchy.iter().flatten();
        let default_hierarchy = defaults.map(|entry| self.places(entry)).collect::<Result<_, _>>()?;
        let bound = Rc::new(BoundLayer { hierarchy, default_hierarchy });
        self.bound_layers.push((layer.number, Rc::clone(&bound)));
        Ok(bound)
    }

    /// The places that a level has for this node, in search order.
    fn places(&mut self, entry: &'h Entry) -> Result<Vec<Place>, LookupError> {
        let mut places = Vec::with_capacity(entry.locations.len());
        let datadir = self.interpolate_template(&entry.datadir)?;
        for (location_index, location) in entry.locations.iter().enumerate() {
            match location {
                Location::Missing | Location::Uri(_) => {
                    places.push(Place { location_index, file: None, exists: false, path: None });
                }
                Location::Path(template) => {
                    let place = self.place(entry, location_index, template, &datadir)?;
                    places.push(place);
                }
                Location::Mapped { variable, name, template } => {
                    for element in self.elements(variable)? {
                        let outer = self.variables.set_local(Some((name, element)));
                        let place = self.place(entry, location_index, template, &datadir);
                        // The variable is reset even after an error, because the search may continue with other layers.
                        self.variables.set_local(outer);
                        places.push(place?);
                    }
                }
                Location::Glob(glob) => {
                    let pattern = normalized(join(&datadir, &self.interpolate_template(&glob.template)?));
                    let too_many =
                        || LookupError::limit(format!("the pattern {pattern} has too many alternatives"));
                    for index in glob.matches(&pattern).ok_or_else(too_many)?.iter() {
                        let Some((path, file)) = glob.file(*index) else { continue };
                        // Only explanations show paths.
                        let path = self.is_traced().then(|| path.clone());
                        places.push(Place { location_index, file: Some(*file), exists: true, path });
                    }
                }
            }
        }
        Ok(places)
    }

    /// The place for one path of the location with an index.
    fn place(
        &mut self,
        entry: &'h Entry,
        location_index: usize,
        template: &Template,
        datadir: &str,
    ) -> Result<Place, LookupError> {
        let mut path = self.interpolate_template(template)?;
        if let Some(extension) = &entry.extension
            && !path.ends_with(extension.as_str())
        {
            path.push_str(extension);
        }
        let path = normalized(join(datadir, &path));
        // The files were found when the site was loaded, so no lookup accesses the disk.
        let file = entry.format().and_then(|format| self.data.files.find_path(&path, format));
        let exists = file.is_some() || entry.has_foreign_file(&path);
        Ok(Place { location_index, file, exists, path: self.is_traced().then(|| path.into()) })
    }

    /// The elements of the variable in `mapped_paths`; those of a hash are pairs of key and value.
    fn elements(&mut self, variable: &str) -> Result<Vec<Value>, LookupError> {
        let text_in_messages = "mapped_path[0]";
        match self.variable(variable, text_in_messages)? {
            Value::Nil => Ok(Vec::new()),
            // In Puppet, an empty string has no elements, whereas an array with an empty string has one.
            Value::Text(text) if text.is_empty() => Ok(Vec::new()),
            text if text.is_string() => Ok(vec![text]),
            Value::Array(items) => Ok(items),
            Value::Hash(hash) => {
                Ok(hash.into_iter().map(|(key, value)| Value::Array(vec![key, value])).collect())
            }
            other => Err(LookupError::mismatch(format!(
                "the variable `{variable}` of mapped_paths must be a string, an array or a hash, got {}",
                other.class()
            ))),
        }
    }

    /// The interpolated text of a template for this node.
    fn interpolate_template(&mut self, template: &Template) -> Result<String, LookupError> {
        let mut text = String::new();
        let is_complete = template.write(&self.variables, &mut text);
        if is_complete {
            return Ok(text);
        }
        Ok(ruby::to_s(&self.interpolate(template.text(), Methods::Rejected)?))
    }
}
