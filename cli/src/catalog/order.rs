//! `modelwright catalog order`: in which order Puppet applies resources, and why.

use super::inputs::{CatalogFlags, CatalogInput, position_of};
use crate::hiera::json::{null, object, text};
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::catalog::compare::Location;
use modelwright::catalog::model::Catalog;
use modelwright::catalog::order::{ApplicationOrder, Link, Moment, describe_link, find_resource, problems};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::fmt::Write as _;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright catalog order web1.json
  modelwright catalog order web1.json 'Service[nginx]'     what it comes after, and what waits for it
  modelwright catalog order web1.json 'Package[nginx]' 'Service[nginx]'     why one comes before the other
  modelwright catalog order environments/production --node web1 --facts facts/ --all
  modelwright catalog order environments/production --node web1 --facts facts/ --evaluation";

/// Show in which order Puppet applies the resources of a catalog, and why
///
/// Of the resources that nothing holds back, Puppet applies the one that was declared first. Classes and resources of
/// defined types hold their contents together; parameters such as `require` and the automatic relationships of Puppet's
/// own types order resources. With two resources, the shortest chain of relationships between them is shown. Cycles are
/// errors, each with the relationships that it consists of.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogOrder {
    #[command(flatten)]
    catalog: CatalogFlags,

    /// A resource, such as 'File[/etc/motd]'
    #[arg(value_name = "RESOURCE")]
    resource: Option<String>,

    /// Another resource
    #[arg(value_name = "OTHER")]
    other: Option<String>,

    /// Show also where classes and resources of defined types start and end
    #[arg(long, conflicts_with = "resource")]
    all: bool,

    /// Show instead in which order the code of classes, nodes and resources of defined types was evaluated; for catalogs that
    /// are built from an environment
    #[arg(long, conflicts_with_all = ["resource", "all"])]
    evaluation: bool,

    /// How the order is written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The resources with the places of their declarations
    Text,
    /// One JSON object on each line
    Json,
}

