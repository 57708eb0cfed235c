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

/// The directories of the chosen environment. An unknown environment is reported, and the defaults of `production` are
/// used.
pub(super) fn resolve(
    evaluated: &RequestEnvironments,
    chosen: &EnvironmentChoice,
    site: &Path,
    access: &SiteAccess,
    problems: &mut Diagnostics,
) -> SiteDirectories {
    let confdir = access.base.files.absolute(site);
    let resolver = Resolver { evaluated, site, confdir, access };
    let empty = Settings::default();
    if let Some(declared) = evaluated.declared.iter().find(|declared| declared.name == chosen.name) {
        let envdir = resolver.envdir(&declared.settings, problems);
        return resolver.directories(envdir, &declared.settings, problems);
    }
    // The name may be chosen by a node. It must not be a path that leads out of the directory.
    let is_name =
        !chosen.name.is_empty() && !chosen.name.contains(['/', '\\']) && !chosen.name.starts_with('.');
    for dynamic in evaluated.dynamic.iter().filter(|_| is_name) {
        let setting = Setting { value: dynamic.name.clone(), range: dynamic.range.clone() };
        let Some(directory) = resolver.absolute("the directory of dynamic environments", &setting, problems)
        else {
            continue;
        };
        let envdir = directory.join(&chosen.name);
        if access.base.files.is_directory(&envdir) {
            return resolver.directories(envdir, &dynamic.settings, problems);
        }
    }
    // `production` exists even if it is not declared.
    if chosen.name != DEFAULT_ENVIRONMENT {
        problems.push(resolver.unknown(chosen));
    }
    let envdir = resolver.envdir(&empty, problems);
    resolver.directories(envdir, &empty, problems)
}

/// Whether a path exists inside of the site, or of a directory that the user allowed.
pub(super) fn may_read(path: &Path, site: &Path, access: &SiteAccess) -> bool {
    let roots = std::iter::once(site).chain(access.base.paths.iter().map(PathBuf::as_path));
    is_inside(&*access.base.files, path, roots)
}

struct Resolver<'r> {
    evaluated: &'r RequestEnvironments,
    site: &'r Path,
    /// The absolute path of the site, which is the value of `$confdir` in expressions.
    confdir: PathBuf,
    access: &'r SiteAccess,
}

