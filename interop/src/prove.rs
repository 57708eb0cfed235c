//! Sites of the corpus and generated ones, and their conversions in every format: `hiera prove` must find no difference.
//!
//! Each site is asked with the scopes of its queries, and with generated ones.

use super::Summary;
use super::random::Random;
use crate::lookups::tree;
use crate::sample::sample;
use crate::sites::{format, read_back, sites};
use modelwright::hiera::lookup::{Hierarchy, read_value};
use modelwright::hiera::prove::{Proof, prove};
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::fs;
use std::path::Path;

/// The formats of the models.
const FORMATS: [&str; 3] = ["xmi", "json", "yaml"];
/// The number of queries of a generated site, each with its scope.
const QUERIES: usize = 50;
/// The number of differences that are shown for one site.
const SHOWN: usize = 3;

/// Compares all sites of the corpus, and `--count` generated ones (200 unless given) from `--seed`.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, 200))?;
    let mut corpus = Comparison::default();
    for site in sites(&shared.join("corpus/hiera"))? {
        corpus.site(&site)?;
    }
    let mut generated = Comparison::default();
    let folder = work.join("prove");
    let _ = fs::remove_dir_all(&folder);
    for number in 0..count {
        let site = folder.join(number.to_string());
        tree::write(&site, &mut Random::new(seed, number), QUERIES).map_err(|e| e.to_string())?;
        generated.site(&site)?;
    }
    Ok(vec![corpus.finish("sites of the corpus"), generated.finish("generated sites")])
}

/// The results for several sites.
#[derive(Default)]
struct Comparison {
    summary: Summary,
    lookups: u64,
    files: usize,
    unreached: usize,
    scopes: usize,
}

impl Comparison {
    fn site(&mut self, site: &Path) -> Result<(), String> {
        let workspace = Workspace::default();
        let config = site.join("hiera.yaml");
        let loaded = workspace.load(&config, None).map_err(|problem| problem.to_string())?;
        let nodes = nodes(site)?;
        for name in FORMATS {
            let (Some(mut tree), _) = Hierarchy::load(&config, &workspace) else {
                return Err(format!("{}: Hiera does not start with it", site.display()));
            };
            let sites = read_back(&workspace, &loaded, format(name)?)?;
            match Hierarchy::from_bindings(&sites, None, "bindings") {
                Ok(mut model) => self.take(site, name, &prove(&mut tree, &mut model, &nodes), nodes.len()),
                Err(problems) => {
                    self.summary.differences.push(format!("{} as {name}: {problems}", site.display()));
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, site: &Path, format: &str, proof: &Proof, nodes: usize) {
        self.lookups += proof.lookups;
        self.files += proof.files;
        self.unreached += proof.unreached.len();
        self.scopes += nodes + proof.generated;
        self.summary.note(proof.different == 0, || {
            let shown = proof.differences.iter().take(SHOWN).map(|difference| format!("\n{difference}"));
            format!(
                "{} as {format}: {} differences{}",
                site.display(),
                proof.different,
                shown.collect::<String>()
            )
        });
    }

    fn finish(mut self, what: &str) -> Summary {
        let Self { lookups, files, unreached, scopes, .. } = self;
        self.summary.figure(format!(
            "{what}, in {} formats: {files} files ({unreached} not reached), {scopes} scopes, {lookups} lookups in each",
            FORMATS.len()
        ));
        self.summary.printed(what)
    }
}

/// The scopes of the queries of a site, without duplicates, under numbers as names.
fn nodes(site: &Path) -> Result<Vec<(String, Value)>, String> {
    let path = site.join("queries.jsonl");
    let queries = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut scopes: Vec<Value> = Vec::new();
    for line in queries.lines() {
        let query = read_value(&Source::new("queries.jsonl", line)).map_err(|e| e.to_string())?;
        if let Some(scope) = query.get("scope")
            && !scopes.contains(scope)
        {
            scopes.push(scope.clone());
        }
    }
    Ok(scopes.into_iter().enumerate().map(|(number, scope)| (number.to_string(), scope)).collect())
}
