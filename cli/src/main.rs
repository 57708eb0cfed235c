//! The command `modelwright`: one file for each command, and one line for each in the registry below.
//!
//! Only this crate prints, reads the environment and decides on exit codes: 0 fine, 1 problems found,
//! 2 wrong use, 3 something cannot be read or written.

mod addresses;
mod bounds;
mod clap_flags;
mod format_options;
mod jobs;
mod logic;
mod output;
mod parts;
mod read_files;
mod report;
mod script;
mod sources;

use clap::{Args, Parser, Subcommand};
use clap_flags::Flags;
use format_options::ReadFlags;
use modelwright::files::{Disk, Files as _, display_path};
use modelwright::formats::{Format, ReadOptions};
use modelwright::importers::DocumentReader;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, is_unprintable, printable};
use report::{ProblemFormat, Report};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright convert hiera.yaml -o bindings.xmi     Hiera 1 data to a bindings model
  modelwright convert library.ecore -o library.pp    a metamodel as text
  modelwright validate books.xmi --model library.ecore
  modelwright inspect books.xmi --path models/
  modelwright generate rust library.pp -o src/
  modelwright eval '[1, 2].map |$x| { $x * 2 }'
  modelwright fmt library.pp
  modelwright explain MW0107

Exit codes: 0 fine, 1 problems found, 2 wrong use, 3 cannot read or write.";

/// Define a model once; read it, check it, convert it, and generate everything else from it.
#[derive(Debug, Parser)]
#[command(name = "modelwright", bin_name = "modelwright", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// How problems are shown
    #[arg(long, global = true, value_enum, default_value_t = ProblemFormat::Human)]
    format: ProblemFormat,
}

/// Declares the file of each command, and lists the commands.
macro_rules! registry {
    ($($file:ident::$command:ident as $name:ident,)+) => {
        $(mod $file;)+

        /// Every command with its arguments.
        #[derive(Debug, Subcommand)]
        enum Command {
            $($name($file::$command),)+
        }

        impl Command {
            fn run(&self, report: &mut Report) -> Outcome {
                match self {
                    $(Self::$name(command) => command.run(report),)+
                }
            }
        }
    };
}

// The registry of commands, in the order in which help lists them.
registry! {
    convert::Convert as Convert,
    validate::Validate as Validate,
    inspect::Inspect as Inspect,
    generate::Generate as Generate,
    fmt::Fmt as Fmt,
    eval::Eval as Eval,
    hiera::Hiera as Hiera,
    lookup::LookUp as Lookup,
    bindings::Bindings as Bindings,
    explain::Explain as Explain,
    completions::Completions as Completions,
    man::Man as Man,
}

/// Where metamodels are found.
#[derive(Debug, Args, Clone, Default)]
struct Lookup {
    /// A metamodel to use (.ecore or .pp); may be given several times
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,

    /// A folder to search for metamodels; may be given several times
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,

    /// The folder that contains documents whose addresses have this prefix: PREFIX=FOLDER, such as
    /// platform:/resource/=.. ; may be given several times
    #[arg(long = "map", value_name = "PREFIX=FOLDER", value_parser = mapping)]
    maps: Vec<(String, PathBuf)>,

    #[command(flatten)]
    read: Flags<ReadFlags>,
}

fn mapping(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((prefix, folder)) if !prefix.is_empty() && !folder.is_empty() => {
            Ok((prefix.to_owned(), PathBuf::from(folder)))
        }
        _ => Err("expected a prefix of addresses, `=` and a folder".to_owned()),
    }
}

impl Lookup {
    /// The workspace for reading inputs, and writing them in the target's format if there is one.
    fn workspace_for<'p>(
        &self,
        inputs: impl Iterator<Item = &'p Path> + Clone,
        from: Option<DocumentReader>,
        target: Option<&Format>,
    ) -> Result<Workspace, Diagnostics> {
        let problems = format_options::check_inputs(&self.read.values, inputs, from, target);
        if problems.has_errors() {
            return Err(problems);
        }
        self.workspace().map_err(|problem| Diagnostics::from(*problem))
    }

    /// A workspace with these metamodels and folders; an error if a path that the user named does not exist.
    fn workspace(&self) -> Result<Workspace, Box<Diagnostic>> {
        if self.models.iter().any(|path| sources::is_standard(path)) {
            let message = "--model must be a file, not standard input";
            return Err(Box::new(
                Diagnostic::error(codes::WRONG_USE, message).help("name the file of the metamodel"),
            ));
        }
        let disk = Disk::for_one_run();
        if let Some(path) = self.paths.iter().find(|path| !disk.is_folder(path)) {
            let name = display_path(path);
            let (message, help) = if disk.metadata(path).is_ok() {
                (format!("{name} is a file, but --path must be a folder"), "name the file with --model")
            } else {
                (
                    format!("the folder {name} does not exist"),
                    "check the path; it is relative to the current folder",
                )
            };
            return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help)));
        }
        Ok(Workspace {
            models: self.models.clone(),
            paths: self.paths.clone(),
            maps: self.maps.clone(),
            reading: ReadOptions { values: self.read.values.clone(), ..ReadOptions::default() },
            files: Arc::new(disk),
            ..Workspace::default()
        })
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Success, without problems.
    Fine = 0,
    /// Problems were found and reported.
    Problems = 1,
    /// The command line is invalid.
    Usage = 2,
    /// Something cannot be read or written.
    Io = 3,
}

/// The command line's definition, for man pages and completions.
fn definition() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Shows a message about the command line, or help. Messages quote arguments: if these contain characters that control
/// a terminal, the message has escapes, and no colours.
fn print_usage(error: &clap::Error) -> std::io::Result<()> {
    let is_plain = |argument: OsString| !argument.to_string_lossy().contains(is_unprintable);
    if std::env::args_os().all(is_plain) {
        return error.print();
    }
    std::io::stderr().write_all(printable(&error.render().to_string()).as_bytes())
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let printed = print_usage(&error);
            if error.use_stderr() {
                // If the message cannot be shown, the exit code still reports the failure.
                return ExitCode::from(Outcome::Usage as u8);
            }
            // Help and version are results, not errors.
            let mut report = Report::new(ProblemFormat::Human);
            if let Err(problem) = output::check_stdout(printed) {
                report.show_one(*problem);
            }
            return ExitCode::from(report.outcome() as u8);
        }
    };
    let mut report = Report::new(cli.format);
    let outcome = cli.command.run(&mut report);
    report.finish();
    ExitCode::from(outcome.max(report.outcome()) as u8)
}
