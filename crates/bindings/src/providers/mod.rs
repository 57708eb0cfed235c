//! Providers of bindings. Each scheme of locations has one file and one line in the registry.
//!
//! A location is a scheme and a name, such as `module:/*::default`; `*` matches one segment of a name, `**` any number
//! of segments, and with `?optional` after the name, it is not an error if the location has no bindings. Invariant:
//! only files in the directories of the site, and in directories that the user allowed, are read.

mod declared_types;
mod manifests;
mod of_site;
mod reading;

pub(crate) use declared_types::declared_types;

pub(crate) use of_site::SiteProviders;
pub(crate) use reading::{misnamed_bindings, read_document, tree_of_layer};

use super::compose::Composer;
use super::enc::EncOutput;
use super::puppet_conf::DataLocation;
use crate::access::SiteAccess;
use crate::generated::bindings::{AbstractBinding, NamedBindings, NamedLayer};
use crate::hiera::lookup::{Encrypted, Hierarchy};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes, nearest};
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// The directories and files of a site for one environment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SiteDirectories {
    /// The directory of the configuration.
    pub confdir: PathBuf,
    /// The directory of the environment.
    pub envdir: PathBuf,
    /// The directory of the bindings of the environment.
    pub bindingsdir: PathBuf,
    /// The directories of modules, in the order in which they are searched.
    pub modulepath: Vec<PathBuf>,
    /// The files that may declare the categories and layers; the first existing file is used.
    pub manifests: Vec<PathBuf>,
    /// The locations of data from a `puppet.conf`, which takes precedence over all layers.
    pub data: Option<DataLocation>,
}

/// The input of the composition of the layers of a site.
#[derive(Debug, Clone, Copy)]
pub struct SiteInput<'s> {
    /// The directories of the site.
    pub directories: &'s SiteDirectories,
    /// The files that may be read: those of the site, and those in directories that the user allowed.
    pub access: &'s SiteAccess,
    /// The output of the ENC for the node, if there is one.
    pub enc: Option<&'s EncOutput>,
    /// What lookups in Hiera trees return for encrypted texts.
    pub encrypted: Encrypted,
}

/// A request for the bindings at a location.
pub struct Request<'r> {
    /// The directories of the site.
    pub directories: &'r SiteDirectories,
    /// The files that may be read: those of the site, and those in directories that the user allowed.
    pub access: &'r SiteAccess,
    /// The output of the ENC for the node, if there is one.
    pub enc: Option<&'r EncOutput>,
    /// What lookups in Hiera trees return for encrypted texts.
    pub encrypted: Encrypted,
    /// The location after the scheme, without a leading `/`.
    pub name: &'r str,
}

/// Bindings that a provider found.
#[derive(Debug)]
pub struct ProvidedBindings {
    /// The name of the bindings, which patterns of exclusions are compared with.
    pub name: String,
    /// The bindings or the tree.
    pub content: Content,
}

/// Bindings or a tree that a provider found.
#[derive(Debug)]
pub enum Content {
    /// Bindings, and the file that contains them.
    Bindings(Box<NamedBindings>, Arc<Source>),
    /// A tree of Hiera data.
    Tree(Arc<Hierarchy>),
}

/// The bindings that a provider found, or some of them, and their problems.
#[derive(Debug, Default)]
pub struct Answer {
    /// The bindings.
    pub bindings: Vec<ProvidedBindings>,
    /// The problems of their files.
    pub problems: Diagnostics,
    /// The names that are suggested if a location without wildcards has no bindings.
    pub known: Vec<String>,
    /// Whether the location exists, even if there are no bindings.
    pub exists: bool,
}

/// The function that receives the answers of a provider, in order.
pub type Deliver<'d> = dyn FnMut(Answer) + 'd;

/// Provides the bindings of a scheme.
pub trait Provider: Sync {
    /// The scheme of the locations of this provider.
    fn scheme(&self) -> &'static str;

    /// Whether the names in locations are those of bindings or classes, whose segments are joined by `::`, and not
    /// paths.
    fn has_names(&self) -> bool {
        false
    }

    /// Whether the bindings at a location may differ between nodes of one environment.
    fn depends_on_node(&self, _: &str) -> bool {
        false
    }

    /// Passes the bindings at a location to `deliver`. Many bindings are passed in several answers, so that not all of
    /// them are in memory at the same time.
    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>);
}

/// Declares the module of each provider, which contains a `PROVIDER`, and lists the providers.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All providers.
        pub const PROVIDERS: &[&dyn Provider] = &[$($file::PROVIDER),+];
    };
}

// The registry of providers.
registry! {
    class,
    confdir,
    enc,
    env,
    file,
    hiera,
    module,
    pdl,
}

/// A location: a scheme, a name, and whether the bindings may be missing.
struct Location<'l> {
    scheme: &'l str,
    name: &'l str,
    is_optional: bool,
}

