//! Revisions of a git repository as files to read, by the program `git`.
//!
//! Git is started only if the user names revisions. Invariants: nothing is written, and no hook, filter, pager or network
//! is used; a revision cannot be an option; everything that git prints and stores is limited, as is its time; links
//! inside of a revision do not leave it.

mod objects;
mod process;
mod snapshot;

use crate::report::Report;
use modelwright::files::{self, Disk, Files as _, display_path};
use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable_line};
use objects::Objects;
use process::run;
use snapshot::{Snapshot, path_of};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A repository.
#[derive(Debug)]
struct Repository {
    /// The directory that git runs in.
    directory: PathBuf,
    /// The top directory of the work tree: the path that git uses, and the path that the user uses.
    roots: [PathBuf; 2],
    objects: Arc<Objects>,
}

/// Files, and problems with them.
type Files = (Arc<dyn files::Files>, Vec<Diagnostic>);

/// A state of the files of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Revision {
    /// The files on disk.
    WorkTree,
    /// The files of a commit or a tree, by the name that git accepts for it.
    Named(String),
}

/// One of two states that a command compares.
pub(super) struct State {
    /// The files in this state.
    pub(super) files: Arc<dyn files::Files>,
    /// The prefix of the names of the files in messages; see [`Repository::prefix`].
    pub(super) prefix: String,
    /// The name of the revision, or `work tree`.
    pub(super) name: String,
}

/// The two states that a range specifies, in the repository that contains the first path; each path is read in one
/// state. Directories that are `deployed` into the work tree, and that a revision does not have, are read from the disk.
/// Shows the problems that do not prevent reading.
///
/// # Errors
/// If there is no such repository or state.
pub(super) fn states(
    range: &str,
    paths: [&Path; 2],
    deployed: &[PathBuf],
    report: &mut Report,
) -> Result<[State; 2], Box<Diagnostic>> {
    let repository = Repository::containing(paths[0])?;
    let (before, after) = repository.range(range)?;
    let mut state = |revision: &Revision, path: &Path| -> Result<State, Box<Diagnostic>> {
        let (files, problems) = repository.files(revision, path, deployed)?;
        problems.into_iter().for_each(|problem| report.show_one(problem));
        let name = match revision {
            Revision::WorkTree => "work tree".to_owned(),
            Revision::Named(name) => printable_line(name).into_owned(),
        };
        Ok(State { files, prefix: repository.prefix(revision, path), name })
    };
    Ok([state(&before, paths[0])?, state(&after, paths[1])?])
}

impl Repository {
    /// The repository that contains a path, which need not exist on disk.
    fn containing(path: &Path) -> Result<Self, Box<Diagnostic>> {
        let disk = Disk::new();
        let absolute = disk.absolute(path);
        // The path may exist in the revision only, but git needs a directory to run in.
        let directory = absolute.ancestors().find(|directory| disk.is_directory(directory));
        let directory = directory.unwrap_or(Path::new(".")).to_owned();
        let top = run(&directory, &["rev-parse", "--show-toplevel"])?;
        // Only the line break that git adds is removed, because a name may end with blanks.
        let top = path_of(top.strip_suffix(b"\n").unwrap_or(&top));
        // Git resolves links, but the user's path may contain some: the top as the user names it is as many levels
        // above `directory` as git's top is above the directory without links.
        let real_directory = disk.canonicalize(&directory).unwrap_or_default();
        let depth = real_directory.strip_prefix(&top).map_or(0, |below_top| below_top.components().count());
        let top_of_user = directory.ancestors().nth(depth).unwrap_or(&directory).to_owned();
        let objects = Arc::new(Objects::new(directory.clone()));
        Ok(Self { directory, roots: [top, top_of_user], objects })
    }

