//! `environments.pp`: the declarations of environments and the statements that choose one.
//!
//! A [`Plan`] is the content of the file, which is read once; [`RequestEnvironments`] is the result of its evaluation
//! for one request. Statements and settings are evaluated in the order in which they are written, so settings can use
//! variables that are set before them. Invariant: every problem has a position in the file.

use super::evaluation::{Names, Preparation, Scope};
use super::{DEFAULT_ENVIRONMENT, NodeRequest};
use crate::files::Files;
use modelwright_evaluation::evaluate::{Budget, EvaluationLimits, Program, Value};
use modelwright_language::language::{self, EnvironmentForm, Node, NodeKind};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Source, codes, nearest};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The settings of an environment.
pub(super) const SETTINGS: [&str; 6] =
    ["envdir", "modulepath", "manifestdir", "manifest", "templatedir", "bindingsdir"];

/// An expression, and its range in the file.
#[derive(Debug)]
struct Formula {
    program: Program,
    range: Range<usize>,
}

/// A declaration of environments before it is evaluated.
#[derive(Debug)]
struct Declaration {
    form: EnvironmentForm,
    range: Range<usize>,
    title: Option<Formula>,
    /// The name of each setting, its range, and its value.
    settings: Vec<(&'static str, Range<usize>, Formula)>,
}

/// A part of the file that is evaluated.
#[derive(Debug)]
enum Step {
    Statement(Formula),
    Declaration(Declaration),
}

/// The file that declares environments.
#[derive(Debug)]
pub(super) struct Plan {
    source: Arc<Source>,
    names: Names,
    /// The statements and declarations, in the order in which they are written.
    steps: Vec<Step>,
}

/// The value of a setting, and its range in the file.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub(super) value: String,
    pub(super) range: Range<usize>,
}

/// The settings of environments by name.
pub(super) type Settings = FxHashMap<&'static str, Setting>;

/// An environment with a name, or a directory of dynamic environments.
#[derive(Debug)]
pub(super) struct EnvironmentDeclaration {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    pub(super) settings: Settings,
}

/// The environments for one request, and the value that chooses one of them.
#[derive(Debug)]
pub(super) struct RequestEnvironments {
    pub(super) source: Arc<Source>,
    /// The settings of all environments.
    pub(super) defaults: Settings,
    pub(super) declared: Vec<EnvironmentDeclaration>,
    /// The directories of dynamic environments.
    pub(super) dynamic: Vec<EnvironmentDeclaration>,
    /// The range of each title; the Boolean in the key is `true` for a directory of dynamic environments.
    titles: FxHashMap<(bool, String), Range<usize>>,
    /// The value of `$environment`, and the range of the statement that sets it.
    chosen: Option<(Value, Range<usize>)>,
    /// The problems of the declarations.
    pub(super) problems: Diagnostics,
    /// The problems of the statements, which choose an environment.
    pub(super) choice_problems: Diagnostics,
}

/// The environment of a request.
#[derive(Debug)]
pub(super) struct EnvironmentChoice {
    pub(super) name: String,
    /// The text of the reason for the environment.
    pub(super) decided_by: String,
    /// The position of the choice, if it is made in a file.
    pub(super) range: Option<(Arc<Source>, Range<usize>)>,
}

impl Plan {
    /// Reads the valid parts of the file, and reports the others.
    pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Self {
        let (tree, new_problems) = language::syntax_tree(source);
        problems.append(new_problems);
        // The syntax errors are the same as in the first reading, so they are dropped.
        let (manifest, _) = language::expressions(source);
        let mut statements = manifest.statements.iter();
        let mut reader = Reader { source, names: Names::default(), steps: Vec::new(), problems };
        for node in tree.root().into_iter().flat_map(Node::children) {
            match node.kind() {
                NodeKind::Site => reader.site(node),
                NodeKind::Statement => {
                    // Both readings have the same statements in the same order.
                    if let Some(statement) = statements.next() {
                        let host = Preparation(&reader.names);
                        let program = Program::new(&manifest.expressions, &[*statement], &host);
                        reader.problems.extend(program.problems(&host, None));
                        reader.steps.push(Step::Statement(Formula { program, range: node.range() }));
                    }
                }
                // An error was reported when the text was parsed.
                NodeKind::Error => {}
                _ => reader.problem(
                    node.range(),
                    "only environments, and statements that choose one, can be declared here",
                    "move bindings to a file in the directory `bindings`",
                ),
            }
        }
        Self { source: Arc::clone(source), names: reader.names, steps: reader.steps }
    }

