//! Sites of the corpus, generated ones and generated environments of version 5, and their conversions in every format: `hiera prove`
//! must find no difference.
//!
//! Each site is asked with the scopes of its queries, and with generated ones.

use super::Summary;
use super::random::Random;
use crate::encrypted::add_to_version_5;
use crate::hiera5::answers::read_facts;
use crate::lookups::tree;
use crate::sample::sample;
use crate::sites::{format, read_back, sites};
use modelwright::bindings::site_files;
use modelwright::generated::bindings::{self, AbstractBinding, Site};
use modelwright::hiera::lookup::{Hierarchy, read_value};
use modelwright::hiera::prove::{Difference, Proof, prove};
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use modelwright_typed as typed;
use std::fs;
use std::path::Path;

/// The formats of the models.
const FORMATS: [&str; 3] = ["xmi", "json", "yaml"];
/// The number of queries of a generated site, each with its scope.
const QUERIES: usize = 50;
/// The number of differences that are shown for one site.
const SHOWN: usize = 3;

/// Compares all sites of the corpus, and `--count` generated ones and environments (200 unless given) from `--seed`.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, 200))?;
    let mut corpus = Comparison::default();
    for site in sites(&shared.join("corpus/hiera"))? {
        corpus.site(&site, work)?;
    }
    let mut generated = Comparison::default();
    let directory = work.join("prove");
    let _ = fs::remove_dir_all(&directory);
    for number in 0..count {
        let site = directory.join(number.to_string());
        tree::write(&site, &mut Random::new(seed, number), QUERIES).map_err(|e| e.to_string())?;
        generated.site(&site, work)?;
    }
    let mut environments = Comparison::default();
    for number in 0..count {
        let site = directory.join(format!("environment-{number}"));
        let random = &mut Random::new(seed, number);
        let written = crate::hiera5::tree::write(&site, random);
        written.and_then(|()| add_to_version_5(&site, random)).map_err(|e| e.to_string())?;
        environments.environment(&site, work)?;
    }
    Ok(vec![
        corpus.finish("sites of the corpus"),
        generated.finish("generated sites"),
        environments.finish("generated environments of version 5"),
    ])
}

/// The results for several sites.
#[derive(Default)]
struct Comparison {
    summary: Summary,
    lookups: u64,
    files: usize,
    unreached: usize,
    scopes: usize,
    /// The sites that texts cannot express.
    inexpressible: usize,
}

impl Comparison {
    fn site(&mut self, site: &Path, work: &Path) -> Result<(), String> {
        let (config, nodes) = (site.join("hiera.yaml"), nodes(site)?);
        self.tree(site, &config, &nodes)?;
        self.texts(site, &config, &nodes, work)
    }

    /// Compares the tree with the directory of a site in texts, unless texts cannot express something of it.
    fn texts(
        &mut self,
        site: &Path,
        config: &Path,
        nodes: &[(String, Value)],
        work: &Path,
    ) -> Result<(), String> {
        let workspace = Workspace::default();
        let loaded = workspace.load(config, None).map_err(|problem| problem.to_string())?;
        let sites: Vec<Site> =
            typed::from_model(&loaded.model, loaded.document).map_err(|problems| problems.to_string())?;
        let directory = work.join("site");
        let _ = fs::remove_dir_all(&directory);
        for converted in sites {
            let is_partial = has_inexpressible_data(&converted);
            let Ok((files, _)) = site_files::files(converted, &|_| None) else {
                self.inexpressible += 1;
                return Ok(());
            };
            // The conversion warns of it.
            if is_partial {
                self.inexpressible += 1;
                return Ok(());
            }
            for file in files {
                let path = directory.join(&file.path);
                let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
                parent.and_then(|()| fs::write(&path, &file.text)).map_err(|error| error.to_string())?;
            }
        }
        let (Some(mut tree), _) = Hierarchy::load(config, &workspace.access()) else { return Ok(()) };
        match modelwright::bindings::site::tree(&directory, None, &workspace.site_access()) {
            Ok(mut model) => {
                let mut proof = prove(&mut tree, &mut model, nodes);
                leave_out_intended(&mut proof);
                self.take(site, "site", &proof, nodes.len());
            }
            Err(problems) => {
                self.summary.differences.push(format!("{} as a site: {problems}", site.display()));
            }
        }
        Ok(())
    }

