//! The directory of a site: finds its `site` declaration and the directories of its environment and modules, and
//! composes its layers.
//!
//! The declaration is in `manifests/site.pp` of the environment, or else of the site. If it contains no layers, there
//! are two layers: `site` (`confdir:/default`) and, below it, `modules` (`module:/*::default`).

use super::compose::{Composer, Composition};
use super::providers::{self, SiteDirectories, SiteInput, SiteProviders};
use super::puppet_conf::DataLocation;
use crate::access::SiteAccess;
use crate::files::{Files, display_path};
use crate::generated::bindings::{DocumentedElement, NamedBindings, NamedLayer, Site, Statements};
use crate::hiera::check::Manifests;
use crate::hiera::lookup::{Encrypted, Hierarchy};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Position, Source, codes};
use modelwright_syntax::lexer::{T, Token, TokenKind, lex};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// The files that may declare the site, in the order in which they are searched.
const DECLARATIONS: [&str; 5] = ["manifests/site.pp", "site.pp", "site.yaml", "site.json", "site.xmi"];

/// The name of an environment that no site has, for which [`directories`] returns the directories of the site.
const NO_ENVIRONMENT: &str = "";

/// The directories of a site for an environment: in `environments/NAME` if it exists, otherwise in the site.
#[must_use]
pub fn directories(site: &Path, environment: &str, files: &dyn Files) -> SiteDirectories {
    let directory_of_environment = site.join("environments").join(environment);
    // The environment may be chosen by a node. Its name must not be a path that leads out of the directory.
    let is_name = !environment.is_empty() && !environment.contains(['/', '\\']) && environment != "..";
    let has_environment_directory = is_name && files.is_directory(&directory_of_environment);
    let mut modulepath = vec![site.join("modules")];
    if has_environment_directory {
        // The modules of the environment come first, because they hide those of the site.
        modulepath.insert(0, directory_of_environment.join("modules"));
    }
    let envdir = if has_environment_directory { directory_of_environment } else { site.to_owned() };
    let roots = if has_environment_directory { vec![envdir.as_path(), site] } else { vec![site] };
    let manifests =
        roots.into_iter().flat_map(|root| DECLARATIONS.iter().map(move |name| root.join(name))).collect();
    SiteDirectories {
        confdir: site.to_owned(),
        bindingsdir: envdir.join("bindings"),
        envdir,
        modulepath,
        manifests,
        data: None,
    }
}

/// Composes a site for an environment, even if the site does not declare the environment. The composition contains all
/// problems.
///
/// # Errors
/// If there is no such directory.
pub fn compose(
    site: &Path,
    environment: &str,
    access: &SiteAccess,
) -> Result<Arc<Composition>, Box<Diagnostic>> {
    let files = &*access.base.files;
    if !files.is_directory(site) {
        let message = format!("there is no directory {}", display_path(site));
        return Err(Box::new(
            Diagnostic::error(codes::CANNOT_READ, message).help("specify the directory of a site"),
        ));
    }
    let directories = directories(site, environment, files);
    Ok(compose_directories(SiteInput {
        directories: &directories,
        access,
        enc: None,
        encrypted: Encrypted::Hidden,
    }))
}

