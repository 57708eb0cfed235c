//! A program with a format, a rule and a target of its own: it reads an outline, checks it, and writes it as JSON.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program shows what it does")]

mod class_list;
mod outline;
mod tidy_names;

use modelwright::codegen::Request;
use modelwright::formats::WriteOptions;
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright::workspace::{Registry, Workspace};
use std::path::Path;
use std::sync::Arc;

fn main() {
    match run(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        Ok(text) => println!("{text}"),
        Err(problems) => eprintln!("{problems}"),
    }
}

/// The formats, rules and targets of modelwright, and the three of this program.
fn registry() -> Result<Registry, Box<Diagnostic>> {
    let mut registry = Registry::default();
    registry.add_format(&outline::OUTLINE)?;
    registry.add_rule(Arc::new(tidy_names::TidyNames))?;
    registry.add_target(&class_list::CLASS_LIST)?;
    Ok(registry)
}

/// The garden as JSON, and the list of its classes.
fn run(directory: &Path) -> Result<String, Diagnostics> {
    let registry = Arc::new(registry().map_err(|problem| *problem)?);
    let models = vec![directory.join("garden.pp")];
    let workspace = Workspace { models, registry: Arc::clone(&registry), ..Workspace::default() };
    let loaded = workspace.load(&directory.join("garden.outline"), None).map_err(|problem| *problem)?;
    let mut problems = loaded.diagnostics.clone();
    problems.append(workspace.validate(&loaded));
    if problems.has_errors() {
        return Err(problems);
    }
    let json = registry.format("json").expect("a format of modelwright");
    let (json, _) = json.to_bytes(&loaded.model, loaded.document, &WriteOptions::default())?;
    let target = registry.target("class-list").expect("added above");
    let (files, problems) = target.generate(&Request::new(loaded.model.metamodel()));
    if problems.has_errors() {
        return Err(problems);
    }
    Ok(format!("{}\n{}: \n{}", String::from_utf8_lossy(&json), files[0].path, files[0].text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use modelwright::files::Memory;

    const TYPES: &str = include_str!("../garden.pp");
    const GARDEN: &str = include_str!("../garden.outline");

    fn workspace(text: &str) -> Workspace {
        let files = Memory::from_iter([("/garden.pp", TYPES), ("/garden.outline", text)]);
        let registry = Arc::new(registry().expect("distinct names"));
        Workspace {
            files: Arc::new(files),
            models: vec!["/garden.pp".into()],
            registry,
            ..Workspace::default()
        }
    }

    fn problems(text: &str) -> Vec<String> {
        let workspace = workspace(text);
        let loaded = workspace.load(Path::new("/garden.outline"), None).expect("a file");
        let validated = workspace.validate(&loaded);
        let all = loaded.diagnostics.iter().chain(validated.iter());
        all.map(|problem| problem.to_string().lines().next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn an_outline_is_written_as_it_was_read() {
        let workspace = workspace(GARDEN);
        let loaded = workspace.load(Path::new("/garden.outline"), None).expect("a file");
        assert!(loaded.diagnostics.is_empty(), "{}", loaded.diagnostics);
        let (bytes, losses) = outline::OUTLINE
            .to_bytes(&loaded.model, loaded.document, &WriteOptions::default())
            .expect("a text");
        assert!(losses.is_empty());
        assert_eq!(String::from_utf8_lossy(&bytes), GARDEN);
    }

    #[test]
    fn every_problem_has_its_position() {
        let broken = GARDEN.replace("Carrot", "\" Carrot\"").replace("area = 4.5", "area = large");
        assert_eq!(
            problems(&broken),
            [
                "/garden.outline:8:12: error[MW0108]: //@beds.0: Bed.area must be a number, \"NaN\", \"Infinity\" or \"-Infinity\" (EDouble), found the string \"large\"",
                "/garden.outline:11:16: error[OUT02]: //@beds.0/@plants.0: expected a name without blanks around it, found ` Carrot` (write `Carrot`)",
            ]
        );
        assert_eq!(
            problems(&GARDEN.replace("perennial = false", "perennial: false")),
            [
                "/garden.outline:18:9: error[OUT01]: expected `key = value`, `key {` or `key [`, found `perennial: false`"
            ]
        );
    }

    #[test]
    fn the_program_writes_json_and_the_list() {
        let text = run(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a valid garden");
        assert!(
            text.contains("\"name\": \"Carrot\"") && text.contains("Plant: name, perennial, neighbours"),
            "{text}"
        );
    }
}
