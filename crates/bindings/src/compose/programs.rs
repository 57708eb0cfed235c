//! Expressions and functions of bindings, compiled once and shared by the injectors of all nodes.
//!
//! The numbers of variables are the same for all expressions of a composition. While bindings are composed, only
//! expressions that do not depend on a node are evaluated, within narrow limits.

use super::reads::Reads;
use super::{Composer, Composition};
use crate::functions;
use crate::generated::bindings as b;
use crate::sources::{Place, Sources};
use crate::types::Types;
use modelwright_evaluation::evaluate::{
    Budget, EmptyHost, EvaluationLimits, Host, HostAnswer, HostError, Program, ResourceQuery, Type, Value,
    type_of_text,
};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An expression whose value depends on the node.
#[derive(Debug)]
pub(crate) enum Formula {
    /// An expression or a function of the expression language, by its number.
    Program(u32),
    /// A concatenation.
    Join(Vec<Formula>),
    /// A literal string.
    Text(Box<str>),
    /// The number of a variable, and a path into its value.
    Variable(u32, Vec<String>),
    /// The value of a name, as a part of a string.
    Lookup(Box<str>, b::NonStringUse),
}

/// A program, or the error for which it cannot be run.
type Prepared = Result<Program, Box<Diagnostic>>;

/// The programs of a composition, and the names of their variables.
///
/// A program with errors has a number, too. It fails when it is run, so that other keys are not affected.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    list: Vec<Prepared>,
    variables: Names,
    /// The values of the programs whose value does not depend on a node.
    closed: FxHashMap<u32, Value>,
    /// The variables that bindings read.
    pub(crate) reads: Reads,
    /// Whether expressions of categories are being compiled, whose variables do not count as read by bindings.
    is_in_category: bool,
}

/// The names of variables, numbered in the order of their first use.
#[derive(Debug, Default)]
struct Names {
    list: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl Names {
    /// The number of a variable, which is added if it is new.
    fn number(&mut self, name: &str) -> u32 {
        // Bindings have only the top scope, so `$::x` and `$x` are the same variable.
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }
}

/// A program with errors. It may use a runtime type that becomes known only by a later binding.
#[derive(Debug)]
pub(super) struct FailedProgram {
    number: u32,
    text: Box<str>,
    place: Place,
    problems: Diagnostics,
}

/// The host with which programs are prepared: it numbers their variables and resolves types.
struct Numbering<'n> {
    // The methods of `Host` take `&self`, so a `RefCell` is needed to change the names.
    names: RefCell<&'n mut Names>,
    types: &'n Types,
    /// The runtime types that bindings refer to, in lower case.
    runtime: &'n FxHashSet<String>,
}

impl Host for Numbering<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        Ok(Some(self.names.borrow_mut().number(name)))
    }

    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        // No variable is read, because this host only compiles programs.
        Ok(Value::Undef)
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        if let Some(resolved) = self.types.host().resolve_type(name)? {
            return Ok(Some(resolved));
        }
        let name = name.trim_start_matches("::").to_lowercase();
        if !self.runtime.contains(&name) {
            return Ok(None);
        }
        // The runtime type itself does not exist here, so the value is a reference to its name (Decision 29).
        Ok(type_of_text(&format!("Resource['{name}']")).ok())
    }

    fn suggest_type(&self, name: &str) -> Option<String> {
        nearest(name, self.types.known_names()).map(str::to_owned)
    }

    fn has_feature(&self, name: &str) -> bool {
        self.types.host().has_feature(name)
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        functions::resolve(name)
    }

    fn has_bindings(&self) -> bool {
        true
    }
}

impl Programs {
    /// Runs the program with a number.
    ///
    /// # Errors
    /// If the program has errors, or fails.
    pub(crate) fn run(
        &self,
        number: u32,
        host: &dyn Host,
        budget: &mut Budget,
        arguments: &[Value],
    ) -> Result<Value, Box<Diagnostic>> {
        match &self.list[number as usize] {
            Ok(program) => program.run(host, budget, arguments),
            Err(problem) => Err(problem.clone()),
        }
    }

