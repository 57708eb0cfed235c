//! Finds and reads files of bindings below a directory, for the providers of named bindings.

use super::{Answer, Content, Deliver, ProvidedBindings, Request, SiteDirectories, matches};
use crate::access::SiteAccess;
use crate::files::{FileKind, Files, display_path, is_inside, read_source};
use crate::generated::bindings::{DocumentedElement, LayeredBindings, NamedBindings, NamedLayer, Site};
use crate::hiera::lookup::Hierarchy;
use crate::{structured, text};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_typed::Document;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// The maximum nesting depth of directories of bindings.
const MAX_DEPTH: usize = 30;
/// The maximum number of files of one location.
const MAX_FILES: usize = 1_000_000;
/// The extensions of files of bindings: the language, structured bindings, and documents of the model.
const EXTENSIONS: [&str; 4] = ["pp", "yaml", "json", "xmi"];

/// Delivers the bindings below a directory whose names match the request; `prefix` is the first part of all names.
pub(super) fn deliver_named(
    directory: &Path,
    prefix: &str,
    request: &Request<'_>,
    deliver: &mut Deliver<'_>,
) {
    let files = files_below(directory, prefix, &EXTENSIONS, request);
    let (matching, others): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(name, _)| matches(request.name, name));
    // The names of the other files are for suggestions.
    let known = others.into_iter().map(|(name, _)| name).collect();
    let mut first_answer = Answer { known, ..Answer::default() };
    let matching = unique(matching, &mut first_answer.problems);
    deliver(first_answer);
    read_all(&matching, request, deliver);
}

/// The files below a directory that have one of the extensions, sorted: the names of their bindings, and their paths.
pub(super) fn files_below(
    directory: &Path,
    prefix: &str,
    extensions: &[&str],
    request: &Request<'_>,
) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    collect(&*request.access.base.files, directory, prefix, extensions, &mut files);
    // Directories are listed in any order, and `unique` needs equal names next to each other.
    files.sort();
    files
}

/// Adds the files below a directory, if it exists.
fn collect(
    files: &dyn Files,
    directory: &Path,
    prefix: &str,
    extensions: &[&str],
    found_files: &mut Vec<(String, PathBuf)>,
) {
    if files.is_directory(directory)
        && let Ok(root) = files.canonicalize(directory)
    {
        Search { files, root: &root, extensions, found_files }.collect(directory, prefix, 0);
    }
}

/// The directories of modules by name. If several modules have the same name, the first one on the module path is used.
pub(super) fn modules(request: &Request<'_>) -> BTreeMap<String, PathBuf> {
    modules_of(request.directories, &*request.access.base.files)
}

/// The files below the `types` directories of modules.
pub(super) fn files_of_types(directories: &SiteDirectories, access: &SiteAccess) -> Vec<PathBuf> {
    let files = &*access.base.files;
    let mut found_files = Vec::new();
    for (name, directory) in modules_of(directories, files) {
        collect(files, &directory.join("types"), &name, &["pp"], &mut found_files);
    }
    found_files.into_iter().map(|(_, path)| path).collect()
}

/// The directories of modules by name. If several modules have the same name, the first one on the module path is used.
fn modules_of(directories: &SiteDirectories, files: &dyn Files) -> BTreeMap<String, PathBuf> {
    let mut modules: BTreeMap<String, PathBuf> = BTreeMap::new();
    for directory in &directories.modulepath {
        let Ok(entries) = files.list(directory) else { continue };
        for entry in entries {
            if let Some(name) = entry.name.to_str() {
                modules.entry(name.to_owned()).or_insert_with(|| directory.join(name));
            }
        }
    }
    modules
}

