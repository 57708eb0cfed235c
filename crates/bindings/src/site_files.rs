//! Converts a Hiera tree to the directory of a site, with texts that people can edit.
//!
//! `manifests/site.pp` contains the layers with their categories and backends; each data file becomes a file of
//! bindings in `bindings/LAYER/`, which also contains the comments before the keys of the data file. This module does
//! not write files.

use super::text::environment_files::segment;
use super::text::{self, environment_files};
use crate::generated::bindings as b;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// The path of the file below the directory of the site.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
}

/// The files of a site whose layers are Hiera trees, and warnings about data that cannot be converted. `read` returns
/// the text of a data file, from which comments are copied.
///
/// # Errors
/// If the site contains anything that the language cannot express, or has no layer that is a Hiera tree.
pub fn files(
    mut site: b::Site,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<(Vec<SiteFile>, Diagnostics), Diagnostics> {
    let (mut files, mut problems) = (Vec::new(), Diagnostics::new());
    let layers = site.layers.iter_mut().flat_map(|layers| &mut layers.layers);
    for layer in layers.filter(|layer| layer.is_of_hiera()) {
        for (path, bindings) in separate_data(layer, read, &mut problems) {
            match text::write_elements(&[bindings.into()]) {
                Ok(text) => files.push(SiteFile { path, text }),
                Err(new_problems) => problems.append(new_problems),
            }
        }
    }
    if files.is_empty() && !problems.has_errors() {
        let message = "only a tree of Hiera can be written as the directory of a site";
        problems
            .push(Diagnostic::error(codes::CANNOT_EXPRESS, message).help("write one file: -o bindings.xmi"));
    }
    match text::write_elements(&[site.into()]) {
        Ok(text) => files.insert(0, SiteFile { path: PathBuf::from("manifests/site.pp"), text }),
        Err(new_problems) => problems.append(new_problems),
    }
    if problems.has_errors() { Err(problems) } else { Ok((files, problems)) }
}

/// Moves the bindings that come from data files out of a layer into files of named bindings, and lets the layer include
/// all of these files.
fn separate_data(
    layer: &mut b::NamedLayer,
    read: &dyn Fn(&str) -> Option<String>,
    problems: &mut Diagnostics,
) -> Vec<(PathBuf, b::NamedBindings)> {
    let directory = segment(&layer.name);
    let directories: Vec<String> = layer.backends.iter().filter_map(data_folder).collect();
    let mut used_names: FxHashSet<Vec<String>> = FxHashSet::default();
    let mut files = Vec::new();
    let is_environment = layer.hiera_environment.is_some();
    let data_bindings = std::mem::take(&mut layer.bindings).into_iter().flat_map(|bindings| {
        if is_environment {
            vec![environment_files::with_condition(bindings).into()]
        } else {
            bindings.bindings
        }
    });
    for binding in data_bindings {
        let b::AbstractBinding::CategorizedBindings(mut data) = binding else { continue };
        // The position in the data file has no meaning in the new file, so it is removed.
        let file = data.file.take().unwrap_or_default();
        if data.bindings.iter().any(|binding| matches!(binding, b::AbstractBinding::UnreadableData(_))) {
            let message = format!("{file} could not be read, so it is not part of the site");
            let help = "lookups that need it fail in the tree; correct the file, and convert again";
            problems.push(Diagnostic::warning(codes::CANNOT_EXPRESS, message).help(help));
            continue;
        }
        leave_out_unreachable(&mut data, &file, problems);
        let mut segments = vec![directory.clone()];
        segments.extend(segments_of(&file, &directories));
        // If another data file has this name with another extension, the extension becomes a part of the name.
        if !used_names.insert(segments.clone())
            && let Some(last) = segments.last_mut()
        {
            last.push('.');
            last.push_str(Path::new(&file).extension().and_then(|text| text.to_str()).unwrap_or("data"));
            used_names.insert(segments.clone());
        }
        let comments = read(&file).map(|text| Comments::new(&text)).unwrap_or_default();
        data.bindings.iter_mut().for_each(|binding| comments.set_doc(binding));
        let path = Path::new("bindings").join(segments.join("/"));
        let bindings = b::NamedBindings {
            name: segments.join("::"),
            doc: comments.head,
            bindings: vec![data.into()],
            ..b::NamedBindings::default()
        };
        // `with_extension` would replace the part of the name after its last dot.
        files.push((PathBuf::from(format!("{}.pp", path.display())), bindings));
    }
    layer.include = vec![format!("confdir:/{directory}::**")];
    files
}

/// Removes and reports entries whose keys are not strings, because no lookup finds them and the language cannot express
/// them.
fn leave_out_unreachable(data: &mut b::CategorizedBindings, file: &str, problems: &mut Diagnostics) {
    data.bindings.retain(|binding| {
        let b::AbstractBinding::UnreachableEntry(entry) = binding else { return true };
        let message = format!(
            "the entry in line {} of {file} is not part of the site, because its key is not a string",
            entry.line
        );
        let help = match entry.key {
            b::Value::UndefValue(_) => "in the tree, only a lookup of the empty key finds it; give it a key",
            _ => "no lookup finds it in the tree either; quote the key if one should",
        };
        problems.push(Diagnostic::warning(codes::CANNOT_EXPRESS, message).help(help));
        false
    });
}

/// The part of a backend's directory before the first variable, with a slash at the end; `None` if this part is empty.
fn data_folder(backend: &b::Backend) -> Option<String> {
    let text = match backend.data_folder.as_ref()? {
        b::Expression::LiteralText(text) => text.text.clone(),
        // Only the text before the first variable is the same for all nodes.
        b::Expression::Interpolation(interpolation) => match interpolation.segments.first()? {
            b::Expression::LiteralText(text) => text.text.clone(),
            _ => return None,
        },
        _ => return None,
    };
    let text = text.trim_start_matches("./").trim_end_matches('/');
    (!text.is_empty()).then(|| format!("{text}/"))
}

/// The segments of the name for a data file, derived from its path.
fn segments_of(file: &str, directories: &[String]) -> Vec<String> {
    let file = file.trim_start_matches("./");
    let path_in_directory =
        directories.iter().find_map(|directory| file.strip_prefix(directory.as_str())).unwrap_or(file);
    let stem = Path::new(path_in_directory).with_extension("");
    let parts = stem.components().filter_map(|part| match part {
        std::path::Component::Normal(part) => part.to_str().map(segment),
        _ => None,
    });
    parts.collect()
}

/// The comments of a data file: those at its head, and those before the keys of its hash.
#[derive(Debug, Default)]
struct Comments {
    head: Option<String>,
    /// For each line of the file, in order, the comment directly above it.
    above: Vec<Option<String>>,
}

impl Comments {
    /// Reads the comments of a text: the one at its head, and for each line the one directly above it.
    fn new(text: &str) -> Self {
        let (mut comments, mut comment_lines) = (Self::default(), Vec::new());
        let mut is_head = true;
        for line in text.lines() {
            // A comment must begin at the start of a line, because a `#` in a value is indented.
            if let Some(comment) = line.strip_prefix('#') {
                comments.above.push(None);
                comment_lines.push(comment.strip_prefix(' ').unwrap_or(comment).trim_end());
                continue;
            }
            let comment_above = (!comment_lines.is_empty()).then(|| comment_lines.join("\n"));
            let is_separator = line.trim().is_empty() || line.starts_with("---");
            // A comment that is separated from the first key belongs to the file, not to the key.
            if is_separator && is_head && comment_above.is_some() {
                comments.head = comment_above;
                comments.above.push(None);
            } else {
                comments.above.push(comment_above);
            }
            is_head &= is_separator && comments.head.is_none();
            comment_lines.clear();
        }
        comments
    }

    /// Sets the documentation of a binding to the comment above its line.
    fn set_doc(&self, binding: &mut b::AbstractBinding) {
        let b::AbstractBinding::Binding(binding) = binding else { return };
        let line = usize::try_from(binding.line).ok().and_then(|line| line.checked_sub(1));
        if binding.doc.is_none() {
            binding.doc = line.and_then(|line| self.above.get(line)?.clone());
        }
    }
}