    /// The query that is the expression of the program with a number, with the values of its operands.
    ///
    /// # Errors
    /// If the program has errors, or an operand fails.
    pub(crate) fn query(
        &self,
        number: u32,
        host: &dyn Host,
        budget: &mut Budget,
    ) -> Result<ResourceQuery, Box<Diagnostic>> {
        match &self.list[number as usize] {
            Ok(program) => program.query(host, budget),
            Err(problem) => Err(problem.clone()),
        }
    }

    /// The value of a program, if it is the same for every node and so is known now.
    pub(crate) fn closed_value(&self, number: u32) -> Option<&Value> {
        self.closed.get(&number)
    }

    /// The name of a variable, without leading colons.
    pub(crate) fn variable(&self, number: u32) -> &str {
        self.variables.list.get(number as usize).map_or("", |name| name)
    }

    /// Compiles an expression or a function. Also returns all problems, of which the result contains only the first
    /// error.
    fn prepare(
        &mut self,
        text: &str,
        place: Place,
        sources: &Sources,
        types: &Types,
        runtime: &FxHashSet<String>,
    ) -> (Prepared, Diagnostics) {
        let (source, range) = located(text, place, sources);
        let (piece, mut problems) = language::logic(&source, range);
        let prepared = match first_error(&problems) {
            Some(problem) => Err(problem),
            None => {
                let host = Numbering { names: RefCell::new(&mut self.variables), types, runtime };
                let program = Program::new(&piece.expressions, &[piece.root], &host);
                if !self.is_in_category {
                    self.reads.add_expressions(&piece.expressions);
                }
                problems.extend(program.problems(&host, None));
                first_error(&problems).map_or(Ok(program), Err)
            }
        };
        (prepared, problems)
    }
}

/// Adds the types of resources that the queries of a program name.
fn add_queried_types(program: &Program, queried_types: &mut BTreeSet<String>) {
    queried_types.extend(program.queried_types().into_iter().map(str::to_lowercase));
}

/// The first error among problems.
pub(crate) fn first_error(problems: &Diagnostics) -> Option<Box<Diagnostic>> {
    problems.first_error().cloned().map(Box::new)
}

/// The source of a program, and the range of the program in it, so that problems have positions in the file. The source
/// is the file itself if it contains the text at this place. Otherwise it is the text alone, indented to its column.
fn located(text: &str, place: Place, sources: &Sources) -> (Arc<Source>, std::ops::Range<usize>) {
    // The texts are compared, because the file may contain the text in another spelling, such as with escapes.
    if let Some((source, offset)) = sources.offset(place)
        && source.text()[offset..].starts_with(text)
    {
        return (Arc::clone(source), offset..offset + text.len());
    }
    // A document may contain any number as the column, so the indentation is limited.
    const MAX_INDENT: usize = 500;
    let indent = " ".repeat((place.column as usize).saturating_sub(1).min(MAX_INDENT));
    let name = match sources.file(place) {
        "" => "expression",
        file => file,
    };
    let start = indent.len();
    let source = Source::excerpt(name, indent + text, place.line.max(1) as usize);
    let range = start..start + text.len();
    (source, range)
}

impl Composer {
    /// Compiles a function, such as a combinator, and reports parameters that do not match the arguments.
    pub(super) fn function(&mut self, lambda: &b::Lambda, arguments: &[&str]) -> u32 {
        let place = self.place(lambda.file.as_deref(), lambda.line, lambda.column);
        let program = self.program(&lambda.text, place);
        let prepared = self.composition.programs.list[program as usize].as_ref();
        if let Some(parameters) = prepared.ok().and_then(Program::parameters)
            && !parameters.contains(&arguments.len())
        {
            let (argument_count, parameter_count) = (arguments.len(), parameters.end());
            let message = format!(
                "this lambda has {parameter_count} parameter{}, but is called with {argument_count} argument{}",
                plural(*parameter_count),
                plural(argument_count)
            );
            let help = format!("its arguments are: {}", arguments.join(", "));
            let problem = self.error_of_key(codes::BINDINGS_FORM, &message, place, &help);
            self.composition.programs.list[program as usize] = Err(Box::new(problem));
        }
        program
    }

