//! The faults that can be planted: each adds entries of its own, so that faults do not meet.

use super::site::Site;
use crate::random::Random;
use modelwright_metamodel::diagnostic::Diagnostic;

/// A planted fault.
#[derive(Debug)]
pub(super) struct Fault {
    code: &'static str,
    /// What the file, the key or the message of the problem contains.
    mark: String,
}

impl Fault {
    /// Whether a problem is the fault.
    pub(super) fn is(&self, problem: &Diagnostic) -> bool {
        let file = problem.primary_label().map_or("", |label| label.source.name());
        let texts = [file, &problem.message, problem.key.as_deref().unwrap_or_default()];
        problem.code.id() == self.code && texts.iter().any(|text| text.contains(&self.mark))
    }
}

type Plant = fn(&mut Site, usize, &mut Random) -> Fault;

/// All kinds of faults.
pub(super) const FAULTS: &[Plant] = &[
    // Values that are read differently than they look.
    |site, at, _| value(site, at, "MW0811", "Integer", "0640"),
    |site, at, _| value(site, at, "MW0811", "Integer", "1:30"),
    |site, at, _| looked_up(site, at, "MW0811", ":symbol"),
    |site, at, _| {
        site.line("common.yaml", &format!("{}: number", 1_000 + at));
        fault("MW0804", "the key is not a string")
    },
    |site, at, _| {
        let key = format!("planted::p{at}");
        site.line("common.yaml", &format!("{key}: 1\n{key}: 2"));
        site.parameter(&format!("Integer $p{at} = 1"), &format!("p{at}"));
        fault("MW0304", &key)
    },
    // Interpolations.
    |site, at, _| looked_up(site, at, "MW0806", "\"%{facts.os\""),
    |site, at, _| looked_up(site, at, "MW0806", "\"%{frob('x')}\""),
    |site, at, _| looked_up(site, at, "MW0805", "\"x %{alias('base::web')}\""),
    |site, at, _| looked_up(site, at, "MW0807", &format!("\"%{{lookup('k{at}')}}\"")),
    |site, at, _| {
        looked_up(site, at, "MW0807", &format!("\"%{{lookup('round{at}')}}\""));
        site.line("common.yaml", &format!("round{at}: \"%{{lookup('k{at}')}}\""));
        fault("MW0807", &format!("k{at}"))
    },
    |site, at, _| looked_up(site, at, "MW0812", &format!("\"%{{lookup('absent{at}')}}\"")),
    |site, at, _| looked_up(site, at, "MW0814", &format!("\"%{{absent{at}}}\"")),
    |site, at, _| looked_up(site, at, "MW0814", &format!("\"%{{facts.absent{at}}}\"")),
    |site, at, _| looked_up(site, at, "MW0814", "\"%{facts.os.famly}\""),
    |site, at, _| looked_up(site, at, "MW0814", "\"%{trusted.certnam}\""),
    // Files.
    |site, at, random| {
        let extension = random.pick(&["yml", "json", "eyaml"]);
        let path = format!("role/orphan{at}.{extension}");
        site.line(&path, "{}");
        fault("MW0813", &path)
    },
    |site, at, _| {
        let path = format!("nodes/gone{at}.yaml");
        site.line(&path, "base::plain: true");
        fault("MW0813", &path)
    },
    // Values without effect.
    |site, at, _| {
        looked_up(site, at, "", "above");
        site.line("last.yaml", &format!("k{at}: below"));
        fault("MW0815", &format!("k{at}"))
    },
    |site, at, _| {
        looked_up(site, at, "", "same");
        site.line("nodes/n0.yaml", &format!("k{at}: same"));
        fault("MW0815", &format!("k{at}"))
    },
    // Keys that nothing uses.
    |site, at, _| {
        site.line("common.yaml", &format!("planted::unused{at}: 1"));
        fault("MW0816", &format!("planted::unused{at}"))
    },
    |site, at, _| {
        site.line("role/web.yaml", &format!("m0::unused{at}: 1"));
        fault("MW0816", &format!("m0::unused{at}"))
    },
    |site, at, _| {
        site.line("last.yaml", &format!("unused{at}: 1"));
        fault("MW0816", &format!("unused{at}"))
    },
    // Class parameters.
    |site, at, _| value(site, at, "MW0817", "Integer", "text"),
    |site, at, _| value(site, at, "MW0817", "M0::Port", "70000"),
    |site, at, _| value(site, at, "MW0817", "Array[Stdlib::Port]", "{a: 1}"),
    |site, at, _| {
        value(site, at, "", "Integer", "1");
        site.line("nodes/n1.yaml", &format!("planted::p{at}: one"));
        fault("MW0817", &format!("planted::p{at}"))
    },
    |site, at, _| {
        value(site, at, "", "Struct[{a => Integer, b => Integer}]", "{a: 1}");
        site.line("role/web.yaml", &format!("planted::p{at}: {{b: 1}}"));
        site.line("role/db.yaml", &format!("planted::p{at}: {{b: two}}"));
        site.option("common.yaml", &format!("planted::p{at}"), "{merge: hash}");
        fault("MW0817", &format!("planted::p{at}"))
    },
    |site, at, _| value(site, at, "MW0817", "Sensitive[String]", "plain"),
    |site, at, _| {
        site.parameter(&format!("Integer $p{at}"), &format!("p{at}"));
        fault("MW0832", &format!("planted::p{at}"))
    },
    |site, at, _| {
        site.line("role/web.yaml", &format!("planted::p{at}: 1"));
        site.parameter(&format!("Integer $p{at}"), &format!("p{at}"));
        fault("MW0832", &format!("planted::p{at}"))
    },
    // lookup_options.
    |site, at, _| {
        site.option("common.yaml", &format!("planted::absent{at}"), "{merge: deep}");
        fault("MW0833", "the key of the options matches no key")
    },
    |site, at, _| {
        site.option("common.yaml", &format!("^absent{at}"), "{merge: deep}");
        fault("MW0833", "the pattern of the options matches no key")
    },
    |site, at, _| {
        looked_up(site, at, "", "1");
        site.option("common.yaml", &format!("k{at}"), "{mrge: deep}");
        fault("MW0833", "`mrge`")
    },
    |site, at, random| {
        let name = random.pick(&["lookup_option", "lookup_optoins", "lookups_options"]);
        site.line(&format!("nodes/n{}.yaml", at % 4), &format!("{name}: {{base::plain: {{merge: first}}}}"));
        fault("MW0833", "is an ordinary key")
    },
    |site, at, _| {
        looked_up(site, at, "", "1");
        site.option("common.yaml", &format!("k{at}"), "{merge: dep}");
        fault("MW0808", "Unknown merge strategy")
    },
    // Encrypted values and secrets.
    |site, at, _| encrypted(site, at, "ENC[PKCS7,MIIBeQYJKoZIhvcNAQcD]"),
    |site, at, _| encrypted(site, at, "\"ENC[PKCS7,MIIBeQYJ\""),
    |site, at, _| encrypted(site, at, "ENC[PKCS7,*]"),
    |site, at, _| looked_up(site, at, "MW0809", "ENC[PKCS7,MAA=]"),
    |site, at, random| {
        let name = random.pick(&["password", "api_key", "secret", "auth_token", "private_key"]);
        let key = format!("p{at}::{name}");
        site.line("common.yaml", &format!("{key}: hunter{at}x"));
        site.used(&key, false);
        fault("MW0830", &key)
    },
    |site, at, _| looked_up(site, at, "MW0830", "postgres://app:hunter2@db/x"),
    |site, at, _| looked_up(site, at, "MW0830", &format!("ghp_{}", "0aZ9".repeat(9))),
    |site, at, _| {
        let path = format!("role/clear{at}.eyaml");
        site.line(&path, &format!("k{at}: clear text"));
        site.used(&format!("k{at}"), false);
        let level =
            format!("  - {{name: L{at}, lookup_key: eyaml_lookup_key, path: role/clear{at}.eyaml}}\n");
        if let Some(configuration) = site.files.get_mut("hiera.yaml") {
            configuration.push_str(&level);
        }
        fault("MW0831", &path)
    },
    // Comments.
    |site, at, _| {
        looked_up(site, at, "", &format!("{at}  # modelwright: ignore MW0811 because {at}"));
        fault("MW0012", "there is no problem MW0811 here")
    },
    |site, at, _| {
        looked_up(site, at, "", &format!("{at}  # modelwright: ignore MW0815"));
        fault("MW0012", "has no reason")
    },
];

fn fault(code: &'static str, mark: &str) -> Fault {
    Fault { code, mark: mark.to_owned() }
}

/// A value of a parameter.
fn value(site: &mut Site, at: usize, code: &'static str, ty: &str, value: &str) -> Fault {
    site.line("common.yaml", &format!("planted::p{at}: {value}"));
    site.parameter(&format!("{ty} $p{at}"), &format!("p{at}"));
    fault(code, &format!("planted::p{at}"))
}

/// A value that code looks up.
fn looked_up(site: &mut Site, at: usize, code: &'static str, value: &str) -> Fault {
    site.line("common.yaml", &format!("k{at}: {value}"));
    site.used(&format!("k{at}"), false);
    fault(code, &format!("k{at}"))
}

/// A damaged value of the encrypted file.
fn encrypted(site: &mut Site, at: usize, value: &str) -> Fault {
    site.line("secrets.eyaml", &format!("k{at}: {value}"));
    site.used(&format!("k{at}"), false);
    fault("MW0809", &format!("k{at}"))
}
