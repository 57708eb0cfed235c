//! The automatic relationships of Puppet's own types: a file with its directory, its owner and its group, a command
//! with the files in it.
//!
//! Types of modules have other automatic relationships, which only their Ruby code contains.

use super::lookup::{Lookup, identity, names_of, parameter_of, text_of};
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

impl Requirements<'_> {
    /// The value of a parameter of the resource.
    fn value(&self, name: &str) -> Option<&AnyValue> {
        parameter_of(self.resource, name)
    }

    /// The text of a parameter of the resource.
    fn text(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(text_of)
    }

    /// Adds the resource with a type and a title, if the catalog contains it.
    fn add(&mut self, name: &str, title: &str) {
        self.positions.extend(self.lookup.find(name, title));
    }

    /// Adds the nearest directory above the file that is a resource, and the target of a link, the owner and the group.
    fn add_for_file(&mut self) {
        let path = identity(self.resource).unwrap_or_default();
        let mut directory = &*path;
        while let Some((parent, _)) = directory.rsplit_once('/').filter(|_| directory != "/") {
            directory = if parent.is_empty() { "/" } else { parent };
            if let Some(found) = self.lookup.find("file", directory) {
                self.positions.push(found);
                break;
            }
        }
        // Any other text in `ensure` is the target of a link.
        let link = self.text("ensure").filter(|state| !FILE_STATES.contains(state));
        if let Some(target) = link.or_else(|| self.text("target")).map(str::to_owned) {
            self.add("file", &target);
        }
        for (type_name, parameter) in [("user", "owner"), ("group", "group")] {
            self.add_named(type_name, parameter);
        }
    }

    /// Adds the user or group whose name is in a parameter; a parameter may also contain a number.
    fn add_named(&mut self, type_name: &str, parameter: &str) {
        let first = match self.value(parameter) {
            Some(AnyValue::List(items)) => items.first(),
            other => other,
        };
        let title = first.and_then(text_of).filter(|title| !is_number(title)).map(str::to_owned);
        if let Some(title) = title {
            self.add(type_name, &title);
        }
    }

    /// Adds the working directory, the files in the command and its conditions, and the user.
    fn add_for_command(&mut self) {
        let mut files: Vec<String> = self.text("cwd").map(str::to_owned).into_iter().collect();
        let command = first_text(self.value("command")).unwrap_or(&self.resource.title);
        files.extend(paths_in(command));
        files.extend(command.lines().filter_map(quoted_start).map(str::to_owned));
        for name in ["onlyif", "unless"] {
            let lines = match self.value(name) {
                Some(AnyValue::List(items)) => items.iter().collect(),
                other => Vec::from_iter(other),
            };
            files.extend(lines.into_iter().filter_map(|line| first_text(Some(line))).flat_map(paths_in));
        }
        files.iter().for_each(|file| self.add("file", file));
        self.add_named("user", "user");
    }

    /// Adds the files of a package; a `source` that is not a path is not a file.
    fn add_for_package(&mut self) {
        for name in ["responsefile", "adminfile", "source"] {
            let file = self.text(name).filter(|file| name != "source" || file.starts_with('/'));
            if let Some(file) = file.map(str::to_owned) {
                self.add("file", &file);
            }
        }
    }

    /// Adds the primary group, the other groups by name, and the roles, which are users as well.
    fn add_for_user(&mut self, catalog: &Catalog) {
        let primary_groups = match self.value("gid") {
            Some(AnyValue::List(items)) => items.iter().collect(),
            other => Vec::from_iter(other),
        };
        let mut positions = Vec::new();
        for group in primary_groups {
            match number_of(group) {
                Some(number) => positions.extend(group_with_number(catalog, number)),
                None => positions.extend(text_of(group).and_then(|group| self.lookup.find("group", group))),
            }
        }
        for (parameter, type_name) in [("groups", "group"), ("roles", "user")] {
            let mut names = names_of(self.value(parameter));
            names.sort_unstable();
            positions.extend(names.into_iter().filter_map(|title| self.lookup.find(type_name, title)));
        }
        self.positions.append(&mut positions);
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

/// A text, or the first one of a list.
fn first_text(value: Option<&AnyValue>) -> Option<&str> {
    match value? {
        AnyValue::List(items) => items.first().and_then(text_of),
        other => text_of(other),
    }
}

/// The paths at the starts of the lines of a command.
fn paths_in(command: &str) -> Vec<String> {
    let lines = command.lines().filter(|line| line.starts_with('/'));
    let words = lines.filter_map(|line| line.split_whitespace().next()).filter(|path| path.len() > 1);
    words.map(str::to_owned).collect()
}

/// The text in quotes at the start of a line.
fn quoted_start(line: &str) -> Option<&str> {
    line.strip_prefix('"')?.split_once('"').map(|(text, _)| text).filter(|text| !text.is_empty())
}
