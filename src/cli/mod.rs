//! The command line: one file a command, one line each in the registry below.
//!
//! Only this room prints, reads the environment and decides on exit codes: 0 fine, 1 problems found,
//! 2 wrong use, 3 something cannot be read or written.

mod completions;
mod convert;
mod explain;
mod generate;
mod inspect;
mod man;
mod output;
mod report;
mod sources;
mod validate;

use clap::{Args, Parser, Subcommand, ValueEnum};
use report::Report;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  modelwright convert hiera.yaml -o bindings.xmi     Hiera 1 data to a bindings model
  modelwright convert library.ecore -o library.pp    a metamodel as text
  modelwright validate books.xmi --model library.ecore
  modelwright inspect books.xmi --path models/
  modelwright generate rust library.pp -o src/
  modelwright explain MW0107

Exit codes: 0 fine, 1 problems found, 2 wrong use, 3 cannot read or write.";

/// Define a model once; read it, check it, convert it, and generate everything else from it.
#[derive(Debug, Parser)]
#[command(name = "modelwright", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    /// How problems are shown
    #[arg(long, global = true, value_enum, default_value_t = ProblemFormat::Human)]
    format: ProblemFormat,
}

/// How problems are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProblemFormat {
    /// For people: with the line concerned, in colour on a terminal
    Human,
    /// For programs: one JSON object a line
    Json,
}

macro_rules! registry {
    ($($module:ident::$command:ident,)+) => {
        /// Every command with its arguments.
        #[derive(Debug, Subcommand)]
        enum Command {
            $($command($module::$command),)+
        }

        impl Command {
            fn run(&self, report: &mut Report) -> Outcome {
                match self {
                    $(Self::$command(command) => command.run(report),)+
                }
            }
        }
    };
}

// The registry of commands, in the order in which help lists them.
registry! {
    convert::Convert,
    validate::Validate,
    inspect::Inspect,
    generate::Generate,
    explain::Explain,
    completions::Completions,
    man::Man,
}

/// Where metamodels are found.
#[derive(Debug, Args, Clone, Default)]
struct Lookup {
    /// A metamodel to use (.ecore or .pp); may be given several times
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,

    /// A folder to look for metamodels in; may be given several times
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,
}

impl Lookup {
    fn workspace(&self) -> crate::workspace::Workspace {
        crate::workspace::Workspace {
            models: self.models.clone(),
            paths: self.paths.clone(),
            ..crate::workspace::Workspace::default()
        }
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Nothing to say.
    Fine = 0,
    /// Problems were found and told.
    Problems = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// Something cannot be read or written.
    Io = 3,
}

/// The command line's definition, for man pages and completions.
fn definition() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Runs the command that the program's arguments name.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, not errors; where they cannot be shown, nothing can.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let mut report = Report::new(cli.format);
    let outcome = cli.command.run(&mut report);
    ExitCode::from(outcome.max(report.outcome()) as u8)
}
