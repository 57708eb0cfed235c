//! Upgrades sites of Hiera 3 to version 5, and compares the answers of Puppet on the result with those of Ruby's Hiera on
//! the source, and with ours: for every key, with every resolution.
//!
//! A difference is excused only if it has a documented reason: `hiera upgrade` reported the key with this resolution, or the
//! key has dots. Invariant: an answer that differs without a report fails the comparison.

mod queries;

use super::known::{self, KnownCounts};
use super::random::Random;
use super::{Summary, copy_directory, lookups, ruby};
use crate::lookups::tree;
use crate::sample::sample;
use crate::sites::sites;
use modelwright::hiera::lookup::{Answer, Hierarchy, Query, Resolution, answer_json, value_json};
use modelwright::hiera::upgrade::upgrade;
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use queries::Queries;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SCRIPT: &str =
    concat!(include_str!("../form.rb"), include_str!("../puppet.rb"), "\n", include_str!("upgrade.rb"));
/// The number of queries of a generated site, besides those of every key.
const QUERIES: usize = 20;
/// The number of generated sites that one process of Ruby or Puppet handles.
const SITES: usize = 50;
/// The number of differences that are shown.
const SHOWN: usize = 20;

/// `hiera upgrade` reported that the key has another answer.
const REPORTED: &str = "reported by `hiera upgrade`";
/// A part of a value is looked up in the highest level only.
const DOTTED: &str = "a key with dots";
/// Puppet and our lookup have different answers, which the comparison `hiera5` is about; here none must be kept.
const FAILING: &str = "fails in Hiera 3, and the answer of Puppet is not ours";

/// The differences of the sites of the corpus.
const CORPUS: KnownCounts = &[(REPORTED, 27)];
/// Those of the generated sites of the usual sample.
const GENERATED: KnownCounts = &[(REPORTED, 344), (FAILING, 10)];

/// Compares the sites of the corpus, and `--count` generated ones (40 unless given) from `--seed`.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, 40))?;
    let work = work.join("upgrade");
    let _ = fs::remove_dir_all(&work);
    let mut corpus = Comparison::default();
    let mut prepared = Vec::new();
    for site in sites(&shared.join("corpus/hiera"))? {
        let name = site.file_name().unwrap_or_default();
        let directory = work.join("corpus").join(name);
        copy_directory(&site, &directory.join("ruby")).map_err(|e| format!("{}: {e}", site.display()))?;
        prepared.extend(corpus.prepare(&directory)?);
    }
    corpus.compare(&prepared)?;
    let mut generated = Comparison::default();
    for first in (0..count).step_by(SITES) {
        let mut prepared = Vec::new();
        for number in first..count.min(first + SITES) {
            let directory = work.join("generated").join(number.to_string());
            tree::write(&directory.join("ruby"), &mut Random::new(seed, number), QUERIES)
                .map_err(|e| e.to_string())?;
            prepared.extend(generated.prepare(&directory)?);
        }
        generated.compare(&prepared)?;
    }
    let is_usual = arguments.is_empty();
    Ok(vec![
        corpus.finish("sites of the corpus", Some(CORPUS)),
        generated.finish("generated sites", is_usual.then_some(GENERATED)),
    ])
}

