//! Sites whose nodes collect what others export, compared with Puppet and a terminus that finds resources as PuppetDB.

use super::compare::compare;
use super::generate::FleetGenerator;
use super::puppet::Puppet;
use super::{Counts, facts, files, ours, reasons};
use crate::Summary;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::Path;

/// The sample: the first sites of the first seed.
pub(super) const SAMPLE: (u64, usize) = (1, 300);

/// Compares `count` sites of a seed.
pub(super) fn compared(work: &Path, seed: u64, count: usize) -> Result<Summary, String> {
    let _ = fs::remove_dir_all(work);
    fs::create_dir_all(work).map_err(|e| e.to_string())?;
    let (generator, mut puppet, facts) = (FleetGenerator::new(), Puppet::start()?, facts()?);
    let mut counts = Counts::default();
    for number in 0..count {
        let manifest = work.join(format!("{number}.pp"));
        let (text, nodes) = generator.site(seed, number);
        fs::write(&manifest, text).map_err(|e| e.to_string())?;
        let nodes = nodes.iter().enumerate();
        let nodes = nodes.map(|(at, node)| json!({ "node": node, "facts": facts[at % facts.len()] }));
        let request = json!({
            "environment": files().join("environment"),
            "manifest": manifest,
            "nodes": nodes.collect::<Json>(),
            "settings": {},
        });
        let theirs = puppet.answer(&request)?;
        let own = match ours::load(&request, false) {
            Ok(loaded) => ours::fleet_answer(&loaded, &request),
            // Puppet reports the problem for each node.
            Err(error) => json!({ "nodes": vec![error; request["nodes"].as_array().map_or(0, Vec::len)] }),
        };
        for (side, answer) in [("puppet", &theirs), ("ours", &own)] {
            let path = manifest.with_extension(format!("{side}.json"));
            fs::write(path, format!("{answer:#}\n")).map_err(|e| e.to_string())?;
        }
        for (at, node) in request["nodes"].as_array().into_iter().flatten().enumerate() {
            let (theirs, own) = (&theirs["nodes"][at], &own["nodes"][at]);
            counts.enter(&format!("{number}.pp {}", node["node"]), theirs, &compare(theirs, own));
        }
    }
    let is_usual = (seed, count) == SAMPLE;
    Ok(counts.summary("nodes of fleets", is_usual.then_some(reasons::OF_FLEETS)))
}
