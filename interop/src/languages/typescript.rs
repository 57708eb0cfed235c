//! TypeScript: the compiler accepts the modules of each metamodel in its strict mode, in both flavours.

use super::{Comparison, Language, Tool, Verdicts, install_npm, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language = Language {
    name: "typescript",
    comparison: Comparison::Tool(Tool { install, check, flavours: &["types", "zod"] }),
};

/// The compiler's options, which are stricter than `strict`.
const OPTIONS: &str = r#"{
  "compilerOptions": {
    "strict": true,
    "noEmit": true,
    "target": "es2022",
    "module": "nodenext",
    "noUnusedLocals": true,
    "noImplicitOverride": true,
    "exactOptionalPropertyTypes": true,
    "skipLibCheck": true,
    "types": []
  },
  "include": ["../files/**/*.ts"]
}
"#;

fn install(tool: &Path) -> Result<(), String> {
    install_npm(tool, &["typescript@5", "zod@4"])?;
    fs::write(tool.join("tsconfig.json"), OPTIONS).map_err(|e| e.to_string())?;
    let Some(work) = tool.parent() else { return Ok(()) };
    // The modules look for packages in the directories around them.
    fs::write(work.join("package.json"), "{ \"type\": \"module\" }\n").map_err(|e| e.to_string())?;
    let link = work.join("node_modules");
    drop(fs::remove_file(&link));
    std::os::unix::fs::symlink("tool/node_modules", &link).map_err(|e| format!("{}: {e}", link.display()))
}

/// Checks all modules at once, because most of the time is that of the types of zod.
fn check(tool: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let mut command = Command::new("node");
    command.args(["--max-old-space-size=6000", "node_modules/typescript/bin/tsc", "--pretty", "false"]);
    let (output, problem, _) = output_of(command.args(["--project", "."]).current_dir(tool), "")?;
    let known: Vec<&str> = output.lines().filter(|line| line.contains(": error TS")).collect();
    if known.is_empty() && !(output.trim().is_empty() && problem.trim().is_empty()) {
        return Err(format!("tsc: {output} {problem}"));
    }
    let work = tool.parent().unwrap_or(tool);
    let verdicts = directories.iter().map(|directory| {
        let place = directory.strip_prefix(work).unwrap_or(directory).display();
        let place = format!("../{place}/");
        known.iter().find(|line| line.starts_with(&place)).map(|line| (*line).to_owned())
    });
    Ok(verdicts.collect())
}
