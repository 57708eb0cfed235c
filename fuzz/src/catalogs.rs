//! What the fuzz targets about catalogs do with a text: a manifest, a template, a catalog in JSON or facts of a node, in an
//! environment that is in memory.
//!
//! Invariants that are asserted: a build has either a catalog or an error with its place; the same input gives the same bytes; a
//! catalog that was built is read and written again with the same bytes, and does not differ from itself. Nothing here needs
//! libFuzzer, so `tests/hostile_catalogs.rs` does the same with changed inputs of tests.

use modelwright::catalog::builder::{BuildResult, Node};
use modelwright::catalog::compare::Comparison;
use modelwright::catalog::environment::{Environment, EnvironmentOptions};
use modelwright::catalog::json::{self, Layout};
use modelwright::catalog::model::Catalog;
use modelwright::catalog::order::ApplicationOrder;
use modelwright::catalog::report::{ReportedEnvironment, report};
use modelwright::files::{FileAccess, Memory};
use modelwright::hiera::facts;
use modelwright::store::Value;
use modelwright_evaluation::evaluate::EvaluationLimits;
use modelwright_metamodel::diagnostic::{Severity, Source};
use std::path::Path;
use std::sync::Arc;

/// Facts with values of every kind.
const FACTS: &str = r#"{"os": {"family": "Debian", "release": {"major": "12"}}, "role": "web", "cpus": 4, "load": 0.5,
"is_virtual": true, "none": null, "list": [1, "two", [3]], "networking": {"ip": "192.0.2.1", "fqdn": "web1.example.com"}}"#;

/// The module and the data that manifests find.
const FILES: [(&str, &str); 9] = [
    (
        "/site/modules/m/manifests/init.pp",
        "class m($a = 1, Array[String] $list = ['x']) { notify { 'm': message => $a } contain m::inner }",
    ),
    ("/site/modules/m/manifests/inner.pp", "class m::inner inherits m { file { '/m': mode => '0644' } }"),
    ("/site/modules/m/manifests/d.pp", "define m::d($v = $title) { notify { \"d-${v}\": } }"),
    ("/site/modules/m/functions/f.pp", "function m::f($x) { $x }"),
    ("/site/modules/m/types/t.pp", "type M::T = Variant[Integer, Array[M::T]]"),
    ("/site/modules/m/templates/t.epp", "<%- | $x = 1 | -%>\n[<%= $x %>]\n"),
    ("/site/modules/m/templates/t.erb", "<% @list.each do |x| -%>\n[<%= x %>]\n<% end -%>\n"),
    ("/site/hiera.yaml", "version: 5\nhierarchy: [{name: all, paths: [\"%{role}.yaml\", common.yaml]}]\n"),
    ("/site/data/common.yaml", "m::a: \"%{os.family}\"\nkey: \"%{lookup('m::a')}\"\nsecrets: [a]\n"),
];

/// Parts of messages about all manifests together.
const OF_NO_PLACE: [&str; 3] =
    ["turns of collecting", "there is no node definition", "a node cannot have a fact or variable"];

/// Few, so that inputs without end cost little.
const LIMITS: EvaluationLimits = EvaluationLimits { steps: 200_000, depth: 1_000, memory: 1 << 26 };

/// Facts as a node has them.
fn node(text: &str) -> Node {
    let variables = facts::read(&Source::new("facts.json", text)).unwrap_or(Value::Nil);
    Node::from_variables("web1.example.com", &variables)
}

/// Builds the catalog of a manifest, twice.
pub fn build(manifest: &str) {
    build_with(&[], manifest, &node(FACTS));
}

/// Builds a catalog with the text of a template of EPP.
pub fn render_epp(template: &str) {
    let manifest = "notify { 'a': message => epp('m/given.epp') } notify { 'b': message => epp('m/given.epp', { 'x' => 1, 'y' => [2] }) }";
    build_with(&[("/site/modules/m/templates/given.epp", template)], manifest, &node(FACTS));
}

