//! Names of files, as Ruby's `File` reads them on POSIX systems: `basename`, `dirname`, `stdlib::extname`,
//! `is_absolute_path`. No file is read.

use super::arguments::string;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// The last name of a path, without an ending; `.*` is any extension.
pub(super) fn basename(values: &[Value], _: &mut Budget) -> Answer {
    let path = string("basename", &values[0])?;
    let ending = values.get(1).map(|ending| string("basename", ending)).transpose()?;
    let name = last_name(path);
    let name = match ending.map(|ending| &**ending) {
        None => name,
        Some(".*") => &name[..name.len() - extension(name).len()],
        Some(ending) => name.strip_suffix(ending).filter(|stem| !stem.is_empty()).unwrap_or(name),
    };
    Ok(Value::string(name))
}

/// The last name of a path; `/` for the root.
fn last_name(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "" } else { "/" };
    }
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// The directory of a path, as Ruby's `File.dirname` returns it.
pub(super) fn dirname(values: &[Value], _: &mut Budget) -> Answer {
    let path = string("dirname", &values[0])?;
    if path.is_empty() {
        return Err(HostError::new("`dirname` requires a string that is not empty"));
    }
    let trimmed = path.trim_end_matches('/');
    let directory = match trimmed.rfind('/') {
        _ if trimmed.is_empty() => "/",
        None => ".",
        Some(index) => match trimmed[..index].trim_end_matches('/') {
            "" => "/",
            directory => directory,
        },
    };
    // Ruby keeps one of several slashes at the start.
    let slash_count = directory.len() - directory.trim_start_matches('/').len();
    Ok(Value::string(&directory[slash_count.saturating_sub(1)..]))
}

/// `stdlib::extname`: the extension of a path with its dot, as Ruby's `File.extname` returns it.
pub(super) fn extname(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::string(extension(last_name(string("stdlib::extname", &values[0])?))))
}

/// The extension of a name, with its dot. Dots at the start of a name do not start an extension.
fn extension(name: &str) -> &str {
    let start = name.len() - name.trim_start_matches('.').len();
    name[start..].rfind('.').map_or("", |index| &name[start + index..])
}

pub(super) fn is_absolute_path(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::Boolean(values[0].text().is_some_and(is_absolute)))
}

/// Whether a line of a text is an absolute path of POSIX or Windows.
pub(super) fn is_absolute(text: &str) -> bool {
    ruby::lines(text).any(|line| {
        let mut start = line.chars();
        match (start.next(), start.next(), start.next()) {
            (Some('/'), _, _) => true,
            (Some(drive), Some(':'), Some(slash)) => drive.is_ascii_alphabetic() && is_slash(slash),
            // The name of a share: `\\server\share`.
            (Some('\\'), Some(second), _) if is_slash(second) => {
                let mut labels = line[2..].splitn(2, is_slash);
                let (server, share) = (labels.next().unwrap_or(""), labels.next().unwrap_or(""));
                !server.is_empty() && !share.is_empty() && !share.starts_with(is_slash)
            }
            _ => false,
        }
    })
}

/// Whether a character separates names in a path of Windows.
fn is_slash(c: char) -> bool {
    c == '/' || c == '\\'
}
