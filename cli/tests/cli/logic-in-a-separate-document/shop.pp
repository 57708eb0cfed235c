package shop { uri => 'urn:example:shop', functions => '1.0' }

type Order {
  attr number, Integer {
    check => $it > 0x10,
    get => |$it| {
      # more
      $it + 1
    },
  }
  attr label, String { derived => |$it| { "no. ${number}" } }
  operation text(String $prefix) >> String {
    $prefix.strip
  }
  invariant 'orders have numbers' { $number != undef }
  invariant $number <
    17
}