/// The composition of the bindings in the directories of a site. It contains all problems.
#[must_use]
pub fn compose_directories(input: SiteInput<'_>) -> Arc<Composition> {
    let SiteInput { directories, access, .. } = input;
    let mut composer = Composer::new();
    let (types, problems) = providers::declared_types(directories, access);
    composer.declare_types(types, problems);
    let sites = declaration(directories, access, &mut composer);
    let mut layers: Vec<(NamedLayer, Option<Arc<Source>>)> = Vec::new();
    for (site, source) in sites {
        if let Some(categories) = &site.categories {
            composer.site_categories(categories);
        }
        let declared_layers = site.layers.into_iter().flat_map(|layers| layers.layers);
        layers.extend(declared_layers.map(|mut layer| {
            // The categories come from the site, so their positions are in its file.
            if let Some(categories) = &mut layer.categories {
                categories.file.get_or_insert_with(|| source.name().to_owned());
            }
            (layer, Some(Arc::clone(&source)))
        }));
    }
    report_equal_names(&layers, &mut composer);
    if layers.is_empty() {
        layers = default_layers().into_iter().map(|layer| (layer, None)).collect();
        // The data of modules is not added if the site declares layers, because these can include it.
        if directories.data.is_some() {
            layers.extend(data_of_modules().into_iter().map(|layer| (layer, None)));
        }
    }
    if let Some(data) = &directories.data {
        let layers_of_data = data_of_site(data, directories, &*access.base.files);
        // Data of a `puppet.conf` is above all other layers, including declared ones.
        layers.splice(0..0, layers_of_data.into_iter().map(|layer| (layer, None)));
    }
    let layers_with_files =
        layers.iter().map(|(layer, source)| (layer, source.as_ref().map_or("", |source| source.name())));
    let site_providers = SiteProviders::new(layers_with_files, input);
    for (layer, source) in &layers {
        add_layer(&mut composer, layer, source.as_ref(), input, &site_providers);
    }
    composer.finish()
}

/// Warns about layers with equal names, which messages and explanations cannot distinguish.
fn report_equal_names(layers: &[(NamedLayer, Option<Arc<Source>>)], composer: &mut Composer) {
    for (index, (layer, source)) in layers.iter().enumerate() {
        let first = layers[..index].iter().find(|(other, _)| other.name == layer.name);
        // All declared layers are in one file, so this source also contains the first layer.
        let (Some((first, _)), Some(source)) = (first, source) else { continue };
        let range = |layer: &NamedLayer| {
            let offset = position(layer.line, layer.column).map_or(0, |position| source.offset(position));
            offset..source.word_end(offset)
        };
        let message = format!("two layers have the name `{}`", layer.name);
        let problem = Diagnostic::warning(codes::BINDINGS_LAYER, message).at(source, range(layer));
        let problem = problem.label(source, range(first), "the name is used here");
        composer.report(problem.help("rename one of them: explanations identify layers by name").into());
    }
}

/// Adds a layer: a Hiera tree, or the bindings that the layer includes and contains.
fn add_layer(
    composer: &mut Composer,
    layer: &NamedLayer,
    source: Option<&Arc<Source>>,
    input: SiteInput<'_>,
    site_providers: &SiteProviders,
) {
    // A layer of Hiera is searched with the rules of Hiera, so its bindings are not composed (Decision 30).
    if layer.is_of_hiera() {
        composer.layer(&layer.name, None);
        let mut problems = Diagnostics::new();
        let layer = with_included(layer, input, &mut problems);
        composer.report(problems);
        match providers::tree_of_layer(&layer, source.map_or("bindings", |source| source.name())) {
            Ok(mut tree) => {
                tree.set_encrypted(input.encrypted);
                composer.tree(Arc::new(tree));
            }
            Err(problems) => composer.report(problems),
        }
        return;
    }
    composer.layer(&layer.name, layer.categories.as_ref());
    let file = source.map_or("", |source| source.name());
    composer.record_declaration(&layer.include, file, layer.line, layer.column);
    providers::include(
        composer,
        &layer.name,
        &layer.include,
        &layer.exclude,
        input,
        site_providers,
        &|location, message| location_problem(layer, source, location, message),
    );
    for bindings in &layer.bindings {
        composer.bindings(bindings, source.map_or("", |source| source.name()));
    }
}

/// A problem of a location of a layer.
fn location_problem(
    layer: &NamedLayer,
    source: Option<&Arc<Source>>,
    location: &str,
    message: &str,
) -> Diagnostic {
    match (source, position(layer.line, layer.column)) {
        (Some(source), Some(position)) => {
            let layer_start = source.offset(position);
            // The model does not contain the position of a location, so the text is searched for it, from the layer on.
            let range = match source.text()[layer_start..].find(location) {
                Some(index) if !location.is_empty() => {
                    layer_start + index..layer_start + index + location.len()
                }
                _ => layer_start..source.word_end(layer_start),
            };
            providers::layer_problem(message).at(source, range)
        }
        _ => providers::layer_problem(message),
    }
}

