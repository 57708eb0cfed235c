package a { uri => 'urn:a' }

type Thing {
  attr name, String
  invariant "the name ${name} is bad" { $name != 'x' }
}
