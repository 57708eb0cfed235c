//! `modelwright catalog explain`: where a resource and its parameters come from.

use super::inputs::{CatalogFlags, position_of};
use crate::hiera::json::{array, null, object, text};
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::catalog::compare::Location;
use modelwright::catalog::explain::{Account, ParameterAccount, explain, origin_text};
use modelwright::catalog::model::Catalog;
use modelwright::catalog::order::describe_link;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, nearest, printable_line};
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  modelwright catalog explain web1.json 'File[/etc/motd]'
  modelwright catalog explain environments/production 'File[/etc/motd]' content --node web1 --facts facts/";

/// Show where a resource of a catalog and its parameters come from
///
/// The place of the declaration, the classes and defined types that contain it, its parameters with their values, and
/// what it comes before and after. How and where each parameter was set is known if the catalog is built from an
/// environment; Puppet's JSON does not contain it. Values of secrets are not shown.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogExplain {
    #[command(flatten)]
    catalog: CatalogFlags,

    /// The resource, such as 'File[/etc/motd]'
    #[arg(value_name = "RESOURCE")]
    resource: String,

    /// Only this parameter
    #[arg(value_name = "PARAMETER")]
    parameter: Option<String>,

    /// How the explanation is written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Lines for people
    Text,
    /// One JSON object
    Json,
}

impl CatalogExplain {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(catalog) = self.catalog.read(report)? else { return Ok(Outcome::Problems) };
        let position = position_of(&catalog, &self.resource)?;
        let Some(mut account) = explain(&catalog, position) else { return Ok(Outcome::Problems) };
        if let Some(name) = &self.parameter {
            let known_names: Vec<String> =
                account.parameters.iter().map(|parameter| parameter.name.clone()).collect();
            account.parameters.retain(|parameter| parameter.name == *name);
            if account.parameters.is_empty() {
                return Err(unknown_parameter(&self.resource, name, &known_names).into());
            }
        }
        let write_result = match self.form {
            Form::Text => output::write_text(&self.text(&catalog, &account)),
            Form::Json => output::write_json(&json(&catalog, &account)),
        };
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// The account of a resource, or of one of its parameters, in lines.
    fn text(&self, catalog: &Catalog, account: &Account) -> String {
        let mut out = String::new();
        let resource = &catalog.resources[account.position];
        let mut write_line = |indent: &str, text: String| {
            let _ = writeln!(out, "{indent}{}", printable_line(&text));
        };
        if self.parameter.is_none() {
            let exporter = resource.exporter.as_ref();
            let exporter = exporter.map_or_else(String::new, |node| format!("   exported by {node}"));
            write_line("", format!("{resource}{exporter}{}", place_text(account.place.as_ref())));
            for container in &account.containers {
                let container = &catalog.resources[*container];
                write_line(
                    "  ",
                    format!("in {container}{}", place_text(Location::of_resource(container).as_ref())),
                );
            }
        }
        for parameter in &account.parameters {
            let ParameterAccount { name, text, origin, place, .. } = parameter;
            let origin = origin.map_or_else(String::new, |origin| format!("   {}", origin_text(origin)));
            write_line("  ", format!("{name} = {text}{origin}{}", place_text(place.as_ref())));
        }
        if self.parameter.is_none() {
            for link in account.after.iter().chain(&account.before) {
                write_line("  ", describe_link(catalog, link));
            }
        }
        out
    }
}

/// A place at the end of a line; empty if the place is not known.
fn place_text(place: Option<&Location>) -> String {
    place.map_or_else(String::new, |place| format!("   {place}"))
}

/// The problem of a parameter that a resource does not have.
fn unknown_parameter(resource: &str, name: &str, known_names: &[String]) -> Diagnostic {
    let message = format!("`{resource}` has no parameter `{name}`");
    let problem = Diagnostic::error(codes::WRONG_USE, message);
    match nearest(name, known_names.iter().map(String::as_str)) {
        Some(suggestion) => problem.help(format!("did you mean `{suggestion}`?")),
        None => problem.help("leave out the parameter to see all of them"),
    }
}

/// The account of a resource as a JSON object.
fn json(catalog: &Catalog, account: &Account) -> String {
    let reference = |position: &usize| text(catalog.resources[*position].to_string());
    let link_texts = |links: &[modelwright::catalog::order::Link]| {
        array(links.iter().map(|link| text(describe_link(catalog, link))))
    };
    let parameters = account.parameters.iter().map(|parameter| {
        object([
            ("name", text(&parameter.name)),
            ("value", parameter.json.clone()),
            ("origin", parameter.origin.map_or_else(null, |origin| text(origin.as_str()))),
            ("place", place_value(parameter.place.as_ref())),
        ])
    });
    let exporter = catalog.resources[account.position].exporter.as_ref();
    let line = object([
        ("resource", reference(&account.position)),
        ("exporter", exporter.map_or_else(null, text)),
        ("place", place_value(account.place.as_ref())),
        ("containers", array(account.containers.iter().map(reference))),
        ("parameters", array(parameters)),
        ("after", link_texts(&account.after)),
        ("before", link_texts(&account.before)),
    ]);
    format!("{line}\n")
}

/// A place, in JSON.
pub(super) fn place_value(place: Option<&Location>) -> String {
    let Some(Location { file, line }) = place else { return null() };
    object([("file", text(file)), ("line", line.map_or_else(null, |line| line.to_string()))])
}
