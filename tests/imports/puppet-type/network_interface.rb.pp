package network_interface

# An interface of a host.
type Network_interface {
  annotation 'urn:modelwright:puppet' { type => 'network_interface' }
  attr ensure, Enum['up', 'down', 'absent'] {
    default => 'up',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr name, Pattern[/\A\S{1,15}\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr mac, Pattern[/\A(\h{2}:){5}\h{2}\z/] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # From 68 to 65535.
  attr mtu, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    check => { if $it =~ Integer and $it !~ Integer[68, 65535] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) !~ Integer[68, 65535] { 'not in the range' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr addresses, Pattern[/\A[\d.]+\/\d+\z/, /(?i:\A[0-9a-f:]+\/\d+\z)/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr duplex, Enum['full', 'half', 'auto'] {
    default => 'auto',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr speed, Variant[Integer, Pattern['\\Aauto\\z', '\\A(10|100|1000|10000)\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A(10|100|1000|10000)\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => 'auto' },
  }
  attr vlan, Variant[Integer[0], Pattern['\\Anone\\z', '\\A\\d+\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  attr reconfigure, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
