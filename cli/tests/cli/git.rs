//! `hiera diff --git`, `bindings diff --git` and `catalog diff --git` on repositories that the tests make with git.

#![expect(clippy::disallowed_methods, reason = "tests write their repositories")]

use crate::runner::{program, run};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A repository in a temporary directory.
struct Repository {
    directory: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        let repository = Self { directory: tempfile::tempdir().expect("a directory") };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn git(&self, arguments: &[&str]) {
        let output = Command::new("git")
            .current_dir(self.path())
            .args([
                "-c",
                "user.name=tests",
                "-c",
                "user.email=tests@example.org",
                "-c",
                "commit.gpgsign=false",
            ])
            .args(["-c", "protocol.file.allow=always"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null())
            .output()
            .expect("git, which these tests need");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path
    }

    fn commit(&self, branch: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "change"]);
        self.git(&["branch", "--force", branch]);
    }

    /// A tree of version 3 with two states, `one` and `two`, and facts.
    fn with_two_states() -> Self {
        let repository = Self::new();
        repository.write("hiera.yaml", ":hierarchy: ['nodes/%{fqdn}', common]\n:yaml:\n  :datadir: data\n");
        repository.write("data/common.yaml", "a: 1\nb: 1\n");
        repository.write("nodes.yaml", "web1: {fqdn: web1}\ndb1: {fqdn: db1}\n");
        repository.commit("one");
        repository.write("data/common.yaml", "a: 2\nb: 1\n");
        repository.write("data/nodes/web1.yaml", "b: 2\n");
        repository.commit("two");
        repository
    }

    fn diff(&self, directory: &str, arguments: &[&str]) -> (String, String, Option<i32>) {
        let arguments = ["hiera", "diff"].iter().chain(arguments).copied().collect::<Vec<_>>();
        let (mut changes, problems, code) = texts(&run(&self.path().join(directory), &arguments));
        // The last line counts the changes.
        let end = changes.trim_end().rfind('\n').map_or(0, |at| at + 1);
        changes.truncate(end);
        (changes, problems, code)
    }
}

