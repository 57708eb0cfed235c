package accounts { uri => 'urn:example:accounts' }

type Account {
  attr name, String { min => 1, id => true }
  attr password, String {
    check => { if $password =~ /:/ { "a password holds no colon" } },
  }
  attr groups, String {
    max => unbound,
    check => |$g| { $g !~ /\d/ },
  }
  attr least_age, Integer
  attr most_age, Integer
  invariant "the least age is above the most" {
    $most_age == undef or $least_age == undef or $least_age <= $most_age
  }
}

type Host {
  has accounts, Account { max => unbound }
  invariant {
    $names = $accounts.map |$a| { $a[name].downcase }
    if $names.unique.size < $names.size { "${meta[name]}: names differ in case only" }
  }
}
