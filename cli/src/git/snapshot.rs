//! The files of a revision: their names in memory, their contents read from git when they are needed.
//!
//! Invariants: a path below the top of the work tree is never read from the disk, unless it is below a directory that the
//! user names and that the revision does not have; a link that leads out of the revision has no target. Other paths, which the
//! user must allow, are read from the disk.

use super::objects::{Blob, Objects};
use modelwright::files::{Disk, Entry, FileKind, Files, Metadata, Revision};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, Cursor, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The maximum number of links to follow for a path.
const MAX_FOLLOWED_LINKS: usize = 40;
/// The maximum number of links of a revision, whose targets are all read at the start.
const MAX_LINKS: usize = 100_000;
/// The maximum length of the target of a link in bytes.
const MAX_TARGET_LENGTH: u64 = 4 << 10;

/// The files of a revision.
#[derive(Debug)]
pub(super) struct Snapshot {
    disk: Disk,
    /// The top of the work tree, as git and as the user names it.
    roots: [PathBuf; 2],
    objects: Arc<Objects>,
    nodes: BTreeMap<PathBuf, Node>,
    /// The directories in the work tree that are read from the disk, as absolute paths.
    deployed: Vec<PathBuf>,
}

#[derive(Debug)]
enum Node {
    Directory(BTreeMap<OsString, FileKind>),
    /// The name of the object with the content.
    File(String),
    /// The path that the link names.
    Link(PathBuf),
    Submodule,
}

/// Where a path is.
enum Location {
    /// On disk, outside of the repository.
    OnDisk,
    /// In the revision, at a path without links.
    InRevision(PathBuf),
}

