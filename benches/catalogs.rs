//! The speed of building catalogs: a site of 100 modules with 300 classes, and nodes of 800 resources each.
//!
//! `cargo bench --bench catalogs`. The site is in memory. `MODELWRIGHT_BENCH_NODES=1000 BINARY` builds the catalogs of so many
//! nodes once, on all cores, and prints the time.

use criterion::{Criterion, criterion_group};
use modelwright::catalog::builder::Node;
use modelwright::catalog::environment::{Environment, EnvironmentOptions};
use modelwright::files::{FileAccess, Memory};
use modelwright::hiera::threads;
use modelwright_evaluation::evaluate::Value;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const MODULES: usize = 100;
/// The resources of a node, about.
const RESOURCES: usize = 800;

/// A class of a module, with a value from Hiera, a file for each element of a list, and resources of a defined type.
fn class(module: usize, name: &str) -> String {
    format!(
        "class m{module}::{name} (\n  Integer[1, 65535] $port = 80,\n  String[1] $root = \"/srv/m{module}\",\n  Array[String] $parts,\n) {{\n  \
         $path = \"${{root}}/{name}\"\n  file {{ $path:\n    ensure => directory,\n    mode => '0755',\n  }}\n  \
         $parts.each |$index, $part| {{\n    file {{ \"${{path}}/${{part}}\":\n      content => \"${{index}} of ${{facts['os']['name']}} at ${{port}}\\n\",\n      \
         require => File[$path],\n    }}\n  }}\n  m{module}::site {{ \"{name} one\": port => $port }}\n  m{module}::site {{ \"{name} two\": port => $port + 1 }}\n}}\n"
    )
}

/// The site: every fourth module is included by `manifests/site.pp`, with three classes each.
fn site() -> FileAccess {
    let files = Memory::new();
    let write = |path: String, text: &str| {
        files.write(format!("/site/{path}"), text).expect("a path that is free");
    };
    let mut included = String::from("File { owner => 'root' }\n\nnode default {\n");
    let mut data = String::new();
    for module in 0..MODULES {
        for name in ["install", "config", "service"] {
            write(format!("modules/m{module}/manifests/{name}.pp"), &class(module, name));
            let _infallible = writeln!(data, "m{module}::{name}::parts: [alpha, beta, gamma]");
            if module % 4 == 0 {
                let _infallible = writeln!(included, "  include m{module}::{name}");
            }
        }
        let define = format!(
            "define m{module}::site (Integer $port) {{\n  file {{ \"/etc/m{module}/${{title}}\": content => \"listen ${{port}}\\n\", notify => Exec[\"reload m{module} ${{title}}\"] }}\n  \
             exec {{ \"reload m{module} ${{title}}\": command => '/bin/true', refreshonly => true }}\n}}\n"
        );
        write(format!("modules/m{module}/manifests/site.pp"), &define);
    }
    included.push_str("}\n");
    write("manifests/site.pp".to_owned(), &included);
    write(
        "hiera.yaml".to_owned(),
        "version: 5\nhierarchy:\n  - name: Nodes\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: Common\n    path: common.yaml\n",
    );
    write("data/common.yaml".to_owned(), &data);
    FileAccess { files: Arc::new(files), ..FileAccess::default() }
}

fn load() -> Environment {
    let loaded = Environment::load(&site(), Path::new("/site"), &EnvironmentOptions::default());
    loaded.unwrap_or_else(|problems| panic!("{problems}")).0
}

/// A node whose facts differ from those of others.
fn node(number: usize) -> Node {
    let text = |name: &str, value: &str| (Value::string(name), Value::string(value));
    let os = Value::hash([text("name", ["Debian", "RedHat"][number % 2]), text("family", "Linux")]);
    let facts = vec![("os".to_owned(), os), ("number".to_owned(), Value::Integer(number as i64))];
    Node::new(&format!("node{number}.example.org"), facts)
}

/// The number of resources of a node's catalog.
fn build(environment: &Environment, number: usize) -> usize {
    let result = environment.build(&node(number));
    assert!(result.problems.is_empty(), "{}", result.problems);
    result.catalog.expect("a catalog").resources.len()
}

fn catalogs(criterion: &mut Criterion) {
    let environment = load();
    let resources = build(&environment, 0);
    assert!(resources.abs_diff(RESOURCES) < RESOURCES / 10, "{resources}");
    let mut group = criterion.benchmark_group("catalogs");
    group.sample_size(20);
    group.bench_function("load", |bencher| bencher.iter(|| black_box(load())));
    group.bench_function("one node", |bencher| bencher.iter(|| black_box(build(&environment, 1))));
    group.finish();
}

criterion_group!(benches, catalogs);

#[expect(clippy::print_stdout, reason = "the bench reports its result")]
fn main() {
    if let Some(nodes) = std::env::var("MODELWRIGHT_BENCH_NODES").ok().and_then(|number| number.parse().ok())
    {
        let environment = load();
        let numbers: Vec<usize> = (0..nodes).collect();
        let start = Instant::now();
        let build = |part: &[usize]| part.iter().map(|number| build(&environment, *number)).sum::<usize>();
        let resources: usize = threads::in_parts(&numbers, build).into_iter().sum();
        println!("{nodes} nodes with {resources} resources in {:.2} s", start.elapsed().as_secs_f64());
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
