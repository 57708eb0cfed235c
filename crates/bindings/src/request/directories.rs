//! The directories and files of an environment, from its settings and the defaults of all environments.
//!
//! Relative paths are relative to the directory of the environment; the path of the manifest is relative to the
//! directory of manifests. Only files in the site, and in directories that the user allowed, are read.

use super::DEFAULT_ENVIRONMENT;
use super::environments::{EnvironmentChoice, RequestEnvironments, Setting, Settings};
use crate::access::SiteAccess;
use crate::files::{display_path, is_inside};
use crate::providers::SiteDirectories;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use std::path::{Path, PathBuf};

/// The directories of the chosen environment. An unknown environment is reported; it has the directories of an
/// environment without settings of its own, as has a `production` that is not declared.
pub(super) fn resolve(
    environments: &RequestEnvironments,
    choice: &EnvironmentChoice,
    site: &Path,
    access: &SiteAccess,
    problems: &mut Diagnostics,
) -> SiteDirectories {
    let confdir = access.base.files.absolute(site);
    let resolver = Resolver { environments, site, confdir, access };
    let no_settings = Settings::default();
    if let Some(declared) = environments.declared.iter().find(|declared| declared.name == choice.name) {
        let envdir = resolver.envdir(&declared.settings, problems);
        return resolver.directories(envdir, &declared.settings, problems);
    }
    // The name may be chosen by a node. It must not be a path that leads out of the directory.
    let is_name =
        !choice.name.is_empty() && !choice.name.contains(['/', '\\']) && !choice.name.starts_with('.');
    for dynamic in environments.dynamic.iter().filter(|_| is_name) {
        let setting = Setting { value: dynamic.name.clone(), range: dynamic.range.clone() };
        let Some(directory) = resolver.absolute("the directory of dynamic environments", &setting, problems)
        else {
            continue;
        };
        let envdir = directory.join(&choice.name);
        if access.base.files.is_directory(&envdir) {
            return resolver.directories(envdir, &dynamic.settings, problems);
        }
    }
    // `production` exists even if it is not declared.
    if choice.name != DEFAULT_ENVIRONMENT {
        problems.push(resolver.unknown_environment(choice));
    }
    let envdir = resolver.envdir(&no_settings, problems);
    resolver.directories(envdir, &no_settings, problems)
}

/// Whether a path exists in the site, or in a directory that the user allowed.
pub(super) fn may_read(path: &Path, site: &Path, access: &SiteAccess) -> bool {
    let roots = std::iter::once(site).chain(access.base.paths.iter().map(PathBuf::as_path));
    is_inside(&*access.base.files, path, roots)
}

/// Finds the paths of settings.
struct Resolver<'r> {
    environments: &'r RequestEnvironments,
    site: &'r Path,
    /// The absolute path of the site, which is the value of `$confdir` in expressions.
    confdir: PathBuf,
    access: &'r SiteAccess,
}

