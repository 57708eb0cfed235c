//! The commands that read an input, by its extension.

use super::inputs::Input;
use crate::random::Random;
use std::path::Path;

/// A command for an input, with generated files in a directory.
pub(super) fn command(input: &Input, output: &Path, random: &mut Random) -> Vec<String> {
    arguments(random.pick(templates(input)), input, output)
}

/// All commands for an input.
pub(super) fn commands(input: &Input, output: &Path) -> impl Iterator<Item = Vec<String>> {
    templates(input).iter().map(move |template| arguments(template, input, output))
}

/// The commands for an input, with words in capitals for paths.
fn templates(input: &Input) -> &'static [&'static str] {
    if input.site.is_some() && matches!(input.extension, "yaml" | "json") {
        return OF_SITES;
    }
    match input.extension {
        "xmi" => &[
            "validate FILE --path DIR",
            "validate FILE --path DIR --extended-metadata --record-unknown",
            "convert FILE --path DIR --to json",
            "convert FILE --path DIR --to yaml --extended-metadata",
            "convert FILE --path DIR --to xmi",
            "inspect FILE --path DIR --format json",
        ],
        "ecore" => &[
            "validate FILE --path DIR",
            "convert FILE --to pp",
            "convert FILE --to json",
            "generate rust FILE -o OUTPUT --handles",
            "generate json-schema FILE -o OUTPUT",
            "generate xsd FILE -o OUTPUT",
            "inspect FILE",
        ],
        "json" => &[
            "validate FILE --path DIR",
            "convert FILE --path DIR --to xmi",
            "convert FILE --path DIR --to yaml --dialect emf",
            "validate SHARED.json --model SHARED.ecore --schema FILE",
        ],
        "yaml" | "yml" | "cases" => &[
            "validate FILE --path DIR --from yaml",
            "convert FILE --path DIR --from yaml --to xmi",
            "convert FILE --from hiera --to json",
            "hiera check FILE",
            "hiera keys --config FILE",
        ],
        "pp" => &[
            "validate FILE --path DIR",
            "convert FILE --to ecore",
            "convert FILE --from manifest --to json",
            "fmt --check FILE",
            "generate rust FILE -o OUTPUT",
            "generate json-schema FILE -o OUTPUT",
            "generate xsd FILE -o OUTPUT",
            "generate ecore FILE -o OUTPUT",
        ],
        "j2" => &["generate template FILE SHARED.pp"],
        _ => &["validate SHARED.xmi --model SHARED.ecore --schema FILE"],
    }
}

fn arguments(template: &str, input: &Input, output: &Path) -> Vec<String> {
    let file = input.path.to_string_lossy().into_owned();
    let directory = input.directory.to_string_lossy().into_owned();
    let site = input.site.as_ref().map(|site| site.to_string_lossy().into_owned()).unwrap_or_default();
    let shared = |name: &str| input.shared.join(name).to_string_lossy().into_owned();
    let output = output.to_string_lossy().into_owned();
    template
        .split(' ')
        .map(|word| match word {
            "FILE" => file.clone(),
            "DIR" => directory.clone(),
            "OUTPUT" => output.clone(),
            "SITE" => site.clone(),
            "SHARED.json" => shared("books.json"),
            "SHARED.xmi" => shared("books.xmi"),
            "SHARED.ecore" => shared("library.ecore"),
            "SHARED.pp" => shared("library.pp"),
            word => word.to_owned(),
        })
        .collect()
}

/// Questions about a Hiera site, of which a file has changed.
const OF_SITES: &[&str] = &[
    "validate SITE",
    "convert SITE --to json",
    "convert SITE --to xmi",
    "hiera check SITE",
    "hiera keys --config SITE",
    "hiera lookup a --config SITE --explain",
    "hiera lookup b --config SITE --resolution hash",
    "hiera diff SITE SITE --scopes SITE",
];
