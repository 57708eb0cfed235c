//! Small Hiera sites, each named after its hazard, with the expected bindings next to them.
//!
//! In `hiera/`, `bindings.json` contains the bindings of a site, and `problems` the reported problems, if any; with
//! `UPDATE_EXPECT=1` they are written instead of compared. `lookups/` contains queries, with the answers of Ruby's
//! Hiera.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright::formats::WriteOptions;
use modelwright::generated::bindings::Site;
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::facts::read_nodes;
use modelwright::hiera::lookup::{Account, Encrypted, Hierarchy, Query, answer_queries};
use modelwright::hiera::prove::prove;
use modelwright::hiera::report::{ReportedTree, report};
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_typed as typed;
use std::fs;
use std::path::{Path, PathBuf};

fn written(loaded: &LoadedDocument, format: &str) -> Vec<u8> {
    let format = Registry::standard().format(format).expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.expect("bindings can be written in every notation").0
}

/// The sites in a directory, of which there are at least so many.
fn sites(directory: &str, least: usize) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the directory of sites").flatten();
    let mut sites: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    sites.sort();
    assert!(sites.len() >= least, "only {} sites", sites.len());
    sites
}

#[test]
fn sites_become_the_expected_bindings() {
    // Problems name files relative to the package's directory, in which tests run.
    let sites = sites("tests/hiera", 15);
    let failures: Vec<String> = sites.iter().filter_map(|site| check_site(site).err()).collect();
    assert!(failures.is_empty(), "{} sites:\n{}", failures.len(), failures.join("\n"));
}

fn check_site(site: &Path) -> Result<(), String> {
    let workspace = Workspace::default();
    let loaded = workspace.load(&site.join("hiera.yaml"), None).expect("a configuration that can be read");
    let json = written(&loaded, "json");
    let problems: String = loaded.diagnostics.iter().map(|problem| format!("{problem}\n")).collect();
    let findings = workspace.validate(&loaded);
    assert!(findings.iter().next().is_none(), "{}: {findings:?}", site.display());
    let mut bytes = json.clone();
    for (from, to) in [("json", "xmi"), ("xmi", "yaml"), ("yaml", "json")] {
        let format = Registry::standard().format(from).expect("a format");
        let loaded =
            workspace.load_bytes("round-trip", bytes, "file:/round-trip", format).expect("its own output");
        bytes = written(&loaded, to);
    }
    let again = String::from_utf8_lossy(&bytes).replace("  \"$encoding\": \"ASCII\",\n", "");
    assert_eq!(
        again,
        String::from_utf8_lossy(&json),
        "{}: every notation has the same content",
        site.display()
    );
    expect(&site.join("bindings.json"), &json)?;
    expect(&site.join("problems"), problems.as_bytes())
}

fn expect(path: &Path, actual: &[u8]) -> Result<(), String> {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        if actual.is_empty() {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, actual).expect("an expectation that can be written");
        }
        return Ok(());
    }
    let expected = fs::read(path).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    let (expected, actual) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(actual));
    Err(format!("{}\n--- expected\n{expected}\n--- actual\n{actual}", path.display()))
}

/// The classes of Ruby's errors whose messages come from a library, or name Ruby's methods and keys: our messages
/// differ.
const OTHER_WORDS: [&str; 15] = [
    "Psych::SyntaxError",
    "JSON::ParserError",
    "TypeError",
    "NoMethodError",
    "StandardError",
    "ArgumentError: ASCII incompatible encoding",
    "ArgumentError: comparison",
    // What cannot be decrypted, and an invalid text that was.
    "ArgumentError: Could not parse the PKCS7",
    "ArgumentError: invalid byte sequence in UTF-8",
    "Errno::ENOENT: No such file or directory @ rb_sysopen",
    "Hiera::InterpolationInvalidValue: Invalid interpolation method 'no_method'",
    "LoadError: cannot load such file -- hiera/backend/eyaml",
    "OpenSSL::PKey::RSAError",
    "RuntimeError: Hiera-eyaml decryption failed",
    "SystemStackError",
];

/// `answers.jsonl` contains the answers of Ruby's Hiera; `cargo interop lookups` updates it.
#[test]
fn lookups_are_answered_as_by_ruby() {
    let sites = sites("tests/lookups", 12);
    let failures: Vec<String> = sites.iter().flat_map(|site| wrong_answers(site)).collect();
    assert!(failures.is_empty(), "{} answers:\n{}", failures.len(), failures.join("\n"));
}