/// Splits a location.
///
/// # Errors
/// A message and help, if the location has no scheme or an unknown option.
fn location(text: &str) -> Result<Location<'_>, (String, String)> {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let is_optional = query == "optional";
    if !query.is_empty() && !is_optional {
        return Err((
            format!("the location `{text}` has an unknown option"),
            "the only option is `?optional`".into(),
        ));
    }
    let Some((scheme, name)) = path.split_once(':') else {
        return Err((
            format!("the location `{text}` has no scheme"),
            format!("write the scheme before the name, as in confdir:/{path}"),
        ));
    };
    // An absolute path has two slashes after the scheme, so only one is removed.
    Ok(Location { scheme, name: name.strip_prefix('/').unwrap_or(name), is_optional })
}

/// The built-in provider of a scheme; `None` if only a site can declare it.
fn provider(scheme: &str) -> Option<&'static dyn Provider> {
    PROVIDERS.iter().copied().find(|provider| provider.scheme() == scheme)
}

/// The message and the help for a location whose scheme has no provider.
fn unknown_scheme(scheme: &str, text: &str) -> (String, String) {
    let schemes = PROVIDERS.iter().map(|provider| provider.scheme());
    let help = match nearest(scheme, schemes.clone()) {
        Some(similar) => format!("did you mean `{similar}:`?"),
        None => format!(
            "the schemes are {}, and those of providers that a site binds `in 'bindings_providers'`, outside of conditions",
            schemes.collect::<Vec<_>>().join(", ")
        ),
    };
    (format!("the scheme `{scheme}` of the location `{text}` is unknown"), help)
}

/// Splits a location, and finds its built-in provider.
///
/// # Errors
/// A message and help, if the location is invalid or its scheme has no built-in provider.
fn located(text: &str) -> Result<(Location<'_>, &'static dyn Provider), (String, String)> {
    let location = location(text)?;
    let provider = provider(location.scheme).ok_or_else(|| unknown_scheme(location.scheme, text))?;
    if provider.has_names() && location.name.contains('/') {
        let name = location.name.trim_matches('/').replace('/', "::");
        return Err((
            format!("the location `{text}` has a path, and not a name"),
            format!("write `{}:/{name}{}`", location.scheme, &text[text.find('?').unwrap_or(text.len())..]),
        ));
    }
    Ok((location, provider))
}

/// Adds the bindings at the included locations to the current layer, except those that exclusions match. `report` makes
/// a problem of a location and a message.
pub(crate) fn include(
    composer: &mut Composer,
    layer: &str,
    include: &[String],
    exclude: &[String],
    site: SiteInput<'_>,
    site_providers: &SiteProviders,
    report: &dyn Fn(&str, &str) -> Diagnostic,
) {
    let mut inclusion = Inclusion {
        composer,
        layer,
        report,
        excluded: Vec::new(),
        included: FxHashSet::default(),
        has_tree: false,
    };
    for text in exclude {
        match located(text) {
            Ok((location, _)) => inclusion.excluded.push((location.scheme, location.name)),
            Err((message, help)) => inclusion.report(text, &message, &help),
        }
    }
    for text in include {
        match site_providers.bind(text, inclusion.composer) {
            Some(Ok(())) => {}
            Some(Err((message, help))) => inclusion.report(text, &message, &help),
            // The site declares no provider for the scheme, so the provider must be built in.
            None => match located(text) {
                Ok((location, provider)) => inclusion.add_location(text, &location, provider, site),
                Err((message, help)) => inclusion.report(text, &message, &help),
            },
        }
    }
}

/// The inclusion of bindings in a layer.
struct Inclusion<'i> {
    composer: &'i mut Composer,
    /// The name of the layer.
    layer: &'i str,
    /// Makes a problem of a location and a message.
    report: &'i dyn Fn(&str, &str) -> Diagnostic,
    /// The schemes and the patterns of names that are excluded.
    excluded: Vec<(&'i str, &'i str)>,
    /// The file and the name of all bindings that were added, because two locations may refer to the same bindings.
    included: FxHashSet<(String, String)>,
    /// Whether a tree was added to the layer.
    has_tree: bool,
}

