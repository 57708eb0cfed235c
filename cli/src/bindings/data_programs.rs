//! The files on disk, except that data files may be programs: the content of a `.pdl` file that begins with `#!` is
//! what it prints when it is run.
//!
//! Only used if the user allows it. A program runs when its file is read, without arguments.

use super::program;
use modelwright::files::{Entry, Files, Metadata, Revision};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long a program may take.
const TIME_LIMIT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct DataPrograms {
    files: Arc<dyn Files>,
}

impl DataPrograms {
    pub(super) fn new(files: Arc<dyn Files>) -> Self {
        Self { files }
    }
}

impl Files for DataPrograms {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.files.metadata(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        // The first two bytes of every `.pdl` file are read, to find out whether it is a program.
        let is_program = path.extension().is_some_and(|extension| extension == "pdl")
            && self.files.read(path, 2).is_ok_and(|start| start == b"#!");
        if !is_program {
            return self.files.open(path);
        }
        // The path is made absolute, because a name without a directory would be searched in PATH.
        let output = program::run(&self.files.canonicalize(path)?, &[], TIME_LIMIT);
        let output = output.map_err(|failure| {
            io::Error::other(format!("the program {}; {}", failure.message, failure.help))
        })?;
        Ok(Box::new(Cursor::new(output)))
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        self.files.list(directory)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.files.canonicalize(path)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }

    fn state(&self) -> Option<Revision> {
        self.files.state()
    }
}