fn wrong_answers(site: &Path) -> Vec<String> {
    let read = |name: &str| fs::read_to_string(site.join(name)).expect("a file of the site");
    let (queries, expected) = (read("queries.jsonl"), read("answers.jsonl"));
    let (hierarchy, problems) = Hierarchy::load(&site.join("hiera.yaml"), &Workspace::default().access());
    let mut hierarchy = hierarchy.unwrap_or_else(|| panic!("{}: {problems}", site.display()));
    hierarchy.set_encrypted(Encrypted::Decrypted(modelwright_eyaml::SCHEMES));
    let answers =
        answer_queries(&hierarchy, &Source::new("queries.jsonl", queries.as_str())).expect("queries");
    // Ruby's Hiera answers nil for a key that no level has as well.
    let answers = answers.replace(",\"found\":false}\n", "}\n");
    assert_eq!(answers.lines().count(), expected.lines().count(), "{}", site.display());
    let agree = |ours: &str, theirs: &str| {
        let error = theirs.strip_prefix("{\"error\":\"");
        let has_other_words =
            error.is_some_and(|error| OTHER_WORDS.iter().any(|class| error.starts_with(class)));
        ours == theirs || has_other_words && ours.starts_with("{\"error\":")
    };
    let lines = queries.lines().zip(answers.lines()).zip(expected.lines());
    let wrong = lines.filter(|((_, ours), theirs)| !agree(ours, theirs));
    wrong
        .map(|((query, ours), theirs)| format!("{}: {query}\n  Ruby {theirs}\n  ours {ours}", site.display()))
        .collect()
}

/// `prove/` contains a site, and faults of its model: a text that is replaced, and the differences that must be
/// reported.
#[test]
fn faults_of_models_are_found() {
    let workspace = Workspace::default();
    let config = Path::new("tests/prove/hiera.yaml");
    let loaded = workspace.load(config, None).expect("a configuration that can be read");
    for format in ["xmi", "json", "yaml"] {
        assert_eq!(proof(written(&loaded, format), format), "0 different lookups\n", "{format}");
    }
    let json = String::from_utf8(written(&loaded, "json")).expect("a text");
    let json: String = json.lines().map(str::trim_start).collect();
    let path = Path::new("tests/prove/faults");
    let cases = fs::read_to_string(path).expect("the faults");
    let mut actual = String::new();
    for case in cases.split("#### ").filter(|case| !case.is_empty()) {
        let (fault, _) = case.split_once("==>\n").expect("a result");
        let line =
            |start: &str| fault.lines().find_map(|line| line.strip_prefix(start)).expect("a replacement");
        let (old, new) = (line("- "), line("+ "));
        assert_eq!(json.matches(old).count(), 1, "{fault}");
        let result = proof(json.replace(old, new).into_bytes(), "json");
        actual.push_str(&format!("#### {fault}==>\n{result}"));
    }
    expect(path, actual.as_bytes()).unwrap_or_else(|failure| panic!("{failure}"));
}

/// The environments with answers of Puppet, and models of them, give the same answers.
#[test]
fn environments_answer_as_their_models() {
    let entries = fs::read_dir("tests/hiera5").expect("the directory of trees").flatten();
    let (mut compared, mut lookups) = (0, 0);
    for directory in entries.map(|entry| entry.path().join("environment")) {
        let config = directory.join("hiera.yaml");
        let workspace = Workspace::default();
        let (Some(mut tree), _) = Hierarchy::load(&config, &workspace.access()) else { continue };
        let loaded = workspace.load(&config, None).expect("a configuration that can be read");
        let sites = model_sites(written(&loaded, "xmi"), "xmi").expect("a model");
        let mut model = Hierarchy::from_bindings(&sites, None, "model").expect("a hierarchy");
        let proof = prove(&mut tree, &mut model, &[]);
        let differences: String =
            proof.differences.iter().map(|difference| format!("{difference}\n")).collect();
        assert_eq!(differences, "", "{}", directory.display());
        compared += 1;
        lookups += proof.lookups;
    }
    assert!(compared >= 14 && lookups > 5_000, "{compared} environments, {lookups} lookups");
}

