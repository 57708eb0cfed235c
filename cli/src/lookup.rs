//! `modelwright lookup`: the values that names are bound to for a node.

use super::bindings::catalogs::StoredCatalogFlags;
use super::bindings::site::{NodeFlags, SiteFlags};
use super::report::Report;
use super::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::bindings::inject::Injector;
use modelwright::bindings::request::without_repetitions;
use modelwright::bindings::values::{write_json, write_text, write_yaml};
use modelwright::formats::WriteOptions;
use modelwright::hiera::lookup::Encrypted;
use modelwright::workspace::Registry;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright lookup ntp::servers --facts web1.yaml
  modelwright lookup motd --site /etc/puppet --facts fqdn=web1.example.org --env dev --explain
  modelwright lookup users --type 'Array[String]' --as yaml
  modelwright lookup /classes --facts web1.yaml";

/// Look up the values that names are bound to
///
/// The site is a directory with `manifests/site.pp`, `bindings/` and `modules/`. Facts are the variables of the node.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LookUp {
    /// The names; the parameter `servers` of a class `ntp` is ntp::servers
    #[arg(value_name = "KEY", required = true)]
    keys: Vec<String>,

    /// The directory of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    site: PathBuf,

    #[command(flatten)]
    node: NodeFlags,

    /// The type that the values must have
    #[arg(long = "type", value_name = "TYPE")]
    value_type: Option<String>,

    /// Show which binding won, what it beat and why, and what almost applied
    #[arg(long)]
    explain: bool,

    /// How values and explanations are written [default: values as json, explanations as text]
    #[arg(long = "as", value_name = "FORM", value_enum)]
    form: Option<Form>,

    /// Write the resources of other nodes that the answers consist of, as JSON, to this file
    #[arg(long, value_name = "FILE")]
    edges: Option<PathBuf>,

    #[command(flatten)]
    catalogs: StoredCatalogFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// JSON: the value of one name, or for several names an object
    Json,
    /// YAML: the value of one name, or for several names a hash
    Yaml,
    /// Literals of the expression language
    Pp,
    /// An XMI document of objects of declared types
    Xmi,
}

