//! Legacy facts: variables such as `$osfamily` that Puppet 7 sets, but that exported facts often do not contain.
//!
//! Invariant: each name causes at most one warning, and only if the structured facts contain its value.

use super::Builder;
use super::position::SourcePosition;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// Legacy facts with the paths of their values in structured facts, sorted by name.
static LEGACY_FACTS: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("augeasversion", "augeas.version"),
    ("bios_release_date", "dmi.bios.release_date"),
    ("bios_vendor", "dmi.bios.vendor"),
    ("bios_version", "dmi.bios.version"),
    ("boardmanufacturer", "dmi.board.manufacturer"),
    ("boardproductname", "dmi.board.product"),
    ("boardserialnumber", "dmi.board.serial_number"),
    ("chassistype", "dmi.chassis.type"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("gid", "identity.group"),
    ("hardwareisa", "processors.isa"),
    ("hardwaremodel", "os.hardware"),
    ("hostname", "networking.hostname"),
    ("id", "identity.user"),
    ("ipaddress", "networking.ip"),
    ("ipaddress6", "networking.ip6"),
    ("lsbdistcodename", "os.distro.codename"),
    ("lsbdistdescription", "os.distro.description"),
    ("lsbdistid", "os.distro.id"),
    ("lsbdistrelease", "os.distro.release.full"),
    ("lsbmajdistrelease", "os.distro.release.major"),
    ("lsbminordistrelease", "os.distro.release.minor"),
    ("lsbrelease", "os.distro.specification"),
    ("macaddress", "networking.mac"),
    ("macosx_buildversion", "os.macosx.build"),
    ("macosx_productname", "os.macosx.product"),
    ("macosx_productversion", "os.macosx.version.full"),
    ("manufacturer", "dmi.manufacturer"),
    ("memoryfree", "memory.system.available"),
    ("memorysize", "memory.system.total"),
    ("netmask", "networking.netmask"),
    ("netmask6", "networking.netmask6"),
    ("network", "networking.network"),
    ("network6", "networking.network6"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("physicalprocessorcount", "processors.physicalcount"),
    ("processorcount", "processors.count"),
    ("productname", "dmi.product.name"),
    ("rubyplatform", "ruby.platform"),
    ("rubysitedir", "ruby.sitedir"),
    ("rubyversion", "ruby.version"),
    ("selinux", "os.selinux.enabled"),
    ("selinux_config_mode", "os.selinux.config_mode"),
    ("selinux_config_policy", "os.selinux.config_policy"),
    ("selinux_current_mode", "os.selinux.current_mode"),
    ("selinux_enforced", "os.selinux.enforced"),
    ("selinux_policyversion", "os.selinux.policy_version"),
    ("serialnumber", "dmi.product.serial_number"),
    ("swapencrypted", "memory.swap.encrypted"),
    ("swapfree", "memory.swap.available"),
    ("swapsize", "memory.swap.total"),
    ("system32", "os.windows.system32"),
    ("uptime", "system_uptime.uptime"),
    ("uptime_days", "system_uptime.days"),
    ("uptime_hours", "system_uptime.hours"),
    ("uptime_seconds", "system_uptime.seconds"),
    ("uuid", "dmi.product.uuid"),
    ("windows_edition_id", "os.windows.edition_id"),
    ("windows_installation_type", "os.windows.installation_type"),
    ("windows_product_name", "os.windows.product_name"),
    ("windows_release_id", "os.windows.release_id"),
    ("zonename", "solaris_zones.current"),
];

/// What to do about a legacy fact that is missing.
pub(super) const HELP: &str = "Puppet 7 sends legacy facts, and Puppet 8 does not: read the structured fact, or export the facts with \
                               `puppet facts show --show-legacy` or `facter --show-legacy --json`";

impl Builder<'_> {
    /// Why a variable does not exist, if it is a legacy fact whose structured form is among the facts.
    pub(super) fn reason_of_legacy_fact(&self, name: &str) -> Option<String> {
        let name = without_top_prefix(name);
        let index = LEGACY_FACTS.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        let (_, path) = LEGACY_FACTS.get(index)?;
        // If the structured facts do not contain the value, the variable may have the name of a fact by chance.
        let (root, nested_path) = path.split_once('.')?;
        let fact = self.node.facts.iter().find(|(name, _)| name == root).map(|(_, value)| value)?;
        nested_path.split('.').try_fold(fact, |value, key| match value {
            Value::Hash(hash) => hash.get_text(key),
            _ => None,
        })?;
        let keys: Vec<String> = path.split('.').map(|key| format!("['{key}']")).collect();
        Some(format!("the facts do not have the legacy fact `{name}`, but `$facts{}`", keys.concat()))
    }

    /// Warns that a legacy fact is undef, although it has a value in Puppet 7.
    pub(crate) fn warn_of_legacy_fact(&self, name: &str, place: Option<&SourcePosition>) {
        let Some(reason) = self.reason_of_legacy_fact(name) else { return };
        let key = format!("legacy fact {}", without_top_prefix(name));
        if !self.state.borrow_mut().warned.insert(key) {
            return;
        }
        let problem = Diagnostic::warning(codes::CATALOG_LEGACY_FACT, reason).help(HELP);
        let problem = match place {
            Some(place) => problem.at(&place.source, place.range()),
            None => problem,
        };
        self.state.borrow_mut().gaps.push(problem);
    }
}

/// A name without the prefix of the top scope: both forms mean the same fact.
fn without_top_prefix(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sorted() {
        assert!(super::LEGACY_FACTS.is_sorted());
    }
}
