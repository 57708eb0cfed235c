//! A site without faults, of which each file has one entry on each line.

use crate::random::Random;
use modelwright::hiera::facts::read_nodes;
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const CONFIGURATION: &str = "version: 5
hierarchy:
  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}
  - {name: Role, path: \"role/%{role}.yaml\"}
  - {name: Family, path: \"os/%{facts.os.family}.yaml\"}
  - {name: Secrets, lookup_key: eyaml_lookup_key, path: secrets.eyaml}
  - {name: Common, path: common.yaml}
  - {name: Last, path: last.yaml}
";

/// A site.
#[derive(Clone)]
pub(super) struct Site {
    /// The texts of all files by path.
    pub(super) files: BTreeMap<String, String>,
    pub(super) nodes: Vec<(String, Value)>,
    /// The keys that code looks up, each with whether it merges them.
    pub(super) requests: BTreeSet<(String, bool)>,
    /// The parameters of the class that faults are planted for.
    parameters: Vec<String>,
}

impl Site {
    /// A site of some modules and nodes.
    pub(super) fn generate(random: &mut Random) -> Self {
        let files = BTreeMap::from([("hiera.yaml".to_owned(), CONFIGURATION.to_owned())]);
        let nodes = nodes(3 + random.below(6));
        let mut site = Self { files, nodes, requests: BTreeSet::new(), parameters: Vec::new() };
        site.line("manifests/site.pp", "lookup('classes', {merge => unique}).include");
        site.line("manifests/site.pp", "include planted");
        site.line("common.yaml", "classes: [base]");
        site.line("last.yaml", "classes: [planted]");
        site.line(
            "modules/base/manifests/init.pp",
            "class base (Boolean $plain = true) { include elsewhere }",
        );
        site.line("common.yaml", "elsewhere::port: 80");
        site.line("common.yaml", "base::plain: false");
        site.line("secrets.eyaml", "db::hidden: ENC[PKCS7,MAA=]");
        site.requests.extend([("classes".to_owned(), true), ("base::plain".to_owned(), false)]);
        for role in ["web", "db"] {
            site.line(&format!("role/{role}.yaml"), &format!("base::{role}: {role}"));
            site.used(&format!("base::{role}"), false);
        }
        site.line(
            "os/Debian.yaml",
            "base::family: \"%{facts.os.family} %{trusted.certname} %{lookup('base::web')}\"",
        );
        site.used("base::family", false);
        site.line("modules/base/manifests/hidden.pp", "class base::hidden { lookup('db::hidden') }");
        for number in 0..2 + random.below(4) {
            site.module(number, random);
        }
        site.planted();
        site
    }

    /// The same site with other files.
    pub(super) fn with_files(&self, files: &BTreeMap<String, String>) -> Self {
        Self { files: files.clone(), ..self.clone() }
    }

    /// Adds a line to a file, which is data if it has no directory of code.
    pub(super) fn line(&mut self, path: &str, line: &str) {
        let path = data_path(path);
        let text = self.files.entry(path).or_default();
        let _ = writeln!(text, "{line}");
    }

    /// Adds a lookup of a key, and perhaps of all its values.
    pub(super) fn used(&mut self, key: &str, is_merged: bool) {
        let options = if is_merged { ", {'merge' => 'unique'}" } else { "" };
        self.line(
            "modules/base/manifests/lookups.pp",
            &format!("function base::u{}() {{ lookup('{key}'{options}) }}", self.requests.len()),
        );
        self.requests.insert((key.to_owned(), is_merged));
    }

    /// Adds a parameter of the class for faults.
    pub(super) fn parameter(&mut self, text: &str, name: &str) {
        self.parameters.push(text.to_owned());
        self.requests.insert((format!("planted::{name}"), false));
        self.planted();
    }

    /// Writes the class for faults.
    fn planted(&mut self) {
        let text = format!("class planted (\n  {}\n) {{}}\n", self.parameters.join(",\n  "));
        self.files.insert("modules/planted/manifests/init.pp".to_owned(), text);
    }

    /// A module whose keys are used in every way that is not plain.
    fn module(&mut self, number: usize, random: &mut Random) {
        let name = format!("m{number}");
        let manifest = format!("modules/{name}/manifests/init.pp");
        self.line(
            &format!("modules/{name}/types/port.pp"),
            &format!("type M{number}::Port = Integer[1, 65535]"),
        );
        self.line(
            &format!("modules/{name}/types/tree.pp"),
            &format!("type M{number}::Tree = Variant[Integer, Array[M{number}::Tree]]"),
        );
        self.line(
            &manifest,
            &format!(
                "class {name} (M{number}::Port $port, M{number}::Tree $tree, Struct[{{a => Integer, b => Integer}}] $merged, \
                 Integer $converted, Sensitive[String] $secret, Array[String] $list, Optional[Stdlib::Host] $host, \
                 Integer $default = 1) {{"
            ),
        );
        self.line(&manifest, &format!("  $all = lookup('{name}::list', {{merge => 'unique'}})"));
        self.line(&manifest, &format!("  $one = lookup(\"{name}::dynamic_${{port}}\")"));
        self.line(&manifest, "}");
        self.line("manifests/site.pp", &format!("include {name}"));
        let keys = [
            "port",
            "tree",
            "merged",
            "converted",
            "secret",
            "host",
            "dynamic_80",
            "epp",
            "erb",
            "ruby",
            "plan",
            "option",
        ];
        self.requests.extend(keys.map(|key| (format!("{name}::{key}"), false)));
        self.requests.insert((format!("{name}::list"), true));
        let port = 1 + random.below(65_000);
        self.line("common.yaml", &format!("{name}::port: {port}"));
        self.line("common.yaml", &format!("{name}::tree: [1, [2, [3]]]"));
        self.line("common.yaml", &format!("{name}::merged: {{a: 1}}"));
        for family in ["Debian", "RedHat"] {
            self.line(&format!("os/{family}.yaml"), &format!("{name}::merged: {{b: {}}}", random.below(9)));
        }
        self.line("common.yaml", &format!("{name}::converted: \"{}\"", random.below(99)));
        self.line("secrets.eyaml", &format!("{name}::secret: ENC[PKCS7,MAA=]"));
        self.line("common.yaml", &format!("{name}::host: www"));
        self.line("common.yaml", &format!("{name}::list: [b]"));
        self.line("last.yaml", &format!("{name}::list: [b, c]"));
        self.line("common.yaml", &format!("{name}::dynamic_80: 1"));
        self.line("common.yaml", &format!("{name}_groups: {{admins: [a]}}"));
        self.line(
            &format!("modules/{name}/manifests/groups.pp"),
            &format!("function {name}::g() {{ lookup('{name}_groups.admins') }}"),
        );
        // Values that only a lookup of the code merges have an effect on every level.
        self.line("common.yaml", &format!("{name}_scalars: a"));
        self.line("last.yaml", &format!("{name}_scalars: a"));
        self.line("nodes/n0.yaml", &format!("{name}_scalars: a"));
        self.used(&format!("{name}_scalars"), true);
        // Data of the module answers for its parameters, unless the environment has them.
        self.line(
            &format!("modules/{name}/manifests/own.pp"),
            &format!("class {name}::own (Integer $x, Integer $y) {{}}"),
        );
        self.line("manifests/site.pp", &format!("include {name}::own"));
        self.line(
            &format!("modules/{name}/hiera.yaml"),
            "version: 5\nhierarchy: [{name: Common, path: common.yaml}]",
        );
        self.line(
            &format!("modules/{name}/data/common.yaml"),
            &format!("{name}::own::x: 1\n{name}::own::y: 1"),
        );
        self.line("role/db.yaml", &format!("{name}::own::x: 2"));
        self.requests.extend(["x", "y"].map(|key| (format!("{name}::own::{key}"), false)));
        self.requests.insert((format!("{name}_groups"), false));
        let options = "common.yaml";
        self.option(options, &format!("{name}::merged"), "{merge: hash}");
        self.option(options, &format!("{name}::converted"), "{convert_to: Integer}");
        self.option(options, &format!("^{name}::secr"), "{convert_to: Sensitive}");
        let code = [
            ("epp", format!("modules/{name}/templates/t.epp"), format!("<%= lookup('{name}::epp') %>")),
            (
                "erb",
                format!("modules/{name}/templates/t.erb"),
                format!("<%= scope.call_function('lookup', ['{name}::erb']) %>"),
            ),
            (
                "ruby",
                format!("modules/{name}/lib/puppet/functions/{name}/f.rb"),
                format!("call_function('lookup', \"{name}::ruby\")"),
            ),
            (
                "plan",
                format!("modules/{name}/plans/p.pp"),
                format!("plan {name}::p(TargetSpec $t) {{ return lookup('{name}::plan') }}"),
            ),
            (
                "option",
                format!("modules/{name}/functions/o.pp"),
                format!("function {name}::o() {{ lookup({{'name' => '{name}::option'}}) }}"),
            ),
        ];
        for (key, path, text) in code {
            self.line(&path, &text);
            self.line("common.yaml", &format!("{name}::{key}: {}", random.below(100)));
        }
    }

    /// Adds options of a key, which are the first lines of a file.
    pub(super) fn option(&mut self, path: &str, key: &str, options: &str) {
        const START: &str = "lookup_options:\n";
        let text = self.files.entry(data_path(path)).or_default();
        if !text.starts_with(START) {
            text.insert_str(0, START);
        }
        text.insert_str(START.len(), &format!("  '{key}': {options}\n"));
    }
}

fn data_path(path: &str) -> String {
    let is_code = path.starts_with("modules/") || path.starts_with("manifests/");
    if is_code { path.to_owned() } else { format!("data/{path}") }
}

/// Nodes of two roles and two families, of which both have some.
fn nodes(count: usize) -> Vec<(String, Value)> {
    let mut text = String::new();
    for number in 0..count.max(4) {
        let role = ["web", "db"][number % 2];
        let family = ["Debian", "RedHat"][number / 2 % 2];
        let _ = writeln!(
            text,
            "n{number}: {{trusted: {{certname: n{number}}}, role: {role}, facts: {{os: {{family: {family}}}, role: {role}}}}}"
        );
    }
    read_nodes(&Source::new("nodes.yaml", text), None).unwrap_or_default()
}