/// Adds the bindings at the locations of a layer to the layer, unless the layer contains bindings already.
fn with_included<'l>(
    layer: &'l NamedLayer,
    input: SiteInput<'_>,
    problems: &mut Diagnostics,
) -> Cow<'l, NamedLayer> {
    if !layer.bindings.is_empty() || layer.include.is_empty() {
        return Cow::Borrowed(layer);
    }
    let bindings = providers::included_bindings(layer, input, problems);
    Cow::Owned(NamedLayer { bindings, ..layer.clone() })
}

/// The Hiera tree of a layer of a site: the layer with the given name, or the only Hiera layer.
///
/// # Errors
/// If the site has errors, or has no such layer.
pub fn tree(site: &Path, layer: Option<&str>, access: &SiteAccess) -> Result<Hierarchy, Diagnostics> {
    let directories = directories(site, NO_ENVIRONMENT, &*access.base.files);
    let input = SiteInput { directories: &directories, access, enc: None, encrypted: Encrypted::Kept };
    let mut composer = Composer::new();
    let declarations = declaration(&directories, access, &mut composer);
    // Nothing is composed: this composer only collects the problems of the declaration.
    let mut problems = composer.finish().problems().clone();
    let mut sites = Vec::new();
    for (mut site, _) in declarations {
        for layer in site.layers.iter_mut().flat_map(|layers| &mut layers.layers) {
            if layer.is_of_hiera() {
                *layer = with_included(layer, input, &mut problems).into_owned();
            }
        }
        sites.push(site);
    }
    if problems.has_errors() {
        return Err(problems);
    }
    Hierarchy::from_bindings(&sites, layer, &display_path(site))
}

/// Whether a directory contains a file that may declare a site.
#[must_use]
pub fn is_declared(site: &Path, files: &dyn Files) -> bool {
    directories(site, NO_ENVIRONMENT, files).manifests.iter().any(|path| files.is_file(path))
}

/// Whether a manifest of the site contains a `site` declaration, which manifests of Puppet do not.
pub(crate) fn is_declared_in_text(site: &Path, files: &dyn Files) -> bool {
    directories(site, NO_ENVIRONMENT, files).manifests.iter().any(|path| {
        let text = files.read(path, MAX_MANIFEST_BYTES).unwrap_or_default();
        declares_site(&String::from_utf8_lossy(&text))
    })
}

/// Whether a line begins with `site`, followed by a brace that does not begin a resource of Puppet.
fn declares_site(text: &str) -> bool {
    let is_site = |token: &Token| {
        token.starts_line && token.kind == TokenKind::Name && text.get(token.span.range()) == Some("site")
    };
    lex(text).list.windows(4).any(|tokens| {
        let [first_token, second_token, third_token, fourth_token] = tokens else { return false };
        let is_member = third_token.kind == TokenKind::Name && fourth_token.kind != TokenKind::Mark(T![":"]);
        is_site(first_token)
            && second_token.kind == TokenKind::Mark(T!["{"])
            && (is_member || third_token.kind == TokenKind::Mark(T!["}"]))
    })
}