    /// Evaluates the file for a request; `confdir` is the absolute path of the configuration directory.
    pub(super) fn evaluate(&self, confdir: &Path, request: &NodeRequest<'_>) -> RequestEnvironments {
        let scope = Scope::new(&self.names, confdir, request);
        let mut result = RequestEnvironments {
            source: Arc::clone(&self.source),
            defaults: Settings::default(),
            declared: Vec::new(),
            dynamic: Vec::new(),
            titles: FxHashMap::default(),
            chosen: None,
            problems: Diagnostics::new(),
            choice_problems: Diagnostics::new(),
        };
        // All statements share one budget, so that the limit does not depend on the number of statements.
        let mut budget = Budget::new(EvaluationLimits::default());
        for step in &self.steps {
            match step {
                Step::Statement(formula) => result.statement(formula, &scope, &mut budget),
                Step::Declaration(declaration) => result.declare(declaration, &scope, &mut budget),
            }
        }
        result
    }
}

/// Reads the declarations and statements of a file.
struct Reader<'r> {
    source: &'r Arc<Source>,
    names: Names,
    steps: Vec<Step>,
    problems: &'r mut Diagnostics,
}

/// The first expression in a node.
fn expression<'t>(node: Node<'t>) -> Option<Node<'t>> {
    node.children().find(|child| child.kind().is_expression())
}

impl Reader<'_> {
    /// Reports an error.
    fn problem(&mut self, range: Range<usize>, message: &str, help: &str) {
        let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message);
        self.problems.push(problem.at(self.source, range).help(help));
    }

    /// Compiles the expression in a range; `None` if it has syntax errors.
    fn formula(&mut self, range: Range<usize>) -> Option<Formula> {
        let (logic, new_problems) = language::logic(self.source, range.clone());
        // If the file has errors, the errors of the expression were reported with them.
        if new_problems.has_errors() {
            if !self.problems.has_errors() {
                self.problems.append(new_problems);
            }
            return None;
        }
        let host = Preparation(&self.names);
        let program = Program::new(&logic.expressions, &[logic.root], &host);
        self.problems.extend(program.problems(&host, None));
        Some(Formula { program, range })
    }

    /// Reads the declarations of environments in a `site`.
    fn site(&mut self, site: Node<'_>) {
        for node in site.children() {
            match node.kind() {
                NodeKind::Environments(EnvironmentForm::Defaults) => {
                    let settings = self.settings(node, EnvironmentForm::Defaults);
                    let form = EnvironmentForm::Defaults;
                    let declaration = Declaration { form, range: head(node), title: None, settings };
                    self.steps.push(Step::Declaration(declaration));
                }
                NodeKind::Environments(form) => {
                    for body in node.children().filter(|child| child.kind() == NodeKind::ResourceBody) {
                        let title = expression(body);
                        let range = title.map_or(head(node), |title| title.range());
                        let title = title.and_then(|title| self.formula(title.range()));
                        let settings = self.settings(body, form);
                        self.steps.push(Step::Declaration(Declaration { form, range, title, settings }));
                    }
                }
                NodeKind::Categories | NodeKind::Layers => self.problem(
                    head(node),
                    "categories and layers cannot be declared here: each environment declares its own",
                    "move them to the manifest of the environment, such as manifests/site.pp",
                ),
                _ => {}
            }
        }
    }

    /// Reads the settings of a declaration. Wrong settings are reported and left out.
    fn settings(
        &mut self,
        node: Node<'_>,
        form: EnvironmentForm,
    ) -> Vec<(&'static str, Range<usize>, Formula)> {
        let mut settings: Vec<(&'static str, Range<usize>, Formula)> = Vec::new();
        for attribute in node.children().filter(|child| child.kind() == NodeKind::Attribute { append: false })
        {
            let Some(name) = attribute.children().find(|child| child.kind() == NodeKind::AttributeName)
            else {
                continue;
            };
            let Some(setting_name) = SETTINGS.iter().find(|setting_name| **setting_name == name.text())
            else {
                let help = match nearest(name.text(), SETTINGS) {
                    Some(setting_name) => format!("did you mean `{setting_name}`?"),
                    None => format!("its settings are {}", SETTINGS.join(", ")),
                };
                let message = format!("an environment has no setting `{}`", name.text());
                self.problem(name.range(), &message, &help);
                continue;
            };
            if form == EnvironmentForm::Dynamic && *setting_name == "envdir" {
                let message = "`envdir` cannot be set for dynamic environments";
                let help = "remove it: the directory of each environment is below the one in the title";
                self.problem(name.range(), message, help);
                continue;
            }
            if let Some((_, first, _)) = settings.iter().find(|(other, ..)| other == setting_name) {
                let message = format!("`{setting_name}` is set twice for one environment");
                let problem =
                    Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message).at(self.source, name.range());
                let problem = problem.label(self.source, first.clone(), "it is set here");
                self.problems.push(problem.help("remove one of them"));
                continue;
            }
            let Some(value) = expression(attribute) else { continue };
            if let Some(formula) = self.formula(value.range()) {
                settings.push((*setting_name, name.range(), formula));
            }
        }
        settings
    }
}

