//! The speed of reading types and manifests, including spans and recovery from errors.
//!
//! By default it measures generated texts. To measure a manifest of your choice, name it:
//! `MODELWRIGHT_BENCH_PP=big.pp cargo bench --bench language`.

#![expect(clippy::disallowed_methods, reason = "benchmarks read their inputs")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

fn manifest() -> String {
    if let Some(path) = std::env::var_os("MODELWRIGHT_BENCH_PP") {
        return std::fs::read_to_string(path).expect("a manifest");
    }
    let mut text = String::new();
    for number in 0..5_000 {
        let _ = write!(
            text,
            "# @summary configures one of many services
class profile::service{number} (
  String $owner = 'root',
  Optional[Array[String[1]]] $names = undef,
) inherits profile::params {{
  file {{ \"/etc/service/${{owner}}-{number}.conf\":
    ensure  => file,
    mode    => '0644',
    content => template(\"profile/${{facts['os']['family']}}.erb\", {{ 'port' => {number}, 'hosts' => $names }}),
    require => Package['service'],
  }}
  if $facts['role'] == 'web' and $owner != 'root' {{
    $names.each |Integer $at, String $name| {{ notice(\"${{at}} is ${{name}}\") }}
  }}
  Package['service'] -> File[\"/etc/service/${{owner}}-{number}.conf\"] ~> Service['service']
}}

"
        );
    }
    text
}

fn types() -> String {
    let mut text = String::from("package bench { uri => 'urn:bench:types' }\n");
    for number in 0..8_000 {
        let _ = write!(
            text,
            "# One of many types.
type Thing{number} {{
  attr name, String {{ min => 1 }}
  attr size, Integer[0, 100] {{ check => $it != {number} }}
  has parts, Thing{number} {{ max => unbound, opposite => whole }}
  has whole, Thing{number} {{ containment => false }}
}}

"
        );
    }
    text
}

fn measure(criterion: &mut Criterion, name: &str, text: String, read: fn(&Arc<Source>)) {
    let mut group = criterion.benchmark_group("language");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    let source = Source::new("bench.pp", text);
    group.bench_function(name, |bencher| bencher.iter(|| read(&source)));
    group.finish();
}

fn language(criterion: &mut Criterion) {
    measure(criterion, "manifest", manifest(), |source| {
        black_box(language::manifest(source));
    });
    measure(criterion, "syntax tree of a manifest", manifest(), |source| {
        black_box(language::expressions(source));
    });
    measure(criterion, "types as a tree", types(), |source| {
        black_box(language::syntax_tree(source));
    });
    measure(criterion, "types as a metamodel", types(), |source| {
        black_box(language::load(std::slice::from_ref(source)));
    });
}

criterion_group!(benches, language);
criterion_main!(benches);
