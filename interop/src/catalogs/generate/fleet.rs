//! Sites whose nodes collect what others export: a manifest with classes, of which each node includes some.

use super::SLIP_ODDS;
use super::writer::Writer;
use std::fmt::Write as _;

/// The names of nodes, which are not in order.
const NODES: [&str; 6] =
    ["beta", "alpha.example.com", "delta.example.com", "db1.example.org", "gamma", "alpha2"];
/// The fewest nodes of a site.
const FEWEST: usize = 3;

/// What classes use: a defined type, and one whose resources export others where they are collected.
const SHARED: &str = "$list = ['a', 'b']
$none = undef
define thing($x = 'x of things', $y = undef) {
  notify { \"thing ${title} on ${trusted['certname']}\": message => $x }
}
define chain {
  file { \"/chain/${title}\": content => $trusted['certname'] }
  if $title !~ /by/ {
    @@notify { \"${title} by ${trusted['certname']}\": tag => 'red' }
    @@thing { \"${title} by ${trusted['certname']}\": x => 'chained' }
  }
}
";

impl Writer<'_> {
    /// Writes a site, and returns the names of its nodes.
    pub(super) fn fleet(&mut self) -> Vec<&'static str> {
        self.out.push_str(SHARED);
        let classes = 2 + self.random.below(4);
        let slip = self.random.one_in(SLIP_ODDS).then(|| self.random.below(classes));
        for class in 0..classes {
            let _ = writeln!(self.out, "class c{class} {{");
            self.scoped("${trusted['certname']}-", |writer| {
                writer.statements("statement", 1, 4);
                if slip == Some(class) {
                    writer.write("slip", 3);
                    writer.out.push('\n');
                }
            });
            self.out.push_str("}\n");
        }
        let first = self.random.below(NODES.len());
        let count = FEWEST + self.random.below(NODES.len() - FEWEST + 1);
        let nodes: Vec<_> = (0..count).map(|at| NODES[(first + at) % NODES.len()]).collect();
        for node in &nodes {
            let _ = writeln!(self.out, "node '{}' {{", node.to_lowercase());
            for class in 0..classes {
                if self.random.one_in(2) {
                    let _ = writeln!(self.out, "include c{class}");
                }
            }
            if self.random.one_in(2) {
                self.scoped("${trusted['certname']}-node-", |writer| writer.statements("statement", 0, 3));
            }
            self.out.push_str("}\n");
        }
        nodes
    }
}
