package network_interface

# An interface of a host.
type Network_interface {
  attr ensure, Enum['up', 'down', 'absent'] { default => 'up' }
  attr name, Pattern[/\A\S{1,15}\z/] { min => 1, id => true }
  attr mac, Pattern[/\A(\h{2}:){5}\h{2}\z/]
  # From 68 to 65535.
  attr mtu, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    check => { $number = Integer($it) if $number < 68 or $number > 65535 { 'not in the range' } },
  }
  attr addresses, Pattern[/\A[\d.]+\/\d+\z/, /(?i:\A[0-9a-f:]+\/\d+\z)/] {
    max => unbound,
    unique => false,
  }
  attr duplex, Enum['full', 'half', 'auto'] { default => 'auto' }
  attr speed, Variant[Integer, Pattern['\\Aauto\\z', '\\A(10|100|1000|10000)\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A(10|100|1000|10000)\z/ { 'the value has a wrong form' } },
  }
  attr vlan, Variant[Integer[0], Pattern['\\Anone\\z', '\\A\\d+\\z']]
  attr reconfigure, Boolean { default => false }
}
