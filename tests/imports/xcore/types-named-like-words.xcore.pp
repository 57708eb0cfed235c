package p { uri => 'p' }

type B {
  attr a, 'ref' { unique => false }
  attr b, EInt { unique => false }
  attr c, 'refer' { unique => false }
  attr d, 'refer' { unique => false }
  attr e, 'attr' { unique => false }
  attr f, EInt { unique => false }
}

datatype 'ref' { instance_class => 'java.lang.String' }

datatype 'refer' { instance_class => 'java.lang.String' }

enum 'attr' { x, y }
