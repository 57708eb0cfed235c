//! The modules of an environment: the directories on its module path.

use crate::files::FileAccess;
use crate::files::{FileKind, display_path, read_file};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::input::decode_text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The file name of the settings of an environment.
pub(crate) const CONFIGURATION: &str = "environment.conf";

/// The modules by name. If two have the same name, the first one on the module path counts. The module path is given,
/// or set in `environment.conf`, or Puppet's default.
pub fn find_modules(
    environment: &Path,
    directories: Option<&[PathBuf]>,
    access: &FileAccess,
    problems: &mut Diagnostics,
) -> BTreeMap<String, PathBuf> {
    let mut modules = BTreeMap::new();
    let directories =
        directories.map_or_else(|| module_directories(environment, access, problems), <[PathBuf]>::to_vec);
    for directory in directories {
        let Ok(entries) = access.files.list(&directory) else { continue };
        // Links are included, because they may refer to directories.
        for entry in entries.filter(|entry| entry.kind != FileKind::File) {
            if let Some(name) = entry.name.to_str().filter(|name| is_module_name(name)) {
                modules.entry(name.to_owned()).or_insert_with(|| directory.join(name));
            }
        }
    }
    modules
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// The directories of the module path. `$basemodulepath` is left out, because it is a setting of the server.
fn module_directories(environment: &Path, access: &FileAccess, problems: &mut Diagnostics) -> Vec<PathBuf> {
    let config = environment.join(CONFIGURATION);
    let setting = if access.files.is_file(&config) {
        let limits = &access.limits;
        let name = display_path(&config);
        match read_file(&*access.files, &config, limits).and_then(|bytes| decode_text(&name, bytes, limits)) {
            Ok(source) => module_path(source.text()).map(str::to_owned),
            Err(problem) => {
                problems.push(*problem);
                None
            }
        }
    } else {
        None
    };
    let directories = setting.as_deref().unwrap_or("modules").split(':').map(str::trim);
    directories
        .filter(|directory| !directory.is_empty() && !directory.contains('$'))
        .map(|directory| environment.join(directory))
        .collect()
}

/// The value of the setting `modulepath` in the text of an `environment.conf`.
pub(crate) fn module_path(text: &str) -> Option<&str> {
    fn value(line: &str) -> Option<&str> {
        line.trim_start().strip_prefix("modulepath")?.trim_start().strip_prefix('=')
    }
    // If several lines set it, the last one counts.
    text.lines().rev().find_map(value).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_modules_is_a_setting() {
        assert_eq!(
            module_path("# modulepath = x\n modulepath = site:modules:$basemodulepath\n"),
            Some("site:modules:$basemodulepath")
        );
        assert_eq!(module_path("manifest = site.pp\n"), None);
    }
}