    /// Compiles an expression, and returns its number.
    pub(super) fn program(&mut self, text: &str, place: Place) -> u32 {
        let Composition { programs, sources, types, queried_types, .. } = &mut self.composition;
        // Runtime types are known only when all bindings were read, so programs with errors are compiled again by
        // `retry_programs`.
        let (prepared, problems) = programs.prepare(text, place, sources, types, &FxHashSet::default());
        let number = u32::try_from(programs.list.len()).unwrap_or(u32::MAX);
        match &prepared {
            Ok(program) => {
                add_queried_types(program, queried_types);
                self.composition.problems_of_keys.append(problems);
            }
            Err(_) => self.failed_programs.push(FailedProgram { number, text: text.into(), place, problems }),
        }
        self.composition.programs.list.push(prepared);
        number
    }

    /// Compiles the programs with errors again, because the runtime types are known now.
    pub(super) fn retry_programs(&mut self) {
        let Composition { programs, sources, types, queried_types, problems_of_keys, .. } =
            &mut self.composition;
        let runtime = types.runtime_names();
        for failed in std::mem::take(&mut self.failed_programs) {
            // Without runtime types, the errors would be the same.
            if runtime.is_empty() {
                problems_of_keys.append(failed.problems);
                continue;
            }
            let (prepared, problems) = programs.prepare(&failed.text, failed.place, sources, types, &runtime);
            problems_of_keys.append(problems);
            if let Ok(program) = &prepared {
                add_queried_types(program, queried_types);
                programs.list[failed.number as usize] = prepared;
            }
        }
    }

    /// Evaluates a program that does not depend on a node, so that the check can report problems of its value.
    fn evaluate_closed(&mut self, number: u32) {
        // A program that needs more steps is evaluated by lookups only.
        let limits = EvaluationLimits { steps: 10_000, ..EvaluationLimits::default() };
        let programs = &self.composition.programs;
        let Ok(program) = &programs.list[number as usize] else { return };
        if !program.is_closed() {
            return;
        }
        match program.evaluate(&EmptyHost, limits) {
            Ok(value) => {
                self.composition.programs.closed.insert(number, value);
            }
            Err(problem) if problem.code != codes::LIMIT => self.composition.problems_of_keys.push(*problem),
            Err(_) => {}
        }
    }

    /// Prepares an expression.
    pub(super) fn formula(&mut self, expression: &b::Expression) -> Formula {
        match expression {
            b::Expression::SourceExpression(source) => {
                let place = self.place(source.file.as_deref(), source.line, source.column);
                let program = self.program(&source.text, place);
                self.evaluate_closed(program);
                Formula::Program(program)
            }
            b::Expression::Interpolation(joined) => {
                Formula::Join(joined.segments.iter().map(|segment| self.formula(segment)).collect())
            }
            b::Expression::LiteralText(text) => Formula::Text(text.text.as_str().into()),
            b::Expression::VariableAccess(variable) => {
                let programs = &mut self.composition.programs;
                if !programs.is_in_category {
                    programs.reads.add(&variable.name, &variable.path);
                }
                Formula::Variable(self.variable_number(&variable.name), variable.path.clone())
            }
            b::Expression::LookupCall(call) => Formula::Lookup(call.key.as_str().into(), call.non_string),
        }
    }

    /// Prepares the expression of a category. The value of a category determines which bindings apply.
    pub(super) fn formula_of_category(&mut self, expression: &b::Expression) -> Formula {
        self.composition.programs.is_in_category = true;
        let formula = self.formula(expression);
        self.composition.programs.is_in_category = false;
        formula
    }

    /// The number of a variable, which is added if it is new.
    fn variable_number(&mut self, name: &str) -> u32 {
        self.composition.programs.variables.number(name)
    }

    /// A formula that reads a variable.
    pub(super) fn variable_formula(&mut self, name: &str) -> Formula {
        Formula::Variable(self.variable_number(name), Vec::new())
    }
}

/// The ending of a noun after a number.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