    /// Compares an environment, unless lookups cannot start with it.
    fn environment(&mut self, site: &Path, work: &Path) -> Result<(), String> {
        let config = site.join("environment/hiera.yaml");
        let is_valid = || Hierarchy::load(&config, &Workspace::default().access()).0.is_some();
        if !config.is_file() || !is_valid() {
            return Ok(());
        }
        let mut nodes = Vec::new();
        let entries =
            fs::read_dir(site.join("facts")).map_err(|error| format!("{}: {error}", site.display()))?;
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let facts = read_facts(site, &name)?;
            nodes.push((name, facts));
        }
        self.tree(site, &config, &nodes)?;
        self.texts(site, &config, &nodes, work)
    }

    fn tree(&mut self, site: &Path, config: &Path, nodes: &[(String, Value)]) -> Result<(), String> {
        let workspace = Workspace::default();
        let loaded = workspace.load(config, None).map_err(|problem| problem.to_string())?;
        for name in FORMATS {
            let (Some(mut tree), _) = Hierarchy::load(config, &workspace.access()) else {
                return Err(format!("{}: Hiera does not start with it", site.display()));
            };
            let sites = read_back(&workspace, &loaded, format(name)?)?;
            match Hierarchy::from_bindings(&sites, None, "bindings") {
                Ok(mut model) => self.take(site, name, &prove(&mut tree, &mut model, nodes), nodes.len()),
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
        let Self { lookups, files, unreached, scopes, inexpressible, .. } = self;
        self.summary.figure(format!(
            "{what}, in {} formats and as sites in texts ({inexpressible} cannot be): {files} files ({unreached} not reached), \
             {scopes} scopes, {lookups} lookups on both sides",
            FORMATS.len()
        ));
        self.summary.printed(what)
    }
}

/// Whether lookups can meet something that a text cannot express: a file that could not be read, or the key nil, which the
/// empty key finds.
fn has_inexpressible_data(site: &Site) -> bool {
    let layers = site.layers.iter().flat_map(|layers| &layers.layers);
    let files = layers.flat_map(|layer| &layer.bindings).flat_map(|bindings| &bindings.bindings);
    let of_files = |binding: &AbstractBinding| match binding {
        AbstractBinding::CategorizedBindings(file) => file.bindings.iter().any(is_inexpressible),
        // Of an environment.
        other => is_inexpressible(other),
    };
    files.into_iter().any(of_files)
}

fn is_inexpressible(binding: &AbstractBinding) -> bool {
    match binding {
        AbstractBinding::UnreadableData(_) => true,
        AbstractBinding::UnreachableEntry(entry) => matches!(entry.key, bindings::Value::UndefValue(_)),
        _ => false,
    }
}

/// Removes the differences that texts are meant to have. For Ruby and Puppet the same `%{literal('a')}` twice is a loop, but a
/// text has the character itself; and a failure names a variable without the quotes that `%{os.'family'}` has.
fn leave_out_intended(proof: &mut Proof) {
    const LOOPS: [&str; 2] = ["error: Lookup recursion detected", "error: Recursive lookup detected"];
    let failure = |reason: &str| {
        let message = reason.strip_prefix("error: ")?.split("   ").next();
        message.map(|message| message.replace('\'', ""))
    };
    proof.differences.retain(|difference| {
        let Difference { tree, model, scopes, .. } = difference;
        let is_loop = LOOPS.iter().any(|start| tree.starts_with(start));
        let is_intended = is_loop || failure(tree).is_some_and(|text| failure(model) == Some(text));
        proof.different -= if is_intended { scopes.len() as u64 } else { 0 };
        !is_intended
    });
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