/// Removes and reports files whose bindings would have the same name as those of an earlier file. The files are sorted
/// by this name.
fn unique(files: Vec<(String, PathBuf)>, problems: &mut Diagnostics) -> Vec<(String, PathBuf)> {
    let mut unique_files: Vec<(String, PathBuf)> = Vec::with_capacity(files.len());
    for (name, path) in files {
        let Some((_, first)) = unique_files.last().filter(|(other, _)| *other == name) else {
            unique_files.push((name, path));
            continue;
        };
        let (first, second) = (display_path(first), display_path(&path));
        let message = format!("the bindings `{name}` are in two files: {first} and {second}");
        let problem = Diagnostic::error(codes::BINDINGS_LAYER, message);
        problems.push(problem.help("merge them into one file, and remove the other"));
    }
    unique_files
}

/// The number of files that a thread reads together, as one part.
const FILES_PER_PART: usize = 16;
/// The maximum number of parts, for each thread, that were read but not yet delivered.
const MAX_WAITING_PARTS: usize = 2;

/// Reads files in parallel, and delivers them in order while further files are read.
fn read_all(files: &[(String, PathBuf)], request: &Request<'_>, deliver: &mut Deliver<'_>) {
    let read_part = |part: &[(String, PathBuf)]| {
        let mut answer = Answer::default();
        part.iter().for_each(|(name, path)| read_named(name, path, request, &mut answer));
        answer
    };
    let parts: Vec<&[(String, PathBuf)]> = files.chunks(FILES_PER_PART).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(parts.len());
    // Threads are of no use for a single part or on a single core.
    if threads < 2 {
        return parts.into_iter().for_each(|part| deliver(read_part(part)));
    }
    // The index of the part that the next free thread reads.
    let next = AtomicUsize::new(0);
    // The channel is bounded, so that the files read in advance do not fill the memory.
    let (sender, receiver) = mpsc::sync_channel(threads * MAX_WAITING_PARTS);
    let work = |sender: SyncSender<(usize, Answer)>| {
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(part) = parts.get(index)
            && sender.send((index, read_part(part))).is_ok()
        {}
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        // The loop below ends when all senders are dropped, including this one, which no thread uses.
        drop(sender);
        // Parts arrive in any order. They are delivered in order, because the precedence of bindings depends on it.
        let (mut waiting, mut next_delivered) = (BTreeMap::new(), 0);
        for (index, answer) in receiver {
            waiting.insert(index, answer);
            while let Some(answer) = waiting.remove(&next_delivered) {
                deliver(answer);
                next_delivered += 1;
            }
        }
    });
}

/// A search for files.
struct Search<'s> {
    files: &'s dyn Files,
    /// The directory that contains all files: links that lead out of it are not followed.
    root: &'s Path,
    extensions: &'s [&'s str],
    found_files: &'s mut Vec<(String, PathBuf)>,
}

impl Search<'_> {
    /// Adds the files below a directory. Links to targets outside of `root` are not followed.
    fn collect(&mut self, directory: &Path, prefix: &str, depth: usize) {
        let Ok(entries) = self.files.list(directory) else { return };
        for entry in entries {
            let path = directory.join(&entry.name);
            let is_directory = match entry.kind {
                FileKind::Directory => true,
                FileKind::File => false,
                FileKind::Link
                    if self.files.canonicalize(&path).is_ok_and(|target| target.starts_with(self.root)) =>
                {
                    self.files.is_directory(&path)
                }
                _ => continue,
            };
            let stem = if is_directory { path.file_name() } else { path.file_stem() };
            let Some(stem) = stem.and_then(|stem| stem.to_str()) else { continue };
            let name = if prefix.is_empty() { stem.to_owned() } else { format!("{prefix}::{stem}") };
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            // Links may form a cycle, so the depth is limited.
            if is_directory && depth < MAX_DEPTH {
                self.collect(&path, &name, depth + 1);
            } else if !is_directory
                && self.extensions.contains(&extension)
                && self.found_files.len() < MAX_FILES
            {
                self.found_files.push((name, path));
            }
        }
    }
}

/// Adds the bindings of a file, whose name must be `name`.
fn read_named(name: &str, path: &Path, request: &Request<'_>, answer: &mut Answer) {
    let (contents, source) = match read(path, request, &mut answer.problems) {
        Some(read) => read,
        None => return,
    };
    for content in contents {
        let content = match content {
            FileContent::OfSite(content) => content,
            FileContent::Named(bindings) if bindings.name == name => {
                Content::Bindings(Box::new(bindings), Arc::clone(&source))
            }
            FileContent::Named(bindings) => {
                answer.problems.push(misnamed_problem(name, &bindings, &source));
                continue;
            }
        };
        answer.bindings.push(ProvidedBindings { name: name.to_owned(), content });
    }
}

