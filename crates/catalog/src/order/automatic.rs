//! The automatic relationships of Puppet's own types: a file with its directory, its owner and its group, a command
//! with the files in it.
//!
//! Types of modules have other automatic relationships, which only their Ruby code contains.

use super::lookup::{Lookup, identity, names_of, parameter_of, text_of, values_in};
use crate::model::{Catalog, Resource};
use modelwright_metamodel::ecore::AnyValue;

/// Puppet's own types without automatic relationships.
const TYPES_WITHOUT_REQUIREMENTS: [&str; 9] =
    ["filebucket", "group", "notify", "resources", "schedule", "service", "stage", "tidy", "whit"];

/// The values of `ensure` of a file that are not the target of a link.
const FILE_STATES: [&str; 6] = ["absent", "directory", "false", "file", "link", "present"];

/// Whether the automatic relationships of a type are known.
pub(super) fn is_known(name: &str) -> bool {
    let name = name.to_lowercase();
    TYPES_WITHOUT_REQUIREMENTS.contains(&&*name) || matches!(&*name, "exec" | "file" | "package" | "user")
}

/// The positions of the resources that a resource requires automatically, in Puppet's order.
pub(super) fn requirements(catalog: &Catalog, lookup: &Lookup<'_>, position: usize) -> Vec<usize> {
    let Some(resource) = catalog.resources.get(position) else { return Vec::new() };
    let mut requirements = Requirements { resource, lookup, positions: Vec::new() };
    match &*resource.r#type.to_lowercase() {
        "file" => requirements.add_for_file(),
        "exec" => requirements.add_for_command(),
        "package" => requirements.add_for_package(),
        "user" => requirements.add_for_user(catalog),
        _ => {}
    }
    requirements.positions
}

/// Collects the resources that a resource requires automatically.
struct Requirements<'r> {
    resource: &'r Resource,
    lookup: &'r Lookup<'r>,
    positions: Vec<usize>,
}

impl<'r> Requirements<'r> {
    /// The value of a parameter of the resource.
    fn value(&self, name: &str) -> Option<&'r AnyValue> {
        parameter_of(self.resource, name)
    }

    /// The text of a parameter of the resource.
    fn text(&self, name: &str) -> Option<&'r str> {
        self.value(name).and_then(text_of)
    }

    /// Adds the resource with a type and a title, if the catalog contains it.
    fn add(&mut self, name: &str, title: &str) {
        self.positions.extend(self.lookup.find(name, title));
    }

    /// Adds the nearest directory above the file that is a resource, the target of a link, the owner and the group.
    fn add_for_file(&mut self) {
        let path = identity(self.resource).unwrap_or_default();
        let directory = self.nearest_directory(&path);
        self.positions.extend(directory);
        if let Some(target) = self.link_target() {
            self.add("file", target);
        }
        self.add_named("user", "owner");
        self.add_named("group", "group");
    }

    /// The position of the nearest directory above a path that is a resource. For `/etc/ssh/config` that is
    /// `File[/etc/ssh]`; if the catalog does not contain it, `File[/etc]`; then `File[/]`.
    fn nearest_directory(&self, path: &str) -> Option<usize> {
        let mut directory = path;
        while directory != "/" {
            let (parent, _) = directory.rsplit_once('/')?;
            directory = if parent.is_empty() { "/" } else { parent };
            if let Some(position) = self.lookup.find("file", directory) {
                return Some(position);
            }
        }
        None
    }

    /// The target of a file that is a link: the parameter `ensure` if it is not a state such as `present`, otherwise
    /// the parameter `target`.
    fn link_target(&self) -> Option<&'r str> {
        match self.text("ensure") {
            Some(path) if !FILE_STATES.contains(&path) => Some(path),
            _ => self.text("target"),
        }
    }

    /// Adds the user or group whose name is in a parameter. A number in the parameter is not a name.
    fn add_named(&mut self, type_name: &str, parameter: &str) {
        let Some(title) = self.value(parameter).and_then(first_text) else { return };
        if !is_number(title) {
            self.add(type_name, title);
        }
    }

    /// Adds the working directory, the files in the command and its conditions, and the user.
    fn add_for_command(&mut self) {
        let resource = self.resource;
        let mut files: Vec<&str> = self.text("cwd").into_iter().collect();
        let command = self.value("command").and_then(first_text).unwrap_or(&resource.title);
        files.extend(paths_in(command));
        files.extend(command.lines().filter_map(quoted_start));
        for name in ["onlyif", "unless"] {
            for condition in values_in(self.value(name)) {
                if let Some(command) = first_text(condition) {
                    files.extend(paths_in(command));
                }
            }
        }
        for file in files {
            self.add("file", file);
        }
        self.add_named("user", "user");
    }

    /// Adds the files of a package.
    fn add_for_package(&mut self) {
        for name in ["responsefile", "adminfile", "source"] {
            let Some(file) = self.text(name) else { continue };
            // The source of a package may also be a URL or a name, which is not a file.
            if name == "source" && !file.starts_with('/') {
                continue;
            }
            self.add("file", file);
        }
    }

    /// Adds the primary group, the other groups by name, and the roles, which are users as well.
    fn add_for_user(&mut self, catalog: &Catalog) {
        for group in values_in(self.value("gid")) {
            let position = match number_of(group) {
                Some(number) => group_with_number(catalog, number),
                None => text_of(group).and_then(|name| self.lookup.find("group", name)),
            };
            self.positions.extend(position);
        }
        for (parameter, type_name) in [("groups", "group"), ("roles", "user")] {
            let mut names = names_of(self.value(parameter));
            // Puppet sorts the values of these two parameters.
            names.sort_unstable();
            for name in names {
                self.add(type_name, name);
            }
        }
    }
}

/// The position of the first group with a number.
fn group_with_number(catalog: &Catalog, number: i64) -> Option<usize> {
    catalog.resources.iter().position(|resource| {
        resource.r#type.eq_ignore_ascii_case("group")
            && parameter_of(resource, "gid").and_then(number_of) == Some(number)
    })
}

/// The number in a value, which may be a text of digits.
fn number_of(value: &AnyValue) -> Option<i64> {
    match value {
        AnyValue::Integer(number) => Some(*number),
        AnyValue::Text(text) if is_number(text) => text.parse().ok(),
        _ => None,
    }
}

/// Whether a text consists of digits.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text that a value is, or the text that is the first value of a list. `None` if that value is not a text.
fn first_text(value: &AnyValue) -> Option<&str> {
    match value {
        AnyValue::List(items) => items.first().and_then(text_of),
        other => text_of(other),
    }
}

/// The paths at the starts of the lines of a command: `/bin/echo` in `/bin/echo done`. The path `/` is left out.
fn paths_in(command: &str) -> impl Iterator<Item = &str> {
    let lines = command.lines().filter(|line| line.starts_with('/'));
    let first_words = lines.filter_map(|line| line.split_whitespace().next());
    first_words.filter(|path| *path != "/")
}

/// The text in double quotes at the start of a line; `None` if it is empty.
fn quoted_start(line: &str) -> Option<&str> {
    let (text, _) = line.strip_prefix('"')?.split_once('"')?;
    if text.is_empty() { None } else { Some(text) }
}