/// The first word of a node.
fn head(node: Node<'_>) -> Range<usize> {
    let range = node.range();
    let word = node.text().find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    range.start..range.start + word.unwrap_or(node.text().len())
}

impl RequestEnvironments {
    /// An error in the file.
    pub(super) fn error(&self, code: Code, range: Range<usize>, message: &str, help: &str) -> Diagnostic {
        Diagnostic::error(code, message).at(&self.source, range).help(help)
    }

    /// Reports an error of a declaration.
    fn report(&mut self, range: Range<usize>, message: &str, help: &str) {
        self.problems.push(self.error(codes::BINDINGS_ENVIRONMENT, range, message, help));
    }

    /// Runs a statement, and stores the variables that it sets. The variable `$environment` chooses the environment.
    fn statement(&mut self, formula: &Formula, scope: &Scope<'_>, budget: &mut Budget) {
        let mut assignments: Vec<(Box<str>, Value)> = Vec::new();
        let result = formula
            .program
            .run_with(scope, budget, &[], &mut |name, value| assignments.push((name.into(), value.clone())));
        if let Err(problem) = result {
            self.choice_problems.push(*problem);
        }
        self.choice_problems.extend(self.reported(formula, scope));
        for (name, value) in assignments {
            // A variable may have the name of a fact or of a variable of the ENC, but it must not be set twice.
            if scope.assigned.borrow().contains_key(&name) {
                let message = format!("the variable `${name}` is set twice");
                let help = "set another variable, or choose the value first";
                let code = codes::BINDINGS_ENVIRONMENT;
                let problem = self.error(code, formula.range.clone(), &message, help);
                self.choice_problems.push(problem);
                continue;
            }
            if &*name == "environment" {
                self.chosen = Some((value.clone(), formula.range.clone()));
            }
            scope.assigned.borrow_mut().insert(name, value);
        }
    }

    /// The messages that functions reported during the evaluation of an expression, as problems.
    fn reported(&self, formula: &Formula, scope: &Scope<'_>) -> Vec<Diagnostic> {
        let mut messages = scope.reports.borrow_mut();
        let problems = messages.drain(..).map(|(severity, text)| {
            let problem = Diagnostic::new(codes::BINDINGS_ENVIRONMENT, severity, text);
            problem.at(&self.source, formula.range.clone()).help("environments.pp itself reports this")
        });
        problems.collect()
    }

    /// Evaluates a formula, and reports its messages; `None` if there is an error, which is reported.
    fn value(&mut self, formula: &Formula, scope: &Scope<'_>, budget: &mut Budget) -> Option<Value> {
        let result = formula.program.run(scope, budget, &[]);
        self.problems.extend(self.reported(formula, scope));
        result.map_err(|problem| self.problems.push(*problem)).ok()
    }