/// The problem of bindings whose name does not match the path of their file.
fn misnamed_problem(name: &str, bindings: &NamedBindings, source: &Arc<Source>) -> Diagnostic {
    let message =
        format!("the bindings `{}` must be named `{name}`, because of the path of their file", bindings.name);
    let position = modelwright_metamodel::diagnostic::Position {
        line: usize::try_from(bindings.line).unwrap_or(1).max(1),
        column: usize::try_from(bindings.column).unwrap_or(1).max(1),
    };
    let offset = source.offset(position);
    let problem =
        Diagnostic::error(codes::BINDINGS_LAYER, message).at(source, offset..source.word_end(offset));
    problem.help(format!("rename them, or move them to the file {}", file_of(&bindings.name)))
}

/// The problems of bindings whose name does not match the path of their file. Locations of layers do not find such
/// bindings, so all directories of named bindings are searched.
pub(crate) fn misnamed_bindings(directories: &SiteDirectories, access: &SiteAccess) -> Diagnostics {
    let files = &*access.base.files;
    let mut roots = vec![
        (directories.confdir.join("bindings"), String::new()),
        (directories.bindingsdir.clone(), String::new()),
    ];
    for modules in &directories.modulepath {
        let Ok(entries) = files.list(modules) else { continue };
        let names = entries.filter_map(|entry| entry.name.to_str().map(str::to_owned));
        roots.extend(names.map(|name| (modules.join(&name).join("bindings"), name)));
    }
    // A site and its environment may have directories in common.
    roots.sort();
    roots.dedup();
    let mut named_files: Vec<(String, PathBuf)> = Vec::new();
    for (directory, prefix) in roots {
        collect(files, &directory, &prefix, &EXTENSIONS, &mut named_files);
    }
    let mut problems = Diagnostics::new();
    for (name, path) in named_files {
        // The other problems of a file are reported when a layer includes it.
        let mut ignored = Diagnostics::new();
        let document = read_document(&path, files, &access.base.limits, &mut ignored);
        let Some((roots, source)) = document else { continue };
        for root in roots {
            if let DocumentedElement::NamedBindings(bindings) = root
                && bindings.name != name
            {
                problems.push(misnamed_problem(&name, &bindings, &source));
            }
        }
    }
    problems
}

/// The path of the file for bindings with a name, relative to the directory `bindings`.
fn file_of(name: &str) -> String {
    format!("{}.pp", name.replace("::", "/"))
}

/// A declaration in a file that a layer includes.
pub(super) enum FileContent {
    /// Bindings with a name.
    Named(NamedBindings),
    /// Bindings or data in a layer of a site, which are named after their file.
    OfSite(Content),
}

/// The declarations in a file that a layer can include, and the source.
pub(super) fn read(
    path: &Path,
    request: &Request<'_>,
    problems: &mut Diagnostics,
) -> Option<(Vec<FileContent>, Arc<Source>)> {
    let (roots, source) =
        read_document(path, &*request.access.base.files, &request.access.base.limits, problems)?;
    let mut contents = Vec::new();
    for root in roots {
        match root {
            DocumentedElement::NamedBindings(bindings) => contents.push(FileContent::Named(bindings)),
            DocumentedElement::Site(site) => {
                add_contents_of_site(site, &source, request, &mut contents, problems);
            }
            _ => {}
        }
    }
    Some((contents, source))
}