impl Snapshot {
    /// The files in the output of `git ls-tree -r -z`.
    pub(super) fn new(
        listing: &[u8],
        roots: [PathBuf; 2],
        objects: Arc<Objects>,
    ) -> Result<Self, Box<Diagnostic>> {
        let (disk, nodes, deployed) = (Disk::for_one_run(), BTreeMap::new(), Vec::new());
        let mut snapshot = Self { disk, roots, objects, nodes, deployed };
        snapshot.nodes.insert(PathBuf::new(), Node::Directory(BTreeMap::new()));
        let mut link_count = 0;
        for line in listing.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
            let Some((mode, object, path)) = parse_entry(line) else { continue };
            // A damaged tree may contain any name, such as `..`.
            if path.components().any(|part| !matches!(part, Component::Normal(_))) {
                continue;
            }
            // The modes of git: a symbolic link, a submodule, and otherwise a file.
            let (node, kind) = match mode {
                "120000" => {
                    link_count += 1;
                    (Node::Link(snapshot.link_target(object, link_count)?), FileKind::Link)
                }
                // The files of a submodule are in another repository.
                "160000" => (Node::Submodule, FileKind::Directory),
                _ => (Node::File(object.to_owned()), FileKind::File),
            };
            snapshot.add(&path, node, kind);
        }
        Ok(snapshot)
    }

    /// The target of a link. `link_count` is the number of links of the revision that were read, including this one.
    fn link_target(&self, object: &str, link_count: usize) -> Result<PathBuf, Box<Diagnostic>> {
        if link_count > MAX_LINKS {
            return Err(unreadable_link(&format!("the revision has more than {MAX_LINKS} links")));
        }
        match self.objects.get(object).map_err(|error| unreadable_link(&error.to_string()))? {
            Blob::Bytes(bytes) if bytes.len() as u64 <= MAX_TARGET_LENGTH => Ok(path_of(&bytes)),
            blob => Err(unreadable_link(&format!(
                "its target has {} bytes, but the limit is {MAX_TARGET_LENGTH}",
                blob.len()
            ))),
        }
    }

    /// Adds a node, its entry in its directory, and the directories above it that are not known yet.
    fn add(&mut self, path: &Path, node: Node, kind: FileKind) {
        self.nodes.insert(path.to_owned(), node);
        let (mut path, mut kind) = (path, kind);
        while let (Some(directory), Some(name)) = (path.parent(), path.file_name()) {
            let node = self.nodes.entry(directory.to_owned());
            // A damaged tree may have a file and a directory of the same name.
            let Node::Directory(entries) = node.or_insert_with(|| Node::Directory(BTreeMap::new())) else {
                return;
            };
            // If the entry is known, the directories above it are known as well.
            if entries.insert(name.to_owned(), kind).is_some() {
                return;
            }
            (path, kind) = (directory, FileKind::Directory);
        }
    }

    /// Lets a directory into which modules are deployed be read from the disk, unless the revision has directories in
    /// it. A file such as `.gitkeep` does not matter: it only makes git create the directory.
    pub(super) fn add_deployed(&mut self, directory: &Path) {
        let absolute = self.disk.absolute(directory);
        let entries = self.list(&absolute);
        let has_more_than_files =
            entries.is_ok_and(|mut entries| entries.any(|entry| entry.kind != FileKind::File));
        if !has_more_than_files {
            // A file below the directory may be named by its path without links, too.
            self.deployed.extend(self.disk.canonicalize(&absolute));
            self.deployed.push(absolute);
        }
    }

    /// The submodules below a directory, which is an absolute path.
    pub(super) fn submodules_below(&self, directory: &Path) -> Vec<PathBuf> {
        let Some(directory) = self.relative(directory) else { return Vec::new() };
        let submodules = self.nodes.iter().filter(|(_, node)| matches!(node, Node::Submodule));
        submodules.map(|(path, _)| path.clone()).filter(|path| path.starts_with(directory)).collect()
    }

    /// The part of an absolute path below the top of the work tree; `None` if the path is outside of it.
    fn relative<'p>(&self, absolute: &'p Path) -> Option<&'p Path> {
        self.roots.iter().find_map(|root| absolute.strip_prefix(root).ok())
    }

    /// Where a path is, after links were followed.
    fn location(&self, path: &Path) -> io::Result<Location> {
        let absolute = self.disk.absolute(path);
        let Some(relative) = self.relative(&absolute) else { return Ok(Location::OnDisk) };
        let mut paths_below =
            self.deployed.iter().filter_map(|directory| absolute.strip_prefix(directory).ok());
        // A path with `..` may lead out of the directory.
        let stays_below = |path: &Path| path.components().all(|part| part != Component::ParentDir);
        if paths_below.any(stays_below) {
            return Ok(Location::OnDisk);
        }
        let mut remaining: VecDeque<OsString> = parts(relative);
        let (mut real_path, mut link_count) = (PathBuf::new(), 0);
        while let Some(part) = remaining.pop_front() {
            // `real_path` contains no links, so its parent is the directory that `..` is on disk.
            if part == ".." {
                if !real_path.pop() {
                    return Err(not_found());
                }
                continue;
            }
            let next_path = real_path.join(&part);
            match self.nodes.get(&next_path).ok_or_else(not_found)? {
                Node::Link(target) => {
                    link_count += 1;
                    // An absolute target would leave the revision, and name a file of the disk.
                    if link_count > MAX_FOLLOWED_LINKS || target.is_absolute() {
                        return Err(not_found());
                    }
                    for part in parts(target).into_iter().rev() {
                        remaining.push_front(part);
                    }
                }
                _ => real_path = next_path,
            }
        }
        Ok(Location::InRevision(real_path))
    }

    /// The node at a path without links.
    fn node(&self, real_path: &Path) -> io::Result<&Node> {
        self.nodes.get(real_path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Files for Snapshot {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let Location::InRevision(real_path) = self.location(path)? else { return self.disk.metadata(path) };
        let (kind, len) = match self.node(&real_path)? {
            Node::File(object) => (FileKind::File, self.objects.get(object)?.len()),
            Node::Directory(_) | Node::Submodule => (FileKind::Directory, 0),
            // Does not occur, because `location` follows all links.
            Node::Link(_) => return Err(io::ErrorKind::NotFound.into()),
        };
        // A revision never changes.
        Ok(Metadata { kind, len, revision: Revision::from_parts(&[]) })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let Location::InRevision(real_path) = self.location(path)? else { return self.disk.open(path) };
        let Node::File(object) = self.node(&real_path)? else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        match self.objects.get(object)? {
            Blob::Bytes(bytes) => Ok(Box::new(Cursor::new(bytes))),
            Blob::TooLarge(_) => Err(io::ErrorKind::FileTooLarge.into()),
        }
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        let Location::InRevision(real_path) = self.location(directory)? else {
            return self.disk.list(directory);
        };
        let entries: Vec<Entry> = match self.node(&real_path)? {
            Node::Directory(entries) => {
                entries.iter().map(|(name, kind)| Entry { name: name.clone(), kind: *kind }).collect()
            }
            Node::Submodule => Vec::new(),
            Node::File(_) | Node::Link(_) => return Err(io::ErrorKind::NotADirectory.into()),
        };
        Ok(Box::new(entries.into_iter()))
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        match self.location(path)? {
            // The first root is the path that git uses. It contains no links, which is required of a canonical path.
            Location::InRevision(real_path) => Ok(self.roots[0].join(real_path)),
            Location::OnDisk => self.disk.canonicalize(path),
        }
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.disk.absolute(path)
    }
}

/// The mode, the object and the path of an entry of the form `MODE TYPE OBJECT\tPATH`; `None` if it has another form.
fn parse_entry(line: &[u8]) -> Option<(&str, &str, PathBuf)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let mut words = std::str::from_utf8(&line[..tab]).ok()?.split(' ');
    let mode = words.next()?;
    let _type = words.next()?;
    let object = words.next()?;
    Some((mode, object, path_of(&line[tab + 1..])))
}

/// The path that git writes as these bytes.
#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// The names in a path, and `..`; other components, such as `.`, do not change the location.
fn parts(path: &Path) -> VecDeque<OsString> {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    names.collect()
}

fn not_found() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

fn unreadable_link(reason: &str) -> Box<Diagnostic> {
    let problem = Diagnostic::error(codes::CANNOT_READ, format!("a link in git cannot be read: {reason}"));
    Box::new(problem.help("check the repository with `git fsck`"))
}
