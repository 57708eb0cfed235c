package values { uri => 'urn:test:values', prefix => 'v' }

datatype Money { instance_class => 'java.math.BigDecimal' }
datatype Big { instance_class => 'java.math.BigInteger' }
datatype Short { instance_class => 'short' }
datatype Tiny { instance_class => 'byte' }
datatype Single { instance_class => 'float' }
datatype Letter { instance_class => 'char' }
enum Colour { red, green as 'light green' }

type Values {
  attr code, String[1, 5] { min => 1, id => true }
  attr flag, Boolean
  attr count, Integer[0, 100]
  attr short, Short
  attr tiny, Tiny
  attr single, Single
  attr ratio, Float
  attr money, Money
  attr big, Big
  attr letter, Letter
  attr colour, Colour
  attr moment, Timestamp
  attr bytes, Binary
  attr words, String { max => unbound }
  attr numbers, Integer { max => 3 }
  attr colours, Colour { max => unbound, unique => false }
  attr pattern, Pattern[/^[a-z]+$/]
}
