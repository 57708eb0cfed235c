//! `modelwright eval`: evaluates an expression, alone or on the objects of a document.

mod lines;
mod spellings;

use super::addresses::ByAddress;
use super::metamodel_flags::MetamodelFlags;
use super::report::Report;
use super::{Outcome, output, sources};
use clap::Args;
use modelwright::workspace::Workspace;
use modelwright_evaluation::evaluate::Value;
use modelwright_evaluation::logic::{EvaluationSession, PreparedRules};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{DocumentId, Model};
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright eval '[1, 2, 3].map |$x| { $x * 2 }'
  modelwright eval '\"abc\" =~ Pattern[/b/]'
  modelwright eval --type '{ a => 1.5 }'
  modelwright eval --model accounts.pp 'new(Account, { name => ada })'
  modelwright eval --model accounts.pp --instance site.json '$accounts.map |$a| { $a[name] }'
  modelwright eval --instance library.xmi 'all(Book).filter |$b| { $b.referrers.empty }'
  echo '$x = 6 $x * 7' | modelwright eval -";

/// Evaluate an expression of the type language
///
/// The value is written as a literal. An expression may consist of several statements; the last one is the value.
/// Without an expression, lines of standard input are evaluated one after the other.
///
/// With a document, $roots are its roots, and all(Type) its objects of a class; container($x), referrers($x) and
/// address($x) are the container of an object, the objects that refer to it, and its address.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Eval {
    /// The expression; - reads it from standard input
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: Option<String>,

    /// Also write the type of the value
    #[arg(long = "type")]
    with_type: bool,

    /// A document with the object that becomes $self; the object's features are variables
    #[arg(long, value_name = "FILE")]
    instance: Option<PathBuf>,

    /// The address of the object that becomes $self [default: the first root]
    #[arg(long, value_name = "ADDRESS", requires = "instance")]
    object: Option<String>,

    /// Evaluate also if the document has errors, on what could be read of it
    #[arg(long, requires = "instance")]
    lax: bool,

    #[command(flatten)]
    metamodels: MetamodelFlags,
}

/// The context in which expressions are evaluated.
struct EvaluationContext {
    metamodel: Arc<Metamodel>,
    model: Option<(Model, DocumentId)>,
}

impl Eval {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = self.evaluate(report) {
            report.show_one(*problem);
        }
        Outcome::Done
    }

    /// Loads the document, and evaluates the expression of the command line, or those of standard input.
    fn evaluate(&self, report: &mut Report) -> Result<(), Box<Diagnostic>> {
        let inputs = self.instance.iter().map(PathBuf::as_path);
        let (from, target) = (None, None);
        let workspace = match self.metamodels.workspace_for(inputs, from, target) {
            Ok(workspace) => workspace,
            Err(problems) => {
                report.show(&problems);
                return Ok(());
            }
        };
        let mut load_problems = Diagnostics::new();
        let context = self.context(&workspace, &mut load_problems)?;
        report.show(&load_problems);
        // Content with errors was left out, so an expression could return a wrong value.
        if load_problems.has_errors() && !self.lax {
            return Ok(());
        }
        let rules = PreparedRules::new(&context.metamodel);
        // The problems do not end the command, because the expression may use none of the rules with problems.
        report.show(&rules.problems());
        let model = context.model.as_ref();
        let subject = match (model, &self.object) {
            (Some((model, document)), Some(address)) => {
                Some(ByAddress::new(model, *document).find("--object", address)?)
            }
            (Some((model, document)), None) => model.document(*document).roots().first().copied(),
            (None, _) => None,
        };
        let mut session = EvaluationSession::new(&rules, model.map(|(model, _)| model), subject);
        if let Some((_, document)) = model {
            session.set_document(*document);
        }
        match self.expression.as_deref() {
            // `-` reads one expression from the input; without an argument, each line is an expression.
            Some("-") => {
                let limits = Limits::default();
                let source = decode_text("<stdin>", sources::standard_input(&limits)?, &limits)?;
                self.evaluate_source(&mut session, &source, report);
            }
            Some(text) => self.evaluate_source(&mut session, &Source::new("expression", text), report),
            None => lines::run(self, &mut session, model, report)?,
        }
        Ok(())
    }

    /// Loads the metamodels and the document; adds their problems to `problems_of_files`.
    fn context(
        &self,
        workspace: &Workspace,
        problems_of_files: &mut Diagnostics,
    ) -> Result<EvaluationContext, Box<Diagnostic>> {
        let Some(instance) = &self.instance else {
            let (metamodel, problems) = workspace.given_metamodel();
            problems_of_files.append(problems);
            return Ok(EvaluationContext { metamodel, model: None });
        };
        let loaded = workspace.load(instance, None)?;
        problems_of_files.append(loaded.diagnostics);
        let metamodel = Arc::clone(loaded.model.metamodel());
        Ok(EvaluationContext { metamodel, model: Some((loaded.model, loaded.document)) })
    }

    /// Evaluates a text and writes its value.
    fn evaluate_source(
        &self,
        session: &mut EvaluationSession<'_>,
        source: &Arc<Source>,
        report: &mut Report,
    ) {
        let (manifest, problems) = language::statements(source);
        report.show(&problems);
        if problems.has_errors() {
            return;
        }
        // This is shown even if the evaluation fails, because a variable that is written without `$` is a likely cause
        // of the failure.
        let is_feature = |word: &str| session.is_only_feature_of_self(word);
        let last_statement = manifest.statements.last().map_or(&[][..], std::slice::from_ref);
        report.show(&language::bare_variables(&manifest.expressions, last_statement, &is_feature));
        match session.evaluate(&manifest) {
            Ok(value) => {
                spellings::notes(&manifest.expressions, session.metamodel())
                    .into_iter()
                    .for_each(|note| report.show_one(note));
                self.write(session, &value, report);
            }
            Err(problem) => report.show_one(*problem),
        }
    }

    /// Writes a value and, if the user requested it, its type.
    fn write(&self, session: &EvaluationSession<'_>, value: &Value, report: &mut Report) {
        let mut text = session.show(value);
        text.push('\n');
        if self.with_type {
            text.push_str(&value.type_of().to_string());
            text.push('\n');
        }
        if let Err(problem) = output::write_text(&text) {
            report.show_one(*problem);
        }
    }
}