    /// The two states that a text names, as for `git diff`. `main` is this revision and the work tree; `main..topic`
    /// are these two revisions; `main...topic` are the last common revision of both, and the second one.
    fn range(&self, text: &str) -> Result<(Revision, Revision), Box<Diagnostic>> {
        if let Some((first, second)) = text.split_once("...") {
            let (first, second) = (name_or_head(first), name_or_head(second));
            // Git receives these names here. The names of the other forms are checked when their files are read.
            check_name(&first)?;
            check_name(&second)?;
            // Without a common revision, git fails without a message, which
            // `run` returns as an empty result.
            let base = first_line(&run(&self.directory, &["merge-base", &first, &second])?);
            if base.is_empty() {
                let message = format!("{first} and {second} have no common revision");
                return Err(fault(&message, "compare them directly, with two dots"));
            }
            // The name is shown in messages, so the hash is abbreviated.
            let short = first_line(&run(&self.directory, &["rev-parse", "--short", &base])?);
            return Ok((Revision::Named(short), Revision::Named(second)));
        }
        if let Some((first, second)) = text.split_once("..") {
            return Ok((Revision::Named(name_or_head(first)), Revision::Named(name_or_head(second))));
        }
        Ok((Revision::Named(name_or_head(text)), Revision::WorkTree))
    }

    /// The files of a state, and a problem for each submodule beside or below a configuration, because the files of a
    /// submodule are in another repository. Files outside of the repository are read from the disk, and so are
    /// directories that are deployed.
    fn files(
        &self,
        revision: &Revision,
        config: &Path,
        deployed: &[PathBuf],
    ) -> Result<Files, Box<Diagnostic>> {
        let Revision::Named(name) = revision else { return Ok((crate::trace::disk(), Vec::new())) };
        check_name(name)?;
        // The name is resolved once: a branch may move while the files are read.
        let tree =
            first_line(&run(&self.directory, &["rev-parse", "--verify", &format!("{name}^{{tree}}")])?);
        let listing = run(&self.directory, &["ls-tree", "-r", "-z", "--full-tree", &tree])?;
        let mut snapshot = Snapshot::new(&listing, self.roots.clone(), Arc::clone(&self.objects))?;
        deployed.iter().for_each(|directory| snapshot.add_deployed(directory));
        let config = snapshot.absolute(config);
        let directory = if snapshot.is_directory(&config) { Some(&*config) } else { config.parent() };
        let submodules = directory.map(|directory| snapshot.submodules_below(directory)).unwrap_or_default();
        let problems = submodules.iter().map(|path| submodule_problem(name, path)).collect();
        Ok((Arc::new(snapshot), problems))
    }

    /// The prefix of the names of files of a state, such as `main:`, so that git accepts the result. The names are
    /// absolute if the path of the configuration is, and otherwise relative to the current directory.
    fn prefix(&self, revision: &Revision, config: &Path) -> String {
        let Revision::Named(name) = revision else { return String::new() };
        let current_directory = Disk::new().canonicalize(Path::new(".")).unwrap_or_default();
        // Git reads a path that does not begin with `./` from the top of the work tree.
        let [top, _] = &self.roots;
        let relative = if config.is_absolute() || current_directory == *top { "" } else { "./" };
        format!("{}:{relative}", printable_line(name))
    }
}

/// A name of a revision; an empty name is the last commit, as for git.
fn name_or_head(name: &str) -> String {
    if name.is_empty() { "HEAD".to_owned() } else { name.to_owned() }
}

/// The problem of a submodule of a revision.
fn submodule_problem(name: &str, path: &Path) -> Diagnostic {
    let (name, path) = (printable_line(name), display_path(path));
    let message = format!("{name}:{path} is a submodule, so its files are not compared");
    let help = "to compare them too, check both revisions out and compare the directories";
    Diagnostic::warning(codes::CANNOT_READ, message).help(help)
}

/// Fails for names that git would not parse as one revision.
fn check_name(name: &str) -> Result<(), Box<Diagnostic>> {
    let shown_name = printable_line(name);
    // Git would parse the name as an option.
    if name.starts_with('-') {
        return Err(fault(
            &format!("the revision {shown_name} begins with a dash"),
            "specify a branch, tag or commit",
        ));
    }
    if name.chars().any(char::is_control) {
        return Err(fault(
            &format!("the revision {shown_name} has a control character"),
            "specify a branch, tag or commit",
        ));
    }
    Ok(())
}

/// An error in the use of the command.
fn fault(message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::WRONG_USE, message.to_owned()).help(help))
}

/// The first line of an output.
fn first_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().next().unwrap_or_default().to_owned()
}