/// Adds the bindings and Hiera trees in the layers of a site to `contents`. Warns about the other declarations, which
/// are ignored.
fn add_contents_of_site(
    site: Site,
    source: &Arc<Source>,
    request: &Request<'_>,
    contents: &mut Vec<FileContent>,
    problems: &mut Diagnostics,
) {
    let layers = site.layers.map_or_else(Vec::new, |layers| layers.layers);
    let has_settings = site.categories.is_some()
        || !site.environments.is_empty()
        || layers.iter().any(|layer| !layer.include.is_empty() || layer.categories.is_some());
    if has_settings {
        let message = "the categories, environments and included bindings of this site are ignored, because a layer includes it";
        let problem = Diagnostic::warning(codes::BINDINGS_LAYER, message).at(source, 0..0);
        problems.push(problem.help("declare them in the site that includes this one"));
    }
    for layer in layers {
        if layer.is_of_hiera() {
            match tree_of_layer(&layer, source.name()) {
                Ok(mut tree) => {
                    tree.set_encrypted(request.encrypted);
                    contents.push(FileContent::OfSite(Content::Tree(Arc::new(tree))));
                }
                Err(problems_of_tree) => problems.append(problems_of_tree),
            }
            continue;
        }
        contents.extend(
            layer.bindings.into_iter().map(|bindings| {
                FileContent::OfSite(Content::Bindings(Box::new(bindings), Arc::clone(source)))
            }),
        );
    }
}

/// The Hiera tree in a layer of a document of the model; `file` is the name of the document.
pub(crate) fn tree_of_layer(layer: &NamedLayer, file: &str) -> Result<Hierarchy, Diagnostics> {
    let layers = LayeredBindings { layers: vec![layer.clone()], ..LayeredBindings::default() };
    let site = Site { layers: Some(layers), ..Site::default() };
    Hierarchy::from_bindings(&[site], None, file)
}

/// The declarations in a file of any notation: the language, structured bindings, or a document of the model.
pub(crate) fn read_document(
    path: &Path,
    files: &dyn Files,
    limits: &modelwright_metamodel::input::Limits,
    problems: &mut Diagnostics,
) -> Option<(Vec<DocumentedElement>, Arc<Source>)> {
    let source = match read_source(files, path, limits) {
        Ok(source) => source,
        Err(problem) => {
            problems.push(*problem);
            return None;
        }
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    // Structured bindings and documents of the model may have the same extension, so the text decides.
    if let Some(notation) = structured::recognise(extension.unwrap_or_default(), source.text()) {
        let (roots, new_problems) = structured::read(&source, notation, limits);
        problems.append(new_problems);
        return Some((roots, source));
    }
    let document = match extension {
        Some("yaml") => Document::<DocumentedElement>::from_yaml(source.text()),
        Some("json") => Document::from_json(source.text()),
        Some("xmi") => Document::from_xmi(source.text().as_bytes().to_vec()),
        _ => {
            let (roots, new_problems) = text::read(&source);
            problems.append(new_problems);
            return Some((roots, source));
        }
    };
    match document {
        Ok(document) => Some((document.roots, source)),
        Err(new_problems) => {
            // The labels refer to a source that does not have the name of the file, so they are replaced.
            problems.extend(new_problems.into_iter().map(|problem| {
                let range = problem.primary_label().map_or(0..0, |label| label.range.clone());
                Diagnostic { labels: Vec::new(), ..problem }.at(&source, range)
            }));
            None
        }
    }
}

/// The path of a file in a location, which is relative to the configuration directory. The result is `None` if the file
/// is missing, and also if it is outside of this directory and of the directories that the user allowed, which is
/// reported.
pub(super) fn allowed_file(request: &Request<'_>, path: &str, problems: &mut Diagnostics) -> Option<PathBuf> {
    let files = &*request.access.base.files;
    let path = request.directories.confdir.join(path);
    // A missing file is not reported here, because the location may be optional.
    files.metadata(&path).ok()?;
    let roots = std::iter::once(&request.directories.confdir).chain(&request.access.base.paths);
    if is_inside(files, &path, roots.map(PathBuf::as_path)) {
        return Some(path);
    }
    let message = format!("{} is outside of the directory of the site", display_path(&path));
    let problem = Diagnostic::error(codes::BINDINGS_LAYER, message);
    problems.push(problem.help("move it into the directory, or allow its directory with --path"));
    None
}
