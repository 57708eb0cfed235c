//! Where a tree is: in files, or in a revision of a git repository.

use crate::git::{self, State};
use crate::hiera::site::DataFlags;
use crate::report::Report;
use modelwright::files::display_path;
use modelwright::hiera::diff::Tree;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// Where a tree is.
pub(in crate::hiera) struct TreeLocation {
    config: PathBuf,
    /// The prefix of the names of its files in messages, such as `main:`; empty on disk.
    prefix: String,
    /// The name of the state, if the tree is in a repository.
    state: Option<String>,
    workspace: Workspace,
}

impl TreeLocation {
    /// A configuration on the disk.
    pub(in crate::hiera) fn on_disk(config: PathBuf, workspace: &Workspace) -> Self {
        Self { config, prefix: String::new(), state: None, workspace: workspace.clone() }
    }

    /// Two states of a repository.
    pub(in crate::hiera) fn revisions(
        range: &str,
        before: PathBuf,
        after: PathBuf,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<[Self; 2], Box<Diagnostic>> {
        let no_deployed_directories: &[_] = &[];
        let [first, second] = git::states(range, [&before, &after], no_deployed_directories, report)?;
        let locate = |config, State { files, prefix, name }| {
            let workspace = Workspace { files, ..workspace.clone() };
            Self { config, prefix, state: Some(name), workspace }
        };
        Ok([locate(before, first), locate(after, second)])
    }

    /// Reads the tree, and shows its problems; `None` if it cannot be used.
    pub(in crate::hiera) fn load(&self, data: &DataFlags, report: &mut Report) -> Option<Tree> {
        let settings = data.settings(&self.config, self.prefix.clone());
        let (tree, problems) = Tree::load(settings, self.workspace.access());
        report.show(&problems);
        tree
    }

    /// The name of the tree: the name of the state of a repository, the path of its configuration, or the name of the
    /// current directory if the configuration is in it.
    pub(in crate::hiera) fn name(&self, workspace: &Workspace) -> String {
        if let Some(state) = &self.state {
            return state.clone();
        }
        let path = display_path(&self.config);
        let is_current = matches!(path.as_str(), "" | "." | "./");
        let directory = workspace.files.canonicalize(Path::new(".")).ok();
        let name = directory.as_deref().and_then(Path::file_name).filter(|_| is_current);
        name.map_or(path, |name| name.to_string_lossy().into_owned())
    }
}
