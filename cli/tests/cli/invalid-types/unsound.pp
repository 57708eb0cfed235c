package unsound { uri => 'not a uri' }

# Sizes, one of them twice.
enum Size { small, large, small }

type A {
  attr a, String { id => true }
  attr b, String { id => true }
  operation b(String $x, String $x)
  attr things, EEList<EString, EString>
}
