//! The command `modelwright`: one file for each command, and one line for each in the registry below.
//!
//! Only this crate prints, reads the environment and decides on exit codes: 0 fine, 1 problems found,
//! 2 wrong use, 3 something cannot be read or written.

mod addresses;
mod bounds;
mod clap_flags;
mod fix;
mod format_options;
mod generated_files;
mod generated_list;
mod git;
mod jobs;
mod logic;
mod metamodel_flags;
mod output;
mod parts;
mod patterns;
mod read_files;
mod records;
mod report;
mod schemas;
mod script;
mod settings;
mod site_directory;
mod sources;
mod suggestions;
mod trace;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use modelwright_metamodel::diagnostic::{Diagnostics, is_unprintable, printable};
use report::{ProblemFormat, Report, ReportFlags};
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

/// The published programs for Linux are linked with musl, whose own allocator makes threads wait for one another: with it,
/// two threads take longer than one (Decision 37).
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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

    #[command(flatten)]
    report: ReportFlags,

    /// Ignore the options in modelwright.toml
    #[arg(long, global = true)]
    no_config: bool,
}

/// Commands that do not depend on settings, so that they work beside a file with mistakes.
const WITHOUT_SETTINGS: [&str; 5] = ["init", "new", "explain", "completions", "man"];

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
    draw::Draw as Draw,
    generate::Generate as Generate,
    fmt::Fmt as Fmt,
    eval::Eval as Eval,
    hiera::Hiera as Hiera,
    lookup::LookUp as Lookup,
    bindings::Bindings as Bindings,
    catalog::Catalog as Catalog,
    explain::Explain as Explain,
    init::Init as Init,
    new::New as New,
    completions::Completions as Completions,
    man::Man as Man,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The command did its work; problems that it has shown change the exit code.
    Done = 0,
    /// Problems were found and reported.
    Problems = 1,
    /// The command line is invalid.
    Usage = 2,
    /// Something cannot be read or written.
    Io = 3,
}

/// The command line's definition, for man pages and completions.
fn definition() -> clap::Command {
    Cli::command()
}

/// The command line's definition with the options of the nearest file of settings, and the name of the file.
fn definition_with_settings(arguments: &[OsString]) -> Result<(clap::Command, Option<String>), Diagnostics> {
    // The definition depends on the settings, so `--no-config` is searched before the arguments are parsed.
    let is_ignored = arguments.iter().take_while(|word| *word != "--").any(|word| word == "--no-config");
    let settings =
        if is_ignored { None } else { settings::find().map_err(|problem| Diagnostics::from(*problem))? };
    let Some(settings) = settings else { return Ok((definition(), None)) };
    let defined = settings::apply(definition(), &settings)?;
    Ok((defined, Some(settings.name().to_owned())))
}

/// Whether arguments name a command that does not depend on settings.
fn needs_no_settings(arguments: &[OsString]) -> bool {
    let matches = definition().ignore_errors(true).try_get_matches_from(arguments);
    matches
        .is_ok_and(|matches| matches.subcommand_name().is_some_and(|name| WITHOUT_SETTINGS.contains(&name)))
}

/// Shows a message about the command line, or help. Messages quote arguments: if these contain characters that control
/// a terminal, the message has escapes, and no colours.
fn print_usage(error: &clap::Error) -> std::io::Result<()> {
    if std::env::args_os().all(|argument| !argument.to_string_lossy().contains(is_unprintable)) {
        return error.print();
    }
    std::io::stderr().write_all(printable(&error.render().to_string()).as_bytes())
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let (mut command, settings_file) = match definition_with_settings(&arguments) {
        Ok(result) => result,
        Err(_) if needs_no_settings(&arguments) => (definition(), None),
        Err(problems) => {
            let mut report = Report::new(ReportFlags::default());
            report.show(&problems);
            return ExitCode::from(report.outcome() as u8);
        }
    };
    let parse_result =
        command.try_get_matches_from_mut(&arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parse_result {
        Ok(cli) => cli,
        Err(mut error) => {
            suggestions::suggest(&mut error, &command, &arguments);
            let error = error.format(&mut command);
            let print_result = print_usage(&error);
            if error.use_stderr() {
                // If the message cannot be shown, the exit code still reports the failure.
                return ExitCode::from(Outcome::Usage as u8);
            }
            // Help and version are results, not errors.
            let mut report = Report::new(ReportFlags::default());
            if let Err(problem) = output::check_stdout(print_result) {
                report.show_one(*problem);
            }
            return ExitCode::from(report.outcome() as u8);
        }
    };
    let mut report = Report::new(cli.report);
    if let Some(name) = settings_file {
        trace::report_read(&format!("options of {name}"));
    }
    let outcome = cli.command.run(&mut report);
    report.finish();
    ExitCode::from(outcome.max(report.outcome()) as u8)
}