fn texts(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

const CHANGES: &str = "\
a: 2 nodes: db1, web1
  - 1   one:data/common.yaml:1:1 (common)
  + 2   two:data/common.yaml:1:1 (common)
  because two:data/common.yaml:1 sets a different value for `a`
b: 1 node: web1
  - 1   one:data/common.yaml:2:1 (common)
  + 2   two:data/nodes/web1.yaml:1:1 (nodes/%{fqdn})
  because the file two:data/nodes/web1.yaml is new
";

#[test]
fn two_revisions_and_the_work_tree_are_compared() {
    let repository = Repository::with_two_states();
    let scopes = ["--scopes", "nodes.yaml"];
    let diff = |range: &str, more: &[&str]| {
        repository.diff("", &[&["--git", range][..], &scopes[..], more].concat())
    };
    assert_eq!(diff("one..two", &[]), (CHANGES.to_owned(), String::new(), Some(1)));
    repository.write("data/common.yaml", "a: 3\nb: 1\n");
    fs::remove_file(repository.path().join("data/nodes/web1.yaml")).expect("a file");
    let (now, _, code) = diff("two", &["--by", "cause"]);
    let expected = "\
data/common.yaml:1 sets a different value for `a`: 1 change, 2 nodes
  a: 2 nodes: db1, web1
    - 2   two:data/common.yaml:1:1 (common)
    + 3   data/common.yaml:1:1 (common)
the file two:data/nodes/web1.yaml is removed: 1 change, 1 node
  b: 1 node: web1
    - 2   two:data/nodes/web1.yaml:1:1 (nodes/%{fqdn})
    + 1   data/common.yaml:2:1 (common)
";
    assert_eq!((now.as_str(), code), (expected, Some(1)));
    assert_eq!(diff("two..two", &[]).2, Some(0));
    assert_eq!(diff("two..", &[]).2, Some(0));
}

#[test]
fn sites_of_bindings_are_read_from_revisions() {
    let repository = Repository::new();
    repository.write("site/bindings/default.pp", "bindings default { bind 'port' to 80 bind 'same' to 1 }\n");
    repository.write("nodes.json", r#"{"a": {"fqdn": "a"}, "b": {"fqdn": "b"}}"#);
    repository.commit("old");
    repository.write("site/bindings/default.pp", "bindings default { bind 'port' to 81 bind 'same' to 1 }\n");
    repository.commit("new");
    repository.write("site/bindings/default.pp", "bindings default { bind 'port' to 82 bind 'same' to 1 }\n");
    let diff = |range: &str| {
        let range = format!("--git={range}");
        texts(&run(repository.path(), &["bindings", "diff", "site", "--nodes", "nodes.json", &range]))
    };
    let expected = |old: &str, new: &str| {
        format!(
            "port: 2 nodes: a, b\n  - {old}site/bindings/default.pp:1:20\n  + {new}site/bindings/default.pp:1:20\n"
        )
    };
    let (out, errors, code) = diff("old..new");
    assert_eq!((out, errors.as_str(), code), (expected("80   old:", "81   new:"), "", Some(1)));
    let (out, errors, code) = diff("old");
    assert_eq!((out, errors.as_str(), code), (expected("80   old:", "82   "), "", Some(1)));
    let (out, _, code) = diff("new..new");
    assert_eq!((out.as_str(), code), ("", Some(0)));
    let (out, errors, _) = diff("-x");
    assert_eq!(out, "");
    assert!(errors.contains("begins with a dash"), "{errors}");
    let (out, errors, _) = diff("none..new");
    assert_eq!(out, "");
    assert!(errors.contains("git rev-parse fails"), "{errors}");
}

#[test]
fn three_dots_begin_at_the_last_common_revision() {
    let repository = Repository::with_two_states();
    repository.git(&["checkout", "--quiet", "-b", "topic", "one"]);
    repository.write("data/common.yaml", "a: 1\nb: 9\n");
    repository.commit("topic-end");
    let (changes, problems, code) = repository.diff("", &["--git", "two...topic", "--scopes", "nodes.yaml"]);
    assert_eq!((problems.as_str(), code), ("", Some(1)));
    assert!(changes.starts_with("b: 2 nodes: db1, web1\n  - 1   "), "{changes}");
    assert!(!changes.contains("\na: "), "{changes}");
    repository.git(&["checkout", "--quiet", "--orphan", "other"]);
    repository.commit("other-end");
    let (_, problems, code) = repository.diff("", &["--git", "two...other", "--scopes", "nodes.yaml"]);
    assert!(problems.contains("two and other have no common revision"), "{problems}");
    assert_eq!(code, Some(2));
}

#[test]
fn paths_are_relative_to_the_current_directory() {
    let repository = Repository::new();
    repository.write("env/hiera.yaml", "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n");
    repository.write("env/data/common.yaml", "a: 1\n");
    repository.write("env/modules/m/hiera.yaml", "version: 5\nhierarchy: [{name: M, path: m.yaml}]\n");
    repository.write("env/modules/m/data/m.yaml", "m::b: 1\n");
    repository.write("nodes.yaml", "web1: {role: web}\n");
    repository.commit("one");
    repository.write("env/modules/m/data/m.yaml", "m::b: 2\n");
    repository.commit("two");
    let change = |one: &str, two: &str, file: &str| {
        let file = format!("{file}modules/m/data/m.yaml:1");
        format!(
            "m::b: 1 node: web1\n  - 1   {one}{file}:1 (m.yaml)\n  + 2   {two}{file}:1 (m.yaml)\n  \
             because {two}{file} sets a different value for `m::b`\n"
        )
    };
    let (changes, problems, _) = repository.diff("", &["env", "--git", "one..two", "--scopes", "nodes.yaml"]);
    assert_eq!((changes, problems.as_str()), (change("one:", "two:", "env/"), ""));
    let (changes, problems, _) = repository.diff("env", &["--git", "one..two", "--scopes", "../nodes.yaml"]);
    assert_eq!((changes, problems.as_str()), (change("one:./", "two:./", ""), ""));
    // The configuration is at another place in the second revision.
    repository.git(&["mv", "env", "production"]);
    repository.commit("three");
    let (changes, ..) =
        repository.diff("", &["env", "production", "--git", "two..three", "--scopes", "nodes.yaml"]);
    assert_eq!(changes, "");
}

#[test]
fn what_git_rejects_is_reported_in_its_words() {
    let repository = Repository::with_two_states();
    let problem = |arguments: &[&str]| {
        let (stdout, stderr, code) =
            repository.diff("", &[arguments, &["--scopes", "nodes.yaml"][..]].concat());
        assert_eq!((stdout.as_str(), code.is_some_and(|code| code > 1)), ("", true), "{stderr}");
        stderr
    };
    for range in ["--git=--upload-pack=x", "--git=one..-x", "--git=-x...one"] {
        assert!(problem(&[range]).contains("begins with a dash"), "{range}");
    }
    assert!(problem(&["--git", "a\nb"]).contains("has a control character"));
    let unknown = problem(&["--git", "nowhere"]);
    assert!(unknown.contains("git rev-parse fails: fatal: Needed a single revision"), "{unknown}");
    let (elsewhere, nodes) =
        (tempfile::tempdir().expect("a directory"), repository.path().join("nodes.yaml"));
    let nodes = nodes.to_string_lossy().into_owned();
    let arguments = ["hiera", "diff", "--git", "main", "--scopes", nodes.as_str()];
    let (_, outside, _) = texts(&run(elsewhere.path(), &arguments));
    assert!(outside.contains("git rev-parse fails: fatal: not a git repository"), "{outside}");
    let missing = program(repository.path(), &["hiera", "diff", "--git", "one", "--scopes", "nodes.yaml"])
        .env("PATH", "/nonexistent")
        .output();
    let (_, missing, _) = texts(&missing.expect("the program starts"));
    assert!(missing.contains("git cannot be started: there is no such program"), "{missing}");
}

#[test]
fn links_and_submodules_do_not_leave_the_revision() {
    let repository = Repository::with_two_states();
    let secret = tempfile::tempdir().expect("a directory");
    fs::write(secret.path().join("web1.yaml"), "secret: 1\n").expect("a file");
    let data = repository.path().join("data");
    // `data/nodes` leads out of the repository, `data/common.yaml` to another file in it.
    fs::remove_dir_all(data.join("nodes")).expect("a directory");
    symlink(secret.path(), data.join("nodes")).expect("a link");
    fs::rename(data.join("common.yaml"), repository.path().join("real.yaml")).expect("a file");
    repository.write("data/sub/file.yaml", "a: 1\n");
    fs::rename(repository.path().join("real.yaml"), data.join("sub/real.yaml")).expect("a file");
    symlink("sub/../sub/real.yaml", data.join("common.yaml")).expect("a link");
    symlink("../../../../../../etc/passwd", data.join("up.yaml")).expect("a link");
    symlink("loop.yaml", data.join("loop.yaml")).expect("a link");
    repository.commit("links");
    let (changes, problems, _) = repository.diff("", &["--git", "two..links", "--scopes", "nodes.yaml"]);
    let expected = "\
b: 1 node: web1
  - 2   two:data/nodes/web1.yaml:1:1 (nodes/%{fqdn})
  + 1   links:data/common.yaml:2:1 (common)
  because the file two:data/nodes/web1.yaml is removed
";
    assert_eq!((changes.as_str(), problems.as_str()), (expected, ""));
    let module = Repository::with_two_states();
    let address = module.path().to_string_lossy().into_owned();
    repository.git(&["submodule", "--quiet", "add", address.as_str(), "data/module"]);
    repository.commit("submodule");
    let (_, problems, code) = repository.diff("", &["--git", "links..submodule", "--scopes", "nodes.yaml"]);
    assert!(problems.contains("submodule:data/module is a submodule"), "{problems}");
    assert_eq!(code, Some(0));
}

#[test]
fn hooks_filters_and_replacements_have_no_effect() {
    let repository = Repository::with_two_states();
    let ran = repository.path().join("ran");
    let command = format!("touch {}", ran.display());
    repository.git(&["config", "core.fsmonitor", &command]);
    repository.git(&["config", "filter.f.smudge", &command]);
    repository.git(&["config", "core.pager", &command]);
    repository.write(".gitattributes", "*.yaml filter=f\n");
    repository.git(&["replace", "one", "two"]);
    let (changes, problems, _) = repository.diff("", &["--git", "one..two", "--scopes", "nodes.yaml"]);
    assert_eq!((changes.as_str(), problems.as_str()), (CHANGES, ""));
    assert!(!ran.exists());
}

#[test]
fn catalogs_of_revisions_are_compared() {
    let repository = Repository::new();
    repository.write("hiera.yaml", "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n");
    repository.write("data/common.yaml", "web::port: 80\n");
    repository.write("manifests/site.pp", "include web\n");
    repository
        .write("modules/web/manifests/init.pp", "class web($port) {\n  notify { \"port ${port}\": }\n}\n");
    repository.write("nodes.yaml", "web1: {os: debian}\ndb1: {os: debian}\n");
    repository.commit("one");
    repository.write("data/common.yaml", "# The port of the new proxy.\nweb::port: 8080\n");
    repository.commit("two");
    let expected = "\
Class[Web] changed: 2 nodes: db1, web1
  - port: 80   data/common.yaml:1
  + port: 8080   data/common.yaml:2
Notify[port 8080] added: 2 nodes: db1, web1   modules/web/manifests/init.pp:2
Notify[port 80] removed: 2 nodes: db1, web1   modules/web/manifests/init.pp:2
3 changes (1 changed, 1 added, 1 removed) on 2 nodes; 2 nodes compared
";
    // The work tree is that of the second revision.
    for range in ["one..two", "one"] {
        let arguments = ["catalog", "diff", "--git", range, "--facts", "nodes.yaml"];
        let (changes, problems, code) = texts(&run(repository.path(), &arguments));
        assert_eq!((&*changes, &*problems, code), (expected, "", Some(1)), "{range}");
    }
    let arguments = ["catalog", "diff", "--git", "two", ".", "--node", "web1"];
    let (changes, problems, code) = texts(&run(repository.path(), &arguments));
    assert_eq!((&*changes, &*problems, code), ("no changes; 1 node compared\n", "", Some(0)));
}

#[test]
fn modules_that_git_ignores_are_read_from_the_disk() {
    let repository = Repository::new();
    repository.write(".gitignore", "/modules/*\n!/modules/.gitkeep\n");
    repository.write("modules/.gitkeep", "");
    repository.write("environment.conf", "modulepath = site-modules:modules\n");
    repository.write("manifests/site.pp", "include role\n");
    repository.write("site-modules/role/manifests/init.pp", "class role { class { 'web': port => 80 } }\n");
    repository.write("modules/web/manifests/init.pp", "class web($port) { notify { \"port ${port}\": } }\n");
    repository.write("elsewhere/web/manifests/init.pp", "class web($port) { notify { 'tracked': } }\n");
    repository.commit("one");
    repository.write("site-modules/role/manifests/init.pp", "class role { class { 'web': port => 8080 } }\n");
    repository.commit("two");
    let diff = |modules: &[&str]| {
        let modules = modules.iter().flat_map(|modules| ["--modules", modules]);
        let arguments = ["catalog", "diff", "--git", "one..two", "--node", "web1"].into_iter().chain(modules);
        texts(&run(repository.path(), &arguments.collect::<Vec<_>>()))
    };
    let (changes, problems, code) = diff(&["site-modules", "modules"]);
    let expected = "\
Class[Web] changed: 1 node: web1   site-modules/role/manifests/init.pp:1
  - port: 80   site-modules/role/manifests/init.pp:1
  + port: 8080   site-modules/role/manifests/init.pp:1
Notify[port 8080] added: 1 node: web1   modules/web/manifests/init.pp:1
Notify[port 80] removed: 1 node: web1   modules/web/manifests/init.pp:1
3 changes (1 changed, 1 added, 1 removed) on 1 node; 1 node compared
";
    assert_eq!((&*changes, &*problems, code), (expected, "", Some(1)));
    // Without them nothing is read from the disk, and directories of the revision never are.
    let (_, problems, _) = diff(&[]);
    assert!(problems.contains("there is no class `web`"), "{problems}");
    repository.write("elsewhere/web/manifests/init.pp", "class web($port) { notify { 'not committed': } }\n");
    let (changes, problems, _) = diff(&["site-modules", "elsewhere"]);
    assert!(!changes.contains("committed") && problems.is_empty(), "{changes}{problems}");
}