impl Inclusion<'_> {
    /// Reports a problem of a location.
    fn report(&mut self, location: &str, message: &str, help: &str) {
        self.composer.report(problem_of_location(self.report, self.layer, location, message, help));
    }

    /// Whether an exclusion matches bindings by their scheme and their name.
    fn is_excluded(&self, scheme: &str, name: &str) -> bool {
        self.excluded
            .iter()
            .any(|(excluded_scheme, pattern)| *excluded_scheme == scheme && matches(pattern, name))
    }

    /// Adds the bindings at a location, which is written as `text`. Reports a location without bindings.
    fn add_location(
        &mut self,
        text: &str,
        location: &Location<'_>,
        provider: &dyn Provider,
        SiteInput { directories, access, enc, encrypted }: SiteInput<'_>,
    ) {
        let depends_on_node = provider.depends_on_node(location.name);
        if depends_on_node {
            self.composer.set_depends_on_node();
        }
        let request = Request { directories, access, enc, encrypted, name: location.name };
        let (mut exists, mut has_errors, mut known_names) = (false, false, Vec::new());
        let mut added_bindings = Vec::new();
        provider.provide(&request, &mut |answer| {
            exists |= answer.exists || !answer.bindings.is_empty();
            has_errors |= answer.problems.has_errors();
            known_names.extend(answer.known);
            for problem in answer.problems {
                // A problem without a position receives the position of the location.
                match (problem.primary_label(), &problem.help) {
                    (None, Some(help)) => self.report(text, &problem.message, help),
                    _ => self.composer.report(problem.into()),
                }
            }
            for provided in answer.bindings {
                if !self.is_excluded(location.scheme, &provided.name) {
                    added_bindings.extend(self.add(text, provided));
                }
            }
        });
        // The added bindings are recorded after the entire location, because at one location, several bindings may have
        // the same file and name, such as the bindings in the layers of a site.
        self.included.extend(added_bindings);
        // The output of an ENC may contain no bindings.
        let may_be_missing =
            location.is_optional || location.name.contains('*') || (depends_on_node && enc.is_some());
        if !exists && !has_errors && !may_be_missing {
            let help = match nearest(location.name, known_names.iter().map(String::as_str)) {
                Some(name) => format!("did you mean `{}:/{name}`?", location.scheme),
                None if depends_on_node => {
                    "give the output for the node (--enc), or write `?optional` after the name".to_owned()
                }
                None => "add the file, or write `?optional` after the name".to_owned(),
            };
            self.report(text, &format!("there are no bindings at `{text}`"), &help);
        }
    }

    /// Adds bindings or a tree to the layer. Returns the file and the name of bindings that no earlier location has
    /// added.
    fn add(&mut self, text: &str, provided: ProvidedBindings) -> Option<(String, String)> {
        match provided.content {
            Content::Bindings(bindings, source) => {
                let file_and_name = (source.name().to_owned(), provided.name);
                if self.included.contains(&file_and_name) {
                    return None;
                }
                self.composer.source(&source);
                self.composer.bindings(&bindings, source.name());
                return Some(file_and_name);
            }
            Content::Tree(_) if self.has_tree => {
                let message = format!("the layer `{}` already has a tree of Hiera data", self.layer);
                self.report(text, &message, "include it in a layer of its own");
            }
            Content::Tree(tree) => {
                self.has_tree = true;
                self.composer.tree(tree);
            }
        }
        None
    }
}

/// The bindings at the locations of a layer, with the files that contain them.
pub(crate) fn included_bindings(
    layer: &NamedLayer,
    site: SiteInput<'_>,
    problems: &mut Diagnostics,
) -> Vec<NamedBindings> {
    let SiteInput { directories, access, enc, encrypted } = site;
    let mut included = Vec::new();
    for text in &layer.include {
        let (location, provider) = match located(text) {
            Ok(located) => located,
            Err((message, help)) => {
                problems.push(layer_problem(&message).help(help));
                continue;
            }
        };
        let request = Request { directories, access, enc, encrypted, name: location.name };
        provider.provide(&request, &mut |answer| {
            problems.append(answer.problems);
            for provided in answer.bindings {
                let Content::Bindings(mut bindings, source) = provided.content else { continue };
                // A layer combines the bindings of several files, so each binding stores the file, which problems show.
                for binding in &mut bindings.bindings {
                    if let AbstractBinding::CategorizedBindings(part) = binding {
                        part.file.get_or_insert_with(|| source.name().to_owned());
                    }
                }
                bindings.file.get_or_insert_with(|| source.name().to_owned());
                included.push(*bindings);
            }
        });
    }
    included
}

/// A problem of a location of a layer.
fn problem_of_location(
    report: &dyn Fn(&str, &str) -> Diagnostic,
    layer: &str,
    location: &str,
    message: &str,
    help: &str,
) -> Diagnostics {
    report(location, &format!("{message} (layer {layer})")).help(help).into()
}

/// An error of the bindings of a layer, without a position.
#[must_use]
pub fn layer_problem(message: &str) -> Diagnostic {
    Diagnostic::new(codes::BINDINGS_LAYER, Severity::Error, message)
}

/// Whether a name matches a pattern of segments. The case is ignored.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<&str> = pattern.split("::").collect();
    let name: Vec<&str> = name.split("::").collect();
    // `is_match[index]` is true if the segments of the name from `index` to the end match the part of the pattern that
    // was processed so far.
    let mut is_match: Vec<bool> = (0..=name.len()).map(|index| index == name.len()).collect();
    // The pattern is processed from its end, so that several `**` do not cause exponential work.
    for segment in pattern.iter().rev() {
        is_match = (0..=name.len())
            .map(|index| match *segment {
                "**" => (index..=name.len()).any(|end| is_match[end]),
                "*" => index < name.len() && is_match[index + 1],
                text => index < name.len() && text.eq_ignore_ascii_case(name[index]) && is_match[index + 1],
            })
            .collect();
    }
    is_match[0]
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn wildcards_are_segments() {
        assert!(matches("*::default", "ntp::default") && !matches("*::default", "ntp::server::default"));
        assert!(matches("**", "a::b") && matches("**::default", "default") && matches("a::**", "a::b::c"));
        assert!(matches("MySpecial::Default", "myspecial::default") && !matches("default", "defaults"));
    }
}