impl Resolver<'_> {
    /// The problem of a chosen environment that does not exist.
    fn unknown_environment(&self, choice: &EnvironmentChoice) -> Diagnostic {
        let files = &*self.access.base.files;
        let known = self.environments.known(files, |path| may_read(path, self.site, self.access));
        // With a range, the position of the problem shows what has chosen the environment.
        let message = match &choice.range {
            Some(_) => format!("unknown environment `{}`", choice.name),
            None => format!("unknown environment `{}`, chosen by {}", choice.name, choice.decided_by),
        };
        let help = match nearest(&choice.name, known.iter().map(String::as_str)) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None if known.is_empty() => "declare it: environment { 'NAME': }".to_owned(),
            None => {
                format!("the environments are {}", known.into_iter().collect::<Vec<_>>().join(", "))
            }
        };
        let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message);
        let problem = match &choice.range {
            Some((source, range)) => problem.at(source, range.clone()),
            None => problem,
        };
        problem.help(help)
    }

    /// A setting of an environment, or else of the defaults of all environments.
    fn setting<'s>(&'s self, settings: &'s Settings, name: &str) -> Option<&'s Setting> {
        settings.get(name).or_else(|| self.environments.defaults.get(name))
    }

    /// The path of a setting that must be absolute; `None` if it is relative or must not be read, which is reported.
    fn absolute(&self, subject: &str, setting: &Setting, problems: &mut Diagnostics) -> Option<PathBuf> {
        if !Path::new(&setting.value).is_absolute() {
            let message = format!("{subject} must be an absolute path, found `{}`", setting.value);
            let help = format!("write \"$confdir/{}\"", setting.value);
            let range = setting.range.clone();
            problems.push(self.environments.error(codes::BINDINGS_ENVIRONMENT, range, &message, &help));
            return None;
        }
        self.allowed(self.path_of_value(&setting.value, self.site), setting, problems)
    }

    /// The path of a value. A path in the configuration directory begins with the path of the site as the user wrote
    /// it.
    fn path_of_value(&self, value: &str, base: &Path) -> PathBuf {
        match Path::new(value).strip_prefix(&self.confdir) {
            Ok(relative) if relative.as_os_str().is_empty() => self.site.to_owned(),
            Ok(relative) => self.site.join(relative),
            Err(_) => base.join(value),
        }
    }

    /// The directory of an environment, by default the configuration directory.
    fn envdir(&self, settings: &Settings, problems: &mut Diagnostics) -> PathBuf {
        let Some(setting) = self.setting(settings, "envdir") else { return self.site.to_owned() };
        let Some(path) = self.absolute("`envdir`", setting, problems) else { return self.site.to_owned() };
        if !self.access.base.files.is_directory(&path) {
            let message = format!("there is no directory {}", display_path(&path));
            let range = setting.range.clone();
            let help = "create it, or correct the path";
            problems.push(self.environments.error(codes::BINDINGS_ENVIRONMENT, range, &message, help));
        }
        path
    }

    /// The path if it may be read or does not exist; otherwise `None`, and the path is reported.
    fn allowed(&self, path: PathBuf, setting: &Setting, problems: &mut Diagnostics) -> Option<PathBuf> {
        if self.access.base.files.canonicalize(&path).is_err() || may_read(&path, self.site, self.access) {
            return Some(path);
        }
        let message = format!("{} is outside of the directory of the site", display_path(&path));
        let help = "move it into the directory, or allow its directory with --path";
        let range = setting.range.clone();
        problems.push(self.environments.error(codes::BINDINGS_ENVIRONMENT, range, &message, help));
        None
    }

    /// The directories and manifests of an environment at `envdir`; `settings` take precedence over the defaults of all
    /// environments. Paths that must not be read are reported and left out.
    fn directories(
        &self,
        envdir: PathBuf,
        settings: &Settings,
        problems: &mut Diagnostics,
    ) -> SiteDirectories {
        let mut path = |name: &str, base: &Path| {
            let setting = self.setting(settings, name)?;
            self.allowed(self.path_of_value(&setting.value, base), setting, problems)
        };
        let manifestdir = path("manifestdir", &envdir).unwrap_or_else(|| envdir.join("manifests"));
        let manifest = path("manifest", &manifestdir);
        let bindingsdir = path("bindingsdir", &envdir).unwrap_or_else(|| envdir.join("bindings"));
        let modulepath = match self.setting(settings, "modulepath") {
            None => vec![envdir.join("modules")],
            Some(setting) => {
                let parts = setting.value.split(':').filter(|part| !part.is_empty());
                parts
                    .filter_map(|part| self.allowed(self.path_of_value(part, &envdir), setting, problems))
                    .collect()
            }
        };
        if let (Some(path), Some(setting)) = (&manifest, self.setting(settings, "manifest"))
            && !self.access.base.files.is_file(path)
        {
            let message = format!("there is no manifest {}", display_path(path));
            let range = setting.range.clone();
            let help = "create it, or correct the path";
            problems.push(self.environments.error(codes::BINDINGS_ENVIRONMENT, range, &message, help));
        }
        let manifests = match manifest {
            Some(path) => vec![path],
            None => {
                let mut paths = vec![manifestdir.join("site.pp")];
                for path_of_site in [self.site.join("manifests/site.pp"), self.site.join("site.pp")] {
                    // The environment may have the directory of the site.
                    if !paths.contains(&path_of_site) {
                        paths.push(path_of_site);
                    }
                }
                paths
            }
        };
        SiteDirectories {
            confdir: self.site.to_owned(),
            envdir,
            bindingsdir,
            modulepath,
            manifests,
            data: None,
        }
    }
}
