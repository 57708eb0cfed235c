//! Declarations of generated manifests: classes, defined types, functions, aliases, nodes, and their order.

use super::SLIP_ODDS;
use super::signature::{Parameter, Signature};
use super::writer::{Writer, capitalised};
use std::fmt::Write as _;

const PARAMETERS: [(&str, &str, &str); 10] = [
    ("p0", "Integer ", "int"),
    ("p1", "String ", "str"),
    ("p2", "Array ", "array"),
    ("p3", "Boolean ", "bool"),
    ("p4", "", "value"),
    ("p5", "Optional[Hash] ", "hash"),
    ("p6", "Variant[Integer, String] ", "int"),
    ("p7", "Any ", "ref"),
    ("p8", "Small ", "int"),
    ("p9", "Array[Small, 0] ", "smalls"),
];

/// How a class gets into the catalog.
enum Use {
    Include,
    Contain,
    Parameters,
    Never,
}

impl Writer<'_> {
    /// Writes a manifest.
    pub(super) fn manifest(&mut self) {
        self.out.push_str("type Small = Variant[Integer[0, 99], Float, String[1]]\n");
        for at in 0..self.random.below(3) {
            self.function(at);
        }
        for at in 0..self.random.below(4) {
            self.define(at);
        }
        let slip = self.random.one_in(SLIP_ODDS).then(|| self.random.below(4));
        let uses = self.declared_classes(slip == Some(0));
        self.own = self.resources.len();
        self.statements("statement", 2, 4);
        if slip == Some(1) {
            self.slip();
        }
        for (class, way, parameters) in uses {
            let _ = match way {
                Use::Include => writeln!(self.out, "include {class}"),
                Use::Contain => writeln!(self.out, "contain {class}"),
                Use::Parameters => {
                    let _ = writeln!(self.out, "class {{ '{class}':");
                    self.arguments(&parameters);
                    writeln!(self.out, "}}")
                }
                Use::Never => Ok(()),
            };
        }
        self.statements("statement", 1, 6);
        if slip == Some(2) {
            self.slip();
        }
        if self.random.one_in(4) {
            self.nodes();
        }
        if slip == Some(3) {
            self.slip();
        }
    }

    fn slip(&mut self) {
        self.write("slip", 3);
        self.out.push('\n');
    }

    fn parameters(&mut self, more: usize, may_require: bool) -> Vec<Parameter> {
        let first = self.random.below(PARAMETERS.len());
        let count = self.random.below(more);
        let picked = (0..count).map(|at| PARAMETERS[(first + at * 3) % PARAMETERS.len()]);
        let parameters: Vec<_> = picked
            .map(|(name, data_type, values)| Parameter { name, data_type, values, is_required: false })
            .collect();
        let mut parameters = parameters;
        for parameter in &mut parameters {
            parameter.is_required = may_require && self.random.one_in(3);
        }
        parameters
    }

    /// Writes parameters with their defaults. A default may use the parameters before it.
    fn parameter_list(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            let _ = write!(self.out, "  {}${}", parameter.data_type, parameter.name);
            if !parameter.is_required {
                self.out.push_str(" = ");
                self.write(if parameter.values == "ref" { "value" } else { parameter.values }, 2);
            }
            self.out.push_str(",\n");
            self.variables.push(parameter.name.to_owned());
        }
    }

    fn function(&mut self, at: usize) {
        let name = format!("f{at}");
        let parameters = self.parameters(3, true);
        let required: Vec<_> =
            parameters.into_iter().map(|parameter| Parameter { is_required: true, ..parameter }).collect();
        self.scoped("", |writer| {
            let _ = writeln!(writer.out, "function {name}(");
            writer.parameter_list(&required);
            writer.out.push_str(") {\n");
            writer.statements("log", 0, 2);
            writer.statements("assign", 0, 2);
            writer.write("str", 1);
            writer.out.push_str("\n}\n");
        });
        self.functions.push(Signature { name, parameters: required });
    }

    fn define(&mut self, at: usize) {
        let name = format!("d{at}");
        let parameters = self.parameters(4, true);
        self.scoped("${title}-", |writer| {
            let _ = writeln!(writer.out, "define {name}(");
            writer.parameter_list(&parameters);
            writer.out.push_str(") {\n");
            let own = writer.own;
            writer.own = writer.resources.len();
            writer.statements("statement", 1, 4);
            writer.own = own;
            writer.out.push_str("}\n");
        });
        self.defines.push(Signature { name, parameters });
    }

    /// Writes the classes, and returns how each of them is used.
    fn declared_classes(&mut self, has_slip: bool) -> Vec<(String, Use, Vec<Parameter>)> {
        let count = 1 + self.random.below(5);
        let mut uses = Vec::new();
        let mut inheritable: Vec<(String, Vec<String>)> = Vec::new();
        for at in 0..count {
            let name = if self.random.one_in(6) { format!("c0::inner{at}") } else { format!("c{at}") };
            let way = match self.random.below(10) {
                0..5 => Use::Include,
                5 => Use::Contain,
                6..9 => Use::Parameters,
                _ => Use::Never,
            };
            let parent = match inheritable.is_empty() || !self.random.one_in(3) {
                true => None,
                false => Some(self.random.choose(&inheritable).clone()),
            };
            let is_parametrised = matches!(way, Use::Parameters);
            let parameters = self.parameters(4, is_parametrised);
            let known = self.resources.len();
            self.class(&name, parent.as_ref(), &parameters, has_slip && at + 1 == count);
            let own = self.resources[known..].to_vec();
            if matches!(way, Use::Never) {
                self.resources.truncate(known);
            } else if !is_parametrised {
                self.classes.push(name.clone());
                self.resources.push(format!("Class['{name}']"));
                // A class with parameters of its own may be declared later than a class that inherits it.
                inheritable.push((name.clone(), own));
            }
            uses.push((name, way, parameters));
        }
        uses
    }

    fn class(
        &mut self,
        name: &str,
        parent: Option<&(String, Vec<String>)>,
        parameters: &[Parameter],
        slip: bool,
    ) {
        let known = self.variables.len();
        let _ = writeln!(self.out, "class {name} (");
        self.parameter_list(parameters);
        if name.len() == 2 && self.random.one_in(3) {
            self.out.push_str("  $data,\n");
            self.variables.push("data".to_owned());
        }
        self.out.push_str(") ");
        if let Some((parent, resources)) = parent {
            let _ = write!(self.out, "inherits {parent} ");
            self.parents.clone_from(resources);
        }
        self.out.push_str("{\n");
        let own = std::mem::replace(&mut self.own, self.resources.len());
        self.statements("statement", 1, 4);
        if parent.is_some() {
            self.statements("override", 1, 2);
        }
        if self.random.one_in(3) {
            let _ = writeln!(self.out, "$v1 = '{}'", capitalised(name));
        }
        if slip {
            self.slip();
        }
        self.own = own;
        self.parents.clear();
        self.variables.truncate(known);
        self.out.push_str("}\n");
    }

    fn nodes(&mut self) {
        self.own = self.resources.len();
        let hosts = ["'web01.example.com'", "/^db/", "'node.example.com', 'other'", "/example\\.(com|net)$/"];
        let first = self.random.below(hosts.len());
        for at in 0..self.random.below(3) {
            let _ = writeln!(self.out, "node {} {{", hosts[(first + at) % hosts.len()]);
            self.scoped("", |writer| writer.statements("statement", 1, 3));
            self.out.push_str("}\n");
        }
        if !self.random.one_in(8) {
            self.out.push_str("node default {\n");
            self.scoped("", |writer| writer.statements("statement", 1, 3));
            self.out.push_str("}\n");
        }
    }
}