    /// Evaluates a declaration, whose title may be a list of environments.
    fn declare(&mut self, declaration: &Declaration, scope: &Scope<'_>, budget: &mut Budget) {
        let mut settings = Settings::default();
        for (name, _, formula) in &declaration.settings {
            let range = formula.range.clone();
            match self.value(formula, scope, budget) {
                // `undef` means that the setting is not set, so its default applies.
                None | Some(Value::Undef) => {}
                Some(Value::String(text)) if text.contains('$') => {
                    let message = format!(
                        "the path `{text}` contains `$`: variables in single quotes are not replaced"
                    );
                    self.report(range, &message, "write the path in double quotes");
                }
                Some(Value::String(text)) if !text.is_empty() => {
                    settings.insert(name, Setting { value: text.to_string(), range });
                }
                Some(other) => {
                    let message = format!("`{name}` must be a path, but its value is {}", other.to_literal());
                    self.report(range, &message, "write the path as a string");
                }
            }
        }
        let titles = match &declaration.title {
            None => Vec::new(),
            Some(title) => match self.value(title, scope, budget) {
                Some(Value::Array(titles)) => titles.to_vec(),
                title => title.into_iter().collect(),
            },
        };
        match declaration.form {
            EnvironmentForm::Defaults => self.defaults.extend(settings),
            form => {
                for title in titles {
                    self.declare_titled(form, &title, declaration.range.clone(), settings.clone());
                }
            }
        }
    }

    /// Declares an environment with a title. For dynamic environments, the title is the directory that contains them.
    fn declare_titled(
        &mut self,
        form: EnvironmentForm,
        title: &Value,
        range: Range<usize>,
        settings: Settings,
    ) {
        let name = match title.text() {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => {
                let message =
                    format!("the title of an environment must be a string, but it is {}", title.to_literal());
                return self.report(range, &message, "write the name of the environment in quotes");
            }
        };
        let is_dynamic = form == EnvironmentForm::Dynamic;
        if is_dynamic && name.contains('$') {
            let message =
                format!("the path `{name}` contains `$`: variables in single quotes are not replaced");
            return self.report(range, &message, "write the path in double quotes");
        }
        if let Some(first) = self.titles.get(&(is_dynamic, name.clone())) {
            let message = format!("the environment `{name}` is declared twice");
            let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message).at(&self.source, range);
            let problem = problem.label(&self.source, first.clone(), "the first declaration");
            return self.problems.push(problem.help("join the declarations"));
        }
        self.titles.insert((is_dynamic, name.clone()), range.clone());
        let declaration = EnvironmentDeclaration { name, range, settings };
        if is_dynamic { self.dynamic.push(declaration) } else { self.declared.push(declaration) }
    }

    /// The names of the declared and dynamic environments, without `production` if it is not declared. Only directories
    /// that `may_read` accepts are searched for dynamic environments.
    pub(super) fn known(&self, files: &dyn Files, may_read: impl Fn(&Path) -> bool) -> BTreeSet<String> {
        let mut names: BTreeSet<String> =
            self.declared.iter().map(|declared| declared.name.clone()).collect();
        for dynamic in &self.dynamic {
            let directory = Path::new(&dynamic.name);
            // A title may be any path, so a directory is listed only if it may be read.
            let Some(entries) = may_read(directory).then(|| files.list(directory).ok()).flatten() else {
                continue;
            };
            let directories = entries.filter(|entry| files.is_directory(&directory.join(&entry.name)));
            names.extend(directories.filter_map(|entry| Some(entry.name.to_str()?.to_owned())));
        }
        names
    }

    /// The environment of a request, which need not exist: the first one that is set, of the requested one, the one
    /// that the file chooses, the one of the ENC, and the default.
    pub(super) fn choose(&self, request: &NodeRequest<'_>) -> EnvironmentChoice {
        let environment_of_enc = request.enc.and_then(|enc| Some((enc.environment.as_deref()?, enc.place())));
        let (name, decided_by, range) = match (request.environment, &self.chosen) {
            (Some(name), _) => (name.to_owned(), "the command line".to_owned(), None),
            // If the file sets `$environment` to undef, the ENC determines the environment.
            (None, Some((Value::Undef, _))) | (None, None) => match environment_of_enc {
                Some((name, position)) => (name.to_owned(), "the ENC".to_owned(), position),
                None => (DEFAULT_ENVIRONMENT.to_owned(), "default".to_owned(), None),
            },
            (None, Some((value, range))) => {
                let position = self.source.position(range.start);
                let position_text = format!("{}:{}:{}", self.source.name(), position.line, position.column);
                (value.to_text(), position_text, Some((Arc::clone(&self.source), range.clone())))
            }
        };
        EnvironmentChoice { name, decided_by, range }
    }
}