impl LookUp {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        self.answer(report).unwrap_or_else(|problems| {
            report.show(&problems);
            Outcome::Done
        })
    }

    /// Looks up the keys, and writes their answers and the edges that the lookups find.
    fn answer(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        // An explanation does not show decrypted values.
        let encrypted =
            if self.explain { Encrypted::Hidden } else { Encrypted::Decrypted(modelwright_eyaml::SCHEMES) };
        let request = self.node.prepare(&self.site, &self.flags, encrypted, report)?;
        let (mut injector, problems) = Injector::with_problems(&request.composition, &request.facts);
        if let Some(catalogs) = self.catalogs.load([&*request.composition], &self.flags, report) {
            injector = injector.with_catalogs(catalogs);
        }
        report.show(&without_repetitions(request.composition.problems().clone()));
        report.show(&problems);
        let outcome = self.answer_with(&injector, report)?;
        // The edges are written after the lookups, which find them.
        if let Some(path) = &self.edges {
            let text = edges_json(&injector);
            output::write_file(path, text.as_bytes()).map_err(|problem| Diagnostics::from(*problem))?;
        }
        Ok(outcome)
    }

    /// Writes the explanations, or the answers if there are no errors.
    fn answer_with(&self, injector: &Injector, report: &mut Report) -> Result<Outcome, Diagnostics> {
        // An explanation is written even if the composition has problems.
        if self.explain {
            let text = self.explanations(injector);
            let is_json = self.form == Some(Form::Json);
            let write_result = if is_json { output::write_json(&text) } else { output::write_text(&text) };
            return write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into());
        }
        // A composition with problems, such as wrong categories, answers nothing (Decision 29).
        if report.has_errors() {
            return Ok(Outcome::Problems);
        }
        if self.form == Some(Form::Xmi) {
            return self.write_objects(injector, report);
        }
        let mut values: Vec<(&str, Value)> = Vec::new();
        for key in &self.keys {
            let answer = injector.lookup(self.value_type.as_deref(), injector.key_name(key));
            // Reports are shown after each key, because the next lookup adds its own reports.
            report.show(&without_repetitions(injector.reports()));
            match answer {
                Ok(Some(value)) => values.push((key, value)),
                Ok(None) => report.show_one(not_bound(injector, key)),
                Err(problem) => report.show_one(*problem),
            }
        }
        let value = match (values.as_slice(), self.keys.len()) {
            ([], _) => return Ok(Outcome::Done),
            ([(_, value)], 1) => value.clone(),
            // The form depends on the keys that were given, not on those that have values.
            _ => Value::hash(values.into_iter().map(|(key, value)| (Value::string(key), value))),
        };
        let mut text = String::new();
        let write_result = match self.form.unwrap_or(Form::Json) {
            Form::Json => {
                write_json(&value, &mut text);
                output::write_json(&(text + "\n"))
            }
            Form::Yaml => output::write_text(&write_yaml(&value)),
            // XMI was written above.
            Form::Pp | Form::Xmi => output::write_text(&(value.to_literal() + "\n")),
        };
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// Writes the objects that one name is bound to as an XMI document.
    fn write_objects(&self, injector: &Injector, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let [key] = self.keys.as_slice() else {
            let message = format!("--as xmi requires one key, found {}", self.keys.len());
            let problem = Diagnostic::error(codes::WRONG_USE, message);
            return Err(problem.help("look up the keys one at a time").into());
        };
        let answer = injector.lookup_model(self.value_type.as_deref(), injector.key_name(key));
        report.show(&without_repetitions(injector.reports()));
        match answer {
            Ok(Some((model, document))) => {
                let Some(xmi) = Registry::standard().format("xmi") else { return Ok(Outcome::Problems) };
                let (bytes, losses) = xmi.to_bytes(&model, document, &WriteOptions::default())?;
                report.show(&losses);
                output::write_text(&String::from_utf8_lossy(&bytes))
                    .map_err(|problem| Diagnostics::from(*problem))?;
            }
            Ok(None) => report.show_one(not_bound(injector, key)),
            Err(problem) => report.show_one(*problem),
        }
        Ok(Outcome::Done)
    }

    /// The explanations of all keys.
    fn explanations(&self, injector: &Injector) -> String {
        let mut text = String::new();
        for key in &self.keys {
            let account = injector.explain(injector.key_name(key));
            if self.form == Some(Form::Json) {
                account.write_json(&mut text);
                text.push('\n');
            } else {
                text.push_str(&account.to_string());
            }
        }
        text
    }
}

/// The edges between nodes as a list of objects, one in each line.
fn edges_json(injector: &Injector) -> String {
    let mut text = String::from("[");
    for (position, edge) in injector.edges().iter().enumerate() {
        text.push_str(if position == 0 { "\n  {" } else { ",\n  {" });
        let members = [
            ("source", &edge.source),
            ("resource", &edge.resource),
            ("target", &edge.target),
            ("key", &edge.key),
        ];
        for (position, (name, value)) in members.into_iter().enumerate() {
            text.push_str(if position == 0 { "" } else { ", " });
            write_text(name, &mut text);
            text.push_str(": ");
            write_text(value, &mut text);
        }
        text.push('}');
    }
    text.push_str("\n]\n");
    text
}

/// The problem of a key without a binding; its help names a binding that almost applies, or a similar key.
fn not_bound(injector: &Injector, key: &str) -> Diagnostic {
    let account = injector.explain(injector.key_name(key));
    // The explanation evaluates the bindings again, and the reports of the lookup are already shown.
    drop(injector.reports());
    let message = format!("`{key}` is not bound for this node");
    let help = match (account.bindings.first(), &account.nearest) {
        (Some(binding), _) => format!("{} has it, {}", binding.place, requirement_of(binding)),
        (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
        (None, None) => "no binding has this name; `modelwright bindings keys` lists the names".to_owned(),
    };
    Diagnostic::error(codes::BINDINGS_NOT_FOUND, message).help(help)
}

/// What a binding needs to apply: the part after `; ` in the text of its account.
fn requirement_of(account: &modelwright::bindings::explain::BindingAccount) -> String {
    let account_text = account.to_string();
    match account_text.split_once("; ") {
        Some((_, requirement)) => requirement.to_owned(),
        None => account.verdict.reason().to_owned(),
    }
}