/// An upgraded site with its queries.
struct Site {
    /// Contains the source in `ruby`, the result in `environment`, and the queries.
    directory: PathBuf,
    queries: Queries,
    /// The resolution that merges hashes in the result as in the source.
    hash: Resolution,
    /// The keys and resolutions with other answers, as the upgrade reported them.
    reported: BTreeSet<(String, &'static str)>,
}

/// The results for several sites.
#[derive(Default)]
struct Comparison {
    summary: Summary,
    sites: usize,
    /// The number of sites that cannot be upgraded.
    rejected: usize,
    /// The queries that fail in both, and those that only fail in Ruby's Hiera.
    failing: usize,
    mended: usize,
    nothing: usize,
    excused: BTreeMap<&'static str, usize>,
}

impl Comparison {
    /// Upgrades the source of a site and writes its queries; nothing if it cannot be upgraded.
    fn prepare(&mut self, directory: &Path) -> Result<Option<Site>, String> {
        let source = directory.join("ruby");
        let config = source.join("hiera.yaml");
        let workspace = Workspace::default();
        let (Some(tree), _) = Hierarchy::load(&config, &workspace.access()) else {
            self.rejected += 1;
            return Ok(None);
        };
        let text = fs::read_to_string(source.join("queries.jsonl")).map_err(|e| e.to_string())?;
        let queries = Queries::new(&text, &tree)?;
        let (upgraded, _) = upgrade(&config, &queries.nodes(), &workspace.access());
        let Some(upgraded) = upgraded else {
            self.rejected += 1;
            return Ok(None);
        };
        self.sites += 1;
        for file in &upgraded.files {
            let path = directory.join("environment").join(&file.path);
            let parent = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&path, &file.bytes))
                .map_err(|e| e.to_string())?;
        }
        let lines = queries.lines(&tree.hash_merge());
        fs::write(directory.join("queries.jsonl"), &lines).map_err(|e| e.to_string())?;
        fs::write(source.join("queries.jsonl"), &lines).map_err(|e| e.to_string())?;
        let differences = upgraded.proof.differences.iter();
        let reported = differences.map(|difference| (difference.key.clone(), difference.resolution));
        // Ruby rejects lookups with options that exclude each other.
        let hash = Resolution::from_value(&tree.hash_merge()).unwrap_or(Resolution::Hash);
        Ok(Some(Site { directory: directory.to_owned(), queries, hash, reported: reported.collect() }))
    }

    /// Compares the answers of prepared sites.
    fn compare(&mut self, sites: &[Site]) -> Result<(), String> {
        let list: String = sites.iter().map(|site| format!("{}\n", site.directory.display())).collect();
        lookups::ask_ruby(&sites.iter().map(|site| site.directory.join("ruby")).collect::<Vec<_>>())?;
        ruby::answer(SCRIPT, list.into_bytes())?;
        sites.iter().try_for_each(|site| self.site(site))
    }

    fn site(&mut self, site: &Site) -> Result<(), String> {
        let read = |name: &str| {
            let path = site.directory.join(name);
            fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
        };
        let (ruby, puppet) = (read("ruby/ruby.jsonl")?, read("puppet.jsonl")?);
        let environment = site.directory.join("environment");
        let (environment, problems) =
            Hierarchy::load_environment(&environment, None, &Workspace::default().access());
        let environment = environment.ok_or_else(|| problems.to_string())?;
        for ((query, ruby), puppet) in site.queries.list.iter().zip(ruby.lines()).zip(puppet.lines()) {
            let resolution = match query.resolution {
                "array" => &Resolution::Array,
                "hash" => &site.hash,
                _ => &Resolution::Priority,
            };
            let scope = &site.queries.scopes[query.scope];
            let ours = ours(&environment, &Query { resolution, ..Query::new(&query.key, scope) });
            let shown = |what: &str| {
                let mut text = String::new();
                value_json(scope, &mut text);
                let (directory, key, resolution) = (site.directory.display(), &query.key, query.resolution);
                format!(
                    "{directory} {key} ({resolution}): {what}\n  scope  {text}\n  Ruby   {ruby}\n  Puppet {puppet}\n  ours   {ours}"
                )
            };
            self.note(site, query, (ruby, puppet, &ours), shown);
        }
        Ok(())
    }

    /// Records the answers to one query.
    fn note(
        &mut self,
        site: &Site,
        query: &queries::Query,
        (ruby, puppet, ours): (&str, &str, &str),
        shown: impl Fn(&str) -> String,
    ) {
        let failed = |answer: &str| answer.starts_with("{\"error\"");
        let is_ours = puppet == ours || failed(puppet) && failed(ours);
        if !is_ours {
            if failed(ruby) {
                *self.excused.entry(FAILING).or_default() += 1;
            } else {
                self.summary.differences.push(shown("Puppet and ours"));
            }
            return;
        }
        // Ruby does not distinguish nil from nothing.
        let nothing = "{\"value\":null}";
        let puppet = if puppet == "{\"missing\":true}" { nothing } else { puppet };
        self.nothing += usize::from(ruby == nothing);
        if failed(ruby) {
            *(if failed(puppet) { &mut self.failing } else { &mut self.mended }) += 1;
        }
        let reason = if site.reported.contains(&(query.key.clone(), query.resolution)) {
            Some(REPORTED)
        } else {
            query.key.contains('.').then_some(DOTTED)
        };
        match reason {
            _ if failed(ruby) || ruby == puppet => self.summary.agreed += 1,
            Some(reason) => *self.excused.entry(reason).or_default() += 1,
            None => self.summary.differences.push(shown("not reported")),
        }
    }

    fn finish(mut self, what: &str, known: Option<KnownCounts>) -> Summary {
        let Self { sites, rejected, failing, mended, nothing, .. } = self;
        self.summary.differences.truncate(SHOWN);
        self.summary.figure(format!(
            "{what}: {sites} upgraded, {rejected} rejected; {nothing} answers are nothing, {failing} fail in both, {mended} only in Hiera 3"
        ));
        for (reason, count) in &self.excused {
            self.summary.figure(format!("{count} excused: {reason}"));
        }
        if let Some(known) = known {
            known::enter(&mut self.summary, known, self.excused.iter().map(|(name, count)| (*name, *count)));
        }
        self.summary.printed(what)
    }
}

/// Our answer, as the script of Puppet writes it.
fn ours(environment: &Hierarchy, query: &Query<'_>) -> String {
    match environment.lookup(query) {
        Ok(Some(answer)) => {
            let mut out = String::from("{\"value\":");
            answer_json(&answer, &mut out);
            out.push('}');
            out
        }
        Ok(None) => "{\"missing\":true}".to_owned(),
        Err(error) => {
            let mut out = String::from("{\"error\":");
            answer_json(&Answer::Owned(Value::text(error.message())), &mut out);
            out.push('}');
            out
        }
    }
}
