//! `modelwright generate`: generates code and schemas from metamodels, with a subcommand for each target.
//!
//! Invariant: help, completions and the check of arguments are derived from the targets' declarations; no target is
//! named here.

use super::bounds::{self, Bounds};
use super::generated_files::target_with_extension;
use super::generated_list::GeneratedList;
use super::metamodel_flags::DirectoryFlags;
use super::report::Report;
use super::{Outcome, clap_flags, output, script, sources};
use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, Error};
use modelwright::files::{Disk, Files as _, display_path};
use modelwright::workspace::{Registry, Workspace};
use modelwright_codegen::{GeneratedFile, Request, ScriptSpec, TARGETS, Target, files_of_directory, target};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, join_names};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::options::{OptionKind, OptionValues};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Each target has its own options: modelwright generate rust --help

Examples:
  modelwright generate rust library.pp -o src/
  modelwright generate json-schema library.ecore -o schemas/ --draft 07
  modelwright generate template reference.md.j2 library.pp -o library.md";

// The names of arguments. Options of targets are in lower case, so they cannot collide with these.
const SCRIPT: &str = "SCRIPT";
const MODEL: &str = "MODEL";
const OUTPUT: &str = "OUTPUT";
const CLEAN: &str = "CLEAN";

/// A metamodel, and the name of its file.
type NamedMetamodel = (String, Arc<Metamodel>);

