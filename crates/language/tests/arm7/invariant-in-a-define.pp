# The proposal leaves open whether a `define` may have invariants. It may not: manifests are those of Puppet.
define host($port) {
  invariant { $port > 0 }
}
