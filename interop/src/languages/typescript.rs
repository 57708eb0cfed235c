//! TypeScript: the compiler accepts the modules of each metamodel in its strict mode.

use super::{Comparison, Language, Tool, Verdicts, install_npm, output_of, print_progress};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language = Language { name: "typescript", comparison: Comparison::Tool(TSC) };

/// The compiler of TypeScript.
pub(super) const TSC: Tool = Tool { install, check };

/// The compiler's options, which are stricter than `strict`, without the files.
const OPTIONS: &str = r#""compilerOptions": {
    "strict": true,
    "noEmit": true,
    "target": "es2022",
    "module": "nodenext",
    "noUnusedLocals": true,
    "noImplicitOverride": true,
    "exactOptionalPropertyTypes": true,
    "skipLibCheck": true,
    "types": []
  }"#;

/// The number of directories that one process checks: starting takes longer than most metamodels, but the schemas of all
/// of them exceed the memory.
const TOGETHER: usize = 16;

fn install(tool: &Path) -> Result<(), String> {
    install_typescript(tool)
}

/// Installs the compiler and zod into a directory, for modules anywhere in the directory around it.
pub(crate) fn install_typescript(tool: &Path) -> Result<(), String> {
    install_npm(tool, &["typescript@5", "zod@4"])?;
    let Some(work) = tool.parent() else { return Ok(()) };
    // The modules look for packages in the directories around them.
    fs::write(work.join("package.json"), "{ \"type\": \"module\" }\n").map_err(|e| e.to_string())?;
    let link = work.join("node_modules");
    drop(fs::remove_file(&link));
    std::os::unix::fs::symlink(tool.join("node_modules"), &link)
        .map_err(|e| format!("{}: {e}", link.display()))
}

fn check(tool: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let work = tool.parent().unwrap_or(tool);
    let mut verdicts = Verdicts::new();
    for some in directories.chunks(TOGETHER) {
        print_progress(&format!("tsc: {} of {}", verdicts.len(), directories.len()));
        let places = some.iter().map(|directory| {
            // The compiler names files in relation to its own directory.
            format!("../{}/", directory.strip_prefix(work).unwrap_or(directory).display())
        });
        let places: Vec<String> = places.collect();
        let known = errors(tool, &places)?;
        verdicts
            .extend(places.iter().map(|place| known.iter().find(|line| line.starts_with(place)).cloned()));
    }
    Ok(verdicts)
}

/// The compiler's errors for the modules in some directories.
fn errors(tool: &Path, places: &[String]) -> Result<Vec<String>, String> {
    let include: Vec<String> = places.iter().map(|place| format!("\"{place}**/*.ts\"")).collect();
    let options = format!("{{\n  {OPTIONS},\n  \"include\": [{}]\n}}\n", include.join(", "));
    fs::write(tool.join("tsconfig.json"), options).map_err(|e| e.to_string())?;
    let mut command = Command::new("node");
    command.args(["--max-old-space-size=6000", "node_modules/typescript/bin/tsc", "--pretty", "false"]);
    let (output, problem, succeeded) = output_of(command.args(["--project", "."]).current_dir(tool), "")?;
    let known: Vec<String> =
        output.lines().filter(|line| line.contains(": error TS")).map(str::to_owned).collect();
    // A compiler that was ended has no errors either.
    if known.is_empty() && !succeeded {
        return Err(format!("tsc: {output} {problem}"));
    }
    Ok(known)
}