/// The name of an option, and the metamodel that it names.
type OptionMetamodel = (&'static str, Arc<Metamodel>);

/// The command, with the selected target.
#[derive(Debug, Clone)]
pub(super) struct Generate {
    target: &'static Target,
    script: Option<PathBuf>,
    models: Vec<PathBuf>,
    output: Option<PathBuf>,
    clean: bool,
    directories: DirectoryFlags,
    options: OptionValues,
}

impl clap::Args for Generate {
    fn augment_args(command: Command) -> Command {
        command
            .about("Generate types, schemas and other text from metamodels")
            .after_help(EXAMPLES)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("TARGET")
            .subcommand_help_heading("Targets")
            .disable_help_subcommand(true)
            .subcommands(TARGETS.iter().map(subcommand))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The subcommand of a target.
fn subcommand(target: &'static Target) -> Command {
    let models = Arg::new(MODEL)
        .value_name("MODEL")
        .help("Metamodel files (.ecore or .pp), or directories that contain them");
    let models = models.required(true).num_args(1..).value_parser(ValueParser::path_buf());
    let output = Arg::new(OUTPUT).short('o').long("output").value_parser(ValueParser::path_buf());
    let output = match target.script {
        Some(_) => output
            .value_name("OUT")
            .help("The file to write, or an existing directory to write into [default: standard output]")
            .long_help(
                "The file to write, or an existing directory to write into [default: standard output]\n\n\
                 A file is replaced when the new one is complete. The target of a link is replaced, not the link; \
                 devices and pipes are written to directly.",
            ),
        None => output
            .value_name("DIR")
            .help("The directory to write into; it is created if it does not exist; - writes the only file to standard output")
            .long_help(
                "The directory to write into; it is created if it does not exist; - writes the only file to standard output\n\nIf a file cannot be written, none of the files is changed.",
            )
            .required(true),
    };
    let examples: Vec<String> = (target.examples.iter())
        .map(|arguments| format!("  modelwright generate {} {arguments}", target.name))
        .collect();
    DirectoryFlags::augment_args(Command::new(target.name))
        .about(target.description)
        .after_help(format!("Examples:\n{}", examples.join("\n")))
        .args(target.script.map(script_argument))
        .arg(models.action(ArgAction::Append))
        .arg(output)
        .args(target.script.is_none().then(clean_argument))
        .args(clap_flags::args(target.options))
}

fn script_argument(spec: ScriptSpec) -> Arg {
    let argument = Arg::new(SCRIPT).value_name(spec.value_name).help(spec.help);
    argument.required(true).value_parser(ValueParser::path_buf())
}

/// The argument `--clean`.
fn clean_argument() -> Arg {
    let argument = Arg::new(CLEAN).long("clean").action(ArgAction::SetTrue);
    argument
        .help("Remove files that an earlier run generated but this run does not")
        .long_help(
            "Remove files that an earlier run generated but this run does not\n\nThe directory then contains \
             .modelwright-generated, a list of the generated files: only files in the list that have not been changed \
             since are removed. Without --clean, files in the list are reported.",
        )
}

impl clap::FromArgMatches for Generate {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let selected_target = matches.subcommand().and_then(|(name, matches)| Some((target(name)?, matches)));
        let Some((target, matches)) = selected_target else {
            return Err(Error::raw(ErrorKind::MissingSubcommand, "a target is required\n"));
        };
        Ok(Self {
            target,
            // clap panics if an argument is requested that the subcommand does not define.
            script: target.script.and_then(|_| matches.get_one::<PathBuf>(SCRIPT).cloned()),
            models: matches.get_many::<PathBuf>(MODEL).into_iter().flatten().cloned().collect(),
            output: matches.get_one::<PathBuf>(OUTPUT).cloned(),
            clean: target.script.is_none() && matches.get_flag(CLEAN),
            directories: DirectoryFlags::from_arg_matches(matches)?,
            options: clap_flags::values(target.options, matches),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Generate {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let (models, problems) = sources::files_where(&self.models, sources::is_metamodel);
        report.show(&problems);
        if report.has_errors() {
            return Outcome::Done;
        }
        Self { models, ..self.clone() }.run_on_files(report)
    }

    /// Generates from models of which none is a directory any more.
    fn run_on_files(&self, report: &mut Report) -> Outcome {
        let result = match (&self.script, &self.output) {
            // Only templates can run without an end, because other targets execute no code of the user.
            (Some(script), _) => match bounds::run_bounded(report, &Bounds::TEMPLATE) {
                Some(outcome) => return outcome,
                None => self.execute(script, report),
            },
            (None, Some(directory)) => self.write_files(directory, report),
            // clap requires the output of a target without a script.
            (None, None) => Ok(()),
        };
        if let Err(problem) = result {
            report.show_one(*problem);
        }
        Outcome::Done
    }

    /// Writes the files of all metamodels into a directory. If there are errors, no file is written.
    fn write_files(&self, directory: &Path, report: &mut Report) -> Result<(), Box<Diagnostic>> {
        let is_printed = directory == Path::new("-");
        if !is_printed {
            check_directory(directory)?;
            output::check_output_directory(directory)?;
        }
        let workspace = self.directories.workspace()?;
        let metamodels = self.metamodels(&workspace, report);
        let option_metamodels = self.metamodels_of_options(&workspace, report);
        if report.has_errors() {
            return Ok(());
        }
        let (mut files, mut problems) = self.generate_each(&metamodels, &option_metamodels);
        let mut checked_files = files_of_directory(files);
        // A package that several metamodels use, such as Ecore, may be generated differently for each; together, it is
        // generated once.
        if checked_files.is_err() && have_distinct_packages(&metamodels) {
            let (combined, combine_problems) = self.combined_metamodel(workspace);
            (files, problems) = self.generate_each(&[combined], &option_metamodels);
            checked_files = files_of_directory(files);
            problems.append(combine_problems);
        }
        report.show(&problems);
        if report.has_errors() {
            return Ok(());
        }
        let files = checked_files?;
        if is_printed {
            return print(&files);
        }
        let list = GeneratedList::read(directory, self.target.name, &script::file_names(&self.models))?;
        let obsolete_files = list.obsolete(&files);
        let new_list = list.into_text(&files, &obsolete_files, self.clean);
        let new_files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        // The list is written together with the files, all or none, so that the list never names a file that does not
        // exist.
        let list_file = new_list.as_ref().map(|text| (Path::new(GeneratedList::NAME), text.as_bytes()));
        output::write_all(directory, new_files.chain(list_file))?;
        report.show(&obsolete_files.problems(directory, self.clean));
        // Old files are removed last, when all new files are in place.
        if self.clean { output::remove_files(directory, obsolete_files.unchanged()) } else { Ok(()) }
    }

    /// The metamodels without errors, each with the name of its file; combined into one if they use each other's
    /// types.
    fn metamodels(&self, workspace: &Workspace, report: &mut Report) -> Vec<NamedMetamodel> {
        let lacks_types =
            |problems: &Diagnostics| problems.iter().any(|problem| problem.code == codes::UNKNOWN_TYPE);
        let mut without_errors = Vec::new();
        for path in &self.models {
            match workspace.load_metamodel(path) {
                // A type that one metamodel lacks may be declared in another metamodel of the command line.
                Ok((_, problems)) if self.models.len() > 1 && lacks_types(&problems) => {
                    let (combined, problems) = self.combined_metamodel(workspace.clone());
                    report.show(&problems);
                    return if problems.has_errors() { Vec::new() } else { vec![combined] };
                }
                Ok((metamodel, problems)) => {
                    report.show(&problems);
                    if !problems.has_errors() {
                        without_errors
                            .push((script::file_names(std::slice::from_ref(path)).concat(), metamodel));
                    }
                }
                Err(problem) => report.show_one(*problem),
            }
        }
        without_errors
    }

    /// All metamodels of the command line as one, and its problems.
    fn combined_metamodel(&self, workspace: Workspace) -> (NamedMetamodel, Diagnostics) {
        let workspace = Workspace { models: self.models.clone(), ..workspace };
        let (metamodel, problems) = workspace.given_metamodel();
        ((script::file_names(&self.models).join(", "), metamodel), problems)
    }

    /// The metamodels in the files that options of the target name; several files of one option become one metamodel.
    fn metamodels_of_options(&self, workspace: &Workspace, report: &mut Report) -> Vec<OptionMetamodel> {
        let mut loaded = Vec::new();
        for spec in self.target.options.iter().filter(|spec| matches!(spec.kind, OptionKind::Metamodel)) {
            let models: Vec<PathBuf> = self.options.texts(spec.name).map(PathBuf::from).collect();
            if !models.is_empty() {
                let (metamodel, problems) = Workspace { models, ..workspace.clone() }.given_metamodel();
                report.show(&problems);
                loaded.push((spec.name, metamodel));
            }
        }
        loaded
    }

    /// The files of all metamodels, except metamodels for which the target reports errors.
    fn generate_each(
        &self,
        metamodels: &[NamedMetamodel],
        option_metamodels: &[OptionMetamodel],
    ) -> (Vec<GeneratedFile>, Diagnostics) {
        let (mut files, mut problems) = (Vec::new(), Diagnostics::new());
        for (source, metamodel) in metamodels {
            if metamodel.roots().next().is_none() {
                let message = format!(
                    "{source} contains no package to generate from, because the packages of EMF itself are built in"
                );
                let help = "specify a metamodel of your own";
                problems.push(Diagnostic::error(codes::WRONG_USE, message).help(help));
                continue;
            }
            let request = Request {
                sources: vec![source.clone()],
                options: self.options.clone(),
                metamodels: option_metamodels.to_vec(),
                ..Request::new(metamodel)
            };
            let (generated, target_problems) = self.target.generate(&request);
            files.extend(generated);
            problems.append(target_problems);
        }
        (files, problems)
    }

    /// Executes a script over all metamodels together, and writes the text.
    fn execute(&self, path: &Path, report: &mut Report) -> Result<(), Box<Diagnostic>> {
        let script = script::read(path)?;
        let workspace = Workspace { models: self.models.clone(), ..self.directories.workspace()? };
        let (metamodel, problems) = workspace.given_metamodel();
        report.show(&problems);
        let metamodels = self.metamodels_of_options(&workspace, report);
        if report.has_errors() {
            return Ok(());
        }
        let request = Request {
            sources: script::file_names(&self.models),
            options: self.options.clone(),
            metamodels,
            script: Some(script),
            ..Request::new(&metamodel)
        };
        let (files, problems) = self.target.generate(&request);
        report.show(&problems);
        files.iter().try_for_each(|file| script::write_text(file, self.output.as_deref()))
    }
}

/// Whether an extension is that of a file of a format or target, or of other texts and pictures.
fn is_file_extension(extension: &str) -> bool {
    let is_of_format =
        || Registry::standard().formats().any(|format| format.notation.extensions.contains(&extension));
    ["md", "html", "txt", "png", "pdf"].contains(&extension)
        || target_with_extension(extension).is_some()
        || is_of_format()
}

/// Reports a directory that does not exist and has the extension of a file, which is probably a mistake.
fn check_directory(directory: &Path) -> Result<(), Box<Diagnostic>> {
    let extension = directory.extension().and_then(|extension| extension.to_str());
    if !extension.is_some_and(is_file_extension)
        // An existing directory is accepted, whatever its name is.
        || Disk::new().metadata(directory).is_ok()
    {
        return Ok(());
    }
    let message = format!("--output must be a directory, but {} looks like a file", display_path(directory));
    let parent = directory.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let help = format!("specify the directory to write into, such as {}", display_path(parent));
    Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)))
}

/// Writes the only file to standard output.
fn print(files: &[GeneratedFile]) -> Result<(), Box<Diagnostic>> {
    let [file] = files else {
        let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let message = format!("standard output cannot contain several files: {}", join_names(names));
        let help = "specify a directory with --output";
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    };
    output::write_text(&file.text)
}

/// Whether no two metamodels have a package of the same name.
fn have_distinct_packages(metamodels: &[NamedMetamodel]) -> bool {
    let roots = metamodels.iter().flat_map(|(_, metamodel)| metamodel.roots().map(|id| &metamodel[id].name));
    let mut names = HashSet::new();
    roots.into_iter().all(|name| names.insert(name.to_lowercase()))
}