/// Builds a catalog with the text of a template of ERB.
pub fn render_erb(template: &str) {
    let manifest = "$x = 1 $y = [2] $h = { 'k' => undef } notify { 'a': message => template('m/given.erb') }";
    build_with(&[("/site/modules/m/templates/given.erb", template)], manifest, &node(FACTS));
}

/// Reads facts in any shape, and builds a catalog for each of the first nodes.
pub fn read_facts(text: &str) {
    let source = Source::new("facts", text);
    let _ = facts::read_scope(&source);
    let manifest = "notify { \"a${facts['os']}\": message => [$facts, $role, $::trusted, $server_facts] } include m \
                    $facts.each |$k, $v| { notify { \"fact ${k}\": message => $v } }";
    for (name, variables) in facts::read_nodes(&source, Some("node")).unwrap_or_default().into_iter().take(2)
    {
        build_with(&[], manifest, &Node::from_variables(&name, &variables));
    }
}

/// Reads a catalog, and does with it what commands do.
pub fn read_catalog(text: &str) {
    let (catalog, _, problems) = json::read(&Source::new("catalog.json", text));
    assert!(catalog.is_some() || problems.has_errors(), "neither a catalog nor a problem");
    let _ = json::load(&Source::new("catalog.json", text));
    if let Some(catalog) = catalog {
        use_catalog(&catalog, !problems.has_errors());
    }
}

fn build_with(files: &[(&str, &str)], manifest: &str, node: &Node) {
    let memory = Memory::new();
    for (path, text) in FILES.iter().chain(files) {
        memory.write(path, *text).expect("a path that is free");
    }
    let access = FileAccess { files: Arc::new(memory), ..FileAccess::default() };
    let options = EnvironmentOptions { limits: LIMITS, ..EnvironmentOptions::default() };
    let (mut environment, _) =
        Environment::load(&access, Path::new("/site"), &options).expect("a valid environment");
    if environment.add_manifest("site.pp", manifest).is_err() {
        return;
    }
    // Twice, because the second build finds the files and programs that the first has read.
    let [one, two] = [(); 2].map(|()| environment.build(node));
    check(&one, manifest);
    let texts = [one, two].map(|result| {
        let problems: Vec<String> = result.problems.iter().map(ToString::to_string).collect();
        (result.catalog.map(|catalog| json::write(&catalog, Layout::Compact).ok()), problems, result.unknown)
    });
    assert!(texts[0] == texts[1], "two builds differ\n{:?}\n{:?}", texts[0], texts[1]);
}

fn check(result: &BuildResult, manifest: &str) {
    let mut errors = result.problems.iter().filter(|problem| problem.severity == Severity::Error);
    match &result.catalog {
        Some(catalog) => {
            assert!(errors.next().is_none(), "a catalog with an error");
            use_catalog(catalog, true);
        }
        None => {
            let error = errors.next().expect("an error, because there is no catalog");
            let has_place =
                !error.labels.is_empty() || OF_NO_PLACE.iter().any(|part| error.message.contains(part));
            assert!(has_place, "no place: {error} {manifest}");
        }
    }
}

/// Writes a catalog and reads it again, and asks for its order, its accounts and its pages.
fn use_catalog(catalog: &Catalog, is_complete: bool) {
    let written = json::write(catalog, Layout::Pretty);
    if let Ok(text) = written
        && is_complete
    {
        let (again, _, problems) = json::read(&Source::new("written.json", text.as_str()));
        let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let again = again.unwrap_or_else(|| panic!("a written catalog can be read: {shown:?}\n{text}"));
        let twice = json::write(&again, Layout::Pretty);
        assert!(twice.as_ref().ok() == Some(&text), "{text}\nis read and written as\n{twice:?}");
    }
    let mut comparison = Comparison::default();
    comparison.add("node", catalog, catalog, &[]);
    assert!(comparison.is_empty(), "a catalog differs from itself");
    let order = ApplicationOrder::new(catalog);
    assert!(order.sequence().is_some() || !order.cycles().is_empty(), "neither an order nor a cycle");
    let mut environment = ReportedEnvironment::new("site");
    let _ = environment.add("node", Ok(catalog));
    let _ = report(&[environment], None);
}
