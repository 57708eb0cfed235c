Account.new { name => 'ada', groups => ['wheel'] }
Account.new {}
Account.new { name => 'bob' } |$a| { $a[size] = 4 }
a::Account.new { owner => Person.new { name => 'eve' } }.fullname
$x = Account.new { 'name' => "x${1}" }[name]
