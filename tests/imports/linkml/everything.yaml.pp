package everything {
  uri => 'https://example.org/everything',
  annotation 'https://w3id.org/linkml/' {
    title => 'A schema with one of each',
    prefixes => '{linkml: \'https://w3id.org/linkml/\'}',
    subsets => '{core: {}}',
  },
}

abstract type Named inherits HasName {
  attr code, Pattern[/^[A-Z]+$/]
}

abstract type Tagged inherits HasName {
  attr tags, String { max => 5, unique => false }
  invariant '`tags` violates `minimum_cardinality`' |$o| { ($o['tags'].empty or $o['tags'].length >= 2) }
}

type Item inherits Named, Tagged {
  annotation 'https://w3id.org/linkml/' { deprecated => 'Use another one.' }
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
  attr id, String { min => 1, id => true }
  attr price, Float[0.0] { default => 1.0 }
  attr state, State {
    default => new,
    annotation 'https://w3id.org/linkml/' { recommended => 'true' },
  }
  attr when, Date
  attr extra, Data
  has owner, Owner
  has parts, Item { max => unbound, keys => [name, price] }
  has like, Item { max => unbound, containment => false }
  attr limit, Variant[Integer[0], State]
  has maker, ItemMaker
  invariant '`name` violates `pattern`' |$o| { ($o['name'] == undef or $o['name'] =~ Pattern['^I']) }
  invariant '`tags` violates `maximum_cardinality`' |$o| { ($o['tags'].empty or $o['tags'].length <= 3) }
  invariant '`tags` violates `all_members`' |$o| { $o['tags'].all |$m| { ($m != undef and $m =~ Pattern['^t']) } }
  invariant 'Sold things have an owner.' |$o| { (!($o['state'] != undef and $o['state'] =~ Enum['sold']) or $o['owner'] != undef) }
}

type Owner inherits ItemMaker {
  attr first, String { min => 1 }
  has shop, Shop { containment => false }
  attr zip, Zip
}

type Shop inherits ItemMaker {
  annotation 'https://w3id.org/linkml/' { tree_root => 'true' }
  attr id, String { min => 1, id => true }
  has items, Item { max => unbound, keys => [name, price] }
}

# One of several classes that a slot allows.
abstract type ItemMaker {}

# Has the slot `name`, which several classes share.
abstract type HasName {
  attr name, String {
    min => 1,
    annotation 'https://w3id.org/linkml/' { aliases => "label\ntitle", comments => 'for people' },
  }
}

enum State {
  new { annotation 'https://w3id.org/linkml/' { meaning => 'x:new' } },
  # Gone.
  sold,
  not_known as 'not known',
}

datatype Zip { base => Pattern[/^[0-9]{5}$/] }

# LinkML's type `date`.
datatype Date { base => Pattern[/\A\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\z/] }