/// The maximum number of bytes of a manifest that are searched for the declaration of a site.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// The `site` declarations in the first of the manifests that exists. Warns about bindings in the same file.
fn declaration(
    directories: &SiteDirectories,
    access: &SiteAccess,
    composer: &mut Composer,
) -> Vec<(Site, Arc<Source>)> {
    let files = &*access.base.files;
    let Some(path) = directories.manifests.iter().find(|path| files.is_file(path)) else {
        return Vec::new();
    };
    let mut problems = Diagnostics::new();
    let document = providers::read_document(path, files, &access.base.limits, &mut problems);
    composer.report(problems);
    let Some((roots, source)) = document else { return Vec::new() };
    composer.source(&source);
    let mut sites = Vec::new();
    for root in roots {
        match root {
            DocumentedElement::Site(mut site) => {
                site.file = Some(source.name().to_owned());
                if let Some(categories) = &mut site.categories {
                    categories.file.get_or_insert_with(|| source.name().to_owned());
                }
                sites.push((site, Arc::clone(&source)));
            }
            DocumentedElement::NamedBindings(NamedBindings { name, .. }) => {
                let message =
                    format!("the bindings `{name}` are in the file of the site, so no layer includes them");
                let problem = Diagnostic::warning(codes::BINDINGS_LAYER, message).at(&source, 0..0);
                composer.report(
                    problem.help("move them to a file of their own in the directory `bindings`").into(),
                );
            }
            DocumentedElement::Statements(statements) => {
                composer.report(report_included(&statements, &source));
            }
            _ => {}
        }
    }
    if let [(first, _), (second, _), ..] = sites.as_slice() {
        composer.report(second_site(first, second, &source).into());
    }
    sites
}

/// The problem of a file that declares the site twice.
fn second_site(first: &Site, second: &Site, source: &Arc<Source>) -> Diagnostic {
    let start = |site: &Site| position(site.line, site.column).map_or(0, |position| source.offset(position));
    let (first, second) = (start(first), start(second));
    Diagnostic::error(codes::BINDINGS_LAYER, "a file must not declare the site twice")
        .at(source, second..source.word_end(second))
        .label(source, first..source.word_end(first), "the first declaration")
        .help("join the declarations")
}

/// Warns about statements that include classes, because the classes of a node come only from its bindings.
fn report_included(statements: &Statements, source: &Arc<Source>) -> Diagnostics {
    let mut manifests = Manifests::default();
    // Problems are ignored, because they are reported when the file is read as a declaration.
    let _ = manifests.add(&Source::new(source.name(), statements.text.as_str()));
    if !manifests.includes_classes() {
        return Diagnostics::new();
    }
    let offset = position(statements.line, statements.column).map_or(0, |position| source.offset(position));
    let message =
        "classes that this manifest includes are ignored: the classes of a node come from its bindings";
    let problem =
        Diagnostic::warning(codes::BINDINGS_LAYER, message).at(source, offset..source.word_end(offset));
    problem.help("write `bindings default { when node 'NAME' { include CLASS } }`").into()
}

/// The layers of a site that declares none.
fn default_layers() -> [NamedLayer; 2] {
    // The layer `site` is optional, because a site may consist of modules only.
    [layer("site", "confdir:/default?optional"), layer("modules", "module:/*::default")]
}

/// The layers of the data that a `puppet.conf` specifies, in the order of precedence that issue 6079 proposes.
fn data_of_site(data: &DataLocation, directories: &SiteDirectories, files: &dyn Files) -> [NamedLayer; 2] {
    let confdir = files.absolute(&directories.confdir);
    let location = |path: &Path| {
        let path = files.absolute(path);
        // `display_path` of an absolute path begins with a slash, so the location begins with the two slashes that it
        // requires.
        format!("pdl:/{}", display_path(path.strip_prefix(&confdir).unwrap_or(&path)))
    };
    let (directory, file) = (location(&data.directory), location(&data.file));
    [layer("data", &format!("{directory}/?optional")), layer("site data", &format!("{file}?optional"))]
}

/// The layers of the data of modules and of the defaults of their classes.
fn data_of_modules() -> [NamedLayer; 2] {
    [layer("module data", "pdl:/**"), layer("classes", "class:/**")]
}

/// A layer with one location.
fn layer(name: &str, include: &str) -> NamedLayer {
    NamedLayer { name: name.to_owned(), include: vec![include.to_owned()], ..NamedLayer::default() }
}

/// A position from the features of an object; `None` if the object has no position.
fn position(line: i64, column: i64) -> Option<Position> {
    Some(Position { line: positive_number(line)?, column: positive_number(column)? })
}

/// A number of a line or a column; `None` if it is not positive.
fn positive_number(number: i64) -> Option<usize> {
    usize::try_from(number).ok().filter(|number| *number > 0)
}
