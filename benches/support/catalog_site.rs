//! A site for measurements of catalogs: 100 modules with 300 classes, of which nodes include 75 with 800 resources.
//!
//! The benchmark has it in memory, and `interop catalogs --speed` in files. The facts of nodes differ.

use std::fmt::Write as _;

const MODULES: usize = 100;

/// A class of a module, with a value from Hiera, a file for each element of a list, and resources of a defined type.
fn class(module: usize, name: &str) -> String {
    format!(
        r#"class m{module}::{name} (
  Integer[1, 65535] $port = 80,
  String[1] $root = "/srv/m{module}",
  Array[String] $parts,
) {{
  $path = "${{root}}/{name}"
  file {{ $path:
    ensure => directory,
    mode => '0755',
  }}
  $parts.each |$index, $part| {{
    file {{ "${{path}}/${{part}}":
      content => "${{index}} of ${{facts['os']['name']}} at ${{port}}\n",
      require => File[$path],
    }}
  }}
  m{module}::site {{ "{name} one": port => $port }}
  m{module}::site {{ "{name} two": port => $port + 1 }}
}}
"#
    )
}

/// The defined type of a module.
fn define(module: usize) -> String {
    format!(
        r#"define m{module}::site (Integer $port) {{
  file {{ "/etc/m{module}/${{title}}": content => "listen ${{port}}\n", notify => Exec["reload m{module} ${{title}}"] }}
  exec {{ "reload m{module} ${{title}}": command => '/bin/true', refreshonly => true }}
}}
"#
    )
}

/// Writes the files of the site, by their paths in its directory. Every fourth module is included by `manifests/site.pp`.
pub(crate) fn write(write: &mut dyn FnMut(&str, &str)) {
    let mut included = String::from("File { owner => 'root' }\n\nnode default {\n");
    let mut data = String::new();
    for module in 0..MODULES {
        for name in ["install", "config", "service"] {
            write(&format!("modules/m{module}/manifests/{name}.pp"), &class(module, name));
            let _infallible = writeln!(data, "m{module}::{name}::parts: [alpha, beta, gamma]");
            if module % 4 == 0 {
                let _infallible = writeln!(included, "  include m{module}::{name}");
            }
        }
        write(&format!("modules/m{module}/manifests/site.pp"), &define(module));
    }
    included.push_str("}\n");
    write("manifests/site.pp", &included);
    write(
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: Nodes\n    path: \"nodes/%{trusted.certname}.yaml\"\n  - name: Common\n    path: common.yaml\n",
    );
    write("data/common.yaml", &data);
}

/// The name of a node.
pub(crate) fn name(number: usize) -> String {
    format!("node{number}.example.org")
}

/// The facts of a node, as Puppet writes them.
pub(crate) fn facts(number: usize) -> String {
    let (name, os) = (name(number), ["Debian", "RedHat"][number % 2]);
    format!(
        r#"{{"name": "{name}", "values": {{"os": {{"name": "{os}", "family": "Linux"}}, "number": {number}}}}}"#
    )
}
