package p

# A type.
type A {
  annotation 'http://www.eclipse.org/emf/2002/GenModel' { suppressedSetVisibility => 'true' }
  # Not this: a line between.

  attr a, String
  attr b, String { annotation 'x' annotation 'http://www.eclipse.org/emf/2002/GenModel' { documentation => "a\r\nb" } }
  attr c, String { annotation 'x' annotation 'http://www.eclipse.org/emf/2002/GenModel' { documentation => "in second place" } }
  attr d, String { annotation 'http://www.eclipse.org/emf/2002/GenModel' { documentation => '' } }
  attr e, String { annotation 'http://www.eclipse.org/emf/2002/GenModel' { body => 'x', documentation => 'y' } }
  attr f, String { annotation 'http://www.eclipse.org/emf/2002/GenModel' { documentation => 'x', documentation => 'y' } }
  attr g, String { annotation 'http://www.eclipse.org/emf/2002/GenModel' { documentation => ' x ' } annotation 'http://www.eclipse.org/emf/2002/GenModel' }
  # Doc of operation.
  operation o(
    # Doc of parameter.
    String $x
  )
}
# Doc of an age.
datatype Age { base => Integer[0] }
# Doc of a facet type.
datatype F { facets => { maxLength => '5' } annotation 'x' }
