//! `modelwright hiera prove`: whether a tree gives the same answers as its conversion, or as an environment of version 5.

use super::counted;
use super::site::{DataFlags, ScopesFlags};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::site;
use modelwright::files::display_path;
use modelwright::generated::bindings::Site;
use modelwright::hiera::lookup::Hierarchy;
use modelwright::hiera::prove::{Proof, prove};
use modelwright::workspace::{Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use modelwright_typed as typed;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright convert hiera.yaml -o bindings.xmi
  modelwright hiera prove hiera.yaml bindings.xmi
  modelwright hiera prove hiera.yaml bindings.json --scopes facts/
  modelwright hiera prove hiera.yaml site/                     after `modelwright convert hiera.yaml -o site/`
  modelwright hiera prove hiera.yaml environment/              after `modelwright hiera upgrade`";

/// The number of files and variables that the summary lists.
const MAX_NAMES: usize = 10;

/// Compare the answers of a tree with those of its conversion, or of an environment of version 5
///
/// Every key is looked up in the data files and in the model, with the resolutions priority, array and hash: for each
/// node of --scopes, and for generated scopes that reach each file and set every variable of the values. Only the
/// content of the model is used, not the files that it was made from. In an environment, hash is the merge that
/// :merge_behavior: requests, and a lookup that fails in version 3 may have an answer. The exit code is 1 if there is a
/// difference.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraProve {
    /// The configuration, or the directory of an environment
    #[arg(value_name = "CONFIG")]
    config: PathBuf,

    /// The bindings model, as text, XMI, JSON or YAML, or the directory of a site or of an environment
    #[arg(value_name = "MODEL|DIR")]
    model: PathBuf,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// The layer of the model, if several have backends
    #[arg(long, value_name = "NAME")]
    layer: Option<String>,

    #[command(flatten)]
    data: DataFlags,
}

impl HieraProve {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.data.workspace();
        let nodes = self.scopes.read(&workspace, report)?;
        let Some(mut tree) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        // The data of an unknown backend is on neither side, so it cannot be compared.
        if tree.has_unknown_backends() {
            return Ok(Outcome::Problems);
        }
        let mut model = if !workspace.files.is_directory(&self.model) {
            self.model(&workspace)?
        } else if site::is_declared(&self.model, &*workspace.files) {
            site::tree(&self.model, self.layer.as_deref(), &workspace.site_access())?
        } else {
            let Some(environment) = self.data.hierarchy(&self.model, report) else {
                return Ok(Outcome::Problems);
            };
            environment
        };
        let proof = prove(&mut tree, &mut model, &nodes);
        let text = text(&proof, nodes.len());
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(if proof.different == 0 { Outcome::Done } else { Outcome::Problems })
    }

    /// Reads the bindings model.
    fn model(&self, workspace: &Workspace) -> Result<Hierarchy, Diagnostics> {
        let reader = Registry::standard().reader_by_file(&*workspace.files, &self.model);
        if reader.is_some_and(|reader| reader.name() == "hiera") {
            return Err(Diagnostics::from(not_a_model(&self.model)));
        }
        let loaded = workspace.load(&self.model, reader).map_err(|problem| Diagnostics::from(*problem))?;
        if loaded.diagnostics.has_errors() {
            return Err(loaded.diagnostics);
        }
        let sites: Vec<Site> = typed::from_model(&loaded.model, loaded.document)?;
        let name = display_path(&self.model);
        Hierarchy::from_bindings(&sites, self.layer.as_deref(), &name)
    }
}

/// The problem of a model that would be converted from data files, so that a comparison with it proves nothing.
fn not_a_model(path: &Path) -> Diagnostic {
    let message = format!("{} is not a bindings model", display_path(path));
    Diagnostic::error(codes::WRONG_USE, message)
        .help("convert the configuration first: `modelwright convert hiera.yaml -o bindings.xmi`")
}

/// The differences, and how much was compared.
fn text(proof: &Proof, nodes: usize) -> String {
    let mut out = String::new();
    for difference in &proof.differences {
        let _ = writeln!(out, "{difference}");
    }
    write_summary(proof, nodes, &mut out);
    out
}

/// Writes how much was compared.
pub(super) fn write_summary(proof: &Proof, nodes: usize, out: &mut String) {
    let Proof { generated, lookups, different, .. } = proof;
    let _ = writeln!(
        out,
        "{}, {}, {} ({nodes} given, {generated} generated): {lookups} lookups on both sides, {different} with different answers",
        counted(proof.files, "file"),
        counted(proof.keys, "key"),
        counted(nodes + generated, "scope"),
    );
    if proof.mended > 0 {
        let verb = if proof.mended == 1 { "fails" } else { "fail" };
        let _ = writeln!(out, "{} of the lookups {verb} in version 3, but not in version 5", proof.mended);
    }
    write_names("not compared, because no scope reaches them", &proof.unreached, out);
    write_names("no scope sets these variables, to which values refer", &proof.unset, out);
    if proof.is_limited {
        out.push_str("there are too many combinations of files; not all of them were compared\n");
    }
}

/// Writes a list of names, of which only the first ones are shown. Writes nothing if the list is empty.
fn write_names(heading: &str, names: &[String], out: &mut String) {
    if names.is_empty() {
        return;
    }
    let shown_names = names.iter().take(MAX_NAMES).map(|name| printable_line(name)).collect::<Vec<_>>();
    let _ = write!(out, "{heading}: {}", shown_names.join(", "));
    if names.len() > MAX_NAMES {
        let _ = write!(out, " and {} more", names.len() - MAX_NAMES);
    }
    out.push('\n');
}