/// The sites of a model, or its problems.
fn model_sites(model: Vec<u8>, format: &str) -> Result<Vec<Site>, Diagnostics> {
    let format = Registry::standard().format(format).expect("a format");
    let loaded = Workspace::default().load_bytes("model", model, "file:/model", format).expect("a model");
    match loaded.diagnostics.has_errors() {
        true => Err(loaded.diagnostics),
        false => Ok(typed::from_model(&loaded.model, loaded.document).expect("a site")),
    }
}

/// The differences between the site in `prove/` and a model of it.
fn proof(model: Vec<u8>, format: &str) -> String {
    let workspace = Workspace::default();
    let (tree, _) = Hierarchy::load(Path::new("tests/prove/hiera.yaml"), &workspace.access());
    let mut tree = tree.expect("a configuration");
    let list = |problems: &Diagnostics| problems.iter().map(|problem| format!("{problem}\n")).collect();
    let sites = match model_sites(model, format) {
        Ok(sites) => sites,
        Err(problems) => return list(&problems),
    };
    let mut model = match Hierarchy::from_bindings(&sites, None, "model") {
        Ok(model) => model,
        Err(problems) => return list(&problems),
    };
    let proof = prove(&mut tree, &mut model, &[]);
    let differences: String = proof.differences.iter().map(|difference| format!("{difference}\n")).collect();
    format!("{differences}{} different lookups\n", proof.different)
}

/// With the keys at hand, neither pages nor problems nor steps have what an encrypted value contains.
#[test]
fn secrets_are_in_no_page_problem_or_step() {
    let config = Path::new("tests/lookups/decrypted-values/hiera.yaml");
    let (hierarchy, _) = Hierarchy::load(config, &Workspace::default().access());
    let mut hierarchy = hierarchy.expect("a configuration");
    let nodes =
        read_nodes(&Source::new("nodes.yaml", "web: {keys: keys, role: web}\n"), None).expect("scopes");
    hierarchy.set_encrypted(Encrypted::Decrypted(modelwright_eyaml::SCHEMES));
    let mut decrypted = 0;
    for key in hierarchy.keys() {
        let Account { answer, steps, .. } = hierarchy.account(&Query::new(key, &nodes[0].1));
        decrypted += usize::from(answer.is_ok_and(|answer| format!("{answer:?}").contains("s3cret")));
        assert!(!format!("{steps:?}").contains("s3cret"), "{key}: {steps:?}");
    }
    assert!(decrypted > 5, "{decrypted} answers");
    hierarchy.set_encrypted(Encrypted::Hidden);
    let problems = check(&hierarchy, &CheckOptions { scopes: &nodes, manifests: None });
    let tree = ReportedTree { name: "hiera.yaml", hierarchy: &hierarchy, problems: &problems };
    let pages: String = report(&[tree], &nodes, None).into_iter().map(|file| file.text).collect();
    assert!(pages.contains("<encrypted>") && !pages.contains("s3cret"));
    assert!(!problems.to_string().contains("s3cret"));
}

/// The report of `examples/hiera` contains every key, node and answer.
#[test]
fn reports_have_every_key_node_and_answer() {
    let workspace = Workspace::default();
    let (hierarchy, _) = Hierarchy::load(Path::new("examples/hiera/hiera.yaml"), &workspace.access());
    let hierarchy = hierarchy.expect("a configuration");
    let scopes = fs::read_to_string("examples/hiera/nodes.yaml").expect("the nodes");
    let nodes = read_nodes(&Source::new("nodes.yaml", scopes.as_str()), None).expect("scopes");
    let problems = check(&hierarchy, &CheckOptions { scopes: &nodes, manifests: None });
    let tree = ReportedTree { name: "hiera.yaml", hierarchy: &hierarchy, problems: &problems };
    let files = report(&[tree], &nodes, None);
    let data: Vec<_> = files.iter().filter(|file| file.path.starts_with("data/")).collect();
    assert_eq!((files.len(), data.len()), (14, 5));
    let failures: Vec<String> = data
        .into_iter()
        .filter_map(|file| {
            let name = file.path.trim_start_matches("data/");
            expect(&Path::new("tests/report").join(name), file.text.as_bytes()).err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