impl CatalogOrder {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(input) = self.catalog.read_input(report)? else { return Ok(Outcome::Problems) };
        let CatalogInput { catalog, evaluated } = input;
        if self.evaluation {
            let Some(evaluated) = evaluated else {
                let message = "a catalog in a file does not contain the order of evaluation";
                let problem = Diagnostic::error(codes::WRONG_USE, message);
                return Err(problem.help("specify the directory of its environment, and --node").into());
            };
            self.write_evaluation(&catalog, &evaluated)?;
            return Ok(Outcome::Done);
        }
        let order = ApplicationOrder::new(&catalog);
        let mut problems_of_order = Diagnostics::new();
        problems_of_order.extend(problems(&catalog, &order));
        report.show(&problems_of_order);
        let write_result = match (&self.resource, &self.other) {
            (Some(from), Some(to)) => {
                let (from, to) = (position_of(&catalog, from)?, position_of(&catalog, to)?);
                self.write(&catalog, &path(&catalog, &order, from, to))
            }
            (Some(resource), None) => {
                let position = position_of(&catalog, resource)?;
                self.write(&catalog, &neighbours(&catalog, &order, position))
            }
            _ => match order.moments() {
                Some(moments) => self.write_sequence(&catalog, &order, &moments),
                None => return Ok(Outcome::Problems),
            },
        };
        write_result?;
        Ok(if problems_of_order.has_errors() { Outcome::Problems } else { Outcome::Done })
    }

    /// Writes the resources in the order in which they are applied. The starts and ends of resources that contain
    /// others are only written with `--all`.
    fn write_sequence(
        &self,
        catalog: &Catalog,
        order: &ApplicationOrder,
        moments: &[Moment],
    ) -> Result<(), Diagnostics> {
        let shown_moments = moments.iter().filter(|moment| self.all || matches!(moment, Moment::Whole(_)));
        let mut out = String::new();
        for moment in shown_moments {
            let resource = &catalog.resources[moment.resource()];
            let place = Location::of_resource(resource);
            let part = match moment {
                Moment::Whole(_) => "",
                Moment::Start(_) => "start",
                Moment::End(_) => "end",
            };
            let _ = writeln!(out, "{}", self.line(&resource.to_string(), part, place));
        }
        if self.form == Form::Text && !order.unknown_types().is_empty() {
            let types = order.unknown_types().iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let _ = writeln!(out, "automatic relationships of types of modules are not known: {types}");
        }
        self.write_output(&out)
    }

    /// Writes the classes, nodes and resources in the order in which their code was evaluated.
    fn write_evaluation(
        &self,
        catalog: &Catalog,
        evaluated: &[(Arc<str>, Arc<str>)],
    ) -> Result<(), Diagnostics> {
        let mut out = String::new();
        for (ty, title) in evaluated {
            let reference = format!("{ty}[{title}]");
            // A resource that was removed later, such as one that is virtual, has no place.
            let position = find_resource(catalog, &reference);
            let place = position.and_then(|position| Location::of_resource(&catalog.resources[position]));
            let _ = writeln!(out, "{}", self.line(&reference, "", place));
        }
        self.write_output(&out)
    }

    /// The line for a resource, or for the start or end of one: `part` is `start`, `end`, or empty for the complete
    /// resource.
    fn line(&self, resource: &str, part: &str, place: Option<Location>) -> String {
        match self.form {
            Form::Json => object([
                ("resource", text(resource)),
                ("part", if part.is_empty() { null() } else { text(part) }),
                ("file", place.as_ref().map_or_else(null, |place| text(&place.file))),
                ("line", place.and_then(|place| place.line).map_or_else(null, |line| line.to_string())),
            ]),
            Form::Text => {
                let part = if part.is_empty() { String::new() } else { format!("{part} of ") };
                let place = place.map_or_else(String::new, |place| format!("   {place}"));
                printable_line(&format!("{part}{resource}{place}")).into_owned()
            }
        }
    }

    /// Writes an explanation in the selected form.
    fn write(&self, catalog: &Catalog, explanation: &Explanation) -> Result<(), Diagnostics> {
        let mut out = String::new();
        match self.form {
            Form::Text => {
                let _ = writeln!(out, "{}", printable_line(&explanation.title));
                for link in &explanation.links {
                    let _ = writeln!(out, "  {}", printable_line(&describe_link(catalog, link)));
                }
            }
            Form::Json => {
                for link in &explanation.links {
                    let (from, to) = (link.from.resource(), link.to.resource());
                    let line = object([
                        ("before", text(catalog.resources[from].to_string())),
                        ("after", text(catalog.resources[to].to_string())),
                        ("link", text(describe_link(catalog, link))),
                    ]);
                    let _ = writeln!(out, "{line}");
                }
            }
        }
        self.write_output(&out)
    }

    /// Writes a complete output in the selected form to standard output.
    fn write_output(&self, out: &str) -> Result<(), Diagnostics> {
        let write_result = match self.form {
            Form::Text => output::write_text(out),
            Form::Json => output::write_json(out),
        };
        write_result.map_err(|problem| Diagnostics::from(*problem))
    }
}

/// The relationships that order resources, under a title.
struct Explanation {
    title: String,
    links: Vec<Link>,
}

/// The relationships that order a resource: those to earlier resources, and then those to later ones.
fn neighbours(catalog: &Catalog, order: &ApplicationOrder, position: usize) -> Explanation {
    let (mut links, later_links) = order.links_of(position);
    links.extend(later_links);
    let resource = &catalog.resources[position];
    let title = match links.len() {
        0 => format!("no relationship orders {resource}"),
        1 => format!("1 relationship orders {resource}:"),
        count => format!("{count} relationships order {resource}:"),
    };
    Explanation { title, links }
}

/// Why one of two resources comes before the other: by relationships, or by their declarations.
fn path(catalog: &Catalog, order: &ApplicationOrder, resource: usize, other: usize) -> Explanation {
    for (from, to) in [(resource, other), (other, resource)] {
        if let Some(links) = order.path(from, to) {
            let title = format!(
                "{} comes before {}, because of {} relationship{}:",
                catalog.resources[from],
                catalog.resources[to],
                links.len(),
                if links.len() == 1 { "" } else { "s" }
            );
            return Explanation { title, links };
        }
    }
    let sequence = order.sequence().unwrap_or_default();
    // Without a sequence, both places are `None`, so `resource` counts as the first.
    let place_in_sequence = |position| sequence.iter().position(|known| *known == position);
    let (first, last) = if place_in_sequence(resource) <= place_in_sequence(other) {
        (resource, other)
    } else {
        (other, resource)
    };
    let title = format!(
        "no relationship orders {} and {}; by the order of declarations, {} comes first",
        catalog.resources[first], catalog.resources[last], catalog.resources[first]
    );
    Explanation { title, links: Vec::new() }
}
