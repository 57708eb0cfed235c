//! Builds catalogs for requests, a JSON object on each line, in the form of `interop/src/catalogs/catalogs.rb`.

use modelwright_catalog::builder::Node;
use modelwright_catalog::environment::{Environment, EnvironmentOptions};
use modelwright_catalog::json::{Layout, write};
use modelwright_files::FileAccess;
use modelwright_hiera::store::to_evaluated;
use modelwright_metamodel::diagnostic::Source;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};

fn main() {
    let access = FileAccess::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let request = modelwright_hiera::facts::read(&Source::new("request", line)).unwrap_or_default();
        let text = |name: &str| request.get(name).and_then(|value| value.as_text()).map(str::to_owned);
        let directory = text("environment").unwrap_or_else(|| "/nonexistent".to_owned());
        let options = EnvironmentOptions {
            name: Some("production".to_owned()),
            manifest: text("manifest").map(PathBuf::from),
            modules: match request.get("modules") {
                Some(modelwright_hiera::store::Value::Array(modules)) => {
                    Some(modules.iter().filter_map(|path| path.as_text()).map(PathBuf::from).collect())
                }
                _ => None,
            },
            ..EnvironmentOptions::default()
        };
        let loaded = Environment::load(&access, Path::new(&directory), &options);
        let (mut environment, _) = match loaded {
            Ok(loaded) => loaded,
            Err(problems) => {
                println!("!! {}", problems.iter().map(|p| p.message.clone()).collect::<Vec<_>>().join("; "));
                continue;
            }
        };
        if let Some(text) = text("text")
            && let Err(problems) = environment.add_manifest("site.pp", &text)
        {
            println!("!! {}", problems.iter().map(|p| p.message.clone()).collect::<Vec<_>>().join("; "));
            continue;
        }
        let facts = match request.get("facts") {
            Some(modelwright_hiera::store::Value::Hash(facts)) => {
                facts.iter().map(|(k, v)| (k.as_text().unwrap_or_default().to_owned(), to_evaluated(v))).collect()
            }
            _ => Vec::new(),
        };
        let node = Node::new(&text("node").unwrap_or_else(|| "node.example.com".to_owned()), facts);
        let start = std::time::Instant::now();
        let result = environment.build(&node);
        if std::env::var_os("TIMES").is_some() {
            eprintln!("{:?}", start.elapsed());
        }
        for entry in &result.log {
            println!("-- {} {} {} {:?}", entry.level, entry.source, entry.message.replace('\n', "\\n"), entry.place);
        }
        for problem in &result.problems {
            println!("!! {problem:?}");
        }
        if let Some(catalog) = result.catalog {
            println!("{}", write(&catalog, Layout::Compact).unwrap_or_default());
        }
    }
}
