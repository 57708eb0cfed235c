package bounds { uri => 'urn:bounds' }

type A {
  attr a, String { max => zero }
  attr b, String { max => '0' }
  attr c, String { min => zero }
  attr d, String { max => two }
}
