# The bindings of this example.
bindings mymodule::default {
  # The meaning.
  bind abstract 'the meaning of life'
  bind override "the meaning of life" to 42
  bind abstract override "x"
  bind override final Data, "y" to false
  bind Integer, "mymodule::size" to 42
  bind Hash, "mymodule::stuff" to {'a' => 10, 'b' => [1,2,3]}
  bind abstract Array[class ntp], "ntp resources"
  bind Type[SyntaxChecker], "xml" to Type[MyXmlSyntaxChecker]
  bind class ntp to class ntp2
  bind MyResourceType to MyBetterResourceType
  rebind "the meaning of life"
  rebind abstract Integer, 'a'
  bind alias "the meaning of life" as "the meaning of love"
  bind renamed String, "the meaning of life" as override Data, "the meaning of love"
  multibind Array[String], "names" as "mymodule::list-of-names"
  bind to 'Mary' in 'mymodule::list-of-names'
  bind 'Fred' to ['support', 'sales'] in 'mymodule::list-of-names'
  multibind override Hash[TypeValidatorService], 'syntax'
  multibind Hash[Data], 'h' as 'i' { conflict_resolution => merge, flatten => true, uniq => true }
  multibind Array[Data], 'flattened-data' as 'example' {
    combinator => |$memo, $x| { $memo + flatten($x) }
  }
  multibind Hash[Data], 'merged-hash' as 'example' {
    combinator => | $key, $current, $value| {
      unless !$current { $value }
      else { $current + $value }
    }
  }
  include ntp
  include [a::b, c]
  exclude ntp
  bind parameters ntp to {
      autoupdate  => false,
      servers     => [
        "0.us.pool.ntp.org iburst",
        "1.us.pool.ntp.org iburst"
        ]
  }
  bind parameters Web[one] to Sql[one] { map => {dbuser => user} }
  bind parameters Web[one] to Sql[one] { map => [a, b] }
  bind parameters Web[one] to optional LimitedServices[web]
  bind parameters Web[one] to Sql[?? name == one and not (size > 3) or x ~= 'y' and z ~! 'q'] {
    select_result => |$all| { $all[0] }
  }
  bind map Web to Sql { a => b }
  bind map override Web to Sql [a, b]
  bind abstract map Web to Sql
  bind variables to { myvar => 42, my_other_var => "$x in ${y}" }
  bind abstract variables Array[String] to ['blog_administrators']
  bind abstract variables to ['must_be_set', 'this_too']
  bind dependency File['/etc/ssh/sshd_config'] ~> Service['sshd']
  bind dependency [File['a'], File['b']] -> Service['sshd']
  bind String, "request-id" to producer "mymodule::uuid"
  bind String, "request-id" to producer Type[MyUUIDProducer] { producer_args => { 'value' => 42 }, singleton => false }
  bind 'look' to lookup Integer, 'a'
  bind 'look' to lookup 'a'['k']
  bind 'f' to first_found [lookup 'a', 3, Type[X], class ntp]
  bind 'e' to ($x in [1])
  bind 'e' to ['a', $x + 1, "b${c}"] in 'i'
  bind 'e' to $x ? { 1 => 'a', default => 'b' }
  bind 'n' to -3.5 { transformer => |$x| { $x + 1 } }
  when common { bind 'a' to 1 }
  when virtual true and node 'kermit.example.com' {
    when node a or b or 'c.d' {
      bind 'a' to undef
    }
  }
  when rack 12 or node a or virtual false {}
}

site {
  Environment {
    envdir => "/x",
  }
  environment { 'production': envdir => "$confdir/master"; 'dev': manifest => default }
  dynamic_environments { "$confdir/environments": }
  categories {
    node => "$::fqdn",
    environment => true,
    exact role => case $hostname { 'a': { 'web' } default: { 'x' } }
  }
  bindings => [
    layer { 'site': include => "confdir:/default" },
    layer { 'modules':
      include => ["module:/*::default", "module:/MySpecial::load_balanced"],
      exclude => "module:/myspecial::default",
      categories => { a => 'b' },
      bindings => [ bindings x { bind 'a' to 1 } ]
    }
  ]
}

if $a { $environment = 'production' }
$b = 1