impl Resolver<'_> {
    /// The problem of a chosen environment that does not exist.
    fn unknown(&self, chosen: &EnvironmentChoice) -> Diagnostic {
        let files = &*self.access.base.files;
        let known = self.evaluated.known(files, |path| may_read(path, self.site, self.access));
        let message = match &chosen.range {
            Some(_) => format!("unknown environment `{}`", chosen.name),
            None => format!("unknown environment `{}`, chosen by {}", chosen.name, chosen.decided_by),
        };
        let help = match nearest(&chosen.name, known.iter().map(String::as_str)) {
            Some(known) => format!("did you mean `{known}`?"),
            None if known.is_empty() => "declare it: environment { 'NAME': }".to_owned(),
            None => {
                format!("the environments are {}", known.into_iter().collect::<Vec<_>>().join(", "))
            }
        };
        let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message);
        let problem = match &chosen.range {
            Some((source, range)) => problem.at(source, range.clone()),
            None => problem,
        };
        problem.help(help)
    }

    fn setting<'s>(&'s self, own: &'s Settings, name: &str) -> Option<&'s Setting> {
        own.get(name).or_else(|| self.evaluated.defaults.get(name))
    }

    /// The path of a setting that must be absolute. Reports a relative path.
    fn absolute(&self, what: &str, setting: &Setting, problems: &mut Diagnostics) -> Option<PathBuf> {
        if !Path::new(&setting.value).is_absolute() {
            let message = format!("{what} must be an absolute path, found `{}`", setting.value);
            let help = format!("write \"$confdir/{}\"", setting.value);
            let range = setting.range.clone();
            problems.push(self.evaluated.error(codes::BINDINGS_ENVIRONMENT, range, &message, &help));
            return None;
        }
        self.allowed(self.path_of_value(&setting.value, self.site), setting, problems)
    }

    /// The path for a value. If it is inside the configuration directory, it begins as the user wrote the path of the
    /// site.
    fn path_of_value(&self, value: &str, base: &Path) -> PathBuf {
        match Path::new(value).strip_prefix(&self.confdir) {
            Ok(inner) if inner.as_os_str().is_empty() => self.site.to_owned(),
            Ok(inner) => self.site.join(inner),
            Err(_) => base.join(value),
        }
    }

    /// The directory of an environment, by default the configuration directory.
    fn envdir(&self, own: &Settings, problems: &mut Diagnostics) -> PathBuf {
        let Some(setting) = self.setting(own, "envdir") else { return self.site.to_owned() };
        let Some(path) = self.absolute("`envdir`", setting, problems) else { return self.site.to_owned() };
        if !self.access.base.files.is_directory(&path) {
            let message = format!("there is no directory {}", display_path(&path));
            let range = setting.range.clone();
            let help = "create it, or correct the path";
            problems.push(self.evaluated.error(codes::BINDINGS_ENVIRONMENT, range, &message, help));
        }
        path
    }

    /// The path if it may be read; otherwise, reports it. A path that does not exist is harmless, and accepted.
    fn allowed(&self, path: PathBuf, setting: &Setting, problems: &mut Diagnostics) -> Option<PathBuf> {
        if self.access.base.files.canonicalize(&path).is_err() || may_read(&path, self.site, self.access) {
            return Some(path);
        }
        let message = format!("{} is outside of the directory of the site", display_path(&path));
        let help = "move it into the directory, or allow its directory with --path";
        let range = setting.range.clone();
        problems.push(self.evaluated.error(codes::BINDINGS_ENVIRONMENT, range, &message, help));
        None
    }

    /// The directories and manifests of an environment at `envdir`; `own` are its settings, before the defaults of all
    /// environments. Paths that must not be read are reported and left out.
    fn directories(&self, envdir: PathBuf, own: &Settings, problems: &mut Diagnostics) -> SiteDirectories {
        let mut path = |name: &str, base: &Path| {
            let setting = self.setting(own, name)?;
            self.allowed(self.path_of_value(&setting.value, base), setting, problems)
        };
        let manifestdir = path("manifestdir", &envdir).unwrap_or_else(|| envdir.join("manifests"));
        let manifest = path("manifest", &manifestdir);
        let bindingsdir = path("bindingsdir", &envdir).unwrap_or_else(|| envdir.join("bindings"));
        let modulepath = match self.setting(own, "modulepath") {
            None => vec![envdir.join("modules")],
            Some(setting) => {
                let parts = setting.value.split(':').filter(|part| !part.is_empty());
                parts
                    .filter_map(|part| self.allowed(self.path_of_value(part, &envdir), setting, problems))
                    .collect()
            }
        };
        if let (Some(path), Some(setting)) = (&manifest, self.setting(own, "manifest"))
            && !self.access.base.files.is_file(path)
        {
            let message = format!("there is no manifest {}", display_path(path));
            let range = setting.range.clone();
            let help = "create it, or correct the path";
            problems.push(self.evaluated.error(codes::BINDINGS_ENVIRONMENT, range, &message, help));
        }
        let manifests = match manifest {
            Some(path) => vec![path],
            None => {
                let beside = [self.site.join("manifests/site.pp"), self.site.join("site.pp")];
                let all = std::iter::once(manifestdir.join("site.pp")).chain(beside);
                // If the environment has the directory of the site, a path may occur twice.
                all.fold(Vec::new(), |mut list, path| {
                    if !list.contains(&path) {
                        list.push(path);
                    }
                    list
                })
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
