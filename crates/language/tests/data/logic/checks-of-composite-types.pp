package hosts { uri => 'urn:hosts' }

type Host {
  attr ports, Hash[String, Integer] { check => { if 'ssh' in $it.keys and $it[ssh] != 22 { "ssh on ${it[ssh]}" } } }
  attr owner, Variant[Integer, String] { check => $it =~ Variant[Integer[1], String[1]] }
  attr place, Struct[{ rack => Integer, Optional[unit] => String }] { check => $it =~ Struct[{ rack => Integer[1], Optional[unit] => String }] }
  attr range, Tuple[Integer, Integer] { check => $it[0] <= $it[1] }
  attr matrix, Array[Array[Integer]] { check => { if $it.length != 2 { "a row of ${it.length}" } } }
  attr each_owner, Array[Variant[Integer, String]] { check => $it != 'nobody' }
  attr nested, Hash[String, Hash[String, Integer]] { check => $it.all |$k, $v| { $v =~ Hash[String, Integer] } }
  invariant 'the range holds every port' {
    $range == undef or $ports.values.all |$port| { $range[0] <= $port and $port <= $range[1] }
  }
}
